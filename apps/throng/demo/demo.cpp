// SPDX-License-Identifier: MIT
// throng demo: two streams of people cross around walls and trams; the results are a picture, a replay and a summary.
#include "apps/throng/demo/demo.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/output.hpp"
#include "apps/throng/cli/progress.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/crowd/crossing_run.hpp"
#include "apps/throng/demo/demo_report.hpp"
#include "apps/throng/replay/replay.hpp"

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace throng::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t ticks_per_frame = 2; // of the replay: ten frames a second
constexpr std::size_t people_shown = 8000;   // by the replay, at the start
constexpr float window_aspect = 1.4f;        // of the shown part: fits a screen beside the page's controls
constexpr int map_pixels = 480;

Replay replay_of(const CrossingRun& run, const std::string& theme) {
    const Crossing& scene = run.scene();
    const Walkers& people = run.walkers();
    ReplaySpec spec;
    spec.title = "Two streams crossing";
    spec.subtitle =
        fmt::format("each person steers by the {} nearest within {:g} m", CrossingRun::limit, CrossingRun::radius);
    spec.radius = CrossingRun::radius;
    spec.limit = CrossingRun::limit;
    spec.theme = theme;
    spec.body_radius = run.rule().body_radius;
    spec.frames_per_second = std::round(1 / static_cast<double>(run.rule().seconds)) / ticks_per_frame;
    spec.world = scene.bounds();
    spec.walls = run.obstacles().walls();
    spec.window = window_holding(people.x, people.y, scene.center(), window_aspect, people_shown, scene.bounds());
    return Replay(std::move(spec));
}

void walk(CrossingRun& run, Replay& replay, SpotCheck& check, const DemoOptions& options) {
    const auto record = [&] {
        replay.add_frame(run.walkers().x, run.walkers().y, run.walkers().person, {}, run.obstacles().trams());
    };
    Progress progress("demo", "ticks", options.ticks, options.quiet);
    record();
    for (std::uint64_t tick = 1; tick <= options.ticks; ++tick) {
        run.step(check);
        if (tick % ticks_per_frame == 0) record();
        progress.advance(tick);
    }
}

} // namespace

int run_demo(const DemoOptions& options) {
    const auto began = Clock::now();
    const OutputDirectory out(options.out);
    const Workers workers(options.threads);
    CrossingRun run(options.agents, options.seed, structure_named(options.index), workers);
    SpotCheck check(options.check, options.seed, workers);
    const Theme theme = theme_named(options.theme);
    Replay replay = replay_of(run, options.theme);
    walk(run, replay, check, options);

    out.write("crowd.png", png(picture_of(run, theme)));
    replay.set_map(png(map_of(run, map_pixels, theme)));
    out.write("replay.html", replay.html());
    DemoEnd end{run.overlap(), check.compared(), workers.threads(), 0};
    end.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    const std::string summary = shown_json(summary_of(options, run, end)) + "\n";
    out.write("summary.json", summary);
    if (options.json) {
        fmt::print("{}", summary);
    } else if (!options.quiet) {
        print_table_of(run, end);
        fmt::print("open {}\n", shown(out.path_of("replay.html").string()));
    }
    return exit_success;
}

} // namespace throng::app
