// SPDX-License-Identifier: MIT
// Time, and the figures of many measured times.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace throng::bench {

/// Seconds that `work` takes.
template <class F> double seconds(F&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct Spread {
    double min = 0, median = 0, max = 0;
};

/// All 0 for no samples; of an even number the upper median.
inline Spread spread(std::vector<double> samples) {
    if (samples.empty()) return {};
    std::sort(samples.begin(), samples.end());
    return {samples.front(), samples[samples.size() / 2], samples.back()};
}

/// Of f(round) for each of so many rounds.
template <class F> Spread spread_of_rounds(std::size_t rounds, F&& f) {
    std::vector<double> samples;
    for (std::size_t round = 0; round < rounds; ++round) samples.push_back(f(round));
    return spread(std::move(samples));
}

} // namespace throng::bench
