// SPDX-License-Identifier: MIT
// Empty loops, loops of known length, and copies.
#include "bench/scaling/machine_limits.hpp"

#include "parallel/for_each_block.hpp"

#include <throng/tbb.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <vector>

namespace throng::bench {
namespace {

constexpr std::uint32_t empty_tasks = 4096;
constexpr std::uint32_t spinning_tasks = 64; // 32 for each of two
constexpr double spin_seconds = 20e-6;       // about as long as a block of a tick
constexpr std::size_t copied_bytes = std::size_t{64} << 20;
constexpr std::size_t repetitions = 501, copies = 11;

template <class F> Spread seconds_of(std::size_t count, F&& timed) {
    std::vector<double> samples;
    for (std::size_t i = 0; i < count; ++i) samples.push_back(seconds(timed));
    return spread(std::move(samples));
}

// What a loop of tasks of known length takes longer than they do: the least of those loops in which two threads ran at
// the same time for most of it. On a busy machine the second one gets no turn in most loops, or the first one's, which
// is not what a loop costs.
std::optional<double> loop_seconds(const Executor& two) {
    constexpr double one_alone = spinning_tasks * spin_seconds;
    const auto spin = [](std::uint32_t) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(spin_seconds);
        while (std::chrono::steady_clock::now() < end) {}
    };
    const double least =
        seconds_of(repetitions, [&] { parallel::for_each_block_to_end(two, spinning_tasks, spin); }).min;
    if (least > 0.75 * one_alone) return std::nullopt;
    return std::max(0.0, least - one_alone / 2);
}

double task_seconds(const Executor& one) {
    std::atomic<std::uint32_t> called{0};
    const auto nothing = [&called](std::uint32_t) { called.fetch_add(1, std::memory_order_relaxed); };
    return seconds_of(repetitions, [&] { parallel::for_each_block(one, empty_tasks, nothing); }).median / empty_tasks;
}

class Copied {
public:
    Copied() : from_(copied_bytes, std::byte{1}), to_(copied_bytes, std::byte{2}) {}
    void operator()() {
        std::memcpy(to_.data(), from_.data(), copied_bytes);
        asm volatile("" : : "r"(to_.data()) : "memory");
    }

private:
    std::vector<std::byte> from_, to_;
};

} // namespace

MachineLimits measure_limits() {
    oneapi::tbb::task_arena one(1), two(2);
    Copied first, second;
    const std::optional<double> loop = loop_seconds(on(two));
    MachineLimits limits{.host = {.per_task = task_seconds(on(one)), .per_loop = loop.value_or(0)},
                         .both_ran = loop.has_value(),
                         .copy_one = 0,
                         .copy_two = 0};
    std::vector<double> alone, both;
    for (std::size_t i = 0; i < copies; ++i) {
        alone.push_back(seconds(first));
        both.push_back(seconds_of_both(first, second));
    }
    limits.copy_one = 2.0 * copied_bytes / spread(alone).median;
    limits.copy_two = 4.0 * copied_bytes / spread(both).median;
    return limits;
}

} // namespace throng::bench
