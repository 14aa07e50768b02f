// SPDX-License-Identifier: MIT
// Recorded trajectories: who stood where, frame by frame, in flat columns.
#pragma once

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace throng::app {

/// What a file must tell.
enum class ClipContent {
    Tracks, // who was where in which frame
    Places  // where somebody was: comma-separated values may do without id and frame, and may tell half extents
};

/// Frames ascend by number, the people of a frame by their index; a frame nobody is in is not there.
struct Clip {
    std::vector<std::int64_t> numbers; // of the frames, as the file says
    std::vector<std::uint32_t> begin;  // frame f is the samples [begin[f], begin[f + 1])
    std::vector<std::uint32_t> person; // per sample: an index into ids
    std::vector<float> x, y;           // per sample, metres
    std::vector<float> half_extents;   // per sample, metres; empty: the file does not say
    std::vector<std::int64_t> ids;     // of the people, ascending
    double frames_per_second = 25;     // as the file says, else this
    Aabb bounds{};                     // of every position

    std::size_t frames() const noexcept { return numbers.size(); }
    std::uint32_t largest_frame() const noexcept; // samples
};

/// Reads one of two formats, told apart by the first line that is neither blank nor a `#` comment:
///  - a header with the names frame, id, x and y among its columns, once each, then comma-separated values (metres);
///  - lines `id frame x y ...`, separated by blanks or tabs; what follows y are numbers that are not read. A comment
///    with `x/cm` or `in cm` makes the unit centimetres, one with `framerate: 25` tells the rate; both before the first
///    position, where comments after it may repeat them and not tell anything else.
/// In both, no line has more fields than the first one, be it header or position; fields that are not read may be
/// missing. Of Places, a header needs x and y alone: without a column id every line is somebody else, without a column
/// frame all are in frame 0, and a column half tells half the side of the square that somebody takes up.
/// Lines may come in any order. Throws UsageError, with the line's number where there is one, for a file that cannot be
/// read, a malformed line, a position farther off than 1e30 m, a person who is twice in a frame, and a file without
/// positions.
Clip read_clip(const std::filesystem::path& path, ClipContent content = ClipContent::Tracks);

/// The same from text; `name` is what errors call it.
Clip parse_clip(std::string_view text, std::string_view name, ClipContent content = ClipContent::Tracks);

} // namespace throng::app
