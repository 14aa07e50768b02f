// SPDX-License-Identifier: MIT
// Which of two columns without names contains the frames, by the positions beside them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// Lines of two whole numbers, of which one is a person and the other a frame, and a position.
struct TwoKeys {
    std::span<const std::int64_t> first, second;
    std::span<const double> x, y;
};

enum class KeyOrder { IdFirst, FrameFirst, Unclear };

/// Two laws decide. The frames of a person ascend from line to line. And people go on from where they are: read with
/// frames and persons exchanged, each step would be the distance between two people. Unclear: neither decides, or they
/// contradict each other.
/// Cost: O(n log n).
KeyOrder order_of(const TwoKeys& keys);

/// The mean length of a step of a person from a frame to the next one with that person; `steps` counts them.
struct Motion {
    double mean_step = 0;
    std::size_t steps = 0;
};
Motion motion_of(std::span<const std::int64_t> ids, std::span<const std::int64_t> frames, std::span<const double> x,
                 std::span<const double> y);

/// True if the steps of one reading are so much shorter that it is the right one.
bool moves_less(const Motion& one, const Motion& other);

} // namespace throng::app
