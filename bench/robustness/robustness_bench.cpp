// SPDX-License-Identifier: MIT
// How much of its speed a tick keeps in crowds that are anything but uniform: clusters, a hot spot, streams, giants, a
// heap. All crowds take turns within each round. Exit code 3: answers differ.
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"
#include "bench/common/workload.hpp"
#include "bench/robustness/robustness_report.hpp"
#include "bench/world/world_tick.hpp"

#include <algorithm>
#include <stdexcept>

namespace {

using namespace throng::bench;

constexpr const char* usage =
    "usage: robustness_bench [--crowd KIND,...] [--n N] [--rounds R] [--isa NAME] [--threads 1|0] [--no-peers] "
    "[--table FILE] [--json FILE]\n"
    "  --crowd         default clustered,hot_spot,streams,sparse,giants,heap; beside the common one\n"
    "  --n             elements, default 100000; of a heap at most 4096\n"
    "  --rounds        measured ticks of each contender, default 15; up to 60\n"
    "  --isa           default what THRONG_ISA names, or the widest\n"
    "  --threads       1 is serial(), 0 all; default 1\n"
    "  --no-peers      Boost's R-tree takes no part\n"
    "  --table FILE    where the Markdown goes; default standard output\n"
    "  --json FILE     all figures once more\n";

struct Setup {
    std::vector<const CrowdKind*> crowds; // the common one first
    std::size_t n, rounds;
    bool one_thread, peers;
};

struct Walking {
    Content content;
    std::vector<Runner> all;
};

std::vector<CrowdFigure> measure_rounds(const Setup& setup) {
    std::vector<Walking> crowds;
    for (const CrowdKind* kind : setup.crowds) {
        Content content = crowd_content(*kind, std::min(setup.n, kind->most));
        const Beside beside{.row_grid = true, .boost = setup.peers};
        std::vector<Runner> all = tick_runners(WorldTick::CommitAndPairs, content, beside, setup.one_thread);
        crowds.push_back({std::move(content), std::move(all)});
    }
    for (std::size_t round = 0; round < warm_up_ticks + setup.rounds; ++round) {
        for (std::size_t turn = 0; turn < crowds.size(); ++turn) {
            Walking& each = crowds[(round + turn) % crowds.size()];
            run_round(each.all, each.content.crowd, Motion::All, round);
        }
    }
    std::vector<CrowdFigure> figures;
    for (const Walking& each : crowds) {
        require_same_answers(each.all, each.content.crowd, std::string(each.content.name));
        for (const Runner& runner : each.all) {
            const Answer answer = runner.named.contender->answer(each.content.crowd);
            figures.push_back({std::string(each.content.name), runner.named.name, answer.queries, answer.hits,
                               answer.candidates, runner.seconds});
        }
    }
    return figures;
}

void measure(Options& options) {
    Setup setup{.crowds = {&crowd_kinds().front()},
                .n = options.number("--n", 100'000, 2),
                .rounds = options.number("--rounds", 15),
                .one_thread = options.number("--threads", 1, 0) == 1,
                .peers = !options.flag("--no-peers")};
    each_word(options.value("--crowd").value_or("clustered,hot_spot,streams,sparse,giants,heap"),
              [&](std::string_view name) {
                  const CrowdKind* const kind = &crowd_kind(name);
                  if (std::find(setup.crowds.begin(), setup.crowds.end(), kind) == setup.crowds.end())
                      setup.crowds.push_back(kind);
              });
    const std::string isa = options.value("--isa").value_or(chosen_instruction_set());
    const auto table = options.value("--table"), json = options.value("--json");
    require_all_taken(options);
    if (setup.rounds > 60)
        throw std::invalid_argument("--rounds needs a number up to 60: the crowd leaves the order of its arrays");
    force_instruction_set(isa);

    Facts facts = machine_facts();
    facts.push_back({"set, threads", isa + (setup.one_thread ? ", 1" : ", all")});
    facts.push_back({"rounds", std::to_string(setup.rounds)});
    const std::vector<CrowdFigure> figures = measure_rounds(setup);
    write_table(table, robustness_markdown(facts, figures));
    if (json) write_file(*json, robustness_json(facts, figures));
}

} // namespace

int main(int argc, char** argv) { return run_program("robustness_bench", usage, argc, argv, measure); }
