// SPDX-License-Identifier: MIT
// The limits of this machine and its oneTBB for shared work: the cost of tasks and loops, and the bandwidth of memory.
#pragma once

#include "bench/common/figures.hpp"
#include "bench/scaling/schedule.hpp"

#include <atomic>
#include <thread>

namespace throng::bench {

struct MachineLimits {
    HostCosts host;
    bool both_ran;             // else two threads were never seen to share a loop at the same time, and per_loop is 0
    double copy_one, copy_two; // bytes read and written per second, by one thread and by two at once
};

MachineLimits measure_limits();

/// Seconds until both have ended that begin at once on two threads.
template <class A, class B> double seconds_of_both(A&& here, B&& there) {
    std::atomic<int> ready{0};
    const auto meet = [&ready] {
        ++ready;
        while (ready != 2) std::this_thread::yield();
    };
    std::thread other([&] {
        meet();
        there();
    });
    meet();
    return seconds([&] {
        here();
        other.join();
    });
}

} // namespace throng::bench
