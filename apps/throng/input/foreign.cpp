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
                           no_tracks = "a trajectory is a person in each frame: give a text or a table of them",
                           as_points =
                               "export its points as CSV with the columns frame, id, x and y, as 'ogr2ogr -f CSV -lco "
                               "GEOMETRY=AS_XY OUT.csv IN' does if its fields have the names frame and id",
                           no_walls =
                               "these are no people, and walls are not read yet: 'throng run' knows none, 'throng "
                               "draw' takes boxes, as CSV under the header xmin,ymin,xmax,ymax";

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
                          {0, "\x03"sv, "a dBase table, as the .dbf of a shapefile is", as_points},
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

// Maps have a kind by their content: walls are lines and polygons, people are points.
const Kind* geojson_in(std::string_view bytes) {
    static constexpr Kind lines{0, {}, "GeoJSON of lines or polygons, as of walls", no_walls},
        points{0, {}, "GeoJSON", as_points};
    const auto has = [&](std::string_view word) { return bytes.find(word) != std::string_view::npos; };
    if (!bytes.starts_with('{') || !has("\"coordinates\"")) return nullptr;
    if (has("\"Point\"") || has("\"MultiPoint\"")) return &points;
    const bool has_lines =
        has("\"LineString\"") || has("\"MultiLineString\"") || has("\"Polygon\"") || has("\"MultiPolygon\"");
    return has_lines ? &lines : nullptr;
}

const Kind* shapefile_in(std::string_view bytes) {
    static constexpr Kind lines{0, {}, "an ESRI shapefile of lines or polygons, as of walls", no_walls},
        points{0, {}, "an ESRI shapefile", as_points};
    if (!bytes.starts_with("\0\0\x27\x0A\0\0\0\0"sv)) return nullptr;
    constexpr std::size_t type_at = 32; // 1, 3, 5 and 8 are points, lines, polygons and sets of points; 11 and 21 too
    const int type = bytes.size() > type_at ? bytes[type_at] % 10 : 0;
    return type == 3 || type == 5 ? &lines : &points;
}

const Kind* kind_of(std::string_view bytes) {
    static constexpr Kind geopackage{0, {}, "a GeoPackage", as_points};
    const std::string_view begins = bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
    if (is_geopackage(bytes)) return &geopackage;
    if (const Kind* kind = shapefile_in(bytes)) return kind;
    if (const Kind* kind = geojson_in(begins)) return kind;
    const Kind* const found = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& kind) {
        const std::string_view from = kind.bytes.size() == 1 ? begins : bytes;
        return from.size() > kind.at && from.substr(kind.at).starts_with(kind.bytes);
    });
    return found == std::end(kinds) ? nullptr : found;
}

} // namespace

bool is_geopackage(std::string_view bytes) {
    constexpr std::size_t application_at = 68;
    return bytes.starts_with("SQLite format 3\0"sv) && bytes.size() > application_at &&
           bytes.substr(application_at).starts_with("GPKG");
}

void require_text(std::string_view bytes, std::string_view name) {
    if (const Kind* kind = kind_of(bytes))
        throw UsageError(fmt::format("{}: this is {}, which is not read; {}", name, kind->called, kind->advice));
    if (bytes.substr(0, 1 << 16).find('\0') != std::string_view::npos)
        throw UsageError(fmt::format("{}: this is a binary file of an unknown kind; {}", name, as_csv));
}

} // namespace throng::app
