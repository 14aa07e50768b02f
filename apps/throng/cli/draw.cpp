// SPDX-License-Identifier: MIT
// throng draw: the structure of an index over its elements.
#include "apps/throng/cli/draw.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/info.hpp"
#include "apps/throng/cli/output.hpp"
#include "apps/throng/cli/progress.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/crowd/crowd_index.hpp"
#include "apps/throng/draw/drawn_crowd.hpp"
#include "apps/throng/draw/index_picture.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace throng::app {

namespace {

// A World's structures that store elements, and how many each stores; other indexes have none.
struct Stored {
    explicit Stored(const CrowdIndex& index) {
        std::vector<Route> known;
        for (const Route route : index.routes()) {
            const auto place = static_cast<std::size_t>(std::find(known.begin(), known.end(), route) - known.begin());
            if (place == known.size()) {
                known.push_back(route);
                names.emplace_back(name_of(route));
                counts.push_back(0);
            }
            ++counts[place];
            places.push_back(static_cast<float>(place));
        }
    }

    std::vector<std::string> names;
    std::vector<std::size_t> counts;
    std::vector<float> places; // of each element, among the names
};

// The summary of index and picture.
struct Drawing {
    const DrawOptions& options;
    const DrawnCrowd& crowd;
    const CrowdIndex& index;
    std::vector<Node> nodes;
    Stored stored;
    std::vector<IndexLevel> levels;
    std::string path;
    int height = 0;

    std::uint64_t leaves() const {
        std::uint64_t sum = 0;
        for (const IndexLevel& level : levels) sum += level.leaves;
        return sum;
    }
    std::size_t depth() const { return levels.empty() ? 0 : levels.size() - 1; }
};

std::string bytes_text(std::size_t bytes) {
    const double kibibytes = static_cast<double>(bytes) / 1024;
    if (bytes < 10'000) return fmt::format("{} bytes", grouped(bytes));
    return kibibytes < 10'000 ? fmt::format("{:.0f} KiB", kibibytes) : fmt::format("{:.0f} MiB", kibibytes / 1024);
}

std::string title_of(const Drawing& d) {
    std::string name(name_of(d.index.structure()));
    for (char& c : name) c = c == '-' ? ' ' : c;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return fmt::format("{} over {}", name, d.crowd.name);
}

Canvas picture_of(const Drawing& d) {
    IndexScene scene;
    scene.x = d.crowd.x;
    scene.y = d.crowd.y;
    scene.half_extents = d.crowd.half_extents;
    scene.half_heights = d.crowd.half_heights;
    scene.bounds = d.crowd.bounds;
    scene.zoom = d.crowd.zoom;
    scene.values = d.crowd.values;
    if (d.crowd.values.empty() && d.stored.names.size() > 1) {
        scene.values = d.stored.places;
        scene.value_names = d.stored.names;
    }
    scene.value_name = d.options.read.value;
    scene.nodes = d.nodes;
    scene.structure = d.index.structure();
    scene.title = title_of(d);
    if (d.options.axes) scene.axes = d.crowd.coordinates;
    scene.theme = theme_named(d.options.theme);
    scene.lines = {fmt::format("{}, {}, {}, depth {}, {}", counted(d.index.size(), "element"),
                               counted(d.nodes.size(), "node"), counted(d.leaves(), "leaf", "leaves"), d.depth(),
                               bytes_text(d.index.bytes()))};
    Progress progress("draw", "shapes", shapes_in(scene), d.options.quiet);
    return index_picture(scene, static_cast<int>(d.options.width),
                         [&](std::size_t painted) { progress.advance(painted); });
}

nlohmann::ordered_json json_of(const Drawing& d) {
    nlohmann::ordered_json json;
    json["program"] = describe_build();
    json["index"] = std::string(name_of(d.index.structure()));
    json["input"] = nullptr;
    json["frame"] = nullptr;
    if (!d.options.input.empty()) json["input"] = d.options.input.string();
    if (d.crowd.frame) json["frame"] = *d.crowd.frame;
    json["colour"] = nullptr;
    json["zoom"] = nullptr;
    if (!d.options.read.value.empty()) json["colour"] = d.options.read.value;
    if (!d.options.zoom.empty()) json["zoom"] = d.options.zoom;
    json["elements"] = d.index.size();
    json["nodes"] = d.nodes.size();
    json["leaves"] = d.leaves();
    json["depth"] = d.depth();
    json["bytes"] = d.index.bytes();
    json["levels"] = nlohmann::ordered_json::array();
    for (const IndexLevel& level : d.levels) {
        json["levels"].push_back({{"depth", level.depth},
                                  {"nodes", level.nodes},
                                  {"leaves", level.leaves},
                                  {"elements_in_leaves", level.elements}});
    }
    json["stored"] = nullptr;
    for (std::size_t i = 0; i < d.stored.names.size(); ++i) json["stored"][d.stored.names[i]] = d.stored.counts[i];
    json["picture"] = {{"file", d.path}, {"width", d.options.width}, {"height", d.height}};
    return json;
}

void print_table_of(const Drawing& d) {
    Table table;
    table.add({"index", std::string(name_of(d.index.structure()))});
    table.add({"elements", grouped(d.index.size())});
    table.add({"nodes", grouped(d.nodes.size())});
    table.add({"leaves", grouped(d.leaves())});
    for (const IndexLevel& level : d.levels) {
        table.add({fmt::format("  depth {}", level.depth), contents_of(level, d.index.structure())});
    }
    for (std::size_t i = 0; i < d.stored.names.size(); ++i)
        table.add({"  in its " + d.stored.names[i], counted(d.stored.counts[i], "element")});
    table.add({"memory of the index", bytes_text(d.index.bytes())});
    table.print();
    fmt::print("open {}\n", shown(d.path));
}

void warn_of_one_colour(const DrawOptions& options, const DrawnCrowd& crowd) {
    const std::vector<float>& values = crowd.values;
    if (values.empty() || std::any_of(values.begin(), values.end(), [&](float v) { return v != values[0]; })) return;
    warn(fmt::format("column '{}' is {} in every row{}: nothing to colour by", shown(options.read.value), values[0],
                     crowd.is_one_frame_of_many ? fmt::format(" of frame {}", *crowd.frame) : ""));
}

} // namespace

int run_draw(const DrawOptions& options) {
    const Route structure = structure_named(options.index);
    const std::filesystem::path file =
        options.out.empty() ? std::filesystem::path("out/draw") / fmt::format("{}.png", name_of(structure))
                            : options.out;
    if (is_stdout(file) && options.json) throw UsageError("stdout is the file to write: leave --json out");
    require_no_directory(file);
    const DrawnCrowd crowd = crowd_to_draw(options);
    if (!options.quiet) warn_of_one_colour(options, crowd);
    // A structure that chooses its bounds would leave room for people who walk on.
    CrowdIndex index(structure, crowd.bounds, {});
    const PointView centers(crowd.x.data(), crowd.y.data(), crowd.x.size());
    const PointView half_extents(crowd.half_extents.data(), crowd.half_heights.data(), crowd.x.size());
    expect(index.build(BoxView::around(centers, half_extents)), "index the elements");

    Drawing drawing{options, crowd, index, index.nodes(), Stored(index), {}, file.string()};
    drawing.levels = levels_of(drawing.nodes);
    const Canvas picture = picture_of(drawing);
    drawing.height = picture.height();
    write_named(file, png(picture));
    if (is_stdout(file)) return exit_success;
    if (options.json) {
        fmt::print("{}\n", shown_json(json_of(drawing)));
    } else if (!options.quiet) {
        print_table_of(drawing);
    }
    return exit_success;
}

} // namespace throng::app
