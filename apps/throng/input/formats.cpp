// SPDX-License-Identifier: MIT
// The formats of recorded trajectories that can be read, each behind one interface.
#include "apps/throng/input/formats.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/jupedsim_reader.hpp"
#include "apps/throng/input/source.hpp"
#include "apps/throng/input/text_reader.hpp"
#include "apps/throng/input/video_boxes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace throng::app {

namespace {

bool is_anything(std::string_view) { return true; }

Recording read_any_text(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    require_text(bytes, name);
    return read_text(bytes, name, options);
}

constexpr Format known_formats[] = {
    {"jupedsim", "a database of JuPedSim: SQLite with the table trajectory_data, versions 1 to 3", is_sqlite,
     read_jupedsim},
    {"video-boxes",
     "boxes annotated in a video, in pixels: 'track xmin ymin xmax ymax frame lost ...', or lines of the MOTChallenge",
     is_video_boxes, read_video_boxes},
    {"text", "lines of numbers between blanks, tabs, commas or semicolons, with or without names of the columns",
     is_anything, read_any_text}};

} // namespace

std::span<const Format> formats() { return known_formats; }

std::string format_names() {
    std::string names;
    for (const Format& format : known_formats) {
        names += names.empty() ? "" : &format == std::end(known_formats) - 1 ? " and " : ", ";
        names += format.name;
    }
    return names;
}

const Format& format_named(std::string_view name) {
    const auto found = std::find_if(std::begin(known_formats), std::end(known_formats),
                                    [&](const Format& f) { return f.name == name; });
    if (found == std::end(known_formats))
        throw UsageError(fmt::format("'{}' is no format; there are {}", shown(name), format_names()));
    return *found;
}

Recording read_recording(const std::filesystem::path& path, const ReadOptions& options) {
    return parse_recording(bytes_of(path), name_of(path), options);
}

Recording parse_recording(std::string bytes, std::string_view name, const ReadOptions& options) {
    const std::string content = unpacked(std::move(bytes), name);
    const auto recognises = [&](const Format& format) { return format.recognises(content); };
    const Format& format = options.format.empty()
                               ? *std::find_if(std::begin(known_formats), std::end(known_formats), recognises)
                               : format_named(options.format);
    Recording recording = format.read(content, name, options);
    recording.reading.format = std::string(format.name);
    return recording;
}

} // namespace throng::app
