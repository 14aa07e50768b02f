// SPDX-License-Identifier: MIT
// Ratios within rounds, and their tables.
#include "bench/world/world_report.hpp"

#include "bench/common/format.hpp"

#include <cmath>

namespace throng::bench {
namespace {

std::string signed_digits(double value) { return std::string(value < 0 ? "-" : "").append(digits(std::abs(value))); }

std::string cell(const Spread& told) {
    return "**" + signed_digits(told.median) + "** (" + signed_digits(told.min) + " to " + signed_digits(told.max) +
           ")";
}

// A contender that answers something else has a time, but no ratio.
bool is_compared(const WorldFigure& figure, const WorldLine& line) {
    return &line != &figure.lines.front() && line.items == figure.lines.front().items;
}

std::string row(const WorldFigure& figure, const WorldLine& line) {
    const bool compared = is_compared(figure, line);
    const double ns_each = line.ns.median / (1 + line.hits / line.items);
    const std::string cells[] = {figure.question,
                                 figure.content,
                                 line.name,
                                 digits(line.items),
                                 digits(line.hits / line.items),
                                 candidates_per_hit(line.candidates, line.hits),
                                 cell(line.ns),
                                 digits(1e3 / line.ns.median),
                                 digits(ns_each),
                                 compared ? cell(line.ours_over) : "-",
                                 compared ? cell(line.over_ours) : "-",
                                 compared ? cell(line.ours_above) : "-"};
    std::string text = "|";
    for (const std::string& each : cells) text += " " + each + " |";
    return text + "\n";
}

std::string line_json(const WorldFigure& figure, const WorldLine& line) {
    std::string text = "{\"question\": " + quoted(figure.question) + ", \"content\": " + quoted(figure.content) +
                       ", \"name\": " + quoted(line.name) + ", \"item\": " + quoted(figure.item) +
                       ", \"items\": " + json(line.items) + ", \"hits\": " + json(line.hits) +
                       ", \"candidates\": " + json(line.candidates) + ", \"rounds\": " + std::to_string(figure.rounds) +
                       ",\n   \"ns_per_item\": " + json(line.ns);
    if (is_compared(figure, line)) {
        text += ",\n   \"first_over_this\": " + json(line.ours_over) +
                ",\n   \"this_over_first\": " + json(line.over_ours) +
                ",\n   \"first_above_this_ns\": " + json(line.ours_above);
    }
    return text + "}";
}

} // namespace

std::vector<WorldLine> lines_of(const std::vector<Runner>& all, const Crowd& crowd) {
    std::vector<WorldLine> lines;
    const std::vector<double>& ours = all.front().seconds;
    const double own_items = all.front().named.contender->answer(crowd).queries;
    for (const Runner& each : all) {
        const Answer answer = each.named.contender->answer(crowd);
        const double items = answer.queries > 0 ? answer.queries : 1;
        const auto spread_of = [&](auto&& f) {
            return spread_of_rounds(ours.size(),
                                    [&](std::size_t round) { return f(ours[round], each.seconds[round]); });
        };
        lines.push_back(
            {.name = each.named.name,
             .items = items,
             .hits = answer.hits,
             .candidates = answer.candidates,
             .ns = spread_of([&](double, double theirs) { return theirs * 1e9 / items; }),
             .ours_over = spread_of([](double own, double theirs) { return own / theirs; }),
             .over_ours = spread_of([](double own, double theirs) { return theirs / own; }),
             .ours_above = spread_of([&](double own, double theirs) { return (own - theirs) * 1e9 / own_items; })});
    }
    return lines;
}

std::string world_markdown(const Facts& facts, const std::vector<WorldFigure>& figures) {
    std::string text =
        "# World\n\n" + facts_table(facts) +
        "\nMedians, least and greatest of rounds, in each of which every contender is asked once, on the same "
        "elements; "
        "ratios and differences are taken within a round. *First*: the first line of the question.\n\n"
        "| question | content | contender | items | hits/item | candidates/hit | ns/item | M items/s | ns/(item + hit) "
        "| "
        "first over this | this "
        "over first | ns/item that first takes more |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    std::string notes;
    for (const WorldFigure& figure : figures) {
        for (const WorldLine& line : figure.lines) text += row(figure, line);
        notes += "* " + figure.question + ", " + figure.content + ": items are " + figure.item + ", " +
                 std::to_string(figure.rounds) + " rounds; " + figure.note + "\n";
    }
    return text + "\n" + notes;
}

std::string world_json(const Facts& facts, const std::vector<WorldFigure>& figures) {
    std::string text = "{\"context\": " + json(facts) + ",\n \"figures\": [";
    const char* separator = "\n  ";
    for (const WorldFigure& figure : figures) {
        for (const WorldLine& line : figure.lines) {
            text += separator + line_json(figure, line);
            separator = ",\n  ";
        }
    }
    return text + "]}\n";
}

} // namespace throng::bench
