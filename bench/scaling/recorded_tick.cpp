// SPDX-License-Identifier: MIT
// Recording, medians, and the names of loops.
#include "bench/scaling/recorded_tick.hpp"

#include "bench/common/figures.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace throng::bench {
namespace {

template <class F> double median_over(const std::vector<RecordedCall>& ticks, F&& seconds_in) {
    std::vector<double> samples;
    for (const RecordedCall& tick : ticks) seconds_in(tick, samples);
    return spread(std::move(samples)).median;
}

std::vector<TickPart> parts_of(const std::string& call, const RecordedCall& recorded, std::vector<std::string> names) {
    for (std::size_t i = names.size(); i < recorded.loops.size(); ++i) names.push_back("loop " + std::to_string(i + 1));
    std::vector<TickPart> parts;
    for (std::size_t i = 0; i < recorded.loops.size(); ++i) {
        const RecordedLoop& loop = recorded.loops[i];
        TickPart part{.name = call + ": " + names[i], .alone = loop.before, .tasks = loop.tasks.size()};
        for (const double task : loop.tasks) {
            part.work += task;
            part.longest = std::max(part.longest, task);
        }
        parts.push_back(std::move(part));
    }
    parts.push_back({.name = call + ": the end", .alone = recorded.after});
    return parts;
}

} // namespace

double RecordedCall::serial() const noexcept {
    return std::accumulate(loops.begin(), loops.end(), after,
                           [](double sum, const RecordedLoop& loop) { return sum + loop.before; });
}

double RecordedCall::parallel() const noexcept {
    return std::accumulate(loops.begin(), loops.end(), 0.0, [](double sum, const RecordedLoop& loop) {
        return std::accumulate(loop.tasks.begin(), loop.tasks.end(), sum);
    });
}

void RecordingHost::run(void* self, std::uint32_t count, Executor::Task* task, void* context) {
    RecordingHost& host = *static_cast<RecordingHost*>(self);
    RecordedLoop loop{.before = host.until_now()};
    loop.tasks.resize(count); // neither the caller's time nor a task's
    host.last_ = Clock::now();
    // As two threads would, which begin at the first and in the middle: pairs are written to the answer at once in the
    // first half alone.
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t i = (k + count / 2) % count;
        task(context, i);
        loop.tasks[i] = host.until_now();
    }
    host.made_.loops.push_back(std::move(loop));
    host.last_ = Clock::now();
}

RecordedCall median_of(const std::vector<RecordedCall>& ticks) {
    RecordedCall made;
    made.loops.resize(ticks.front().loops.size());
    std::vector<RecordedCall> alike;
    for (const RecordedCall& tick : ticks)
        if (tick.loops.size() == made.loops.size()) alike.push_back(tick);

    made.after = median_over(alike, [](const RecordedCall& tick, auto& samples) { samples.push_back(tick.after); });
    for (std::size_t l = 0; l < made.loops.size(); ++l) {
        made.loops[l].before = median_over(
            alike, [l](const RecordedCall& tick, auto& samples) { samples.push_back(tick.loops[l].before); });
        // The number of blocks may differ by one: the last block is left out where it is.
        std::size_t tasks = alike.front().loops[l].tasks.size();
        for (const RecordedCall& tick : alike) tasks = std::min(tasks, tick.loops[l].tasks.size());
        for (std::size_t t = 0; t < tasks; ++t) {
            made.loops[l].tasks.push_back(median_over(
                alike, [l, t](const RecordedCall& tick, auto& samples) { samples.push_back(tick.loops[l].tasks[t]); }));
        }
    }
    return made;
}

// Loops of one task never reach a host: the row sums of the sort only where rows are many, all of the sort only where
// movers are many.
std::vector<TickPart> parts_of_update(const RecordedCall& update) {
    const char* const read = "read rows";
    const char* const gather = "gather movers";
    const char* const write = "write rows";
    switch (update.loops.size()) {
    case 3: return parts_of("update", update, {read, gather, write});
    case 5: return parts_of("update", update, {read, gather, "count movers by row", "sort movers", write});
    case 6:
        return parts_of("update", update, {read, gather, "count movers by row", "sum counts", "sort movers", write});
    default: return parts_of("update", update, {});
    }
}

std::vector<TickPart> parts_of_pairs(const RecordedCall& pairs) { return parts_of("pairs", pairs, {"find", "copy"}); }

} // namespace throng::bench
