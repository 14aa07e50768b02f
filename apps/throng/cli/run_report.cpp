// SPDX-License-Identifier: MIT
// The report of throng run.
#include "apps/throng/cli/run_report.hpp"

#include "apps/throng/cli/info.hpp"
#include "apps/throng/cli/statistics.hpp"
#include "apps/throng/cli/table.hpp"

#include <throng/isa.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace throng::app {

namespace {

struct Totals {
    std::uint32_t most_agents = 0;
    std::uint32_t most_neighbors = 0;
    double mean_agents = 0;
    double mean_neighbors = 0; // of an agent in a frame, over all of both
    float smallest_distance = std::numeric_limits<float>::infinity();
};

Totals totals_of(const std::vector<FrameFigures>& frames) {
    Totals totals;
    double agents = 0, pairs = 0;
    for (const FrameFigures& f : frames) {
        totals.most_agents = std::max(totals.most_agents, f.agents);
        totals.most_neighbors = std::max(totals.most_neighbors, f.most_neighbors);
        totals.smallest_distance = std::min(totals.smallest_distance, f.smallest_distance);
        agents += f.agents;
        pairs += static_cast<double>(f.pairs);
    }
    totals.mean_agents = frames.empty() ? 0 : agents / static_cast<double>(frames.size());
    totals.mean_neighbors = agents > 0 ? 2 * pairs / agents : 0;
    return totals;
}

nlohmann::ordered_json json_of(const std::vector<double>& milliseconds) {
    return {{"median", median(milliseconds)}, {"p99", percentile(milliseconds, 0.99)}};
}

std::string text_of(const std::vector<double>& milliseconds) {
    return fmt::format("{:.3f} / {:.3f}", median(milliseconds), percentile(milliseconds, 0.99));
}

} // namespace

nlohmann::ordered_json summary_of(const RunOptions& options, const ReadingReport& reading, const ClipRun& run,
                                  const SpotCheck& check, unsigned threads) {
    const Totals totals = totals_of(run.frames());
    const FrameTimes& times = run.times();
    nlohmann::ordered_json summary;
    summary["program"] = describe_build();
    summary["file"] = options.file.string();
    summary["reading"] = reading.json();
    summary["radius"] = options.radius;
    summary["tile"] = options.tile;
    summary["seed"] = options.seed;
    summary["index"] = std::string(name_of(run.index().structure()));
    summary["threads"] = threads;
    summary["frames"] = run.frames().size();
    summary["agents"] = {{"mean", totals.mean_agents}, {"most", totals.most_agents}};
    summary["neighbors"] = {{"mean", totals.mean_neighbors}, {"most", totals.most_neighbors}};
    summary["smallest_distance"] = nullptr;
    if (std::isfinite(totals.smallest_distance)) summary["smallest_distance"] = totals.smallest_distance;
    summary["frames_per_second"] = times.frames_per_second();
    summary["milliseconds"] = {{"feed", json_of(times.feed)},
                               {"update", json_of(times.update)},
                               {"query", json_of(times.query)},
                               {"figures", json_of(times.figures)},
                               {"frame", json_of(times.whole)}};
    summary["index_bytes"] = run.index().bytes();
    summary["checked"] = check.compared();
    return summary;
}

void print_table_of(const RunOptions& options, const ReadingReport& reading, const ClipRun& run, const SpotCheck& check,
                    unsigned threads) {
    const Totals totals = totals_of(run.frames());
    const FrameTimes& times = run.times();
    Table table;
    table.add({"file", options.file.filename().string()});
    for (const auto& [name, value] : reading.rows()) table.add({name, value});
    if (options.tile > 1) table.add({"copies", fmt::format("{0} x {0}", options.tile)});
    table.add({"frames", grouped(run.frames().size())});
    table.add({"people, mean / most",
               fmt::format("{} / {}", grouped(static_cast<unsigned long long>(std::llround(totals.mean_agents))),
                           grouped(totals.most_agents))});
    table.add({fmt::format("neighbours within {} {}, mean / most", options.radius, reading.unit()),
               fmt::format("{:.2f} / {}", totals.mean_neighbors, totals.most_neighbors)});
    table.add({fmt::format("smallest distance, {}", reading.unit()),
               std::isfinite(totals.smallest_distance) ? fmt::format("{:.3f}", totals.smallest_distance) : "-"});
    table.add({"index", std::string(name_of(run.index().structure()))});
    table.add({"threads, instruction set", fmt::format("{}, {}", threads, active_isa())});
    table.add({"ms per frame, median / 99 %", text_of(times.whole)});
    table.add({"  feed", text_of(times.feed)});
    table.add({"  update", text_of(times.update)});
    table.add({"  query", text_of(times.query)});
    table.add({"  figures", text_of(times.figures)});
    table.add({"frames per second", fmt::format("{:.1f}", times.frames_per_second())});
    table.add({"answers checked", grouped(check.compared())});
    table.print();
}

} // namespace throng::app
