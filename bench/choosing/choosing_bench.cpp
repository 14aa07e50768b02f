// SPDX-License-Identifier: MIT
// Which index for which content, motion and number of elements: contests from a handful of elements up, and where the
// winner changes, as Markdown. Exit code 3: two of them gave different answers.
#include "bench/choosing/contest.hpp"
#include "bench/common/contenders.hpp"
#include "bench/common/format.hpp"
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"

#include <cstdio>

namespace {

using namespace throng::bench;

constexpr const char* usage =
    "usage: choosing_bench [--sizes N,...] [--crowd KIND,...] [--isa NAME] [--rounds R] [--table FILE]\n"
    "  --sizes         default powers of two from 8 to 65536, and 262144\n"
    "  --crowd         default common,sparse,giants\n"
    "  --isa           default what THRONG_ISA names, or the widest\n"
    "  --rounds        measured ticks of each contender; default 301 up to 4096 elements, then 45, and 15 from 65536 "
    "on\n"
    "  --table FILE    where the Markdown goes; default standard output\n";

struct Choosing {
    std::vector<std::size_t> sizes;
    std::vector<const CrowdKind*> crowds;
    std::string isa;
    std::size_t rounds; // 0: by size
};

Choosing choosing_from(Options& options) {
    Choosing choosing{.sizes = {},
                      .crowds = {},
                      .isa = options.value("--isa").value_or(chosen_instruction_set()),
                      .rounds = options.number("--rounds", 0)};
    each_word(options.value("--sizes").value_or("8,16,32,64,128,256,512,1024,2048,4096,8192,16384,32768,65536,262144"),
              [&](std::string_view text) { choosing.sizes.push_back(whole_number(text, "--sizes", 2)); });
    each_word(options.value("--crowd").value_or("common,sparse,giants"),
              [&](std::string_view name) { choosing.crowds.push_back(&crowd_kind(name)); });
    return choosing;
}

std::size_t rounds_for(const Choosing& choosing, std::size_t n) {
    return choosing.rounds != 0 ? choosing.rounds : n <= 4096 ? 301 : n < 65536 ? 45 : 15;
}

std::string size_row(const Size& size) {
    double best = size.results.front().seconds;
    for (const Result& each : size.results) best = std::min(best, each.seconds);
    std::string row = "| " + std::to_string(size.n) + " |";
    // Brute force comes first, and only where there are few.
    if (size.results.size() == index_kinds().size()) row += " - |";
    for (const Result& each : size.results) {
        const std::string text = digits(each.seconds * 1e9 / static_cast<double>(size.n));
        row += each.seconds == best ? " **" + text + "** |" : " " + text + " |";
    }
    return row + "\n";
}

std::string told(const std::vector<Reign>& list) {
    std::string text;
    for (const Reign& reign : list) {
        text += text.empty() ? reign.name : ", from " + std::to_string(reign.from) + " " + reign.name;
    }
    return text;
}

std::string report(const Choosing& choosing) {
    std::string head = "| brute force |";
    std::string line = "---|---|";
    for (const IndexKind& index : index_kinds()) {
        head.append(" ").append(index.name).append(" |");
        line += "---|";
    }

    std::string details;
    std::string summary = "| crowd | question | fastest |\n|---|---|---|\n";
    for (const CrowdKind* crowd : choosing.crowds) {
        for (const char* name : {"tick", "few", "around"}) {
            const Question& question = question_named(name);
            std::vector<Size> contests;
            details.append("\n## ").append(crowd->name).append(", ").append(name);
            details.append("\n\nns per element of the crowd.\n\n| N ")
                .append(head)
                .append("\n|")
                .append(line)
                .append("\n");
            for (const std::size_t n : choosing.sizes) {
                contests.push_back({n, hold_contest(question, *crowd, n, choosing.isa, rounds_for(choosing, n))});
                details += size_row(contests.back());
                std::fprintf(stderr, "%s, %s, %zu\n", crowd->name.data(), name, n);
            }
            summary.append("| ")
                .append(crowd->name)
                .append(" | ")
                .append(name)
                .append(" | ")
                .append(told(reigns(contests)))
                .append(" |\n");
        }
    }

    std::string text = "# Which index\n\n" + facts_table(machine_facts()) + "| set, threads | " + choosing.isa +
                       ", 1 |\n\n" + summary +
                       "\nNames count from the smallest size measured; a lead of less than 5 % changes no winner.\n\n" +
                       crowd_list() + "\n";
    for (const char* name : {"tick", "few", "around"})
        text.append("* ").append(name).append(": ").append(question_named(name).meaning).append("\n");
    return text + details;
}

void choose(Options& options) {
    const Choosing choosing = choosing_from(options);
    const auto table = options.value("--table");
    require_all_taken(options);
    force_instruction_set(choosing.isa);
    write_table(table, report(choosing));
}

} // namespace

int main(int argc, char** argv) { return run_program("choosing_bench", usage, argc, argv, choose); }
