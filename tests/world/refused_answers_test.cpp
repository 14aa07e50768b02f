// SPDX-License-Identifier: MIT
// Fail-at-k of a World's queries: whichever request for memory of an answer is refused, the call says OutOfMemory and
// the answer is empty, or it is right without that memory.
#include "scenes/crowd.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::CountingMemory;

struct Answer {
    explicit Answer(Memory memory) : hits(memory), pairs(memory) {}
    std::size_t size() const { return hits.size() + pairs.size(); }
    std::uint64_t hash() const { return hits.hash() * 31 + pairs.hash(); }

    Hits hits;
    Pairs pairs;
};

struct Question {
    const char* name;
    std::function<Status(const World&, const Crowd&, Answer&, Executor)> ask;
};

std::vector<Query> mixed(const Crowd& crowd) {
    std::vector<Query> queries;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        const Vec2 at{crowd.x[i], crowd.y[i]};
        queries.push_back(i % 2 == 0 ? Query::nearest(at, 3, 9) : Query::within({at, 2}));
    }
    return queries;
}

const Question questions[] = {
    {"overlap",
     [](const World& w, const Crowd& c, Answer& to, Executor e) { return w.overlap(c.boxes(), to.hits, {}, e); }},
    {"within",
     [](const World& w, const Crowd& c, Answer& to, Executor e) {
         return w.within({c.centers(), 2}, to.hits, {.order = Order::BySlot, .distances = true}, e);
     }},
    {"nearest", [](const World& w, const Crowd& c, Answer& to,
                   Executor e) { return w.nearest(c.centers(), 5, 9, to.hits, {}, e); }},
    {"cast", [](const World& w, const Crowd& c, Answer& to,
                Executor e) { return w.cast(RayView(c.centers(), c.centers(), 1), to.hits, {}, e); }},
    {"along", [](const World& w, const Crowd& c, Answer& to,
                 Executor e) { return w.along(RayView(c.centers(), c.centers(), 1), to.hits, {}, e); }},
    {"neighbors", [](const World& w, const Crowd&, Answer& to, Executor e) { return w.neighbors(2, to.hits, {}, e); }},
    {"neighbors across layers",
     [](const World& w, const Crowd&, Answer& to, Executor e) {
         return w.neighbors(2, to.hits, {.limit = 3, .across_layers = true}, e);
     }},
    {"neighbors in one layer", [](const World& w, const Crowd&, Answer& to,
                                  Executor e) { return w.neighbors(2, to.hits, {.layers = LayerRange::only(0)}, e); }},
    {"neighbors_of",
     [](const World& w, const Crowd&, Answer& to, Executor e) {
         return w.neighbors_of({1, 2, 3, 70}, 2, to.hits, {}, e);
     }},
    {"query", [](const World& w, const Crowd& c, Answer& to, Executor e) { return w.query(mixed(c), to.hits, {}, e); }},
    {"pairs", [](const World& w, const Crowd&, Answer& to,
                 Executor e) { return w.pairs(to.pairs, {.order = Order::BySlot, .across_layers = true}, e); }},
};

class RefusedAnswersOfAWorld : public testing::TestWithParam<std::uint16_t> {
protected:
    // A crowd with props among it, and walls.
    void SetUp() override {
        for (std::size_t i = 0; i < crowd.size(); i += 40) crowd.half_extent[i] = 3;
        const auto floors = [](std::size_t count) {
            std::vector<std::uint16_t> of(GetParam() > 1 ? count : 0);
            for (std::size_t i = 0; i < of.size(); ++i) of[i] = static_cast<std::uint16_t>(i % GetParam());
            return of;
        };
        std::vector<Id> ids(crowd.size());
        ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids, {}, floors(ids.size())));
        ids.resize(30);
        ASSERT_TRUE(world.spawn(row_of(30), Motion::Static, ids, {}, floors(ids.size())));
        ASSERT_TRUE(world.commit());
    }

    Crowd crowd{1500}; // of several blocks
    World world{{.agent_half_extent = 1, .prop_half_extent = 9}};
};
INSTANTIATE_TEST_SUITE_P(Of, RefusedAnswersOfAWorld, testing::Values(1, 3),
                         [](const auto& one) { return one.param == 1 ? "OneLayer" : "Layers"; });

TEST_P(RefusedAnswersOfAWorld, AreEmptyOrRight) {
    for (const Question& question : questions) {
        for (const bool in_blocks : {false, true}) {
            SCOPED_TRACE(testing::Message() << question.name << (in_blocks ? ", in blocks" : ""));
            const Executor executor = in_blocks ? reversed() : serial();
            CountingMemory memory;
            Answer right(memory.memory());
            ASSERT_TRUE(question.ask(world, crowd, right, executor));
            ASSERT_GT(right.size(), 0u);
            std::size_t told = 0;
            bool struck = true;
            for (std::size_t k = 1; struck; ++k) {
                ASSERT_LT(k, 200u) << "endless";
                Answer answer(memory.memory());
                memory.refuse(k);
                const Status status = question.ask(world, crowd, answer, executor);
                struck = memory.refused();
                memory.refuse(0);
                if (status) {
                    EXPECT_EQ(answer.hash(), right.hash()) << "request " << k;
                    continue;
                }
                ++told;
                EXPECT_TRUE(same_status(failed_call(Fault::OutOfMemory), status)) << "request " << k;
                EXPECT_EQ(answer.size(), 0u) << "request " << k;
            }
            EXPECT_GT(told, 0u) << "the call takes no memory: the test proves nothing";
        }
    }
}

} // namespace
} // namespace throng::test
