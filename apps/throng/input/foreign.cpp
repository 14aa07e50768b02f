// SPDX-License-Identifier: MIT
// Files that are no text, by the bytes that they begin with.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/input/source.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>

namespace throng::app {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view as_csv = "write its columns as CSV under the header frame,id,x,y",
                           unpack = "unpack it first", sheet = "save the sheet with the trajectories as CSV",
                           no_tracks = "a trajectory is a person in each frame: give a text or a table of them";

struct Kind {
    std::size_t at; // where the bytes are
    std::string_view bytes, called, advice;
};
constexpr Kind kinds[] = {{0, "\x89HDF\r\n\x1a\n"sv, "an HDF5 file", as_csv},
                          {0, "PAR1"sv, "a Parquet file", as_csv},
                          {0, "ARROW1"sv, "an Arrow (Feather) file", as_csv},
                          {0, "\x93NUMPY"sv, "a NumPy array", as_csv},
                          {0, "MATLAB 5.0 MAT-file"sv, "a MATLAB file", as_csv},
                          {0, "CDF\x01"sv, "a NetCDF file", as_csv},
                          {0, "CDF\x02"sv, "a NetCDF file", as_csv},
                          {0, "#ROSBAG"sv, "a ROS bag", as_csv},
                          {0, "\x89MCAP"sv, "an MCAP recording", as_csv},
                          {0, "RDX"sv, "an R data file", as_csv},
                          {0, "\x80\x02"sv, "a Python pickle", as_csv},
                          {0, "\x80\x03"sv, "a Python pickle", as_csv},
                          {0, "\x80\x04"sv, "a Python pickle", as_csv},
                          {0, "\x80\x05"sv, "a Python pickle", as_csv},
                          {0, "# vtk DataFile"sv, "a VTK file", as_csv},
                          {0, "{"sv, "JSON", as_csv},
                          {0, "["sv, "JSON", as_csv},
                          {0, "<"sv, "XML or HTML", as_csv},
                          {0, "PK\x03\x04"sv, "a ZIP archive, as .zip, .xlsx, .ods and .npz are",
                           "unpack it, or save the sheet with the trajectories as CSV"},
                          {0, "\xD0\xCF\x11\xE0"sv, "an old Office file, as .xls is", sheet},
                          {0, "BZh"sv, "bzip2 data", unpack},
                          {0,
                           "\xFD"
                           "7zXZ"sv,
                           "xz data", unpack},
                          {0, "\x28\xB5\x2F\xFD"sv, "Zstandard data", unpack},
                          {0, "7z\xBC\xAF"sv, "a 7z archive", unpack},
                          {0, "Rar!"sv, "a RAR archive", unpack},
                          {257, "ustar"sv, "a tar archive", unpack},
                          {0, "\xFF\xFE\0\0"sv, "text in UTF-32", "save it in UTF-8"},
                          {0, "\0\0\xFE\xFF"sv, "text in UTF-32", "save it in UTF-8"},
                          {0, "%PDF"sv, "a PDF document", no_tracks},
                          {0, "\x89PNG"sv, "a PNG picture", no_tracks},
                          {0, "\xFF\xD8\xFF"sv, "a JPEG picture", no_tracks},
                          {0, "GIF8"sv, "a GIF picture", no_tracks},
                          {4, "ftyp"sv, "a video", no_tracks},
                          {0, "RIFF"sv, "a video or a sound", no_tracks},
                          {0, "\x1A\x45\xDF\xA3"sv, "a video", no_tracks},
                          {0,
                           "\x7F"
                           "ELF"sv,
                           "a program", no_tracks},
                          {0, "SQLite format 3\0"sv, "an SQLite database", as_csv}};

} // namespace

void require_text(std::string_view bytes, std::string_view name) {
    const auto begins = bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
    const auto found = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& kind) {
        const std::string_view from = kind.bytes.size() == 1 ? begins : bytes;
        return from.size() > kind.at && from.substr(kind.at).starts_with(kind.bytes);
    });
    if (found != std::end(kinds))
        throw UsageError(fmt::format("{}: this is {}, which is not read; {}", name, found->called, found->advice));
    if (bytes.substr(0, 1 << 16).find('\0') != std::string_view::npos)
        throw UsageError(fmt::format("{}: this is a binary file of an unknown kind; {}", name, as_csv));
}

} // namespace throng::app
