// SPDX-License-Identifier: MIT
// The rules of layers: what is apart, what a choice of layers means, and the faults of wrong ones.
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

constexpr Aabb here{{0, 0}, {1, 1}};

/// Elements in one place, element i in layers[i]: staged and committed.
std::vector<Id> settle_in(World& world, const std::vector<std::uint16_t>& layers, Motion motion = Motion::Dynamic,
                          const std::vector<std::uint32_t>& categories = {}) {
    std::vector<Id> ids(layers.size());
    EXPECT_TRUE(world.spawn(std::vector<Aabb>(layers.size(), here), motion, ids, categories, layers));
    EXPECT_TRUE(world.commit());
    return ids;
}

std::vector<Slot> found_by(const World& world, QueryOptions options) {
    Hits hits;
    options.order = Order::BySlot;
    EXPECT_TRUE(world.overlap(std::vector<Aabb>{here}, hits, options));
    return {hits[0].begin(), hits[0].end()};
}
std::vector<Slot> neighbors(const World& world, Slot of, QueryOptions options = {}) {
    Hits hits;
    options.order = Order::BySlot;
    EXPECT_TRUE(world.neighbors_of(std::vector<Slot>{of}, 1, hits, options));
    return {hits[0].begin(), hits[0].end()};
}
std::size_t pair_count(const World& world, const PairOptions& options = {}) {
    Pairs pairs;
    EXPECT_TRUE(world.pairs(pairs, options));
    return pairs.size();
}

using Slots = std::vector<Slot>;

TEST(Layers, QueriesFindAllOfThemUnlessSomeAreAsked) {
    World world(WorldDesc{});
    settle_in(world, {0, 3, 3, 7, 65535});

    EXPECT_EQ(found_by(world, {}), (Slots{0, 1, 2, 3, 4}));
    EXPECT_EQ(found_by(world, {.layers = LayerRange::only(3)}), (Slots{1, 2}));
    EXPECT_EQ(found_by(world, {.layers = {1, 7}}), (Slots{1, 2, 3}));
    EXPECT_EQ(found_by(world, {.layers = {7, 65535}}), (Slots{3, 4}));
    EXPECT_EQ(found_by(world, {.layers = LayerRange::only(5)}), Slots{});
    EXPECT_EQ(found_by(world, {.layers_by_query = std::vector<LayerRange>{{0, 3}}}), (Slots{0, 1, 2}));
}

TEST(Layers, AndCategoriesNarrowAnAnswerTogether) {
    World world(WorldDesc{});
    settle_in(world, {3, 3, 4, 0}, Motion::Dynamic, {1, 2, 1, 1});

    EXPECT_EQ(found_by(world, {.mask = 1, .layers = LayerRange::only(3)}), Slots{0});
    EXPECT_EQ(found_by(world, {.mask = 1}), (Slots{0, 2, 3}));
}

TEST(Layers, NeighborsAndPairsStayWithinOneUnlessAsked) {
    World world(WorldDesc{});
    settle_in(world, {0, 0, 5, 5, 6});

    EXPECT_EQ(neighbors(world, 0), Slots{1});
    EXPECT_EQ(neighbors(world, 2), Slots{3});
    EXPECT_EQ(neighbors(world, 2, {.layers = {6, 9}}), Slots{}) << "its own layer is none of these";
    EXPECT_EQ(neighbors(world, 2, {.across_layers = true}), (Slots{0, 1, 3, 4}));
    EXPECT_EQ(neighbors(world, 2, {.layers = {6, 9}, .across_layers = true}), Slots{4});
    EXPECT_EQ(pair_count(world), 2u);
    EXPECT_EQ(pair_count(world, {.layers = {5, 6}}), 1u);
    EXPECT_EQ(pair_count(world, {.across_layers = true}), 10u);
    EXPECT_EQ(pair_count(world, {.layers = {5, 6}, .across_layers = true}), 3u);
}

TEST(Layers, AChangeEndsPairsAndBeginsOthers) {
    World world(WorldDesc{.track_overlaps = true});
    const std::vector<Id> ids = settle_in(world, {1, 1, 2});
    Pairs begun, ended;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_EQ(begun.size(), 1u);

    ASSERT_TRUE(world.set_layers(std::vector<Id>{ids[1]}, std::vector<std::uint16_t>{2}));
    EXPECT_EQ(world.layer_of(1), 1) << "only staged";
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(world.layer_of(1), 2);
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_EQ(begun.size(), 1u);
    EXPECT_EQ(begun.ids()[0].a, ids[1]);
    EXPECT_EQ(begun.ids()[0].b, ids[2]);
    ASSERT_EQ(ended.size(), 1u);
    EXPECT_EQ(ended.ids()[0].a, ids[0]);
    EXPECT_EQ(ended.ids()[0].b, ids[1]);
}

TEST(Layers, TheLaterOfTwoStagedCountsAndDiscardForgetsBoth) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle_in(world, {4});
    ASSERT_TRUE(world.set_layers(ids, std::vector<std::uint16_t>{5}));
    ASSERT_TRUE(world.set_layers(ids, std::vector<std::uint16_t>{6}));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.layer_of(0), 6);

    ASSERT_TRUE(world.set_layers(ids, std::vector<std::uint16_t>{7}));
    world.discard();
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.layer_of(0), 6);
}

// With the box of move_all, or if that is faulty with the one that it had.
TEST(Layers, AnElementThatChangesItsLayerMovesAlong) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle_in(world, {0, 1, 2});
    const std::vector<Aabb> boxes = {box_at(10), {{nan, 0}, {0, 0}}, box_at(20)};
    ASSERT_TRUE(world.set_layers(ids, std::vector<std::uint16_t>{1, 2, 0}));
    ASSERT_TRUE(world.move_all(boxes));

    const Status status = world.commit();

    EXPECT_TRUE(same_status({Fault::InvalidBounds, 1, 1}, status));
    EXPECT_TRUE(same_box(world.bounds_of(0), box_at(10)));
    EXPECT_TRUE(same_box(world.bounds_of(1), here));
    EXPECT_TRUE(same_box(world.bounds_of(2), box_at(20)));
    EXPECT_TRUE(world.validate());
}

TEST(Layers, EqualDistancesAreRankedBySlotWhereverTheyAre) {
    World world(WorldDesc{});
    settle_in(world, {9, 2, 9, 0, 2, 9});
    const std::vector<Vec2> at{{0.5f, 0.5f}};
    Hits hits;

    ASSERT_TRUE(world.nearest(at, 4, 9, hits));

    EXPECT_EQ(Slots(hits[0].begin(), hits[0].end()), (Slots{0, 1, 2, 3}));
    EXPECT_EQ(hits.found(0), 4u);
}

TEST(Layers, ASnapshotKeepsThoseOfItsCommit) {
    WorldSnapshot snapshot;
    {
        World world(WorldDesc{});
        const std::vector<Id> ids = settle_in(world, {1, 2});
        snapshot = world.snapshot();
        ASSERT_TRUE(world.set_layers(ids, std::vector<std::uint16_t>{2, 3}));
        ASSERT_TRUE(world.commit());
        EXPECT_EQ(world.layer_of(0), 2);
    }
    EXPECT_EQ(snapshot.layer_of(0), 1);
    EXPECT_EQ(snapshot.layer_of(1), 2);
    EXPECT_EQ(snapshot.layer_of(2), 0);
    EXPECT_TRUE(snapshot.validate());
}

TEST(Layers, WrongOnesAreTold) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle_in(world, {0, 1});
    const std::vector<Aabb> boxes(2, here);
    const std::vector<LayerRange> one(1), backwards{{0, 3}, {2, 1}};
    const std::vector<Vec2> points(2, Vec2{0, 0});
    Hits hits;
    Pairs pairs;
    std::vector<Id> more(2);
    std::vector<std::uint8_t> seen(2, 7);
    const auto refused = [](const Status& status) { return same_status(failed_call(Fault::InvalidArgument), status); };

    EXPECT_TRUE(refused(world.spawn(boxes, Motion::Dynamic, more, {}, std::vector<std::uint16_t>{1})));
    EXPECT_TRUE(refused(world.set_layers(ids, std::vector<std::uint16_t>{1})));
    EXPECT_TRUE(same_status({Fault::StaleId, 1, 1},
                            world.set_layers(std::vector<Id>{ids[0], Id{}}, std::vector<std::uint16_t>{1, 1})));
    EXPECT_TRUE(refused(world.overlap(boxes, hits, {.layers = {2, 1}})));
    EXPECT_TRUE(refused(world.overlap(boxes, hits, {.layers_by_query = one})));
    EXPECT_TRUE(refused(world.overlap(boxes, hits, {.layers_by_query = backwards})));
    EXPECT_TRUE(refused(world.neighbors(1, hits, {.layers = {2, 1}})));
    EXPECT_TRUE(refused(world.pairs(pairs, {.layers = {2, 1}})));
    EXPECT_TRUE(refused(world.visible(points, points, 1, {}, seen)));
    EXPECT_TRUE(refused(world.visible(points, points, 1, backwards, seen)));
    EXPECT_EQ(seen, std::vector<std::uint8_t>(2, 7));

    std::vector<Query> queries(3, Query::overlap(here));
    queries[1].layers = {2, 1};
    EXPECT_TRUE(same_status({Fault::InvalidArgument, 1, 1}, world.query(queries, hits)));
    EXPECT_EQ(hits[0].size() + hits[2].size(), 4u);
    EXPECT_EQ(hits[1].size(), 0u);
}

// A list that was full on the way has to begin some elements again, which must leave no trace.
TEST(Layers, PairsAcrossThemAreCountedOnceWhateverRoomThereIs) {
    World world(WorldDesc{});
    std::vector<std::uint16_t> layers(600);
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i] = static_cast<std::uint16_t>(i % 4);
    settle_in(world, layers);
    const PairOptions across{.across_layers = true};
    Pairs roomy;
    ASSERT_TRUE(roomy.reserve(1'000'000));

    ASSERT_TRUE(world.pairs(roomy, across));

    const auto all = static_cast<std::uint32_t>(roomy.size());
    EXPECT_EQ(all, 600u * 599 / 2);
    for (const std::size_t room : {0u, 1'000u, 20'000u, 100'000u}) {
        Pairs pairs;
        ASSERT_TRUE(pairs.reserve(room));
        ASSERT_TRUE(world.pairs(pairs, across));
        EXPECT_EQ(pairs.candidates(), roomy.candidates()) << "with room for " << room;
        EXPECT_EQ(pairs.hash(), roomy.hash()) << "with room for " << room;
    }
    for (const std::uint32_t limit : {all / 5, all / 2, all - 1}) {
        Pairs pairs;
        const Status status = world.pairs(pairs, {.limit = limit, .across_layers = true});
        EXPECT_TRUE(has(status.faults, Fault::OutOfCapacity));
        EXPECT_EQ(status.count, all) << "with a limit of " << limit;
    }
}

TEST(Layers, OtherIndexesHaveNone) {
    RowGrid grid{RowGridDesc{}};
    const std::vector<Aabb> boxes(2, here);
    const std::vector<LayerRange> ranges(2);
    ASSERT_TRUE(grid.build(boxes));
    Hits hits;
    Pairs pairs;
    for (const QueryOptions& bad :
         {QueryOptions{.layers = {0, 1}}, QueryOptions{.layers_by_query = ranges}, QueryOptions{.across_layers = true}})
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.overlap(boxes, hits, bad)));
    for (const PairOptions& bad : {PairOptions{.layers = {0, 1}}, PairOptions{.across_layers = true}})
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.pairs(pairs, bad)));
    EXPECT_TRUE(grid.overlap(boxes, hits, {.layers = {}}));
}

// One element in each, all in one place.
TEST(Layers, OfThemAllEachElementIsAlone) {
    constexpr std::size_t all = 65536;
    CountingMemory memory;
    World world({.memory = memory.memory()});
    std::vector<std::uint16_t> layers(all);
    for (std::size_t i = 0; i < all; ++i) layers[i] = static_cast<std::uint16_t>(i * 40503);
    const std::vector<Id> ids = settle_in(world, layers);
    Hits hits;

    ASSERT_TRUE(world.neighbors(5, hits));

    EXPECT_EQ(hits.slots().size(), 0u);
    EXPECT_EQ(pair_count(world), 0u);
    EXPECT_EQ(found_by(world, {.layers = LayerRange::only(40503)}), Slots{1});
    EXPECT_EQ(found_by(world, {}).size(), all);
    EXPECT_LT(memory.live_bytes(), all * 16384) << "bytes of a layer";
    RecordProperty("bytes_per_layer", static_cast<int>(memory.live_bytes() / all));
    std::vector<Aabb> boxes(all, box_at(3));
    ASSERT_TRUE(world.move_all(boxes));
    ASSERT_TRUE(world.commit());
    EXPECT_TRUE(same_box(world.bounds_of(77), box_at(3)));
}

// What did not change is shared with the version before.
TEST(Layers, AtRestAreNotCopied) {
    CountingMemory memory;
    World world({.memory = memory.memory()});
    constexpr std::uint16_t floors = 50;
    constexpr std::size_t people = 400;
    std::vector<Aabb> boxes;
    std::vector<std::uint16_t> layers;
    for (std::uint16_t floor = 0; floor < floors; ++floor)
        for (const Aabb& box : row_of(people)) boxes.push_back(box), layers.push_back(floor);
    std::vector<Id> ids(boxes.size());
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, {}, layers));
    ASSERT_TRUE(world.commit());
    const std::size_t before = memory.live_bytes();

    for (int tick = 0; tick < 4; ++tick) {
        const std::size_t last = ids.size() - 1;
        ASSERT_TRUE(world.move(std::vector<Id>{ids[last]}, std::vector<Aabb>{box_at(static_cast<float>(tick))}));
        ASSERT_TRUE(world.commit());
    }

    EXPECT_LT(memory.live_bytes() - before, ids.size() * 8 + 50'000) << "columns of slots, and one floor";
}

} // namespace
} // namespace throng::test
