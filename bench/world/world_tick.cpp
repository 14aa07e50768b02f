// SPDX-License-Identifier: MIT
// move_all, commit, and every overlapping pair.
#include "bench/world/world_tick.hpp"

#include "bench/common/hashes.hpp"
#include "bench/common/subject.hpp"

#include <throng/hits.hpp>

#include <utility>

namespace throng::bench {
namespace {

class TickOfWorld final : public Contender {
public:
    TickOfWorld(WorldTick tick, const Content& content, bool one_thread)
        : tick_(tick), world_(world_of(content, one_thread)) {}

    void ask(const Crowd& crowd) override {
        require(world_.move_all(crowd.boxes()));
        require(world_.commit());
        if (tick_ == WorldTick::CommitAndPairs) find();
    }
    Answer answer(const Crowd& crowd) override {
        if (tick_ == WorldTick::Commit) find();
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.size()),
                .candidates = static_cast<double>(found_.candidates()),
                .hash = hash_pairs(found_.view())};
    }

private:
    // Others have no static elements, and find the pairs of those as well.
    void find() { require(world_.pairs(found_, {.static_static = true})); }

    WorldTick tick_;
    World world_;
    Pairs found_;
};

} // namespace

std::vector<Runner> tick_runners(WorldTick tick, const Content& content, Beside beside, bool one_thread) {
    const Question& question = question_named(tick == WorldTick::Commit ? "update" : "tick");
    std::vector<Runner> list;
    list.push_back({{"World", std::make_unique<TickOfWorld>(tick, content, one_thread)}});
    if (beside.row_grid) {
        std::unique_ptr<Subject> grid = question.subject({.index = &index_kind("row_grid"), .one_thread = one_thread});
        grid->build(content.crowd);
        list.push_back({{"row grid", std::move(grid)}});
    }
    if (beside.boost) {
        for (Named& peer : peers_for(question, content.crowd.size(), 1)) list.push_back({std::move(peer)});
    }
    return list;
}

} // namespace throng::bench
