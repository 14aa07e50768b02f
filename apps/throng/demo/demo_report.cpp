// SPDX-License-Identifier: MIT
// The report of throng demo.
#include "apps/throng/demo/demo_report.hpp"

#include "apps/throng/cli/info.hpp"
#include "apps/throng/cli/statistics.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/draw/picture.hpp"

#include <throng/isa.hpp>
#include <throng/predicates.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

namespace throng::app {

namespace {

std::size_t peak_bytes() {
    rusage usage{};
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::size_t>(usage.ru_maxrss) * 1024 : 0;
}

double agents_per_second(const CrossingRun& run) {
    const double agents = static_cast<double>(run.walkers().size()) * static_cast<double>(run.ticks());
    return run.ticks() == 0 ? 0 : 1000 * agents / run.times().total();
}

// 20 of them, where a tick's float is not quite 1/20 of a second.
double ticks_per_second(const CrossingRun& run) { return std::round(1 / static_cast<double>(run.rule().seconds)); }
double seconds_walked(const CrossingRun& run) { return static_cast<double>(run.ticks()) / ticks_per_second(run); }

nlohmann::ordered_json json_of(const std::vector<double>& milliseconds) {
    return {{"median", median(milliseconds)}, {"p99", percentile(milliseconds, 0.99)}};
}

// The tram nearest to the middle of the crossing; without any, the middle.
Vec2 place_to_magnify(const Crossing& scene, const std::vector<Aabb>& trams) {
    const Vec2 middle = scene.center();
    Vec2 best = middle;
    float closest = scene.side;
    for (const Aabb& tram : trams) {
        const Vec2 at{0.5f * (tram.min.x + tram.max.x), 0.5f * (tram.min.y + tram.max.y)};
        const float distance = std::hypot(at.x - middle.x, at.y - middle.y);
        if (distance < closest) {
            closest = distance;
            best = at;
        }
    }
    return best;
}

CrowdScene scene_of(const CrossingRun& run) {
    const Walkers& w = run.walkers();
    CrowdScene scene;
    scene.x = w.x;
    scene.y = w.y;
    scene.velocity_x = w.velocity_x;
    scene.velocity_y = w.velocity_y;
    scene.walls = run.obstacles().walls();
    scene.trams = run.obstacles().trams();
    scene.body_radius = run.rule().body_radius;
    scene.world = run.scene().bounds();
    return scene;
}

} // namespace

nlohmann::ordered_json summary_of(const DemoOptions& options, const CrossingRun& run, const DemoEnd& end) {
    const TickTimes& times = run.times();
    nlohmann::ordered_json summary;
    summary["program"] = describe_build();
    summary["agents"] = run.walkers().size();
    summary["ticks"] = run.ticks();
    summary["seed"] = options.seed;
    summary["index"] = std::string(name_of(run.index().structure()));
    summary["threads"] = end.threads;
    summary["isa"] = std::string(active_isa());
    summary["obstacles"] = {{"walls", run.obstacles().walls().size()}, {"trams", run.obstacles().trams().size()}};
    summary["side"] = run.scene().side;
    summary["seconds_walked"] = seconds_walked(run);
    summary["milliseconds"] = {{"update", json_of(times.update)},
                               {"query", json_of(times.query)},
                               {"steer", json_of(times.steer)},
                               {"tick", json_of(times.whole)}};
    summary["agents_per_second"] = agents_per_second(run);
    summary["neighbors"] = {{"radius", CrossingRun::radius},
                            {"limit", CrossingRun::limit},
                            {"mean_within", run.mean_within()},
                            {"mean_seen", run.mean_seen()}};
    summary["overlap"] = {{"deepest", run.deepest_overlap()},
                          {"deepest_at_end", end.overlap.deepest},
                          {"pairs_at_end", end.overlap.pairs},
                          {"mean_at_end", end.overlap.mean()}};
    summary["index_bytes"] = run.index().bytes();
    summary["peak_bytes"] = peak_bytes();
    summary["checked"] = end.checked;
    summary["seconds"] = end.seconds;
    // As text: a 64-bit number does not survive every reader of JSON.
    summary["hash"] = fmt::format("{:016x}", run.walkers().hash());
    return summary;
}

void print_table_of(const CrossingRun& run, const DemoEnd& end) {
    const TickTimes& times = run.times();
    const double bytes = static_cast<double>(run.index().bytes()), agents = static_cast<double>(run.walkers().size());
    constexpr double mebibyte = 1024 * 1024;

    Table phases(true);
    phases.add({"ms per tick", "median", "99 %"});
    const auto add = [&phases](const char* name, const std::vector<double>& samples) {
        phases.add({name, fmt::format("{:.2f}", median(samples)), fmt::format("{:.2f}", percentile(samples, 0.99))});
    };
    add("update", times.update);
    add("query", times.query);
    add("steer", times.steer);
    add("together", times.whole);

    Table table;
    table.add({"agents", grouped(run.walkers().size())});
    table.add({"ticks", fmt::format("{} ({:g} s of walking)", grouped(run.ticks()), seconds_walked(run))});
    table.add({"index", std::string(name_of(run.index().structure()))});
    table.add({"obstacles", counted(run.obstacles().walls().size(), "wall") + ", " +
                                counted(run.obstacles().trams().size(), "tram")});
    table.add({"threads, instruction set", fmt::format("{}, {}", end.threads, active_isa())});
    table.add({"agents per second", grouped(static_cast<unsigned long long>(std::llround(agents_per_second(run))))});
    table.add({"neighbours per agent", fmt::format("{:.2f} within {:g} m, of them {:.2f} seen", run.mean_within(),
                                                   CrossingRun::radius, run.mean_seen())});
    table.add(
        {"memory of the index", fmt::format("{:.1f} MiB, {:.0f} bytes per agent", bytes / mebibyte, bytes / agents)});
    table.add(
        {"memory of the program", fmt::format("{:.0f} MiB at most", static_cast<double>(peak_bytes()) / mebibyte)});
    table.add({"deepest overlap of bodies", fmt::format("{:.2f} mm on the way, {:.2f} mm at the end",
                                                        1000 * run.deepest_overlap(), 1000 * end.overlap.deepest)});
    table.add({"answers checked", grouped(end.checked)});
    table.add({"hash of final positions", fmt::format("{:016x}", run.walkers().hash())});
    phases.print();
    fmt::print("\n");
    table.print();
}

Canvas picture_of(const CrossingRun& run, const Theme& theme) {
    CrowdScene scene = scene_of(run);
    scene.theme = theme;
    const float side = run.scene().side, half = std::min(15.0f, 0.2f * side);
    const Vec2 middle = place_to_magnify(run.scene(), scene.trams);
    scene.zoom = predicates::box_around(middle, half);
    const std::size_t people = run.walkers().size();
    scene.title = counted(people, "person", "people");
    scene.lines = {"Two streams cross by walls and trams.",
                   fmt::format("Each person steers by the {} nearest", CrossingRun::limit),
                   fmt::format("within {:g} m, found {:g} times a second.", CrossingRun::radius, ticks_per_second(run)),
                   fmt::format("This is {:g} s after the start.", seconds_walked(run))};
    return crowd_picture(scene);
}

Canvas map_of(const CrossingRun& run, int pixels, const Theme& theme) {
    CrowdScene scene = scene_of(run);
    scene.theme = theme;
    return crowd_map(scene, pixels);
}

} // namespace throng::app
