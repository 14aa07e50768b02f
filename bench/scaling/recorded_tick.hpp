// SPDX-License-Identifier: MIT
// A tick taken apart: the cost of every task of its loops, and what the calling thread does alone before and after each
// of them.
#pragma once

#include <throng/executor.hpp>

#include <chrono>
#include <cstddef>
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

/// A host that runs the tasks of each loop one after the other on the calling thread, so that nothing but their own
/// work is in their times.
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

/// The same call of many ticks, of which each stretch takes its median: block i is the same part of the world in all of
/// them, and what interrupts one is not in the others. Ticks with another number of loops than the first one are left
/// out.
RecordedCall median_of(const std::vector<RecordedCall>& ticks);

/// A loop by its name; the last one of a call has no tasks, and is what comes after all of them.
struct TickPart {
    std::string name;
    double alone; // seconds on the calling thread before it
    std::size_t tasks = 0;
    double work = 0, longest = 0; // seconds of all tasks, and of the longest
};

/// Of RowGrid::update() and RowGrid::pairs().
std::vector<TickPart> parts_of_update(const RecordedCall& update);
std::vector<TickPart> parts_of_pairs(const RecordedCall& pairs);

} // namespace throng::bench
