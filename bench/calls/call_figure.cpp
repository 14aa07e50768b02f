// SPDX-License-Identifier: MIT
#include "bench/calls/call_figure.hpp"

namespace throng::bench {
namespace {

std::string range(const Spread& spread) {
    return digits(spread.median) + " (" + digits(spread.min) + " to " + digits(spread.max) + ")";
}

} // namespace

std::string calls_markdown(const Facts& facts, const std::vector<CallFigure>& figures) {
    std::string text =
        "# Calls\n\n" + facts_table(facts) +
        "\nMedian, least and greatest of rounds; the ratio is taken within a round. *Must*: what the "
        "ratio is meant to stay below.\n\n"
        "| call | beside | ns/element | beside, ns/element | ratio | must |\n|---|---|---|---|---|---|\n";
    for (const CallFigure& each : figures)
        text += "| " + each.name + ": " + each.ours + " | " + each.beside + " | " + range(each.ours_ns) + " | " +
                range(each.beside_ns) + " | **" + digits(each.ratio.median) + "** (" + digits(each.ratio.min) + " to " +
                digits(each.ratio.max) + ") | " + digits(each.must) + " |\n";
    return text;
}

std::string calls_json(const Facts& facts, const std::vector<CallFigure>& figures) {
    std::string text = "{\"context\": " + json(facts) + ",\n \"figures\": [";
    const char* separator = "\n  ";
    for (const CallFigure& each : figures) {
        text += separator + ("{\"name\": " + quoted(each.name)) + ", \"call\": " + quoted(each.ours) +
                ", \"beside\": " + quoted(each.beside) + ", \"elements\": " + json(each.items) +
                ",\n   \"ns_per_element\": " + json(each.ours_ns) +
                ", \"beside_ns_per_element\": " + json(each.beside_ns) + ",\n   \"ratio\": " + json(each.ratio) +
                ", \"must\": " + json(each.must) + "}";
        separator = ",\n  ";
    }
    return text + "]}\n";
}

} // namespace throng::bench
