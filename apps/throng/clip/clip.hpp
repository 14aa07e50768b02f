// SPDX-License-Identifier: MIT
// Recorded trajectories: the positions of people, frame by frame, in flat columns.
#pragma once

#include "apps/throng/input/recording.hpp"

#include <throng/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace throng::app {

/// Frames ascend by number, the people of a frame by their index; there are no empty frames.
struct Clip {
    std::vector<std::int64_t> numbers; // of the frames, from the file
    std::vector<std::uint32_t> begin;  // frame f has the samples [begin[f], begin[f + 1])
    std::vector<std::uint32_t> person; // per sample: an index into ids
    std::vector<float> x, y;           // per sample, metres from the origin
    std::vector<float> half_extents;   // per sample, half the width in metres; empty: not in the file
    std::vector<float> half_heights;   // the same of the height
    std::vector<float> values;         // per sample, of ReadOptions::value; empty: none was asked for
    std::vector<std::int64_t> ids;     // of the people, ascending
    double frames_per_second = 25;     // from the file, else this
    Aabb bounds{};                     // of all positions
    std::array<double, 2> origin = {}; // metres, in the file's coordinates

    std::size_t frames() const noexcept { return numbers.size(); }
    std::uint32_t largest_frame() const noexcept; // samples
};

/// A clip of the recording. Its origin is 0 where floats resolve a tenth of a millimetre anyway, else the middle of all
/// positions, in whole metres.
Clip clip_of(const Recording& recording);

/// The clip of a file; of text, named `name` in errors.
Clip read_clip(const std::filesystem::path& path, const ReadOptions& options = {});
Clip parse_clip(std::string_view text, std::string_view name, ClipContent content = ClipContent::Tracks);

} // namespace throng::app
