// SPDX-License-Identifier: MIT
// The measured loop.
#include "bench/steady/steady_series.hpp"

#include "bench/common/contenders.hpp"
#include "bench/common/figures.hpp"
#include "bench/common/hashes.hpp"

#include <throng/row_grid.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <stdexcept>

namespace throng::bench {
namespace {

constexpr int warm_up = 64; // buffers have grown to what the crowd needs
constexpr double copied_bytes_per_element = 20;

double cpu_now() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// What the system reports of this process, and the memory functions of the subject.
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

// `last`: at the end of the tick before.
void run(SteadySubject& subject, std::size_t phases, Counts& last, SteadyTick& tick) {
    const Counts before(subject);
    for (std::size_t phase = 0; phase < phases; ++phase) {
        const double cpu = cpu_now();
        tick.seconds += seconds([&] { subject.run(phase); });
        tick.phases[phase] = cpu_now() - cpu;
        tick.cpu_seconds += tick.phases[phase];
    }
    const Counts after(subject);
    tick.allocated = after.requests != before.requests;
    tick.faulted = after.faults != before.faults;
    tick.interrupted = after.switches != before.switches;
    tick.interrupted_before = before.switches != last.switches;
    last = after;
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

std::uint64_t hash_of_built(const Crowd& crowd) {
    RowGrid grid({.executor = serial()});
    Pairs found;
    require(grid.build(crowd.boxes()));
    require(grid.pairs(found));
    return hash_pairs(found.view());
}

} // namespace

SteadySeries measure_series(const SteadyKind& kind, std::size_t n, std::size_t ticks, Executor executor) {
    const std::unique_ptr<SteadySubject> subject = kind.make(n, executor);
    SteadySeries series{.name = kind.name, .meaning = kind.meaning, .phases = subject->phases()};
    Copies copies(n);
    std::vector<double> tick_seconds, copy_seconds;
    Counts last(*subject);
    for (int i = 0; i < warm_up; ++i) {
        SteadyTick tick;
        subject->prepare();
        run(*subject, series.phases.size(), last, tick);
        tick_seconds.push_back(tick.seconds);
        copy_seconds.push_back(seconds([&] { copies.run(1); }));
    }
    series.copies =
        std::max<std::size_t>(1, static_cast<std::size_t>(spread(tick_seconds).median / spread(copy_seconds).median));

    series.bytes_begin = subject->bytes();
    series.counted_begin = subject->counted_bytes();
    series.answer_begin = subject->answer_bytes();
    series.ticks.resize(ticks);
    for (SteadyTick& tick : series.ticks) {
        tick.arranged = subject->prepare();
        run(*subject, series.phases.size(), last, tick);
        const double cpu = cpu_now();
        tick.copy_seconds = seconds([&] { copies.run(series.copies); });
        tick.copy_cpu_seconds = cpu_now() - cpu;
    }
    series.bytes_end = subject->bytes();
    series.counted_end = subject->counted_bytes();
    series.answer_end = subject->answer_bytes();
    if (series.bytes_begin != series.counted_begin || series.bytes_end != series.counted_end)
        throw std::runtime_error(std::string(kind.name) + ": bytes() does not tell what the memory functions counted");
    if (subject->hash() != hash_of_built(subject->crowd()))
        throw Disagreement(std::string(kind.name) + ": the last tick's pairs are not those of a grid built for it");
    return series;
}

} // namespace throng::bench
