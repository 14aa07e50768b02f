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

void require_beginning_of_any_text(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    require_text(bytes, name);
    require_beginning_of_text(bytes, name, options);
}

Recording read_any_text(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    require_text(bytes, name);
    return read_text(bytes, name, options);
}

constexpr Format known_formats[] = {
    {"jupedsim", "a database of JuPedSim: SQLite with the table trajectory_data, versions 1 to 3",
     is_database_of_people, require_beginning_of_jupedsim, read_jupedsim},
    {"video-boxes",
     "boxes annotated in a video, in pixels: 'track xmin ymin xmax ymax frame lost ...', or lines of the MOTChallenge",
     is_video_boxes, require_beginning_of_video_boxes, read_video_boxes},
    {"text", "lines of numbers between blanks, tabs, commas or semicolons, with or without names of the columns",
     is_anything, require_beginning_of_any_text, read_any_text}};

const Format& format_of(std::string_view content, const ReadOptions& options) {
    if (!options.format.empty()) return format_named(options.format);
    return *std::find_if(std::begin(known_formats), std::end(known_formats),
                         [&](const Format& format) { return format.recognises(content); });
}

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

Recording read_recording(ByteStream& stream, std::string_view name, const ReadOptions& options) {
    const std::uint64_t limit = options.most_bytes == 0 ? default_input_limit() : options.most_bytes;
    const std::string content = content_in(stream, name, limit, [&](std::string_view beginning) {
        format_of(beginning, options).require_beginning(beginning, name, options);
    });
    const Format& format = format_of(content, options);
    if (!options.value.empty() && format.read != read_any_text)
        throw UsageError(fmt::format("{}: only a text has columns to choose from, and it is {}", name, format.name));
    Recording recording = format.read(content, name, options);
    recording.reading.format = std::string(format.name);
    return recording;
}

Recording read_recording(const std::filesystem::path& path, const ReadOptions& options) {
    FileStream file(path);
    return read_recording(file, name_of(path), options);
}

Recording parse_recording(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    MemoryStream memory(bytes);
    return read_recording(memory, name, options);
}

} // namespace throng::app
