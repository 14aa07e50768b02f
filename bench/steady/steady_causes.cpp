// SPDX-License-Identifier: MIT
// Percentiles, and what slow ticks have in common.
#include "bench/common/figures.hpp"
#include "bench/steady/steady_series.hpp"

#include <algorithm>
#include <cmath>

namespace throng::bench {
namespace {

template <class F> Distribution distribution_of(const std::vector<SteadyTick>& ticks, F&& time) {
    Distribution made;
    for (const SteadyTick& tick : ticks) made.sorted.push_back(time(tick));
    std::sort(made.sorted.begin(), made.sorted.end());
    return made;
}

} // namespace

double Distribution::at(double share) const {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

Distribution SteadySeries::wall() const {
    return distribution_of(ticks, [](const SteadyTick& tick) { return tick.seconds; });
}
Distribution SteadySeries::cpu() const {
    return distribution_of(ticks, [](const SteadyTick& tick) { return tick.cpu_seconds; });
}
Distribution SteadySeries::copy_wall() const {
    return distribution_of(ticks, [](const SteadyTick& tick) { return tick.copy_seconds; });
}
Distribution SteadySeries::copy_cpu() const {
    return distribution_of(ticks, [](const SteadyTick& tick) { return tick.copy_cpu_seconds; });
}

std::vector<Circumstance> circumstances(const SteadySeries& series) {
    const double limit = series.cpu().at(0.99), copy_limit = series.copy_cpu().at(0.99);
    const auto share = [&](std::string name, auto&& happened) {
        double all = 0, slow = 0, slow_ticks = 0;
        for (const SteadyTick& tick : series.ticks) {
            const bool is_slow = tick.cpu_seconds > limit, did = happened(tick);
            all += did ? 1 : 0;
            slow += did && is_slow ? 1 : 0;
            slow_ticks += is_slow ? 1 : 0;
        }
        return Circumstance{std::move(name), all / static_cast<double>(series.ticks.size()),
                            slow / std::max(1.0, slow_ticks)};
    };
    return {share("memory was taken", [](const SteadyTick& tick) { return tick.allocated; }),
            share("page faults", [](const SteadyTick& tick) { return tick.faulted; }),
            share("the system ran another process", [](const SteadyTick& tick) { return tick.interrupted; }),
            share("it did since the tick before", [](const SteadyTick& tick) { return tick.interrupted_before; }),
            share("the grid had been built anew", [](const SteadyTick& tick) { return tick.arranged; }),
            share("the copies after it above their own 99th percentile",
                  [&](const SteadyTick& tick) { return tick.copy_cpu_seconds > copy_limit; }),
            share("none of these", [&](const SteadyTick& tick) {
                return !tick.allocated && !tick.faulted && !tick.interrupted && !tick.interrupted_before &&
                       !tick.arranged && tick.copy_cpu_seconds <= copy_limit;
            })};
}

std::vector<std::pair<std::string, double>> slow_phases(const SteadySeries& series) {
    const double limit = series.cpu().at(0.99);
    std::vector<std::pair<std::string, double>> excess;
    double sum = 0;
    for (std::size_t p = 0; p < series.phases.size(); ++p) {
        const double median =
            distribution_of(series.ticks, [p](const SteadyTick& tick) { return tick.phases[p]; }).at(0.5);
        double more = 0;
        for (const SteadyTick& tick : series.ticks) more += tick.cpu_seconds > limit ? tick.phases[p] - median : 0;
        excess.emplace_back(series.phases[p], more);
        sum += more;
    }
    for (auto& each : excess) each.second /= sum > 0 ? sum : 1;
    return excess;
}

double slowest_of_period(const SteadySeries& series, std::size_t period) {
    double slowest = 0;
    for (std::size_t first = 0; first < std::min(period, series.ticks.size()); ++first) {
        std::vector<double> samples;
        for (std::size_t t = first; t < series.ticks.size(); t += period)
            samples.push_back(series.ticks[t].cpu_seconds);
        slowest = std::max(slowest, spread(std::move(samples)).median);
    }
    return slowest / series.cpu().at(0.5);
}

std::pair<double, double> trend(const SteadySeries& series) {
    const std::size_t count = series.ticks.size(), tenth = std::max<std::size_t>(1, count / 10);
    const auto median = [&](std::size_t begin) {
        std::vector<double> samples;
        for (std::size_t t = begin; t < begin + tenth; ++t) samples.push_back(series.ticks[t].cpu_seconds);
        return spread(std::move(samples)).median / series.cpu().at(0.5);
    };
    return {median(0), median(count - tenth)};
}

} // namespace throng::bench
