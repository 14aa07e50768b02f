// SPDX-License-Identifier: MIT
// Percentiles, circumstances of slow ticks, and histograms.
#include "bench/steady/steady_report.hpp"

#include <algorithm>

namespace throng::bench {
namespace {

constexpr std::size_t bins = 150; // of 2 % of the median each; the last one also holds what is longer
constexpr double bins_per_median = 50;

std::string time_row(const std::string& name, const Distribution& times, double tail_of_copy) {
    const double median = times.at(0.5);
    std::string text = "| " + name + " | " + digits(median * 1e6) + " | ";
    for (const double share : {0.9, 0.99, 0.999, 1.0}) text += digits(times.at(share) / median) + " | ";
    return text + (tail_of_copy > 0 ? "**" + digits(times.tail() / tail_of_copy) + "**" : "-") + " |\n";
}

std::string times_of(const SteadySeries& series) {
    const std::string name(series.name), copies = name + ": " + std::to_string(series.copies) + " copies";
    const Distribution copy = series.copy_wall(), copy_cpu = series.copy_cpu();
    return time_row(name, series.wall(), copy.tail()) + time_row(copies, copy, 0) +
           time_row(name + ", processor time", series.cpu(), copy_cpu.tail()) +
           time_row(copies + ", processor time", copy_cpu, 0);
}

std::string memory_of(const SteadySeries& series) {
    return "| " + std::string(series.name) + " | " + std::to_string(series.bytes_begin) + " | " +
           std::to_string(series.bytes_end) + " | " + std::to_string(series.counted_begin) + " | " +
           std::to_string(series.counted_end) + " | " + std::to_string(series.answer_begin) + " | " +
           std::to_string(series.answer_end) + " |\n";
}

std::string tail_of(const SteadySeries& series) {
    std::string text;
    const auto line = [&](const std::string& what, const std::string& slow, const std::string& all) {
        text += "| " + std::string(series.name) + " | " + what + " | " + slow + " | " + all + " |\n";
    };
    for (const Circumstance& each : circumstances(series)) line(each.name, percent(each.of_slow), percent(each.of_all));
    for (const auto& [phase, share] : slow_phases(series))
        line("time beyond the median that is of " + phase, percent(share), "-");
    for (const std::size_t period : {std::size_t{2}, std::size_t{16}, std::size_t{64}})
        line("slowest median of every " + std::to_string(period) + "th tick, over the median", "-",
             digits(slowest_of_period(series, period)));
    const auto [first, last] = trend(series);
    line("medians of the first and the last tenth, over the median", "-", digits(first) + ", " + digits(last));
    return text;
}

std::string histogram(const Distribution& times) {
    std::vector<std::size_t> counts(bins);
    for (const double each : times.sorted) {
        const double bin = bins_per_median * each / times.at(0.5);
        ++counts[bin < static_cast<double>(bins) ? static_cast<std::size_t>(bin) : bins - 1];
    }
    std::string text = "[";
    for (const std::size_t count : counts) text += (text.size() == 1 ? "" : ", ") + std::to_string(count);
    return text + "]";
}

std::string json(const Distribution& times) {
    return "{\"p50\": " + bench::json(times.at(0.5)) + ", \"p90\": " + bench::json(times.at(0.9)) +
           ", \"p99\": " + bench::json(times.at(0.99)) + ", \"p99.9\": " + bench::json(times.at(0.999)) +
           ", \"max\": " + bench::json(times.at(1)) + ",\n    \"histogram\": " + histogram(times) + "}";
}

std::string json(const SteadySeries& series) {
    std::string text =
        "{\"name\": " + quoted(std::string(series.name)) + ", \"ticks\": " + std::to_string(series.ticks.size()) +
        ", \"copies\": " + std::to_string(series.copies) + ",\n   \"wall_seconds\": " + json(series.wall()) +
        ",\n   \"processor_seconds\": " + json(series.cpu()) +
        ",\n   \"copy_wall_seconds\": " + json(series.copy_wall()) +
        ",\n   \"copy_processor_seconds\": " + json(series.copy_cpu()) +
        ",\n   \"tail_over_copy\": " + bench::json(series.wall().tail() / series.copy_wall().tail()) +
        ", \"processor_tail_over_copy\": " + bench::json(series.cpu().tail() / series.copy_cpu().tail()) +
        ",\n   \"bytes\": [" + std::to_string(series.bytes_begin) + ", " + std::to_string(series.bytes_end) +
        "], \"counted_bytes\": [" + std::to_string(series.counted_begin) + ", " + std::to_string(series.counted_end) +
        "], \"answer_bytes\": [" + std::to_string(series.answer_begin) + ", " + std::to_string(series.answer_end) +
        "],\n   \"above_p99\": {";
    const char* separator = "";
    for (const Circumstance& each : circumstances(series)) {
        text += separator + quoted(each.name) + ": {\"slow\": " + bench::json(each.of_slow) +
                ", \"all\": " + bench::json(each.of_all) + "}";
        separator = ", ";
    }
    text += "},\n   \"excess_by_phase\": {";
    separator = "";
    for (const auto& [phase, share] : slow_phases(series)) {
        text += separator + quoted(phase) + ": " + bench::json(share);
        separator = ", ";
    }
    return text + "}}";
}

} // namespace

std::string steady_markdown(const Facts& facts, const std::vector<SteadySeries>& all) {
    std::string text =
        "# Steadiness\n\n" + facts_table(facts) +
        "\nEach tick is followed by as many copies of 20 bytes per element as take about as long. *Tail*: the 99th "
        "percentile over the median.\n\n"
        "| structure | median, us | 90 % | 99 % | 99.9 % | longest, of the median | tail over that of the copies |\n"
        "|---|---|---|---|---|---|---|\n";
    for (const SteadySeries& series : all) text += times_of(series);
    text += "\n| structure | what | of ticks above the 99th percentile of the processor's time | of all "
            "|\n|---|---|---|---|\n";
    for (const SteadySeries& series : all) text += tail_of(series);
    text +=
        "\nBytes after the warm-up and after the last tick: as bytes() tells them, as the memory functions saw them, "
        "and of the answer, "
        "which bytes() does not count.\n\n"
        "| structure | bytes() | at the end | counted | at the end | answer | at the end "
        "|\n|---|---|---|---|---|---|---|\n";
    for (const SteadySeries& series : all) text += memory_of(series);
    text += "\n";
    for (const SteadySeries& series : all)
        text += "* " + std::string(series.name) + ": " + std::string(series.meaning) + "; " +
                std::to_string(series.ticks.size()) + " ticks\n";
    return text;
}

std::string steady_json(const Facts& facts, const std::vector<SteadySeries>& all) {
    std::string text = "{\"context\": " + bench::json(facts) +
                       ",\n \"histogram_bins_per_median\": " + bench::json(bins_per_median) + ",\n \"series\": [";
    const char* separator = "\n  ";
    for (const SteadySeries& series : all) {
        text += separator + json(series);
        separator = ",\n  ";
    }
    return text + "]}\n";
}

} // namespace throng::bench
