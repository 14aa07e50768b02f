// SPDX-License-Identifier: MIT
// The text of a trajectory file, line by line: the two formats that read_clip describes.
#pragma once

#include "apps/throng/clip/clip.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace throng::app {

struct Sample {
    std::int64_t frame, id;
    float x, y;        // metres
    float half_extent; // metres; negative: not in the file
    std::size_t line;  // its line in the file, from 1
};
struct ClipLines {
    std::vector<Sample> samples;  // in the file's order
    double frames_per_second = 0; // 0: not in the file
};

/// Throws UsageError with the line's number for the first malformed line.
ClipLines read_lines(std::string_view text, std::string_view name, ClipContent content);

} // namespace throng::app
