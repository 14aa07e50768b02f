// SPDX-License-Identifier: MIT
// The host that runs the work of a call: none for small batches, else the call's host before the object's, and never
// from inside a task.
#include "scenes/crowd.hpp"
#include "tests/support/every_call.hpp"
#include "tests/support/index_kinds.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

// Runs all tasks where it is called, and keeps count.
struct Host {
    int calls = 0, nested = 0;
    bool inside = false;

    Executor executor() {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    auto& host = *static_cast<Host*>(self);
                    ++host.calls;
                    host.nested += host.inside ? 1 : 0;
                    host.inside = true;
                    for (std::uint32_t i = 0; i < count; ++i) task(context, i);
                    host.inside = false;
                },
                this};
    }
};

class Hosts : public testing::TestWithParam<IndexKind> {
protected:
    // All queries and changes once, each change of the same elements.
    void make_every_call(AnyIndex& index, const Crowd& crowd, Executor of_call) {
        Hits hits;
        Pairs pairs;
        std::vector<std::uint32_t> counts(crowd.size());
        for (const IndexQuery& query : every_query(crowd)) ASSERT_TRUE(query(index, hits, of_call));
        ASSERT_TRUE(index.pairs(pairs, {}, of_call));
        ASSERT_TRUE(index.count(crowd.boxes(), counts, {}, of_call));
        for (const Change& change : every_change(kind, crowd.boxes(), static_cast<Slot>(crowd.size()))) {
            ASSERT_TRUE(change(index, of_call));
            ASSERT_TRUE(index.build(crowd.boxes(), serial()));
        }
    }

    const IndexKind kind = GetParam();
    Host host;
};
INSTANTIATE_TEST_SUITE_P(Each, Hosts, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Hosts, AreNotAskedForSmallBatches) {
    for (const std::size_t n : {1u, 20u, 1'024u}) {
        const Crowd crowd(n);
        for (const IndexOptions& options : {IndexOptions{}, IndexOptions{.bounds = {{0, 0}, {62, 62}}, .cell = 1}}) {
            const auto index = kind.open(options);
            ASSERT_TRUE(index->build(crowd.boxes(), host.executor()));
            make_every_call(*index, crowd, host.executor());
            EXPECT_EQ(host.calls, 0) << n << " elements";
        }
    }
}

TEST_P(Hosts, OfTheObjectRunWhatBringsNoneAndNeverNest) {
    const Crowd crowd(20'000);
    const auto index = kind.open({.executor = host.executor()});
    ASSERT_TRUE(index->build(crowd.boxes()));
    EXPECT_GT(host.calls, 0) << "by a build";
    Hits hits;
    for (const IndexQuery& query : every_query(crowd)) {
        const int before = host.calls;
        ASSERT_TRUE(query(*index, hits, {}));
        const bool large = hits.size() > 1'024;
        EXPECT_EQ(host.calls > before, large);
    }
    make_every_call(*index, crowd, {});
    EXPECT_EQ(host.nested, 0);

    host.calls = 0;
    make_every_call(*index, crowd, serial());
    EXPECT_EQ(host.calls, 0) << "the call's own comes before it";
}

TEST(HostOfAWorld, RunsCommitsAndQueriesOfItAndItsSnapshotsAndNeverNests) {
    Host host;
    Crowd crowd(20'000);
    World world({.track_overlaps = true, .executor = host.executor()});
    std::vector<Id> ids(crowd.size());
    ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    EXPECT_GT(host.calls, 0) << "by a commit";
    crowd.step();
    ASSERT_TRUE(world.move_all(crowd.boxes()));
    ASSERT_TRUE(world.commit());
    Hits hits;
    host.calls = 0;
    ASSERT_TRUE(world.neighbors(2, hits));
    EXPECT_GT(host.calls, 0) << "by a query";
    host.calls = 0;
    ASSERT_TRUE(world.snapshot().neighbors(2, hits));
    EXPECT_GT(host.calls, 0) << "by a snapshot's";
    EXPECT_EQ(host.nested, 0);
}

TEST(HostOfAWorld, IsNotAskedForFew) {
    Host host;
    const Crowd crowd(600);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < crowd.size(); ++i) { // every route
        const float half = i % 20 == 0 ? 40.f : i % 3 == 0 ? 4.f : 0.4f;
        boxes.push_back(predicates::box_around({crowd.x[i], crowd.y[i]}, half));
    }
    World world(
        {.bounds = {{0, 0}, {1000, 1000}}, .agent_half_extent = 0.5f, .prop_half_extent = 8, .track_overlaps = true});
    std::vector<Id> ids(boxes.size()), walls(boxes.size());
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
    ASSERT_TRUE(world.spawn(boxes, Motion::Static, walls));
    ASSERT_TRUE(world.commit(host.executor()));
    ASSERT_TRUE(world.move(std::span(walls).first(9), std::span<const Aabb>(boxes).first(9)));
    ASSERT_TRUE(world.move(ids, boxes));
    ASSERT_TRUE(world.commit(host.executor()));
    ASSERT_GT(world.stats().row_grid, 0u);
    ASSERT_EQ(world.stats().static_tree, walls.size());
    ASSERT_GT(world.stats().loose_quadtree, 0u);
    Hits hits;
    Pairs pairs;
    ASSERT_TRUE(world.overlap(boxes, hits, {}, host.executor()));
    ASSERT_TRUE(
        world.query(std::vector<throng::Query>(600, throng::Query::within({{5, 5}, 3})), hits, {}, host.executor()));
    ASSERT_TRUE(world.pairs(pairs, {}, host.executor()));
    EXPECT_EQ(host.calls, 0);
}

} // namespace
} // namespace throng::test
