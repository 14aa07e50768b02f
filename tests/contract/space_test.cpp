// SPDX-License-Identifier: MIT
// One function for every index, World and snapshot: it takes a const Space&. Objects that are closed, or were moved
// from, are spaces too: each query answers, with no row filled, and says why.
#include "scenes/crowd.hpp"

#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

// What a program writes once for all of them.
std::size_t people_near(const Space& space, Vec2 place, float radius) {
    std::vector<std::uint32_t> count(1);
    return space.count(Disc{place, radius}, count) ? count[0] : 0;
}

TEST(Spaces, AreAskedByOneFunction) {
    const Crowd crowd(500);
    RowGrid row_grid{RowGridDesc{}};
    LooseGrid loose_grid{LooseGridDesc{}};
    Quadtree quadtree{QuadtreeDesc{}};
    LooseQuadtree loose_quadtree{LooseQuadtreeDesc{}};
    StaticTree static_tree{StaticTreeDesc{}};
    World world{WorldDesc{}};
    for (BoxIndex* const index : std::initializer_list<BoxIndex*>{&row_grid, &loose_grid, &quadtree, &loose_quadtree})
        ASSERT_TRUE(index->build(crowd.boxes()));
    ASSERT_TRUE(static_tree.build(crowd.boxes()));
    std::vector<Id> ids(crowd.size());
    ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    const WorldSnapshot snapshot = world.snapshot();

    const Vec2 place = static_tree.bounds_of(0).min;
    const std::size_t expected = people_near(static_tree, place, 3);
    EXPECT_GT(expected, 0u);
    for (const Space* const space :
         std::initializer_list<const Space*>{&row_grid, &loose_grid, &quadtree, &loose_quadtree, &world, &snapshot}) {
        EXPECT_EQ(people_near(*space, place, 3), expected);
        EXPECT_EQ(space->size(), crowd.size());
        std::uint32_t elements = 0;
        space->visit([&](const Node& node) {
            if (node.depth == 0) elements += node.elements;
            return false;
        });
        EXPECT_EQ(elements, crowd.size());
    }
}

class ClosedSpaces : public testing::Test {
protected:
    void expect_empty(const Space& space, Reason reason) {
        const BoxView boxes = crowd.boxes();
        const PointView points = crowd.centers();
        const RayView rays(points, points, 1);
        const std::vector<Slot> some = {0, 1, 7};
        std::vector<std::uint32_t> counts(crowd.size(), 5);
        const std::vector<std::pair<std::string, Status>> calls = {{"overlap", space.overlap(boxes, hits)},
                                                                   {"within", space.within(DiscView(points, 2), hits)},
                                                                   {"nearest", space.nearest(points, 3, 5, hits)},
                                                                   {"cast", space.cast(rays, hits)},
                                                                   {"along", space.along(rays, hits)},
                                                                   {"neighbors", space.neighbors(2, hits)},
                                                                   {"neighbors_of", space.neighbors_of(some, 2, hits)},
                                                                   {"pairs", space.pairs(pairs)},
                                                                   {"count", space.count(boxes, counts)}};
        for (const auto& [name, status] : calls) {
            EXPECT_TRUE(status) << name;
            EXPECT_EQ(status.reason, reason) << name;
        }
        EXPECT_EQ(hits.slots().size() + pairs.size(), 0u);
        EXPECT_EQ(counts, std::vector<std::uint32_t>(crowd.size(), 0));

        std::vector<Aabb> bounds(some.size(), Aabb{{1, 1}, {2, 2}});
        EXPECT_TRUE(space.bounds_of(some, bounds));
        EXPECT_EQ(bounds[1].max.x + space.bounds_of(7).max.y, 0);
        EXPECT_EQ(space.size() + space.slot_count() + space.bytes(), 0u);
        EXPECT_TRUE(space.validate());
        space.visit([](const Node&) { return ADD_FAILURE() << "there is no node", true; });

        // A faulty query is a fault of a closed one, too.
        const Status status = space.overlap(Aabb{{1, 1}, {0, 0}}, hits);
        EXPECT_EQ(status.faults, Fault::InvalidBounds);
        EXPECT_EQ(status.first, 0u);
    }

    // Never opened, moved from by construction and by assignment, in either order, and opened at last.
    template <class Object, class Desc> void expect_closed_and_open(Reason reason) {
        Object object;
        expect_empty(object, reason);
        Object open{Desc{}};
        object = std::move(open);
        expect_empty(open, reason); // NOLINT(bugprone-use-after-move): it reads as empty
        Object taken(std::move(object));
        expect_empty(object, reason); // NOLINT(bugprone-use-after-move)
        object = std::move(open);
        expect_empty(object, reason);
        Status status;
        if constexpr (std::is_base_of_v<BoxIndex, Object>) {
            status = object.build(crowd.boxes());
        } else if constexpr (std::is_same_v<Object, World>) {
            status = object.commit();
        } else {
            status = object.build(crowd.boxes());
        }
        EXPECT_EQ(status.faults, Fault::InvalidArgument);
        EXPECT_EQ(status.reason, reason);
        EXPECT_TRUE(object.open(Desc{}));
        EXPECT_EQ(object.neighbors(2, hits).reason, Reason::None);
        EXPECT_EQ(taken.neighbors(2, hits).reason, Reason::None);
    }

    const Crowd crowd{40};
    Hits hits;
    Pairs pairs;
};

TEST_F(ClosedSpaces, ReadEmptyAndRefuseChanges) {
    expect_closed_and_open<RowGrid, RowGridDesc>(Reason::IndexNotOpen);
    expect_closed_and_open<LooseGrid, LooseGridDesc>(Reason::IndexNotOpen);
    expect_closed_and_open<Quadtree, QuadtreeDesc>(Reason::IndexNotOpen);
    expect_closed_and_open<LooseQuadtree, LooseQuadtreeDesc>(Reason::IndexNotOpen);
    expect_closed_and_open<StaticTree, StaticTreeDesc>(Reason::IndexNotOpen);
    expect_closed_and_open<World, WorldDesc>(Reason::WorldNotOpen);
}

TEST_F(ClosedSpaces, OfSnapshotsAreThoseOfNoCommit) {
    WorldSnapshot none;
    expect_empty(none, Reason::SnapshotOfNone);
    const World world{WorldDesc{}};
    WorldSnapshot snapshot = world.snapshot();
    none = std::move(snapshot);
    expect_empty(snapshot, Reason::SnapshotOfNone); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(none.neighbors(2, hits).reason, Reason::None);
}

TEST_F(ClosedSpaces, OfWorldsHaveNoElementByIdAndNoLineOfSight) {
    const World world;
    const WorldSpace& space = world;
    std::vector<std::uint8_t> seen(1, 0);
    EXPECT_TRUE(space.visible(Vec2{0, 0}, Vec2{1, 1}, ~0u, seen));
    EXPECT_EQ(seen[0], 1);
    EXPECT_FALSE(space.alive({0, 1}));
    EXPECT_EQ(space.route({0, 1}), Route::None);
    EXPECT_EQ(space.origin().x, 0);
    EXPECT_EQ(space.hash(), World(WorldDesc{}).hash());
    Status status = space.query({Query::within(Disc{{0, 0}, 5})}, hits, {.mask = 1});
    EXPECT_TRUE(status);
    EXPECT_EQ(status.reason, Reason::WorldNotOpen);
    status = space.within(DoubleDiscView(DoublePointView::none(), 1.f), hits);
    EXPECT_TRUE(status);
}

} // namespace
} // namespace throng::test
