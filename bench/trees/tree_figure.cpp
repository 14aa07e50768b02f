// SPDX-License-Identifier: MIT
#include "bench/trees/tree_figure.hpp"

#include "bench/trees/tree_content.hpp"

#include <algorithm>

namespace throng::bench {
namespace {

std::string range(const Spread& spread) {
    return digits(spread.median) + " (" + digits(spread.min) + " to " + digits(spread.max) + ") |";
}

std::string bold_range(const Spread& spread) {
    return "**" + digits(spread.median) + "** (" + digits(spread.min) + " to " + digits(spread.max) + ") |";
}

std::string content_list() {
    std::string text;
    for (const TreeContentKind& kind : tree_content_kinds())
        text.append("* ").append(kind.name).append(": ").append(kind.meaning).append("\n");
    return text;
}

} // namespace

std::unique_ptr<support::AnyIndex> open_index(std::string_view kind) {
    return index_kind(kind).open({.executor = serial()});
}

std::string trees_markdown(const Facts& facts, const std::vector<TreeFigure>& figures,
                           const std::vector<TownFigure>& town) {
    std::string text =
        "# Trees\n\n" + facts_table(facts) +
        "\nMedian, least and greatest of rounds. All contenders take turns in each round, and a ratio is "
        "taken within it. Each round of both trees draws a content of its own.\n";
    if (!figures.empty()) {
        text += "\n| benchmark | unit | LooseQuadtree | StaticTree | LooseQuadtree over StaticTree |\n"
                "|---|---|---|---|---|\n";
        for (const TreeFigure& each : figures)
            text += "| " + each.name + " | " + each.unit + " | " + range(each.loose) + " " + range(each.packed) + " " +
                    bold_range(each.ratio) + "\n";
        text +=
            "\n" + content_list() +
            "* wires: crossing boxes of that length, one for each unit of area\n"
            "* teleports/N/SHARE: `alike`; of N elements that share, at least one, jumps anywhere in each of 60 ticks; "
            "*nearest over "
            "fresh* is the ten nearest after them, over those of a tree built anew; *update over plain* is the mean "
            "update over the mean of ten before, without jumps\n"
            "* comings: `alike`; one in a thousand is erased and inserted elsewhere in each of 60 ticks\n";
    }
    if (!town.empty()) {
        const std::string first = town.front().index + ", " + town.front().form;
        text += "\nA town: half extents follow the spacing over three decades; in each tick one in four walks, and 1 % "
                "leave and as many come. ns per element, on average over the sixteen ticks of a round; *nearest*: the "
                "ten nearest of every eighth.\n\n"
                "| town | form | changes | pairs | nearest | tick | tick over " +
                first + " |\n|---|---|---|---|---|---|---|\n";
        for (const TownFigure& each : town)
            text += "| " + each.index + " | " + each.form + " | " + range(each.changes) + " " + range(each.pairs) +
                    " " + range(each.nearest) + " " + range(each.tick) + " " + bold_range(each.over_first) + "\n";
        const auto fastest = std::min_element(town.begin(), town.end(), [](const TownFigure& a, const TownFigure& b) {
            return a.tick.median < b.tick.median;
        });
        text += "\nFastest: " + fastest->index + ", " + fastest->form + ".\n";
    }
    return text;
}

std::string trees_json(const Facts& facts, const std::vector<TreeFigure>& figures,
                       const std::vector<TownFigure>& town) {
    std::string text = "{\"context\": " + json(facts) + ",\n \"trees\": [";
    const char* separator = "\n  ";
    for (const TreeFigure& each : figures) {
        text += separator + ("{\"name\": " + quoted(each.name)) + ", \"unit\": " + quoted(each.unit) +
                ", \"loose_quadtree\": " + json(each.loose) + ",\n   \"static_tree\": " + json(each.packed) +
                ", \"ratio\": " + json(each.ratio) + "}";
        separator = ",\n  ";
    }
    text += "],\n \"town\": [";
    separator = "\n  ";
    for (const TownFigure& each : town) {
        text += separator + ("{\"index\": " + quoted(each.index)) + ", \"form\": " + quoted(each.form) +
                ", \"changes\": " + json(each.changes) + ",\n   \"pairs\": " + json(each.pairs) +
                ", \"nearest\": " + json(each.nearest) + ",\n   \"tick\": " + json(each.tick) +
                ", \"over_first\": " + json(each.over_first) + "}";
        separator = ",\n  ";
    }
    return text + "]}\n";
}

} // namespace throng::bench
