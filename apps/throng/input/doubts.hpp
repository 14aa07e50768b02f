// SPDX-License-Identifier: MIT
// Signs that a file was read otherwise than it was meant.
#pragma once

#include "apps/throng/input/recording.hpp"

#include <string>
#include <vector>

namespace throng::app {

/// A sentence for each: all people on one spot, a person that moves faster than people run, a frame rate that no camera
/// has, tracks that would move far less if ids and frames were exchanged.
/// Cost: O(n log n).
std::vector<std::string> doubts_about(const Recording& recording);

/// Width and height of the area of all positions, in metres.
struct Extent {
    double width = 0, height = 0;
};
Extent extent_of(const Recording& recording);

} // namespace throng::app
