// SPDX-License-Identifier: MIT
// What a recorded tick foretells, as Markdown and as JSON.
#pragma once

#include "bench/common/format.hpp"
#include "bench/scaling/machine_limits.hpp"

#include <cstddef>
#include <vector>

namespace throng::bench {

struct ScalingFigures {
    std::size_t n, rounds;
    RecordedCall update, pairs; // medians
    Spread alone;               // seconds of a tick of serial()
    Spread alone_over_recorded; // that over a recorded one, which takes the path of many threads on one
    Spread alone_over_two;      // the measured speed-up
    Spread
        // two ticks after each other over the same at once, on two threads that share nothing but the machine
        two_alone_over_both;
    MachineLimits limits;
    double bytes_per_element; // read and written by a tick
    double bandwidth;         // bytes per second that all threads together have

    /// `slowdown`: what each task takes longer while the others run.
    Schedule at(unsigned workers, double slowdown = 1) const;

    /// Of a tick of serial(): what the recorded stretches come to, by the ratio of whole ticks of the same rounds.
    double alone_seconds() const;

    /// A tick of serial() over one of so many workers.
    double speed_up(unsigned workers, double slowdown = 1) const;

    /// The same where no loop is faster than memory.
    double bound_speed_up(unsigned workers) const;

    /// What two threads that share nothing take longer than one.
    double slowdown_of_two() const;
};

std::string scaling_markdown(const Facts& facts, const ScalingFigures& figures);
std::string scaling_json(const Facts& facts, const ScalingFigures& figures);

} // namespace throng::bench
