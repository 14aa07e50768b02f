// SPDX-License-Identifier: MIT
// The program's command line: subcommands, their options, and errors.
#include "apps/throng/cli/command_line.hpp"

#include "apps/throng/cli/bench.hpp"
#include "apps/throng/cli/convert.hpp"
#include "apps/throng/cli/described.hpp"
#include "apps/throng/cli/draw.hpp"
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/formats.hpp"
#include "apps/throng/cli/info.hpp"
#include "apps/throng/cli/option_values.hpp"
#include "apps/throng/cli/options.hpp"
#include "apps/throng/cli/run.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/demo/demo.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::app {

namespace {

struct Options {
    DemoOptions demo;
    RunOptions run;
    ConvertOptions convert;
    DrawOptions draw;
    BenchOptions bench;
    bool json = false, quiet = false;
    std::string shell;
};

constexpr std::uint32_t most_agents = 100'000'000;
constexpr std::uint32_t most_ticks = 1'000'000'000; // the times of each are kept
constexpr std::uint32_t most_tiles = 1000;
constexpr std::uint32_t most_drawn = 1'000'000;
constexpr std::uint32_t least_pixels = 200, most_pixels = 8000;
constexpr auto most_frames = std::numeric_limits<std::uint32_t>::max();
constexpr auto most_seeds = std::numeric_limits<std::uint64_t>::max();
constexpr const char* check_text = "Share of the answers to compare with brute force on the way";

// `name` is the option and the name of its value: "--agents N".
void add_value(CLI::App& command, std::string_view name, auto& value, CLI::Validator valid, const char* text) {
    const std::size_t space = name.find(' ');
    CLI::Option* option = command.add_option(std::string(name.substr(0, space)), value, text);
    option->transform(std::move(valid))->type_name(std::string(name.substr(space + 1)))->capture_default_str();
}

// Nothing is read or written before the whole command line is checked.
void add_common(CLI::App& command, Options& options, unsigned* threads) {
    command.add_flag("--json", options.json, "Print only one JSON document on stdout");
    command.add_flag("--quiet", options.quiet, "Print no table, progress or warning");
    command.set_version_flag("--version", "throng " + version_text());
    if (threads) add_value(command, "--threads N", *threads, thread_count(), "Threads to use; 0: all");
}

void add_out(CLI::App& command, std::filesystem::path& out) {
    add_value(command, "--out DIR", out, file_name(),
              "Directory to write into; made if missing, files of the same names are overwritten");
}

void add_theme(CLI::App& command, std::string& theme, const char* text) {
    command.add_option("--theme", theme, text)->transform(theme_name())->type_name("NAME");
}

constexpr const char* theme_text =
    "Colours of picture and replay: dark, or light, as for print; default: dark, the replay as the browser is";

void add_axes(CLI::App& command, bool& axes, const char* text) {
    command.add_flag_callback(
        "--no-axes", [&axes] { axes = false; }, text);
}

void add_index(CLI::App& command, std::string& index) {
    add_value(command, "--index NAME", index, index_name(),
              "The index of the people: world, row-grid, loose-grid, quadtree, loose-quadtree or static-tree");
}

// For what a file leaves open. They take precedence over what it says.
void add_reading(CLI::App& command, ReadOptions& read, bool places_suffice) {
    const auto add = [&](const char* name, auto& value, const char* type, CLI::Validator valid, const char* text) {
        command.add_option(name, value, text)->transform(std::move(valid))->type_name(type);
    };
    add("--columns", read.columns, "NAMES", column_names(places_suffice),
        "The columns of the input, as frame,id,x,y, with - for what to skip; default: by their names, or by the data");
    add("--unit", read.unit, "UNIT", unit_name(),
        "The unit of the input: m, cm, mm, ft or in; default: by its names or comments, or m");
    add("--fps", read.frames_per_second, "F", positive_number(),
        "Frames per second of the input; default: what it says, or 25");
    add("--format", read.format, "NAME", format_name(),
        "The format of the input, of `throng formats`; default: by its content");
    add("--input-limit", read.most_bytes, "SIZE", byte_count(),
        "The most bytes of the input to read, unpacked: a number, or 500M or 64G; more are refused; default: 16G, or a "
        "quarter of this machine's memory if that is less");
}

void add_demo(CLI::App& app, Options& options) {
    CLI::App& demo = *app.add_subcommand(
        "demo", "Two streams of people cross around walls and trams; writes a picture, a replay and a summary");
    DemoOptions& o = options.demo;
    add_value(demo, "--agents N", o.agents, whole_number(1, most_agents), "People");
    add_value(demo, "--ticks N", o.ticks, whole_number(1, most_ticks), "Steps of time");
    add_value(demo, "--seed N", o.seed, whole_number(0, most_seeds),
              "Decides where people start and how fast they walk");
    add_index(demo, o.index);
    add_value(demo, "--check FRACTION", o.check, number(0, 1), check_text);
    add_theme(demo, o.theme, theme_text);
    add_out(demo, o.out);
    add_common(demo, options, &o.threads);
}

void add_run(CLI::App& app, Options& options) {
    CLI::App& run =
        *app.add_subcommand("run", "Lists neighbours in recorded trajectories; writes figures, a picture and a replay");
    RunOptions& o = options.run;
    run.add_option("FILE", o.file, "Recorded trajectories, in a format of `throng formats`; - for standard input")
        ->type_name("")
        ->required();
    add_reading(run, o.read, false);
    add_value(run, "--radius R", o.radius, positive_number(), "How far a neighbour may be, in metres");
    add_value(run, "--tile K", o.tile, whole_number(1, most_tiles),
              "Lay K x K copies side by side, which begin at random times");
    add_value(run, "--seed N", o.seed, whole_number(0, most_seeds), "Decides when the copies begin");
    add_value(run, "--frames N", o.frames, whole_number(0, most_frames), "Stop after this many frames; 0: at the end");
    run.add_flag("--figures-only", o.figures_only, "Write no picture and no replay");
    add_axes(run, o.axes, "A scale bar in place of the picture's axes, which are in the input's coordinates");
    add_theme(run, o.theme, theme_text);
    const auto add_list = [&](const char* name, std::filesystem::path& file, const char* text) {
        run.add_option(name, file, text)->transform(file_name())->type_name("FILE");
    };
    add_list("--people", o.people,
             "Write a CSV line for each person and frame: neighbours, nearest distance, density within the radius");
    add_list("--pairs", o.pairs, "Write a CSV line for each meeting: two people, begin, end, least distance");
    add_list("--density", o.density, "Write persons per square metre as CSV, a line for each cell where anyone was");
    add_index(run, o.index);
    add_value(run, "--check FRACTION", o.check, number(0, 1), check_text);
    run.add_option("--export", o.exports, "Write the trajectories too: csv, jupedsim, vtk or usd, with commas between")
        ->transform(export_name())
        ->delimiter(',')
        ->allow_extra_args(false) // FILE may follow
        ->type_name("NAMES");
    add_out(run, o.out);
    add_common(run, options, &o.threads);
}

void add_convert(CLI::App& app, Options& options) {
    CLI::App& convert =
        *app.add_subcommand("convert", "Writes trajectories in another format, for rendering and analysis");
    ConvertOptions& o = options.convert;
    convert.add_option("IN", o.file, "Recorded trajectories, in a format of `throng formats`; - for standard input")
        ->type_name("")
        ->required();
    CLI::Option* out = convert.add_option("OUT", o.out,
                                          "File to write, by its ending: .csv, .sqlite, .pvd or .usda; - for standard "
                                          "output");
    out->transform(file_name())->type_name("");
    add_reading(convert, o.read, false);
    convert
        .add_option("--to", o.to, "The format of OUT: csv, jupedsim, jupedsim-1, vtk or usd; default: by its ending")
        ->transform(export_name())
        ->type_name("NAME");
    convert.add_option("--out", o.out, "The same as OUT")->transform(file_name())->type_name("FILE")->excludes(out);
    add_common(convert, options, nullptr);
}

void add_draw(CLI::App& app, Options& options) {
    CLI::App& draw =
        *app.add_subcommand("draw", "Draws the rows, cells, nodes and boxes of an index over its elements");
    DrawOptions& o = options.draw;
    const auto add_optional = [&](const char* name, auto& value, const char* type, const char* text) {
        return draw.add_option(name, value, text)->type_name(type);
    };
    CLI::Option* input =
        add_optional("--input", o.input, "FILE",
                     "Recorded trajectories, or CSV with a header x,y or x,y,half (half is half of a width); "
                     "default: the demo's crowd at its start")
            ->transform(file_name());
    add_optional("--frame", o.frame, "N", "The frame, as the input counts; default: the one with most people")
        ->transform(frame_number())
        ->needs(input);
    add_reading(draw, o.read, true);
    add_index(draw, o.index);
    add_value(draw, "--agents N", o.agents, whole_number(1, most_drawn), "People of the demo's crowd");
    draw.get_option("--agents")->excludes(input);
    add_value(draw, "--body R", o.body, number(0, 1000),
              "Half of a person's width in metres, if the input does not contain it");
    add_value(draw, "--spread S", o.spread, number(1, 1000), "Makes bodies up to S times smaller and larger");
    add_value(draw, "--seed N", o.seed, whole_number(0, most_seeds),
              "Decides where people of the demo start, and how large each is");
    add_optional("--colour", o.read.value, "COLUMN",
                 "Colours people by a column of the input: its name in the header, or its number from 1")
        ->needs(input);
    add_optional("--zoom", o.zoom, "X,Y,X,Y", "The part to show, in metres: its least x and y, its greatest x and y")
        ->delimiter(',')
        ->expected(4);
    add_axes(draw, o.axes, "A scale bar in place of axes, which a picture of an input has, in the input's coordinates");
    add_theme(draw, o.theme, "Colours of the picture: dark, or light, as for print; default: dark");
    add_value(draw, "--width PX", o.width, whole_number(least_pixels, most_pixels), "Width of the picture");
    add_optional("--out", o.out, "PNG",
                 "File to write, - for standard output; its directory is made if missing; default: out/draw/NAME.png")
        ->transform(picture_name());
    add_common(draw, options, nullptr);
}

void add_bench(CLI::App& app, Options& options) {
    CLI::App& bench =
        *app.add_subcommand("bench", "Measures this machine for ten seconds, each instruction set beside brute force");
    add_value(bench, "--agents N", options.bench.agents, whole_number(1, most_agents), "People");
    add_common(bench, options, &options.bench.threads);
}

std::string list_of_commands(const CLI::App& app, const char* before_last) {
    std::string list;
    const std::vector<DescribedCommand> all = commands_of(app);
    for (std::size_t i = 0; i < all.size(); ++i)
        list += (i == 0 ? "" : i + 1 == all.size() ? before_last : ", ") + all[i].name;
    return list;
}

int print(const std::string& text) {
    fmt::print("{}", text);
    return exit_success;
}

int run_command(const CLI::App& app, Options& options) {
    if (app.got_subcommand("completion")) return print(completion(app, options.shell));
    if (app.got_subcommand("man")) return print(man_page(app));
    require_possible_isa();
    options.demo.json = options.run.json = options.draw.json = options.convert.json = options.bench.json = options.json;
    options.demo.quiet = options.run.quiet = options.draw.quiet = options.convert.quiet = options.bench.quiet =
        options.quiet;
    if (app.got_subcommand("demo")) return run_demo(options.demo);
    if (app.got_subcommand("run")) return run_clip(options.run);
    if (app.got_subcommand("convert")) return run_convert(options.convert);
    if (app.got_subcommand("draw")) return run_draw(options.draw);
    if (app.got_subcommand("formats")) return run_formats(options.json);
    if (app.got_subcommand("bench")) return run_bench(options.bench);
    return run_info(options.json);
}

int parse_and_run(int count, const char* const* arguments) {
    Options options;
    CLI::App app("Neighbours of very many moving people", "throng");
    app.require_subcommand(1);
    add_common(app, options, nullptr);
    add_demo(app, options);
    add_run(app, options);
    add_convert(app, options);
    add_draw(app, options);
    add_bench(app, options);
    add_common(*app.add_subcommand("formats", "Lists the formats of trajectories that are read and written"), options,
               nullptr);
    add_common(*app.add_subcommand("info", "Prints version, instruction sets, threads and libraries"), options,
               nullptr);
    CLI::App& complete = *app.add_subcommand("completion", "Prints a script with which a shell completes commands");
    complete.add_option("SHELL", options.shell, "bash, zsh or fish")
        ->transform(shell_name())
        ->type_name("")
        ->required();
    app.add_subcommand("man", "Prints the manual as a man page: throng man | man -l -");
    if (count < 2) {
        return complain(exit_usage,
                        fmt::format("a command is missing: {} (see throng --help)", list_of_commands(app, " or ")));
    }
    const auto is_asked_for = [&](const CLI::App* command) { return command->get_name() == arguments[1]; };
    if (arguments[1][0] != '-' && app.get_subcommands(is_asked_for).empty()) {
        return complain(exit_usage, fmt::format("'{}' is no command; there are {}", shown(arguments[1]),
                                                list_of_commands(app, " and ")));
    }
    try {
        app.parse(count, arguments);
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : complain(exit_usage, e.what());
    }
    return run_command(app, options);
}

} // namespace

int run_program(int count, const char* const* arguments) noexcept {
    int code = exit_failure;
    try {
        code = parse_and_run(count, arguments);
    } catch (...) {
        code = complain(std::current_exception());
    }
    // After earlier flushes nothing may be left to flush, only the mark of a failure.
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!is_written && code == exit_success) code = complain(exit_failure, "cannot write to stdout");
    return code;
}

} // namespace throng::app
