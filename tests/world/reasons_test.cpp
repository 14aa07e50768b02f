// SPDX-License-Identifier: MIT
// What a World says of the argument that broke a rule.
#include "tests/support/faults.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace throng::test {
namespace {

class WorldReasons : public testing::Test {
protected:
    World world{WorldDesc{.track_overlaps = true}};
    const std::vector<Aabb> boxes = row_of(3);
    const std::vector<Id> ids = settle(world, boxes);
    const std::vector<Vec2> points = {{0, 0}, {9, 9}};
    Hits hits;
    Pairs pairs, more;
};

TEST_F(WorldReasons, OfWhatIsStaged) {
    std::vector<Id> out(3);
    const std::vector<Aabb> bad = {boxes[0], {{nan, 0}, {1, 1}}, {{1, 0}, {0, 1}}};
    const std::vector<std::uint32_t> two(2);
    const std::vector<std::uint16_t> floors(2);

    EXPECT_TRUE(says(world.spawn(boxes, Motion(7), out), Reason::UnknownMotion));
    EXPECT_TRUE(says(world.spawn(boxes, Motion::Dynamic, out, two), Reason::CategoriesLength));
    EXPECT_TRUE(says(world.spawn(boxes, Motion::Dynamic, out, {}, floors), Reason::LayersLength));
    EXPECT_TRUE(says(world.spawn(boxes, Motion::Dynamic, std::span(out).first(2)), Reason::SpawnOutTooShort));
    EXPECT_TRUE(says(world.spawn(bad, Motion::Dynamic, out), Reason::BoxNotFinite));
    EXPECT_TRUE(says(world.spawn(BoxView(bad).slice(2, 1), Motion::Dynamic, out), Reason::BoxReversed));
    world.discard();
    EXPECT_TRUE(says(world.move(std::span(ids).first(2), boxes), Reason::IdsLength));
    EXPECT_TRUE(says(world.move(std::vector<Id>{{}}, boxes[0]), Reason::NullId));
    EXPECT_TRUE(says(world.move(std::vector<Id>{{7, 7}}, boxes[0]), Reason::DeadId));
    EXPECT_TRUE(says(world.move(ids, bad), Reason::BoxNotFinite));
    EXPECT_TRUE(says(world.categorize(ids, two), Reason::CategoriesLength));
    EXPECT_TRUE(says(world.set_layers(ids, floors), Reason::LayersLength));
    EXPECT_TRUE(says(world.despawn(std::vector<Id>{ids[0], ids[0]}), Reason::DeadId)) << "its end is staged";
    EXPECT_TRUE(says(world.categorize(std::vector<Id>{ids[0]}, std::vector<std::uint32_t>{1}), Reason::DeadId));
    world.discard();
    ASSERT_TRUE(world.move_all(BoxView(boxes).slice(0, 2)));
    EXPECT_TRUE(says(world.commit(), Reason::MoveAllTooShort));
    ASSERT_TRUE(world.move_all(bad));
    const Status status = world.commit();
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 2), status));
    EXPECT_TRUE(says(status, Reason::BoxNotFinite));
}

TEST_F(WorldReasons, OfQuestions) {
    const std::vector<std::uint32_t> two(2);
    std::vector<std::uint8_t> sees(2);
    const LayerRange reversed{2, 1};
    Query unknown;
    unknown.kind = QueryKind(9);
    const auto ask = [&](const Query& query) {
        return world.query(std::vector<Query>{Query::within({{0, 0}, 1}), query}, hits);
    };
    Query upside_down = Query::within({{0, 0}, 1});
    upside_down.layers = reversed;

    EXPECT_TRUE(says(ask(Query::overlap({{1, 0}, {0, 1}})), Reason::BoxReversed));
    EXPECT_TRUE(says(ask(Query::within({{0, 0}, -1})), Reason::Radius));
    EXPECT_TRUE(says(ask(Query::nearest({0, nan}, 1, 1)), Reason::PointNotFinite));
    EXPECT_TRUE(says(ask(Query::nearest({0, 0}, 1, nan)), Reason::MaxDistance));
    EXPECT_TRUE(says(ask(Query::cast({{0, 0}, {0, 0}, 1})), Reason::DirectionZero));
    EXPECT_TRUE(says(ask(Query::cone({0, 0}, {infinity, 0}, 0, 1)), Reason::DirectionNotFinite));
    EXPECT_TRUE(says(ask(Query::cone({0, 0}, {1, 0}, nan, 1)), Reason::Cosine));
    EXPECT_TRUE(says(ask(Query::cone({0, 0}, {1, 0}, 0, -1)), Reason::Range));
    EXPECT_TRUE(says(ask(unknown), Reason::UnknownKind));
    EXPECT_TRUE(says(ask(upside_down), Reason::LayersReversed));
    EXPECT_TRUE(says(world.query(std::vector<Query>(3, unknown), hits, {.masks = two}), Reason::MasksLength));
    EXPECT_TRUE(says(world.overlap(boxes, hits, {.layers = reversed}), Reason::LayersReversed));
    EXPECT_TRUE(
        says(world.overlap(boxes, hits, {.layers_by_query = std::span(&reversed, 1)}), Reason::LayersByQueryLength));
    EXPECT_TRUE(says(world.pairs(pairs, {.collides_with = two}), Reason::CollidesWithLength));
    EXPECT_TRUE(says(world.pairs(pairs, {.layers = reversed}), Reason::LayersReversed));
    EXPECT_TRUE(says(world.visible(points, PointView(nullptr, nullptr, 2), 1, sees), Reason::SightViews));
    EXPECT_TRUE(says(world.visible(points, points, 1, std::span(sees).first(1)), Reason::SightLengths));
    EXPECT_TRUE(says(world.visible(points, std::vector<Vec2>{{0, 0}, {nan, 0}}, 1, sees), Reason::PointNotFinite));
    EXPECT_TRUE(says(world.visible(points, points, 1, std::span(&reversed, 1), sees), Reason::LayersReversed));
    EXPECT_TRUE(says(world.visible(points, points, 1, std::vector<LayerRange>(3), sees), Reason::SightLayers));
    std::vector<Slot> slots(2);
    EXPECT_TRUE(says(world.live_slots(slots), Reason::SlotListTooShort));
    EXPECT_TRUE(says(world.overlaps_changed(pairs, pairs), Reason::SameAnswerTwice));
    EXPECT_TRUE(says(World(WorldDesc{}).overlaps_changed(pairs, more), Reason::OverlapsNotTracked));
    EXPECT_TRUE(says(World().open({.agent_half_extent = -1}), Reason::AgentHalfExtent));
    EXPECT_TRUE(says(World().open({.agent_half_extent = 2, .prop_half_extent = 1}), Reason::PropHalfExtent));
}

TEST_F(WorldReasons, OfAWorldThatTracksNothing) {
    for (const auto& [tracked, against, reason] :
         {std::tuple(0u, ~0u, Reason::TrackedNothing), std::tuple(~0u, 0u, Reason::TrackedNothing),
          std::tuple(1u, 1u, Reason::None)}) {
        World other(WorldDesc{.track_overlaps = true, .tracked = tracked, .tracked_against = against});
        settle(other, boxes);
        const Status told = other.overlaps_changed(pairs, more);
        EXPECT_TRUE(told) << "it is no fault";
        EXPECT_TRUE(says(told, reason));
    }
}

TEST_F(WorldReasons, OfAWorldThatIsNotOpen) {
    World closed;
    const WorldSnapshot none;
    std::vector<Id> out(3);
    std::vector<std::uint8_t> sees(2);
    std::vector<Slot> slots(2);

    for (const Status& refused :
         {closed.spawn(boxes, Motion::Dynamic, out), closed.move(ids, boxes), closed.move_all(boxes),
          closed.despawn(ids), closed.commit(), closed.overlaps_changed(pairs, more)}) {
        EXPECT_EQ(refused.faults, Fault::InvalidArgument);
        EXPECT_TRUE(says(refused, Reason::WorldNotOpen));
    }
    const std::vector<Query> query = {Query::within({{0, 0}, 1})};
    for (const Status& asked : {closed.overlap(boxes, hits), closed.neighbors(1, hits), closed.query(query, hits),
                                closed.pairs(pairs), closed.visible(points, points, 1, sees), closed.order(slots)}) {
        EXPECT_TRUE(asked) << "it reads as empty";
        EXPECT_TRUE(says(asked, Reason::WorldNotOpen));
    }
    EXPECT_TRUE(says(none.overlap(boxes, hits), Reason::SnapshotOfNone));
    EXPECT_NE(describe(closed.commit()).find("call open() first"), std::string_view::npos);
}

} // namespace
} // namespace throng::test
