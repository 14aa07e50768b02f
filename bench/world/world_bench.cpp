// SPDX-License-Identifier: MIT
// What a World costs over the structures behind it: its tick beside the row grid's, beside Boost's R-tree with things
// of all kinds, and mixed batches of queries. Exit code 3: two of them gave different answers.
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"
#include "bench/common/subject.hpp"
#include "bench/world/mixed_batch.hpp"
#include "bench/world/world_report.hpp"
#include "bench/world/world_tick.hpp"

#include <cstdio>
#include <stdexcept>

namespace {

using namespace throng::bench;
using throng::Query;
using throng::World;

constexpr const char* usage = "usage: world_bench [--question NAME,...] [--n N] [--queries Q] [--land A] [--rounds R] "
                              "[--isa NAME] [--threads 1|0] [--no-peers]\n"
                              "                   [--table FILE] [--json FILE]\n"
                              "  --question      default all of tick, move_all, content, content_vast, content_commit, "
                              "mixed, mixed_masked, mixed_content,\n"
                              "                  mixed_content_masked\n"
                              "  --n             elements, default 1000000\n"
                              "  --land          area for each element of a content of all kinds, default 1\n"
                              "  --queries       of a mixed batch, default 1000000\n"
                              "  --rounds        measured ticks or batches of each contender, default 21; up to 60\n"
                              "  --isa           default what THRONG_ISA names, or the widest\n"
                              "  --threads       1 is serial(), 0 all; default 1\n"
                              "  --no-peers      Boost's R-tree takes no part\n"
                              "  --table FILE    where the Markdown goes; default standard output\n"
                              "  --json FILE     all figures once more\n";

struct Setup {
    std::size_t n, queries, rounds;
    float land;
    bool one_thread, peers;
};

std::string note_on(const Content& content, const Setup& setup) {
    const World world = world_of(content, setup.one_thread);
    const throng::WorldStats stats = world.stats();
    return "row grid " + std::to_string(stats.row_grid) + ", loose quadtree " + std::to_string(stats.loose_quadtree) +
           ", static tree " + std::to_string(stats.static_tree) + "; " +
           std::to_string(stats.bytes / content.crowd.size()) + " bytes per element before the first tick";
}

WorldFigure tick_figure(const std::string& question, WorldTick tick, Content content, Beside beside,
                        const Setup& setup) {
    std::vector<Runner> all = tick_runners(tick, content, beside, setup.one_thread);
    const std::string note = note_on(content, setup);
    run_rounds(all, content.crowd, Motion::All, setup.rounds);
    require_same_answers(all, content.crowd, question + ", " + std::string(content.name));
    return {question, std::string(content.name), "elements", setup.rounds, lines_of(all, content.crowd), note};
}

WorldFigure mixed_figure(const std::string& question, Content content, bool masked, const Setup& setup) {
    if (masked) categorize(content);
    const World world = world_of(content, setup.one_thread);
    const std::vector<Query> queries = mixed_queries(content.crowd, setup.queries, masked);
    const std::string where = question + ", " + std::string(content.name);
    std::vector<Runner> all = mixed_runners(world, queries);
    run_rounds(all, content.crowd, Motion::None, setup.rounds);
    require_same_answers(std::span(all).first(whole_batch_runners), content.crowd, where);

    throng::Hits found;
    require(world.query(queries, found));
    judge_by_brute_force(content, queries, found, where);
    return {question,     std::string(content.name),    "queries",
            setup.rounds, lines_of(all, content.crowd), note_on(content, setup)};
}

constexpr const char* every_question =
    "tick,move_all,content,content_vast,content_commit,mixed,mixed_masked,mixed_content,mixed_content_masked";

WorldFigure figure_of(const std::string& name, const Setup& setup) {
    constexpr Beside row_grid{.row_grid = true, .boost = false};
    const Beside boost{.row_grid = false, .boost = setup.peers};
    const auto crowd = [&] {
        Content content = crowd_content(crowd_kinds().front(), setup.n);
        content.name = "crowd"; // as all results call it
        return content;
    };
    const auto kinds = [&] { return content_of_kinds(setup.n, setup.land); };
    if (name == "tick") return tick_figure(name, WorldTick::CommitAndPairs, crowd(), row_grid, setup);
    if (name == "move_all") return tick_figure(name, WorldTick::Commit, crowd(), row_grid, setup);
    if (name == "content") return tick_figure(name, WorldTick::CommitAndPairs, kinds(), boost, setup);
    if (name == "content_vast")
        return tick_figure(name, WorldTick::CommitAndPairs, content_with_vast_giants(setup.n, setup.land), boost,
                           setup);
    if (name == "content_commit") return tick_figure(name, WorldTick::Commit, kinds(), boost, setup);
    if (name == "mixed") return mixed_figure(name, crowd(), false, setup);
    if (name == "mixed_masked") return mixed_figure(name, crowd(), true, setup);
    if (name == "mixed_content") return mixed_figure(name, kinds(), false, setup);
    if (name == "mixed_content_masked") return mixed_figure(name, kinds(), true, setup);
    throw std::invalid_argument("there is no question '" + name + "'");
}

void measure(Options& options) {
    const std::string names = options.value("--question").value_or(every_question);
    const Setup setup{.n = options.number("--n", 1'000'000, 2),
                      .queries = options.number("--queries", 1'000'000),
                      .rounds = options.number("--rounds", 21),
                      .land = options.real("--land", 1),
                      .one_thread = options.number("--threads", 1, 0) == 1,
                      .peers = !options.flag("--no-peers")};
    const std::string isa = options.value("--isa").value_or(chosen_instruction_set());
    const auto table = options.value("--table"), json = options.value("--json");
    require_all_taken(options);
    if (setup.rounds > 60)
        throw std::invalid_argument("--rounds needs a number up to 60: the crowd leaves the order of its arrays");
    if (setup.land == 0) throw std::invalid_argument("--land needs a number above 0");
    force_instruction_set(isa);

    auto facts = machine_facts();
    facts.push_back({"set, threads", isa + (setup.one_thread ? ", 1" : ", all")});
    std::vector<WorldFigure> figures;
    each_word(names, [&](std::string_view name) {
        figures.push_back(figure_of(std::string(name), setup));
        std::fprintf(stderr, "%s\n", figures.back().question.c_str());
    });
    write_table(table, world_markdown(facts, figures));
    if (json) write_file(*json, world_json(facts, figures));
}

} // namespace

int main(int argc, char** argv) { return run_program("world_bench", usage, argc, argv, measure); }
