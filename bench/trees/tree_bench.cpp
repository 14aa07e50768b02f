// SPDX-License-Identifier: MIT
// A LooseQuadtree beside a StaticTree of the same content, and all indexes in a town whose people come and go. Exit
// code 3: answers differ.
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"
#include "bench/trees/tree_content.hpp"
#include "bench/trees/tree_figures.hpp"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

using namespace throng::bench;

constexpr const char* usage =
    "usage: tree_bench [--only NAME,...] [--size N] [--teleport-sizes N,...] [--rounds R] [--isa NAME]\n"
    "                  [--table FILE] [--json FILE]\n"
    "  --only            groups whose name contains one of these; default all of alike, giant, sizes, density,\n"
    "                    spacing_3, spacing_4, wires_8, wires_12, wires_20, teleports/N/SHARE, comings, town\n"
    "  --size            elements of all but teleports, default 32768; at least 1000\n"
    "  --teleport-sizes  default 2000,32768,131072\n"
    "  --rounds          of each group, default 11\n"
    "  --isa             default what THRONG_ISA names, or the widest\n"
    "  --table FILE      where the Markdown goes; default standard output\n"
    "  --json FILE       all figures once more\n";

struct Figures {
    std::vector<TreeFigure> trees;
    std::vector<TownFigure> town;

    void add(std::vector<TreeFigure>&& more) {
        for (TreeFigure& each : more) trees.push_back(std::move(each));
    }
};

struct Group {
    std::string name;
    std::function<void(Figures&)> measure;
};

std::vector<Group> all_groups(const TreeSetup& setup, const std::vector<std::size_t>& teleport_sizes) {
    std::vector<Group> groups;
    for (const TreeContentKind& kind : tree_content_kinds())
        groups.push_back({std::string(kind.name),
                          [name = kind.name, setup](Figures& out) { out.add(content_figures(name, setup)); }});
    for (const std::uint32_t length : {8u, 12u, 20u})
        groups.push_back({"wires_" + std::to_string(length),
                          [length, setup](Figures& out) { out.add(wire_figures(length, setup)); }});
    for (const std::size_t n : teleport_sizes) {
        for (const auto& [share, name] : {std::pair{1e-4, "0.01%"}, {1e-3, "0.1%"}, {1e-2, "1%"}})
            groups.push_back(
                {"teleports/" + std::to_string(n) + "/" + name, [n, share = share, name = name, setup](Figures& out) {
                     out.add(teleport_figures(n, share, name, setup.rounds));
                 }});
    }
    groups.push_back({"comings", [setup](Figures& out) { out.add(coming_figures(setup)); }});
    groups.push_back({"town", [setup](Figures& out) { out.town = town_figures(setup); }});
    return groups;
}

std::vector<Group> chosen(std::vector<Group> groups, const std::string& only) {
    std::vector<Group> list;
    each_word(only, [&](std::string_view word) {
        bool any = false;
        for (const Group& group : groups) any = any || group.name.find(word) != std::string::npos;
        if (!any) throw std::invalid_argument("no group's name contains '" + std::string(word) + "'");
    });
    for (Group& group : groups) {
        bool named = only.empty();
        each_word(only, [&](std::string_view word) { named = named || group.name.find(word) != std::string::npos; });
        if (named) list.push_back(std::move(group));
    }
    return list;
}

void measure(Options& options) {
    const std::string only = options.value("--only").value_or("");
    const TreeSetup setup{.n = options.number("--size", 32'768, 1000), .rounds = options.number("--rounds", 11)};
    std::vector<std::size_t> teleport_sizes;
    each_word(options.value("--teleport-sizes").value_or("2000,32768,131072"),
              [&](std::string_view text) { teleport_sizes.push_back(whole_number(text, "--teleport-sizes", 100)); });
    const std::string isa = options.value("--isa").value_or(chosen_instruction_set());
    const auto table = options.value("--table"), json = options.value("--json");
    require_all_taken(options);
    force_instruction_set(isa);

    auto facts = machine_facts();
    facts.push_back({"set, threads", isa + ", 1"});
    facts.push_back({"elements, rounds", std::to_string(setup.n) + ", " + std::to_string(setup.rounds)});
    Figures figures;
    for (const Group& group : chosen(all_groups(setup, teleport_sizes), only)) {
        std::fprintf(stderr, "%s\n", group.name.c_str());
        group.measure(figures);
    }
    write_table(table, trees_markdown(facts, figures.trees, figures.town));
    if (json) write_file(*json, trees_json(facts, figures.trees, figures.town));
}

} // namespace

int main(int argc, char** argv) { return run_program("tree_bench", usage, argc, argv, measure); }
