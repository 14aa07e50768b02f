// SPDX-License-Identifier: MIT
// Thousands of ticks, what happened in each of them, and the figures of the slow ones.
#pragma once

#include "bench/steady/steady_subject.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {

inline constexpr std::size_t most_phases = 3;

struct SteadyTick {
    double seconds = 0,
           cpu_seconds = 0; // cpu: of this process, by the processor's time, which stands still while another runs
    std::array<double, most_phases> phases{};      // cpu seconds
    double copy_seconds = 0, copy_cpu_seconds = 0; // of the copies after it
    bool allocated = false, faulted = false, interrupted = false, interrupted_before = false, arranged = false;
};

/// Sorted by time.
struct Distribution {
    std::vector<double> sorted;

    double at(double share) const; // the least that so many are not above
    double tail() const { return at(0.99) / at(0.5); }
};

struct SteadySeries {
    std::string_view name, meaning;
    std::vector<std::string_view> phases{};
    std::vector<SteadyTick> ticks{};
    std::size_t copies = 1; // one after the other, about as long as a tick
    std::size_t bytes_begin = 0, bytes_end = 0, counted_begin = 0, counted_end = 0, answer_begin = 0, answer_end = 0;

    Distribution wall() const;
    Distribution cpu() const;
    Distribution copy_wall() const;
    Distribution copy_cpu() const;
};

/// Ticks of one subject, each with the same number of copies of 20 bytes per element after it. Throws Disagreement: the
/// last tick's pairs are not those of a grid that is built for it alone.
SteadySeries measure_series(const SteadyKind& kind, std::size_t n, std::size_t ticks, Executor executor);

/// Of all ticks, and of those above the 99th percentile by the processor's time, the share in which something happened.
struct Circumstance {
    std::string name;
    double of_all, of_slow;
};
std::vector<Circumstance> circumstances(const SteadySeries& series);

/// How much of what slow ticks take longer than the median is each phase's.
std::vector<std::pair<std::string, double>> slow_phases(const SteadySeries& series);

/// By the processor's time: the slowest of the medians of ticks i, i + period, ..., over the median of all: what recurs
/// with this period.
double slowest_of_period(const SteadySeries& series, std::size_t period);

/// By the processor's time: median of the first and of the last tenth, over that of all.
std::pair<double, double> trend(const SteadySeries& series);

} // namespace throng::bench
