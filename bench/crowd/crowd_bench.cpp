// SPDX-License-Identifier: MIT
// The crowd workload under Google Benchmark, with peers in the same process: the recorded figures, or every question,
// instruction set, thread count and arrangement for the chosen indexes, crowds and sizes. Exit code 3: two
// structures gave different answers.
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/options.hpp"
#include "bench/crowd/measure.hpp"
#include "bench/crowd/plan.hpp"
#include "bench/crowd/report.hpp"

#include <benchmark/benchmark.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>

namespace {

using namespace throng::bench;

constexpr const char* usage =
    "usage: crowd_bench [--index NAME,...] [--crowd KIND,...] [--sizes N,...] [--ten-million] [--ticks T] [--no-peers] "
    "[--ablations]\n"
    "                   [--table FILE] [--benchmark_...]\n"
    "  without --index, --crowd, --sizes and --ten-million: the figures that bench/results/ records; else every "
    "question for\n"
    "  --index         row_grid, loose_grid, quadtree, loose_quadtree, static_tree; default all\n"
    "  --crowd         common, mixed, sparse, giants, clustered, hot_spot, streams, heap; default common\n"
    "  --sizes         default 1000,10000,100000,1000000; --ten-million (or THRONG_BENCH_TEN_MILLION=1) adds 10000000\n"
    "  --ticks         measured ticks of each benchmark; default 600 for 1000 elements, 150, and 45 from 100000 on\n"
    "  --no-peers      peers only judge, and are not measured\n"
    "  --ablations     the common crowd on one thread: pairs, tick and searches of boxes also by rows without packets; "
    "pairs and tick\n"
    "                  also by a scalar grid, a grid sorted anew, sort and sweep, and brute force (up to 65536 "
    "elements)\n"
    "  --table FILE    all figures as Markdown\n";

struct Plan {
    std::vector<Case> cases;
    std::string table;
};

std::vector<Case> cases_from(Options& options) {
    const auto indexes = options.value("--index");
    const auto crowds = options.value("--crowd");
    const auto sizes = options.value("--sizes");
    const char* wish = std::getenv("THRONG_BENCH_TEN_MILLION");
    const bool ten_million = options.flag("--ten-million") || (wish && std::string_view(wish) == "1");
    if (!indexes && !crowds && !sizes && !ten_million) return recorded_cases();

    Choice choice;
    if (indexes) each_word(*indexes, [&](std::string_view name) { choice.indexes.push_back(&index_kind(name)); });
    if (!indexes) {
        for (const IndexKind& each : index_kinds()) choice.indexes.push_back(&each);
    }
    each_word(crowds.value_or("common"), [&](std::string_view name) { choice.crowds.push_back(&crowd_kind(name)); });
    each_word(sizes.value_or("1000,10000,100000,1000000"),
              [&](std::string_view text) { choice.sizes.push_back(whole_number(text, "--sizes", 2)); });
    if (ten_million) choice.sizes.push_back(10'000'000);
    return every_case(choice);
}

Plan plan_from(Options& options) {
    Plan plan{.cases = cases_from(options), .table = options.value("--table").value_or("")};
    const std::size_t ticks = options.number("--ticks", 0);
    const bool peers = !options.flag("--no-peers");
    const bool ablations = options.flag("--ablations");
    for (Case& what : plan.cases) {
        if (ticks != 0) what.ticks = ticks;
        if (!peers) what.peers = 0;
        what.ablations = ablations;
        // Whole rounds, so that the companions' last tick is the subject's.
        what.ticks = (what.ticks + ticks_per_round - 1) / ticks_per_round * ticks_per_round;
    }
    return plan;
}

// "Boost R-tree" as the beginning of a counter's name.
std::string counter_name(std::string name) {
    for (char& each : name)
        each = each == ' ' || each == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
    return name;
}

void count(benchmark::State& state, const Figure& figure) {
    const double to_ns = 1e9 / static_cast<double>(figure.what.n);
    const Answer& answer = figure.answer;
    state.counters["ns_per_element"] = figure.seconds.median * to_ns;
    state.counters["ns_per_element_min"] = figure.seconds.min * to_ns;
    state.counters["ns_per_element_max"] = figure.seconds.max * to_ns;
    state.counters["queries_per_s"] = answer.queries / figure.seconds.median;
    state.counters["hits"] = answer.hits;
    if (answer.candidates > 0 && answer.hits > 0)
        state.counters["candidates_per_hit"] = answer.candidates / answer.hits;
    state.counters["bytes_per_element"] = figure.bytes_per_element;
    for (const CompanionFigure& companion : figure.companions) {
        const std::string name = counter_name(companion.name);
        state.counters[name + "_ns_per_element"] = companion.seconds.median * to_ns;
        state.counters[name + "_ratio"] = companion.ratio.median;
        state.counters[name + "_ratio_min"] = companion.ratio.min;
        state.counters[name + "_ratio_max"] = companion.ratio.max;
        state.counters[name + "_ticks"] = static_cast<double>(companion.ticks);
    }
    state.SetLabel(figure.checked_by.empty() ? "not checked" : "checked by " + figure.checked_by);
}

void run(benchmark::State& state, const Case& what, std::vector<Figure>& figures) {
    try {
        force_instruction_set(what.isa);
        Measurement measurement(what);
        for ([[maybe_unused]] auto tick : state) state.SetIterationTime(measurement.tick());
        figures.push_back(measurement.finish());
        count(state, figures.back());
    } catch (const Disagreement& disagreement) {
        std::fprintf(stderr, "crowd_bench: answers differ: %s\n", disagreement.what());
        std::exit(3);
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "crowd_bench: %s\n", fault.what());
        std::exit(1);
    }
}

void add(const Case& what, std::vector<Figure>& figures) {
    benchmark::RegisterBenchmark(name_of(what).c_str(),
                                 [what, &figures](benchmark::State& state) { run(state, what, figures); })
        ->UseManualTime()
        ->Iterations(static_cast<benchmark::IterationCount>(what.ticks))
        ->Unit(benchmark::kMicrosecond);
}

void measure(const Plan& plan, const std::vector<std::string>& rest, char* program) {
    std::vector<std::string> words = rest;
    std::vector<char*> arguments{program};
    for (std::string& word : words) arguments.push_back(word.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (count > 1) throw std::invalid_argument(std::string("unknown option ") + arguments[1]);

    const auto facts = machine_facts();
    for (const auto& [name, value] : facts) benchmark::AddCustomContext(name, value);
    std::vector<Figure> figures;
    for (const Case& what : plan.cases) add(what, figures);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();

    if (plan.table.empty()) return;
    std::ofstream file(plan.table);
    file << markdown(facts, figures);
    if (!file.flush()) throw std::runtime_error("cannot write " + plan.table);
}

} // namespace

int main(int argc, char** argv) {
    try {
        Options options(argc, argv);
        if (options.flag("--help")) {
            std::fputs(usage, stdout);
            benchmark::PrintDefaultHelp();
            return 0;
        }
        const Plan plan = plan_from(options);
        measure(plan, options.rest(), argv[0]);
        return 0;
    } catch (const std::invalid_argument& fault) {
        std::fprintf(stderr, "crowd_bench: %s\n%s", fault.what(), usage);
        return 2;
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "crowd_bench: %s\n", fault.what());
        return 1;
    }
}
