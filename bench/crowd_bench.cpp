// SPDX-License-Identifier: MIT
// The crowd workload under Google Benchmark: every question, size, instruction set, thread count and arrangement, with peers
// in the same process. Exit code 3: two structures gave different answers.
#include "instruction_set.hpp"
#include "machine.hpp"
#include "measure.hpp"
#include "options.hpp"
#include "report.hpp"

#include <throng/isa.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <thread>

namespace {

using namespace throng::bench;

constexpr const char* usage =
    "usage: crowd_bench [--sizes N,N,...] [--ten-million] [--ticks T] [--no-peers] [--table FILE] [--benchmark_...]\n"
    "  --sizes         default 1000,10000,100000,1000000; --ten-million (or THRONG_BENCH_TEN_MILLION=1) adds 10000000\n"
    "  --ticks         measured ticks of each benchmark; default 600 for 1000 elements, 150, 45, and 15 from a million on\n"
    "  --no-peers      peers only judge, and are not measured\n"
    "  --table FILE    all figures as Markdown\n";

struct Plan {
    std::vector<std::size_t> sizes;
    std::size_t ticks; // 0: by size
    bool peers;
    std::string table;
};

std::vector<std::size_t> sizes_from(std::string_view text) {
    std::vector<std::size_t> sizes;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        sizes.push_back(whole_number(text.substr(0, comma), "--sizes", 2));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return sizes;
}

Plan plan_from(Options& options) {
    Plan plan{.sizes = sizes_from(options.value("--sizes").value_or("1000,10000,100000,1000000")),
              .ticks = options.number("--ticks", 0),
              .peers = !options.flag("--no-peers"),
              .table = options.value("--table").value_or("")};
    const char* wish = std::getenv("THRONG_BENCH_TEN_MILLION");
    if (options.flag("--ten-million") || (wish && std::string_view(wish) == "1")) plan.sizes.push_back(10'000'000);
    return plan;
}

// Whole rounds, so that the companions' last tick is the subject's.
std::size_t ticks_for(const Plan& plan, std::size_t n) {
    const std::size_t ticks = plan.ticks != 0 ? plan.ticks : n <= 1'000 ? 600 : n <= 10'000 ? 150 : n <= 100'000 ? 45 : 15;
    return (ticks + ticks_per_round - 1) / ticks_per_round * ticks_per_round;
}

void count(benchmark::State& state, const Figure& figure) {
    const double to_ns = 1e9 / static_cast<double>(figure.what.n);
    const Answer& answer = figure.answer;
    state.counters["ns_per_element"] = figure.seconds.median * to_ns;
    state.counters["ns_per_element_min"] = figure.seconds.min * to_ns;
    state.counters["ns_per_element_max"] = figure.seconds.max * to_ns;
    state.counters["queries_per_s"] = answer.queries / figure.seconds.median;
    state.counters["hits"] = answer.hits;
    if (answer.candidates > 0 && answer.hits > 0) state.counters["candidates_per_hit"] = answer.candidates / answer.hits;
    state.counters["bytes_per_element"] = figure.bytes_per_element;
    for (const CompanionFigure& companion : figure.companions) {
        const std::string role = companion.role == Role::Copy ? "copy" : companion.role == Role::Peer ? "peer" : "brute_force";
        state.counters[role + "_ns_per_element"] = companion.seconds.median * to_ns;
        state.counters[role + "_ratio"] = companion.ratio.median;
        state.counters[role + "_ratio_min"] = companion.ratio.min;
        state.counters[role + "_ratio_max"] = companion.ratio.max;
        state.counters[role + "_ticks"] = static_cast<double>(companion.ticks);
    }
    state.SetLabel(figure.checked_by.empty() ? "checked by nobody" : "checked by " + figure.checked_by);
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

void add(const Plan& plan, Case what, std::vector<Figure>& figures) {
    const std::string name = std::string(what.question->name) + "/" + std::to_string(what.n) + "/" + what.isa +
                             (what.one_thread ? "/one_thread" : "/all_threads") +
                             (what.arrays == Arrays::Coherent ? "/coherent" : "/shuffled");
    benchmark::RegisterBenchmark(name.c_str(), [what, &figures](benchmark::State& state) { run(state, what, figures); })
        ->UseManualTime()
        ->Iterations(static_cast<benchmark::IterationCount>(ticks_for(plan, what.n)))
        ->Unit(benchmark::kMicrosecond);
}

// Peers are measured beside the widest instruction set on one thread; the others' answers are compared with theirs as well.
void add_all(const Plan& plan, std::vector<Figure>& figures) {
    const auto isas = throng::available_isas();
    const bool threads = THRONG_TBB && std::thread::hardware_concurrency() > 1;
    for (const std::size_t n : plan.sizes) {
        for (const Question& question : questions()) {
            for (const Arrays arrays : {Arrays::Coherent, Arrays::Shuffled}) {
                for (auto isa = isas.rbegin(); isa != isas.rend(); ++isa) {
                    for (const bool one_thread : {true, false}) {
                        if (!one_thread && !threads) continue;
                        const bool peers = plan.peers && one_thread && isa == isas.rbegin();
                        add(plan, {&question, n, std::string(*isa), one_thread, arrays, peers}, figures);
                    }
                }
            }
        }
    }
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
    add_all(plan, figures);
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
