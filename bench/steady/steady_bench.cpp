// SPDX-License-Identifier: MIT
// How steady the ticks of a crowd are over thousands of them, beside copies of memory between them, and what slow ones
// have in common. Exit code 3: answers differ.
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"
#include "bench/steady/steady_report.hpp"

#include <cstdio>
#include <stdexcept>

namespace {

using namespace throng::bench;

constexpr const char* usage =
    "usage: steady_bench [--structure NAME,...] [--n N] [--ticks T] [--isa NAME] [--threads 1|0] "
    "[--table FILE] [--json FILE]\n"
    "  --structure     default all of row_grid, row_grid_arranged, world\n"
    "  --n             elements of the common crowd, default 100000\n"
    "  --ticks         default 10000\n"
    "  --isa           default what THRONG_ISA names, or the widest\n"
    "  --threads       1 is serial(), 0 all; default 1\n"
    "  --table FILE    where the Markdown goes; default standard output\n"
    "  --json FILE     all figures once more, with histograms\n";

const SteadyKind& kind_named(std::string_view name) {
    for (const SteadyKind& each : steady_kinds())
        if (each.name == name) return each;
    throw std::invalid_argument("--structure knows no '" + std::string(name) + "'");
}

void measure(Options& options) {
    std::vector<const SteadyKind*> kinds;
    each_word(options.value("--structure").value_or("row_grid,row_grid_arranged,world"),
              [&](std::string_view name) { kinds.push_back(&kind_named(name)); });
    const std::size_t n = options.number("--n", 100'000, 2), ticks = options.number("--ticks", 10'000);
    const std::string isa = options.value("--isa").value_or(chosen_instruction_set());
    const bool one_thread = options.number("--threads", 1, 0) == 1;
    const auto table = options.value("--table"), json = options.value("--json");
    require_all_taken(options);
    force_instruction_set(isa);

    Facts facts = machine_facts();
    facts.push_back({"elements", std::to_string(n)});
    facts.push_back({"set, threads", isa + (one_thread ? ", 1" : ", all")});
    std::vector<SteadySeries> all;
    for (const SteadyKind* kind : kinds) {
        all.push_back(measure_series(*kind, n, ticks, one_thread ? throng::serial() : throng::Executor{}));
        std::fprintf(stderr, "%s\n", kind->name.data());
    }
    write_table(table, steady_markdown(facts, all));
    if (json) write_file(*json, steady_json(facts, all));
}

} // namespace

int main(int argc, char** argv) { return run_program("steady_bench", usage, argc, argv, measure); }
