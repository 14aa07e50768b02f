// SPDX-License-Identifier: MIT
// What a commit of a World does as a whole, and how worlds and snapshots open, move, fail and end.
#include "support/counting_memory.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

TEST(WorldCommit, OfNothingChangesNothingButWhatChanged) {
    World world({.track_overlaps = true});
    ASSERT_TRUE(world.commit());
    const std::vector<Id> ids = settle(world, {box_at(0), box_at(0.5f)});
    Pairs begun, ended;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    EXPECT_EQ(begun.size(), 1u);

    ASSERT_TRUE(world.commit());

    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    EXPECT_EQ(begun.size() + ended.size(), 0u);
    EXPECT_TRUE(world.alive(ids[0]));
    EXPECT_EQ(world.size(), 2u);
}

TEST(WorldCommit, EndsThePairsOfTheDespawnedEvenWhereTheirSlotTouchesAgain) {
    World world({.track_overlaps = true});
    const std::vector<Id> ids = settle(world, {box_at(0), box_at(0.5f)});
    Pairs begun, ended;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[1]}));
    ASSERT_TRUE(world.commit());
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_EQ(ended.ids().size(), 1u);
    EXPECT_EQ(ended.ids()[0].b, ids[1]);

    const Id again = settle(world, {box_at(0.5f)})[0];

    ASSERT_EQ(again.slot, ids[1].slot);
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_EQ(begun.ids().size(), 1u);
    EXPECT_EQ(begun.ids()[0].b, again);
    EXPECT_EQ(ended.size(), 0u);
}

TEST(WorldCommit, MakesNoPairOfTwoStaticElements) {
    World world({.track_overlaps = true});
    (void)spawn(world, {box_at(0), box_at(0.5f)}, Motion::Static);
    (void)settle(world, {box_at(0.75f)});
    Pairs begun, ended;

    ASSERT_TRUE(world.overlaps_changed(begun, ended));

    EXPECT_EQ(begun.size(), 2u);
    Pairs all;
    ASSERT_TRUE(world.pairs(all, {.static_static = true}));
    EXPECT_EQ(all.size(), 3u);
}

TEST(WorldCommit, BeyondCapacityKeepsTheWorldAndWhatIsStaged) {
    World world({.capacity = {.elements = 3, .static_elements = 1}});
    const std::vector<Id> ids = settle(world, row_of(3));
    const Status full = failed_call(Fault::OutOfCapacity);

    const Id fourth = spawn(world, row_of(1))[0];
    EXPECT_TRUE(same_status(full, world.commit()));
    EXPECT_EQ(world.size(), 3u);
    EXPECT_FALSE(world.alive(fourth));
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[0]}));
    EXPECT_TRUE(world.commit()) << "there is room now";
    EXPECT_TRUE(world.alive(fourth));

    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[1], ids[2]}));
    const std::vector<Id> still = spawn(world, row_of(2), Motion::Static);
    EXPECT_TRUE(same_status(full, world.commit()));
    ASSERT_TRUE(world.despawn(std::vector<Id>{still[0]}));
    EXPECT_TRUE(world.commit());
    EXPECT_EQ(world.high_water().elements, 3u);
    EXPECT_EQ(world.high_water().static_elements, 1u);
}

TEST(WorldCommit, PutsAllOfOneSizeIntoTheRowGridWhateverTheSize) {
    for (const float half : {0.0f, 1e-30f, 0.25f, 1.0f, 3.0f, 500.0f, 1e30f, 1.6e38f}) {
        World world(WorldDesc{});
        const std::vector<Id> ids = settle(world, {{{-half, -half}, {half, half}}, {{-half, 0}, {half, 0}}});
        EXPECT_EQ(world.route(ids[0]), Route::RowGrid) << half;
        EXPECT_TRUE(world.validate()) << half;
    }
}

TEST(WorldCommit, PutsElementsWhereTheirSizeBelongs) {
    World world({.agent_half_extent = 1, .prop_half_extent = 10});
    const std::vector<Id> ids = settle(world, {box_at(0), {{0, 0}, {8, 3}}, {{0, 0}, {90, 3}}});
    EXPECT_EQ(world.route(ids[0]), Route::RowGrid);
    EXPECT_EQ(world.route(ids[1]), Route::LooseQuadtree);
    EXPECT_EQ(world.route(ids[2]), Route::LooseQuadtree);

    ASSERT_TRUE(world.move(std::vector<Id>{ids[2], ids[0]}, std::vector<Aabb>{box_at(3), {{0, 0}, {90, 3}}}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(world.route(ids[0]), Route::LooseQuadtree);
    EXPECT_EQ(world.route(ids[2]), Route::RowGrid);
    EXPECT_EQ(world.stats().row_grid, 1u);
    EXPECT_EQ(world.stats().loose_quadtree, 2u);
}

// What reads as empty, and takes no change.
void expect_closed(World& world) {
    const Status refused = failed_call(Fault::InvalidArgument);
    std::vector<Id> ids(1);
    Pairs begun, ended;
    EXPECT_TRUE(same_status(refused, world.spawn(row_of(1), Motion::Dynamic, ids)));
    EXPECT_TRUE(same_status(refused, world.move({}, {})));
    EXPECT_TRUE(same_status(refused, world.move_all({})));
    EXPECT_TRUE(same_status(refused, world.categorize({}, {})));
    EXPECT_TRUE(same_status(refused, world.despawn({})));
    EXPECT_TRUE(same_status(refused, world.commit()));
    EXPECT_TRUE(same_status(refused, world.overlaps_changed(begun, ended)));
    world.discard();
    EXPECT_TRUE(found(world, ~0u).empty());
    Hits hits;
    EXPECT_TRUE(world.query(std::vector<Query>{Query::nearest({0, 0}, 3, infinity)}, hits));
    EXPECT_EQ(hits.size(), 1u);
    std::vector<std::uint8_t> seen(1, 7);
    EXPECT_TRUE(world.visible(std::vector<Vec2>{{0, 0}}, std::vector<Vec2>{{9, 9}}, ~0u, seen));
    EXPECT_EQ(seen[0], 1);
    EXPECT_TRUE(world.pairs(begun));
    EXPECT_EQ(world.size() + world.slot_count() + world.bytes(), 0u);
    EXPECT_EQ(world.id_of(0), Id{});
    EXPECT_FALSE(world.alive({0, 1}));
    EXPECT_EQ(world.high_water().elements, 0u);
    EXPECT_EQ(world.stats().row_grid, 0u);
    EXPECT_EQ(world.snapshot().size(), 0u);
    EXPECT_TRUE(world.validate());
}

TEST(AWorld, ThatIsNotOpenReadsAsEmptyAndRefusesChanges) {
    World never;
    expect_closed(never);
}

TEST(AWorld, MovesWithAllThatIsStaged) {
    World first({.track_overlaps = true});
    const std::vector<Id> ids = settle(first, {box_at(0), box_at(3)});
    ASSERT_TRUE(first.move(std::vector<Id>{ids[0]}, std::vector<Aabb>{box_at(8)}));

    World second(std::move(first));

    expect_closed(first);
    ASSERT_TRUE(second.commit());
    EXPECT_EQ(left_of(second, ids[0]), 8);
    World third;
    third = std::move(second);
    EXPECT_EQ(left_of(third, ids[0]), 8);
    expect_closed(second);
}

TEST(AWorld, OpensAnewEmptyAndKeepsWhatItWasWhenItCannot) {
    World world(WorldDesc{});
    const Id old = settle(world, row_of(2))[1];
    const WorldSnapshot before = world.snapshot();

    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), world.open({.agent_half_extent = -1})));
    EXPECT_TRUE(world.alive(old));
    ASSERT_TRUE(world.open({}));

    EXPECT_FALSE(world.alive(old));
    EXPECT_EQ(world.size() + world.slot_count(), 0u);
    EXPECT_EQ(spawn(world, row_of(1)), (std::vector<Id>{{0, 2}})) << "generations go on";
    EXPECT_TRUE(before.alive(old)) << "a snapshot outlives it";
}

TEST(AWorld, TellsFaultsOfItsDescription) {
    const auto expect_faulty = [](const WorldDesc& desc, Fault fault) {
        World world;
        EXPECT_TRUE(same_status(failed_call(fault), world.open(desc)));
        EXPECT_THROW(World{desc}, std::invalid_argument);
        expect_closed(world);
    };
    for (const Aabb& bounds : {Aabb{{nan, 0}, {1, 1}}, Aabb{{0, 0}, {infinity, 1}}, Aabb{{0, 2}, {1, 1}}})
        expect_faulty({.bounds = bounds}, Fault::InvalidBounds);
    for (const float bad : {-1.0f, nan, infinity}) {
        expect_faulty({.agent_half_extent = bad}, Fault::InvalidArgument);
        expect_faulty({.prop_half_extent = bad}, Fault::InvalidArgument);
    }
    expect_faulty({.agent_half_extent = 2, .prop_half_extent = 1}, Fault::InvalidArgument);
    expect_faulty({.memory = {nullptr, [](void*, void*, std::size_t, std::size_t) {}, nullptr}},
                  Fault::InvalidArgument);
    EXPECT_TRUE(World().open({.prop_half_extent = 1})) << "one threshold may be learned";
}

TEST(AWorld, TellsAllFaultsOfItsDescription) {
    const std::pair<WorldDesc, std::string_view> bad[] = {
        {{.agent_half_extent = -1}, "WorldDesc::agent_half_extent: it is negative"},
        {{.prop_half_extent = nan}, "WorldDesc::prop_half_extent: it is negative"},
        {{.agent_half_extent = 2, .prop_half_extent = 1}, "below agent_half_extent"},
        {{.memory = {nullptr, [](void*, void*, std::size_t, std::size_t) {}, nullptr}}, "Desc::memory: deallocate"},
        {{.origin = {nan, 0}}, "WorldDesc::origin"}};
    for (auto [desc, rule] : bad) {
        desc.bounds = {{nan, 0}, {1, 1}};
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidBounds | Fault::InvalidArgument), World().open(desc)));
        try {
            const World world(desc);
            ADD_FAILURE() << "nothing was thrown, and the world has " << world.size() << " elements";
        } catch (const std::invalid_argument& thrown) {
            const std::string_view text = thrown.what();
            EXPECT_NE(text.find("Desc::bounds: a number is not finite"), text.npos) << text;
            EXPECT_NE(text.find(rule), text.npos) << text;
        }
    }
}

TEST(AWorld, ThatMemoryRefusedABlockIsNotOpenOrWorks) {
    bool refused = true;
    for (std::size_t k = 1; refused; ++k) {
        CountingMemory memory;
        memory.refuse(k);
        World world;
        const Status status = world.open({.track_overlaps = true, .memory = memory.memory()});
        refused = memory.refused();
        memory.refuse(0);
        if (!status) {
            EXPECT_TRUE(same_status(failed_call(Fault::OutOfMemory), status));
            EXPECT_EQ(memory.live_blocks(), 0u);
            continue;
        }
        Pairs begun, ended;
        (void)spawn(world, {box_at(0), box_at(0.5f)});
        EXPECT_TRUE(same_status({}, world.commit())) << "request " << k;
        EXPECT_TRUE(world.overlaps_changed(begun, ended));
        EXPECT_EQ(begun.size(), 1u);
    }
}

TEST(AWorld, CannotListWhatBeganAndWhatEndedInOneObject) {
    World world({.track_overlaps = true});
    (void)settle(world, {box_at(0), box_at(0.5f)});
    Pairs both, begun, ended;
    ASSERT_TRUE(world.pairs(both));
    ASSERT_EQ(both.size(), 1u);

    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), world.overlaps_changed(both, both)));

    EXPECT_EQ(both.size(), 0u);
    EXPECT_TRUE(world.overlaps_changed(begun, ended));
    EXPECT_EQ(begun.size(), 1u) << "what the commit found is told all the same";
}

TEST(AWorld, ThatTracksNoOverlapsCannotSayWhichChanged) {
    World world(WorldDesc{});
    (void)settle(world, row_of(2));
    World other({.track_overlaps = true});
    (void)settle(other, {box_at(0), box_at(0.5f)});
    Pairs begun, ended;
    ASSERT_TRUE(other.overlaps_changed(begun, ended));
    ASSERT_EQ(begun.size(), 1u);

    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), world.overlaps_changed(begun, ended)));
    EXPECT_EQ(begun.size() + ended.size(), 0u) << "what other calls found is no answer to this one";
}

TEST(ASnapshot, StaysAsItIsAndTakesNoMemory) {
    CountingMemory memory;
    World world({.memory = memory.memory()});
    const Id id = settle(world, row_of(2))[1];
    const std::size_t blocks = memory.live_blocks(), requests = memory.requests();
    {
        WorldSnapshot held = world.snapshot();
        WorldSnapshot moved(std::move(held));
        EXPECT_EQ(held.size(), 0u); // NOLINT(bugprone-use-after-move): this is the promise
        EXPECT_EQ(memory.requests(), requests);
        EXPECT_EQ(memory.live_blocks(), blocks);

        ASSERT_TRUE(world.move(std::vector<Id>{id}, std::vector<Aabb>{box_at(40)}));
        ASSERT_TRUE(world.commit());

        EXPECT_EQ(moved.bounds_of(id.slot).min.x, 2);
        EXPECT_EQ(left_of(world, id), 40);
        world = World();
        EXPECT_EQ(moved.bounds_of(id.slot).min.x, 2) << "it outlives its world";
        EXPECT_TRUE(moved.validate());
    }
    EXPECT_EQ(memory.live_blocks(), 0u);
}

} // namespace
} // namespace throng::test
