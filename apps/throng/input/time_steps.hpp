// SPDX-License-Identifier: MIT
// Frames from times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng::app {

struct TimeSteps {
    std::vector<std::int64_t> frames; // one for each time
    double step = 0;                  // seconds; 0: all times are equal
};

/// Numbers times, in seconds, by their common step: time 0 is frame 0, or the earliest time is where it is more than
/// ten million steps from 0. Times may be rounded by a quarter of the step. None: the times have no common step.
std::optional<TimeSteps> frames_of_times(std::span<const double> seconds);

} // namespace throng::app
