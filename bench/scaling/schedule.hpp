// SPDX-License-Identifier: MIT
// A recorded call on any number of simulated workers.
#pragma once

#include "bench/scaling/recorded_tick.hpp"

namespace throng::bench {

/// What a host costs, in seconds.
struct HostCosts {
    double per_task;
    double per_loop; // from its call to the first task of a second worker, and from the last task to its return
};

/// Where the time of a call goes that `workers` share.
struct Schedule {
    double serial = 0;  // the calling thread alone
    double starts = 0;  // loops begin and end
    double loops = 0;   // from the first task to the last one's end
    double waiting = 0; // of these, what a perfect balance would not need

    double seconds() const noexcept { return serial + starts + loops; }
    Schedule& operator+=(const Schedule& other) noexcept;
};

/// Each task goes to the worker that is free first, in order of index, as hosts that draw do. Two workers start in
/// per_loop, each doubling takes as long again. `slowdown`: what each task takes longer while the others run. One
/// worker costs what was recorded.
Schedule schedule(const RecordedCall& call, unsigned workers, const HostCosts& costs, double slowdown = 1);

} // namespace throng::bench
