// SPDX-License-Identifier: MIT
// Recorded trajectories: the positions of people, frame by frame, in flat columns.
#pragma once

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace throng::app {

/// The required content of a file.
enum class ClipContent {
    Tracks, // person, frame and position of each sample
    Places  // positions: comma-separated values may omit id and frame, and may contain half extents
};

/// Frames ascend by number, the people of a frame by their index; there are no empty frames.
struct Clip {
    std::vector<std::int64_t> numbers; // of the frames, from the file
    std::vector<std::uint32_t> begin;  // frame f has the samples [begin[f], begin[f + 1])
    std::vector<std::uint32_t> person; // per sample: an index into ids
    std::vector<float> x, y;           // per sample, metres
    std::vector<float> half_extents;   // per sample, metres; empty: not in the file
    std::vector<std::int64_t> ids;     // of the people, ascending
    double frames_per_second = 25;     // from the file, else this
    Aabb bounds{};                     // of all positions

    std::size_t frames() const noexcept { return numbers.size(); }
    std::uint32_t largest_frame() const noexcept; // samples
};

/// Reads one of two formats, told apart by the first line that is neither blank nor a `#` comment:
///  - a header with the names frame, id, x and y among its columns, once each, then comma-separated values (metres);
///  - lines `id frame x y ...`, separated by blanks or tabs; numbers after y are ignored. A comment with `x/cm` or
///    `in cm` makes the unit centimetres, one with `framerate: 25` sets the rate. Both come before the first position;
///    later comments may repeat them, but not contradict.
/// In both, no line has more fields than the first header or position; ignored fields may be missing. For Places, a
/// header needs only x and y: without a column id every line is another person, without a column frame all are in frame
/// 0, and a column half contains half the side of a person's square.
/// Lines may come in any order. Throws UsageError, with the number of the line if there is one, for a file that cannot
/// be read, a malformed line, a position beyond 1e30 m, a person that is twice in a frame, and a file without
/// positions.
Clip read_clip(const std::filesystem::path& path, ClipContent content = ClipContent::Tracks);

/// The same from text; `name` is its name in errors.
Clip parse_clip(std::string_view text, std::string_view name, ClipContent content = ClipContent::Tracks);

} // namespace throng::app
