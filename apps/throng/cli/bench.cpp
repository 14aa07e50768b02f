// SPDX-License-Identifier: MIT
// throng bench: the speed of the library on this machine, measured in ten seconds.
// All phases of a tick are measured tick by tick, so that a disturbance of the machine falls on all of them alike.
#include "apps/throng/cli/bench.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/info.hpp"
#include "apps/throng/cli/progress.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/statistics.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/cli/workers.hpp"
#include "apps/throng/crowd/brute_force.hpp"
#include "apps/throng/crowd/check.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include "scenes/crowd.hpp"
#include "simd/instruction_sets.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace throng::app {

namespace {

using Clock = std::chrono::steady_clock;
using scenes::Crowd;

constexpr float radius = 2;
constexpr std::uint32_t nearest_count = 10;
constexpr std::uint32_t brute_force_agents = 4096;
constexpr double seconds_for_isas = 8.0; // for all instruction sets together
constexpr double seconds_for_brute_force = 1.0;
constexpr std::size_t warm_up = 3, fewest_samples = 3, most_samples = 301;

enum Phase : std::size_t { update, pairs, neighbors, nearest, phases };
constexpr std::array<const char*, phases> phase_names{"update", "pairs", "neighbours", "ten nearest"};
constexpr std::array<const char*, phases> phase_keys{"update", "pairs", "neighbors", "nearest"};

/// Nanoseconds per agent, a sample per tick. Brute force has no index to update.
struct Measured {
    std::string name;
    std::uint32_t agents = 0;
    std::array<std::vector<double>, phases> samples;
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

template <class Work> void time_into(std::vector<double>& samples, std::size_t agents, Work work) {
    const auto start = Clock::now();
    work();
    samples.push_back(seconds_since(start) * 1e9 / static_cast<double>(agents));
}

// Repeats `tick` while there is time, but at least fewest_samples times; the first ticks only warm caches and memory
// up.
template <class Tick> void repeat(Measured& measured, double seconds, Tick tick) {
    for (std::size_t i = 0; i < warm_up; ++i) tick();
    for (auto& samples : measured.samples) samples.clear();
    const auto start = Clock::now();
    for (std::size_t i = 0; i < most_samples && (i < fewest_samples || seconds_since(start) < seconds); ++i) tick();
}

// The centres of the boxes as the library sees them: rounded corners, then their middle.
struct BoxCenters {
    explicit BoxCenters(const Crowd& crowd) {
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            const Aabb box = predicates::box_around({crowd.x[i], crowd.y[i]}, crowd.half_extent[i]);
            x.push_back(predicates::center_of(box).x);
            y.push_back(predicates::center_of(box).y);
        }
    }
    Centers centers() const { return {x, y}; }

    std::vector<float> x, y;
};

struct Indexed {
    explicit Indexed(std::uint32_t agents) : crowd(agents), itself(agents) {
        std::iota(itself.begin(), itself.end(), Slot{0});
    }

    Crowd crowd;
    RowGrid grid;
    Pairs overlapping;
    Hits around, closest;
    std::vector<Slot> itself; // excluded from the search for the nearest: the agent itself
};

void tick_with_index(Indexed& state, Measured& measured, Executor executor) {
    state.crowd.step();
    time_into(measured.samples[update], state.crowd.size(),
              [&] { expect(state.grid.update(state.crowd.boxes(), executor), "update"); });
    time_into(measured.samples[pairs], state.crowd.size(),
              [&] { expect(state.grid.pairs(state.overlapping, {}, executor), "pairs"); });
    time_into(measured.samples[neighbors], state.crowd.size(),
              [&] { expect(state.grid.neighbors(radius, state.around, {}, executor), "neighbours"); });
    QueryOptions options;
    options.exclude = state.itself;
    options.measure = Measure::Center;
    constexpr float anywhere = std::numeric_limits<float>::infinity();
    time_into(measured.samples[nearest], state.crowd.size(), [&] {
        expect(state.grid.nearest(state.crowd.centers(), nearest_count, anywhere, state.closest, options, executor),
               "nearest");
    });
}

std::vector<simd::Isa> isas_to_measure() {
    if (const char* asked = std::getenv("THRONG_ISA"); asked && *asked != '\0') return {simd::choice().isa};
    std::vector<simd::Isa> isas;
    for (const simd::Isa isa : simd::all_isas) {
        if (simd::supported(isa)) isas.push_back(isa);
    }
    return isas;
}

Measured measure_isa(simd::Isa isa, std::uint32_t agents, double seconds, const Workers& workers) {
    if (!simd::force_isa(isa))
        throw std::runtime_error(fmt::format("the instruction set {} cannot be chosen", simd::name(isa)));
    Measured measured;
    measured.name = simd::name(isa);
    measured.agents = agents;

    RowGridDesc desc;
    desc.executor = workers.executor();
    Indexed state(agents);
    expect(state.grid.open(desc), "open");
    expect(state.grid.build(state.crowd.boxes()), "build");
    // As a caller does for streams: its columns are put in the order of the index.
    state.crowd.arrange(state.grid.order());
    expect(state.grid.build(state.crowd.boxes()), "build");
    repeat(measured, seconds, [&] { tick_with_index(state, measured, workers.executor()); });

    constexpr double answers_to_check = 64;
    SpotCheck check(answers_to_check / agents, 1, workers);
    check.neighbors(state.around, BoxCenters(state.crowd).centers(), radius, 0, 0);
    return measured;
}

void tick_by_brute_force(const Crowd& crowd, Measured& measured, const Workers& workers) {
    const Centers centers{crowd.x, crowd.y};
    const auto for_each_agent = [&](Phase phase, auto work) {
        time_into(measured.samples[phase], crowd.size(), [&] {
            workers.for_blocks(crowd.size(), 256, [&](std::size_t begin, std::size_t end) {
                std::vector<Neighbor> found;
                for (std::size_t i = begin; i < end; ++i) work(static_cast<Slot>(i), found);
            });
        });
    };
    std::vector<std::size_t> answers(crowd.size());
    for_each_agent(pairs,
                   [&](Slot i, auto&) { answers[i] = later_overlaps_by_brute_force(centers, crowd.half_extent, i); });
    for_each_agent(neighbors, [&](Slot i, auto& found) { neighbors_by_brute_force(centers, i, radius, found); });
    for_each_agent(nearest, [&](Slot i, auto& found) { nearest_by_brute_force(centers, i, nearest_count, found); });
}

Measured measure_brute_force(std::uint32_t agents, const Workers& workers) {
    Measured measured;
    measured.name = "brute force";
    measured.agents = std::min(agents, brute_force_agents);
    Crowd crowd(measured.agents);
    repeat(measured, seconds_for_brute_force, [&] {
        crowd.step();
        tick_by_brute_force(crowd, measured, workers);
    });
    return measured;
}

// Median and half the distance between the first and the last tenth of the samples.
std::string cell_of(const std::vector<double>& samples) {
    if (samples.empty()) return "-";
    const double spread = (percentile(samples, 0.9) - percentile(samples, 0.1)) / 2;
    return fmt::format("{:.1f} +- {:.1f}", median(samples), spread);
}

void print_table(const std::vector<Measured>& all, unsigned threads) {
    Table table(true);
    table.add({"ns per agent", "agents", phase_names[update], phase_names[pairs], phase_names[neighbors],
               phase_names[nearest]});
    for (const Measured& m : all) {
        table.add({m.name, grouped(m.agents), cell_of(m.samples[update]), cell_of(m.samples[pairs]),
                   cell_of(m.samples[neighbors]), cell_of(m.samples[nearest])});
    }
    table.print();
    fmt::print("{}; medians, +- half of what lies between the 10th and the 90th percentile; neighbours within {} at "
               "density 1\n",
               counted(threads, "thread"), radius);
}

nlohmann::ordered_json json_of(const std::vector<Measured>& all, unsigned threads, nlohmann::ordered_json build) {
    nlohmann::ordered_json report;
    report["program"] = std::move(build);
    report["threads"] = threads;
    report["radius"] = radius;
    report["unit"] = "ns per agent";
    for (const Measured& m : all) {
        nlohmann::ordered_json row;
        row["name"] = m.name;
        row["agents"] = m.agents;
        for (std::size_t p = 0; p < phases; ++p) {
            const auto& samples = m.samples[p];
            if (samples.empty()) continue;
            row[phase_keys[p]] = {{"median", median(samples)},
                                  {"p10", percentile(samples, 0.1)},
                                  {"p90", percentile(samples, 0.9)},
                                  {"samples", samples.size()}};
        }
        report["results"].push_back(std::move(row));
    }
    return report;
}

} // namespace

int run_bench(const BenchOptions& options) {
    const Workers workers(options.threads);
    const nlohmann::ordered_json build = describe_build(); // before an instruction set is forced
    const std::vector<simd::Isa> isas = isas_to_measure();

    std::vector<Measured> all;
    {
        Progress progress("bench", "parts", isas.size() + 1, options.quiet);
        for (const simd::Isa isa : isas) {
            all.push_back(
                measure_isa(isa, options.agents, seconds_for_isas / static_cast<double>(isas.size()), workers));
            progress.advance(all.size());
        }
        all.push_back(measure_brute_force(options.agents, workers));
    }
    if (options.json) {
        fmt::print("{}\n", shown_json(json_of(all, workers.threads(), build)));
    } else if (!options.quiet) {
        print_table(all, workers.threads());
    }
    return exit_success;
}

} // namespace throng::app
