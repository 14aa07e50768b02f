// SPDX-License-Identifier: MIT
// Ratios within rounds, per element and pair: more pairs are more work, in whatever crowd.
#include "bench/robustness/robustness_report.hpp"

#include <algorithm>

namespace throng::bench {
namespace {

double ns_each(const CrowdFigure& figure, std::size_t round) {
    return figure.seconds[round] * 1e9 / (figure.elements + figure.pairs);
}

// The first figure that `agrees` accepts; there must be one.
template <class F> const CrowdFigure& first(const std::vector<CrowdFigure>& figures, F&& agrees) {
    return *std::find_if(figures.begin(), figures.end(), agrees);
}

struct Told {
    Spread ns;          // per element
    Spread ns_each;     // per element and pair
    Spread over_common; // the same over that of the common crowd
    Spread over_world;  // this one's time over the World's in the same crowd
};

Told told_of(const CrowdFigure& figure, const std::vector<CrowdFigure>& figures) {
    const std::size_t rounds = figure.seconds.size();
    const CrowdFigure& common =
        first(figures, [&](const CrowdFigure& each) { return each.contender == figure.contender; });
    const CrowdFigure& world = first(figures, [&](const CrowdFigure& each) { return each.crowd == figure.crowd; });
    return {.ns = spread_of_rounds(rounds,
                                   [&](std::size_t round) { return figure.seconds[round] * 1e9 / figure.elements; }),
            .ns_each = spread_of_rounds(rounds, [&](std::size_t round) { return ns_each(figure, round); }),
            .over_common = spread_of_rounds(
                rounds, [&](std::size_t round) { return ns_each(figure, round) / ns_each(common, round); }),
            .over_world = spread_of_rounds(
                rounds, [&](std::size_t round) { return figure.seconds[round] / world.seconds[round]; })};
}

std::string cell(const Spread& told) {
    return " **" + digits(told.median) + "** (" + digits(told.min) + " to " + digits(told.max) + ") |";
}

} // namespace

std::string robustness_markdown(const Facts& facts, const std::vector<CrowdFigure>& figures) {
    std::string text = "# Crowds that are not uniform\n\n" + facts_table(facts) +
                       "\nA tick takes the new boxes and writes every overlapping pair. Medians, least and greatest of "
                       "rounds, in each of "
                       "which all crowds take their turn; ratios are taken within a round. *Over common*: ns per "
                       "element and pair, over "
                       "the same contender's in the common crowd.\n\n"
                       "| crowd | elements | pairs/element | candidates/pair | contender | ns/element | M elements/s | "
                       "ns/(element + pair) | over common | "
                       "over the World |\n|---|---|---|---|---|---|---|---|---|---|\n";
    for (const CrowdFigure& each : figures) {
        const Told told = told_of(each, figures);
        text += "| " + each.crowd + " | " + digits(each.elements) + " | " + digits(each.pairs / each.elements) + " | " +
                candidates_per_hit(each.candidates, each.pairs) + " | " + each.contender + " |" + cell(told.ns) + " " +
                digits(1e3 / told.ns.median) + " |" + cell(told.ns_each) + cell(told.over_common) +
                cell(told.over_world) + "\n";
    }
    return text + "\n" + crowd_list();
}

std::string robustness_json(const Facts& facts, const std::vector<CrowdFigure>& figures) {
    std::string text = "{\"context\": " + json(facts) + ",\n \"crowds\": [";
    const char* separator = "\n  ";
    for (const CrowdFigure& each : figures) {
        const Told told = told_of(each, figures);
        text += separator;
        // The key is "who" in all recorded documents, and revisions are compared by it.
        text += "{\"crowd\": " + quoted(each.crowd) + ", \"who\": " + quoted(each.contender) +
                ", \"elements\": " + json(each.elements) + ", \"pairs\": " + json(each.pairs) +
                ", \"candidates\": " + json(each.candidates) + ", \"ns_per_element\": " + json(told.ns) +
                ",\n   \"ns_per_element_and_pair\": " + json(told.ns_each) +
                ",\n   \"over_common\": " + json(told.over_common) + ",\n   \"over_world\": " + json(told.over_world) +
                "}";
        separator = ",\n  ";
    }
    return text + "]}\n";
}

} // namespace throng::bench
