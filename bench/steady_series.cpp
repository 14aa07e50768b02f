// SPDX-License-Identifier: MIT
// The measured loop, and statistics of it.
#include "steady_series.hpp"

#include "contenders.hpp"
#include "figures.hpp"
#include "hashes.hpp"

#include <throng/row_grid.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>

namespace throng::bench {
namespace {

constexpr int warm_up = 64; // buffers have grown to what the crowd needs
constexpr double copied_bytes_per_element = 20;

double cpu_now() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// What the system tells of this process, and the memory functions of the subject.
struct Counts {
    long faults, switches;
    std::size_t requests;

    explicit Counts(const SteadySubject& subject) : requests(subject.requests()) {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        faults = usage.ru_minflt + usage.ru_majflt;
        switches = usage.ru_nivcsw;
    }
};

void run(SteadySubject& subject, std::size_t phases, SteadyTick& tick) {
    const Counts before(subject);
    const double cpu = cpu_now();
    for (std::size_t phase = 0; phase < phases; ++phase) {
        tick.phases[phase] = seconds([&] { subject.run(phase); });
        tick.seconds += tick.phases[phase];
    }
    tick.cpu_seconds = cpu_now() - cpu;
    const Counts after(subject);
    tick.allocated = after.requests != before.requests;
    tick.faulted = after.faults != before.faults;
    tick.interrupted = after.switches != before.switches;
}

class Copies {
public:
    explicit Copies(std::size_t n)
        : from_(static_cast<std::size_t>(copied_bytes_per_element * static_cast<double>(n)), std::byte{1}),
          to_(from_.size(), std::byte{2}) {}
    void run(std::size_t times) {
        for (std::size_t i = 0; i < times; ++i) {
            std::memcpy(to_.data(), from_.data(), from_.size());
            asm volatile("" : : "r"(to_.data()) : "memory");
        }
    }

private:
    std::vector<std::byte> from_, to_;
};

template <class F> Distribution distribution_of(const std::vector<SteadyTick>& ticks, F&& time) {
    Distribution made;
    for (const SteadyTick& tick : ticks) made.sorted.push_back(time(tick));
    std::sort(made.sorted.begin(), made.sorted.end());
    return made;
}

std::uint64_t hash_of_built(const Crowd& crowd) {
    RowGrid grid({.executor = serial()});
    Pairs found;
    require(grid.build(crowd.boxes()));
    require(grid.pairs(found));
    return hash_pairs(found.view());
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

SteadySeries measure_series(const SteadyKind& kind, std::size_t n, std::size_t ticks, Executor executor) {
    const std::unique_ptr<SteadySubject> subject = kind.make(n, executor);
    SteadySeries series{.name = kind.name, .meaning = kind.meaning, .phases = subject->phases(), .ticks = {}, .copies = 1};
    Copies copies(n);
    std::vector<double> tick_seconds, copy_seconds;
    for (int i = 0; i < warm_up; ++i) {
        SteadyTick tick;
        subject->prepare();
        run(*subject, series.phases.size(), tick);
        tick_seconds.push_back(tick.seconds);
        copy_seconds.push_back(seconds([&] { copies.run(1); }));
    }
    series.copies = std::max<std::size_t>(1, static_cast<std::size_t>(spread(tick_seconds).median / spread(copy_seconds).median));

    series.bytes_begin = subject->bytes();
    series.counted_begin = subject->counted_bytes();
    series.answer_begin = subject->answer_bytes();
    series.ticks.resize(ticks);
    for (SteadyTick& tick : series.ticks) {
        tick.arranged = subject->prepare();
        run(*subject, series.phases.size(), tick);
        const double cpu = cpu_now();
        tick.copy_seconds = seconds([&] { copies.run(series.copies); });
        tick.copy_cpu_seconds = cpu_now() - cpu;
    }
    series.bytes_end = subject->bytes();
    series.counted_end = subject->counted_bytes();
    series.answer_end = subject->answer_bytes();
    if (subject->hash() != hash_of_built(subject->crowd()))
        throw Disagreement(std::string(kind.name) + ": the last tick's pairs are not those of a grid built for it");
    return series;
}

std::vector<Circumstance> circumstances(const SteadySeries& series) {
    const double limit = series.wall().at(0.99), copy_limit = series.copy_wall().at(0.99);
    const auto share = [&](std::string name, auto&& happened) {
        double all = 0, slow = 0, slow_ticks = 0;
        for (const SteadyTick& tick : series.ticks) {
            const bool is_slow = tick.seconds > limit, did = happened(tick);
            all += did ? 1 : 0;
            slow += did && is_slow ? 1 : 0;
            slow_ticks += is_slow ? 1 : 0;
        }
        return Circumstance{std::move(name), all / static_cast<double>(series.ticks.size()), slow / std::max(1.0, slow_ticks)};
    };
    return {share("memory was taken", [](const SteadyTick& tick) { return tick.allocated; }),
            share("page faults", [](const SteadyTick& tick) { return tick.faulted; }),
            share("the system ran somebody else", [](const SteadyTick& tick) { return tick.interrupted; }),
            share("the grid had been built anew", [](const SteadyTick& tick) { return tick.arranged; }),
            share("the copies after it above their own 99th percentile",
                  [&](const SteadyTick& tick) { return tick.copy_seconds > copy_limit; }),
            share("none of these", [&](const SteadyTick& tick) {
                return !tick.allocated && !tick.faulted && !tick.interrupted && !tick.arranged && tick.copy_seconds <= copy_limit;
            })};
}

std::vector<std::pair<std::string, double>> slow_phases(const SteadySeries& series) {
    const double limit = series.wall().at(0.99);
    std::vector<std::pair<std::string, double>> excess;
    double sum = 0;
    for (std::size_t p = 0; p < series.phases.size(); ++p) {
        const double median = distribution_of(series.ticks, [p](const SteadyTick& tick) { return tick.phases[p]; }).at(0.5);
        double more = 0;
        for (const SteadyTick& tick : series.ticks) more += tick.seconds > limit ? tick.phases[p] - median : 0;
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
        for (std::size_t t = first; t < series.ticks.size(); t += period) samples.push_back(series.ticks[t].seconds);
        slowest = std::max(slowest, spread(std::move(samples)).median);
    }
    return slowest / series.wall().at(0.5);
}

std::pair<double, double> trend(const SteadySeries& series) {
    const std::size_t count = series.ticks.size(), tenth = std::max<std::size_t>(1, count / 10);
    const auto median = [&](std::size_t begin) {
        std::vector<double> samples;
        for (std::size_t t = begin; t < begin + tenth; ++t) samples.push_back(series.ticks[t].seconds);
        return spread(std::move(samples)).median / series.wall().at(0.5);
    };
    return {median(0), median(count - tenth)};
}

} // namespace throng::bench
