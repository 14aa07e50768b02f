// SPDX-License-Identifier: MIT
// What common calls cost beside the same work done otherwise.
#include "bench/calls/calls.hpp"
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>

namespace {

using namespace throng::bench;

constexpr const char* usage = "usage: calls_bench [--call NAME,...] [--n N] [--rounds R] [--isa NAME]\n"
                              "                   [--table FILE] [--json FILE]\n"
                              "  --call          default all of limit, order, events, changes, worlds, corridor,\n"
                              "                  uneven, floors, extremes, time, memory, single, particles\n"
                              "  --n             elements, one for each unit of area, default 50000\n"
                              "  --rounds        of each call, default 21\n"
                              "  --isa           default what THRONG_ISA names, or the widest\n"
                              "  --table FILE    where the Markdown goes; default standard output\n"
                              "  --json FILE     all figures once more\n";

std::vector<CallFigure> figures_of(std::string_view name, const CallSetup& setup) {
    if (name == "limit") return limit_calls(setup);
    if (name == "order") return order_calls(setup);
    if (name == "events") return event_calls(setup);
    if (name == "changes") return change_calls(setup);
    if (name == "worlds") return world_calls(setup);
    if (name == "corridor") return corridor_calls(setup);
    if (name == "uneven") return uneven_calls(setup);
    if (name == "floors") return floor_calls(setup);
    if (name == "extremes") return extreme_calls(setup);
    if (name == "time") return time_calls(setup);
    if (name == "memory") return memory_calls(setup);
    if (name == "single") return single_calls(setup);
    if (name == "particles") return particle_calls(setup);
    throw std::invalid_argument("there is no call '" + std::string(name) + "'");
}

void measure(Options& options) {
    const std::string names = options.value("--call").value_or(
        "limit,order,events,changes,worlds,corridor,uneven,floors,extremes,time,memory,single,particles");
    const CallSetup setup{.n = options.number("--n", 50'000, 2), .rounds = options.number("--rounds", 21)};
    const std::string isa = options.value("--isa").value_or(chosen_instruction_set());
    const auto table = options.value("--table"), json = options.value("--json");
    require_all_taken(options);
    force_instruction_set(isa);

    auto facts = machine_facts();
    facts.push_back({"set, threads", isa + ", 1"});
    facts.push_back({"crowd", std::to_string(setup.n) + " squares of half extent 0.6, one for each unit of area"});
    std::vector<CallFigure> figures;
    each_word(names, [&](std::string_view name) {
        for (CallFigure& figure : figures_of(name, setup)) figures.push_back(std::move(figure));
        std::fprintf(stderr, "%s\n", std::string(name).c_str());
    });
    write_table(table, calls_markdown(facts, figures));
    if (json) write_file(*json, calls_json(facts, figures));
}

} // namespace

int main(int argc, char** argv) { return run_program("calls_bench", usage, argc, argv, measure); }
