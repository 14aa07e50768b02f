// SPDX-License-Identifier: MIT
// Greedy scheduling.
#include "bench/scaling/schedule.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <queue>

namespace throng::bench {

Schedule& Schedule::operator+=(const Schedule& other) noexcept {
    serial += other.serial;
    starts += other.starts;
    loops += other.loops;
    waiting += other.waiting;
    return *this;
}

Schedule schedule(const RecordedCall& call, unsigned workers, const HostCosts& costs, double slowdown) {
    Schedule made{.serial = call.serial()};
    if (workers <= 1) {
        made.loops = call.parallel();
        return made;
    }
    for (const RecordedLoop& loop : call.loops) {
        std::priority_queue<double, std::vector<double>, std::greater<>> free_at(std::greater<>{},
                                                                                 std::vector<double>(workers, 0.0));
        double end = 0, work = 0;
        for (const double task : loop.tasks) {
            const double cost = task * slowdown + costs.per_task, done = free_at.top() + cost;
            free_at.pop();
            free_at.push(done);
            end = std::max(end, done);
            work += cost;
        }
        made.starts += costs.per_loop * static_cast<double>(std::bit_width(workers - 1));
        made.loops += end;
        made.waiting += end - work / workers;
    }
    return made;
}

} // namespace throng::bench
