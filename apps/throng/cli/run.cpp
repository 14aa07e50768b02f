// SPDX-License-Identifier: MIT
// throng run: neighbours in recorded trajectories.
#include "apps/throng/cli/run.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/export_files.hpp"
#include "apps/throng/cli/output.hpp"
#include "apps/throng/cli/progress.hpp"
#include "apps/throng/cli/run_report.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/clip/clip_run.hpp"
#include "apps/throng/clip/density.hpp"
#include "apps/throng/clip/people_lists.hpp"
#include "apps/throng/draw/picture.hpp"
#include "apps/throng/input/formats.hpp"
#include "apps/throng/input/source.hpp"
#include "apps/throng/replay/replay.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace throng::app {

namespace {

constexpr float map_blur = 0.7f; // metres
constexpr int map_pixels = 480;

std::size_t frames_to_run(const RunOptions& options, const Clip& clip) {
    return options.frames == 0 ? clip.frames() : std::min<std::size_t>(options.frames, clip.frames());
}

std::string title_of(const RunOptions& options) {
    const std::string name = options.file == "-" ? name_of(options.file) : options.file.stem().string();
    return options.tile == 1 ? name : fmt::format("{0}, {1} x {1} copies", name, options.tile);
}

// One clip is shown as its mean over time. The mean of many copies would be many small pictures of it: they are shown
// at the end.
bool shows_density_of(const RunOptions& options, bool last_frame) { return options.tile == 1 || last_frame; }

std::string density_png(const RunOptions& options, const DensityField& density, const ReadingReport& report) {
    const std::string_view unit = report.unit();
    DensityLook look;
    look.theme = theme_named(options.theme);
    if (options.axes) look.axes = coordinates_of(report.reading.unit, report.origin);
    look.title = title_of(options);
    look.lines = {options.tile == 1 ? "mean of " + counted(density.frames(), "frame") : "the last frame"};
    if (options.axes) look.lines.back() += ", axes in " + look.axes->name;
    if (options.tile > 1) look.blur = map_blur;
    const float smoothing = density.smoothing(look.blur);
    look.lines.push_back(fmt::format("people counted in cells of {:.3g} {}", density.cell(), unit));
    if (smoothing > 0)
        look.lines.push_back(fmt::format("smoothed by a nearly normal kernel of {:.3g} {}", smoothing, unit));
    return png(density_picture(density, look));
}

// The replay shows discs: of boxes, with half the shorter side of the middle one.
float body_of(const Clip& clip) {
    if (clip.half_extents.empty()) return ClipRun::body_half_extent;
    std::vector<float> halves;
    for (std::size_t s = 0; s < clip.half_extents.size(); ++s)
        halves.push_back(std::min(clip.half_extents[s], clip.half_heights[s]));
    const auto middle = halves.begin() + static_cast<std::ptrdiff_t>(halves.size() / 2);
    std::nth_element(halves.begin(), middle, halves.end());
    return std::max(*middle, ClipRun::body_half_extent);
}

// Of a tiled crowd the replay shows the middle: enough to look at, and all of it at once.
Replay replay_of(const RunOptions& options, const ReadingReport& reading, const Clip& clip, const TiledCrowd& crowd) {
    constexpr std::uint32_t copies_shown = 5;
    ReplaySpec spec;
    spec.title = title_of(options);
    spec.subtitle = fmt::format("neighbours within {} {}", options.radius, reading.unit());
    spec.radius = options.radius;
    spec.body_radius = body_of(clip);
    spec.unit = reading.unit();
    spec.theme = options.theme;
    spec.frames_per_second = clip.frames_per_second;
    spec.world = crowd.bounds();
    spec.window = crowd.middle(copies_shown);
    return Replay(std::move(spec));
}

// A unit too small or too large leaves no two people near each other.
void doubt_distances(ReadingReport& reading, const RunOptions& options, const ClipRun& run) {
    constexpr float near = 1; // metres; a smaller radius may find no neighbours in any crowd
    bool has_company = false, has_neighbors = false;
    for (const FrameFigures& frame : run.frames()) {
        has_company = has_company || frame.agents > 1;
        has_neighbors = has_neighbors || frame.pairs > 0;
    }
    if (!has_company || has_neighbors || options.radius < near) return;
    reading.doubts.push_back(
        fmt::format("no person ever comes within {} {} of another; {}", options.radius, reading.unit(),
                    reading.reading.unit == "px" ? "--radius sets it" : "are unit and columns right?"));
}

} // namespace

int run_clip(const RunOptions& options) {
    const bool lists_people = !options.people.empty() || !options.pairs.empty();
    if (lists_people && options.tile != 1)
        throw UsageError("--people and --pairs are about one copy of the recording: leave out --tile");
    for (const std::filesystem::path& list : {options.people, options.pairs, options.density}) {
        if (list.empty()) continue;
        if (is_stdout(list)) throw UsageError("--people, --pairs and --density name files, not -");
        require_no_directory(list); // now, and not after a long run
    }
    const Recording recording = read_recording(options.file, options.read);
    const Clip clip = clip_of(recording);
    if (lists_people && (clip.ids.front() < 0 || clip.ids.back() > std::int64_t{no_slot}))
        throw UsageError("--people and --pairs take ids from 0 to 4294967295");
    ReadingReport reading(recording, clip);
    const OutputDirectory out(options.out);
    const Workers workers(options.threads);

    // Bodies of neighbouring copies touch at most.
    TiledCrowd crowd(clip, options.tile, 2 * ClipRun::body_half_extent, options.seed, workers);
    ClipRun run(crowd, clip, structure_named(options.index), options.radius, workers);
    SpotCheck check(options.check, options.seed, workers);
    DensityField density(crowd.bounds());
    Replay replay = replay_of(options, reading, clip, crowd);
    PeopleList people(clip);
    MeetingList meetings;
    {
        const std::size_t frames = frames_to_run(options, clip);
        Progress progress("run", "frames", frames, options.quiet);
        for (std::size_t f = 0; f < frames; ++f) {
            run.step(check);
            const Centers all = crowd.centers();
            progress.advance(f + 1);
            const FrameOfPeople frame{clip.numbers[crowd.clip_frame()],
                                      lists_people ? crowd.people() : std::span<const std::uint32_t>(), all, run.near(),
                                      options.radius};
            if (!options.people.empty()) people.add(frame);
            if (!options.pairs.empty()) meetings.add(frame);
            if (options.figures_only && options.density.empty()) continue;
            if (shows_density_of(options, f + 1 == frames)) density.add_frame(all.x, all.y, all.present);
            if (options.figures_only) continue;
            // Copies that began at different frames have no number in common.
            const auto number = options.tile == 1 ? std::optional(clip.numbers[crowd.clip_frame()]) : std::nullopt;
            replay.add_frame(all.x, all.y, crowd.people(), all.present, {}, number);
        }
    }

    doubt_distances(reading, options, run);
    const std::string summary = shown_json(summary_of(options, reading, run, check, workers.threads())) + "\n";
    out.write("per_frame.csv", csv_of(run.frames()));
    if (!options.figures_only) {
        out.write("density.png", density_png(options, density, reading));
        if (options.tile > 1)
            replay.set_map(png(density_map(density, map_blur, map_pixels, theme_named(options.theme))));
        out.write("replay.html", replay.html());
    }
    out.write("summary.json", summary);
    if (!options.people.empty()) write_named(options.people, people.csv());
    if (!options.pairs.empty()) write_named(options.pairs, meetings.csv());
    if (!options.density.empty()) write_named(options.density, csv_of(density, clip));
    for (const std::string& one : options.exports) {
        const Export& format = export_named(one);
        write_export(recording, format, out, fmt::format("trajectories{}", format.ending));
    }
    reading.warn_of(name_of(options.file), options.quiet);
    if (options.json) {
        fmt::print("{}", summary);
    } else if (!options.quiet) {
        print_table_of(options, reading, run, check, workers.threads());
        const char* const told = options.figures_only ? "per_frame.csv" : "replay.html";
        fmt::print("open {}\n", shown(out.path_of(told).string()));
    }
    return exit_success;
}

} // namespace throng::app
