// SPDX-License-Identifier: MIT
// A tick taken apart: the cost of every task of its loops, and what the calling thread does alone before and after each of them.
#pragma once

#include <throng/executor.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {

struct RecordedLoop {
    double before = 0;           // seconds on the calling thread, since the call began or the loop before has ended
    std::vector<double> tasks{}; // seconds of each, in order
};

struct RecordedCall {
    std::vector<RecordedLoop> loops{};
    double after = 0; // seconds on the calling thread, since the last loop has ended

    double serial() const noexcept;
    double parallel() const noexcept;
};

/// A host that runs the tasks of each loop one after the other on the calling thread, so that nothing but their own work is in their times.
class RecordingHost {
public:
    /// For calls made within record().
    Executor executor() noexcept { return {&run, this}; }

    template <class F> RecordedCall record(F&& call) {
        made_ = {};
        last_ = Clock::now();
        call();
        made_.after = until_now();
        return std::move(made_);
    }

private:
    using Clock = std::chrono::steady_clock;

    static void run(void* self, std::uint32_t count, Executor::Task* task, void* context);

    double until_now() {
        const Clock::time_point now = Clock::now();
        return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
    }

    RecordedCall made_{};
    Clock::time_point last_{};
};

/// The same call of many ticks, of which each stretch takes its median: block i is the same part of the world in all of them, and what
/// interrupts one is not in the others. Ticks with another number of loops than the first one are left out.
RecordedCall median_of(const std::vector<RecordedCall>& ticks);

struct NamedTime {
    std::string name;
    double seconds;
};

/// What the calling thread does alone, loop by loop, of RowGrid::update() and RowGrid::pairs().
std::vector<NamedTime> serial_parts_of_update(const RecordedCall& update);
std::vector<NamedTime> serial_parts_of_pairs(const RecordedCall& pairs);

} // namespace throng::bench
