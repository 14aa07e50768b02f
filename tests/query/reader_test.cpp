// SPDX-License-Identifier: MIT
// A reader answers as its space does, keeps changes out while it lives, and calls for each hit of a row of any length.
#include "tests/support/index_kinds.hpp"

#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace throng::test {
namespace {

std::vector<Aabb> pile_and_lattice() {
    std::vector<Aabb> boxes(1500, Aabb{{50, 50}, {50, 50}}); // more than a row has room for without memory
    for (int i = 0; i < 400; ++i) {
        const Vec2 at{0.7f * static_cast<float>(i % 20), static_cast<float>(i / 20)};
        boxes.push_back({{at.x - 0.1f, at.y - 0.1f}, {at.x + 0.1f, at.y + 0.1f}});
    }
    return boxes;
}

struct Collected {
    std::vector<Slot> slots;
    std::vector<float> distances;

    auto take_slots() {
        return [this](Slot slot) { slots.push_back(slot); };
    }
    auto take_both() {
        return [this](Slot slot, float distance) { slots.push_back(slot), distances.push_back(distance); };
    }
};

void expect_row(const Collected& got, const Hits& expected) {
    EXPECT_TRUE(std::ranges::equal(got.slots, expected[0]));
    EXPECT_TRUE(std::ranges::equal(got.distances, expected.distances(0)));
}

void expect_like_space(const Space& space, Vec2 at, float radius) {
    const Reader reader(space);
    ASSERT_TRUE(reader);
    Hits hits, own;
    const Disc disc{at, radius};
    const Aabb box{{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}};
    const Ray ray{at, {1, 0.5f}, 30};
    for (const std::uint32_t limit : {0u, 5u}) {
        const QueryOptions options{.exclude = Slot{1600}, .limit = limit};
        const QueryOptions with{.exclude = Slot{1600}, .limit = limit, .distances = true};
        Collected within, overlap, neighbors, nearest, along;
        ASSERT_TRUE(space.within(disc, hits, with));
        ASSERT_TRUE(reader.for_each_within(disc, within.take_both(), options));
        expect_row(within, hits);
        ASSERT_TRUE(reader.within(disc, own, with));
        EXPECT_EQ(own.hash(), hits.hash());

        ASSERT_TRUE(space.overlap(box, hits, options));
        ASSERT_TRUE(reader.for_each_overlap(box, overlap.take_slots(), options));
        expect_row(overlap, hits);
        ASSERT_TRUE(reader.overlap(box, own, options));
        EXPECT_EQ(own.hash(), hits.hash());

        ASSERT_TRUE(space.neighbors_of({1700}, radius, hits, with));
        ASSERT_TRUE(reader.for_each_neighbor(1700, radius, neighbors.take_both(), options));
        expect_row(neighbors, hits);
        const Slot of[] = {1700};
        ASSERT_TRUE(reader.neighbors_of(of, radius, own, with));
        EXPECT_EQ(own.hash(), hits.hash());

        ASSERT_TRUE(space.nearest(at, 7, radius, hits, options));
        ASSERT_TRUE(reader.for_each_nearest(at, 7, radius, nearest.take_both(), options));
        expect_row(nearest, hits);
        ASSERT_TRUE(reader.nearest(at, 7, radius, own, options));
        EXPECT_EQ(own.hash(), hits.hash());

        ASSERT_TRUE(space.along(ray, hits, options));
        ASSERT_TRUE(reader.for_each_along(ray, along.take_both(), options));
        expect_row(along, hits);
        ASSERT_TRUE(reader.along(ray, own, options));
        EXPECT_EQ(own.hash(), hits.hash());
    }
    ASSERT_TRUE(space.cast(ray, hits));
    ASSERT_TRUE(reader.cast(ray, own));
    EXPECT_EQ(own.hash(), hits.hash());
    std::uint32_t expected = 0, counted = 1;
    ASSERT_TRUE(space.count(disc, std::span(&expected, 1)));
    ASSERT_TRUE(reader.count(disc, std::span(&counted, 1)));
    EXPECT_EQ(counted, expected);
    ASSERT_TRUE(space.count(box, std::span(&expected, 1)));
    ASSERT_TRUE(reader.count(box, std::span(&counted, 1)));
    EXPECT_EQ(counted, expected);
}

void expect_like_space(const Space& space) {
    for (const float radius : {0.f, 1.5f, 5.f}) {
        expect_like_space(space, {3, 9}, radius);
        expect_like_space(space, {50, 50}, radius);
    }
}

TEST(AReader, AnswersAsEveryIndexDoes) {
    const std::vector<Aabb> boxes = pile_and_lattice();
    const auto expect_in = [&](auto index) {
        ASSERT_TRUE(index.build(BoxView(boxes)));
        expect_like_space(index);
    };
    expect_in(RowGrid{RowGridDesc{}});
    expect_in(LooseGrid{LooseGridDesc{}});
    expect_in(Quadtree{QuadtreeDesc{}});
    expect_in(LooseQuadtree{LooseQuadtreeDesc{}});
    expect_in(StaticTree{StaticTreeDesc{}});
}

TEST(AReader, AnswersAsAWorldAndItsSnapshotDo) {
    const std::vector<Aabb> boxes = pile_and_lattice();
    World world{WorldDesc{}};
    std::vector<Id> ids(boxes.size());
    const std::size_t half = boxes.size() / 2;
    ASSERT_TRUE(world.spawn(BoxView(std::span(boxes).first(half)), Motion::Static, std::span(ids).first(half)));
    ASSERT_TRUE(world.spawn(BoxView(std::span(boxes).subspan(half)), Motion::Dynamic, std::span(ids).subspan(half)));
    ASSERT_TRUE(world.commit());
    expect_like_space(world);
    const WorldSnapshot snapshot = world.snapshot();
    expect_like_space(snapshot);
}

TEST(AReader, KeepsChangesOutAndIsKeptOut) {
    const std::vector<Aabb> boxes = pile_and_lattice();
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView(boxes)));
    {
        const Reader reader = grid.reader();
        const Reader another = grid.reader();
        EXPECT_EQ(grid.update(BoxView(boxes)).faults, Fault::Busy);
        EXPECT_TRUE(another);
    }
    EXPECT_TRUE(grid.update(BoxView(boxes)));
}

TEST(AReader, StopsWhenToldToAndMayNest) {
    const std::vector<Aabb> boxes = pile_and_lattice();
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView(boxes)));
    const Reader reader(grid);
    std::size_t calls = 0, inner = 0;
    ASSERT_TRUE(reader.for_each_within({{50, 50}, 1}, [&](Slot) { return ++calls < 3; }));
    EXPECT_EQ(calls, 3u);
    ASSERT_TRUE(reader.for_each_within(
        {{3, 9}, 2}, [&](Slot of) { ASSERT_TRUE(reader.for_each_neighbor(of, 1.5f, [&](Slot) { ++inner; })); }));
    Hits rows, neighbors;
    ASSERT_TRUE(grid.within(Disc{{3, 9}, 2}, rows));
    ASSERT_TRUE(grid.neighbors_of(rows[0], 1.5f, neighbors));
    EXPECT_EQ(inner, neighbors.slots().size());
    EXPECT_GT(inner, 0u);
}

TEST(AReader, TellsFaultsAsItsSpaceDoes) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView(pile_and_lattice())));
    const Reader reader(grid);
    std::size_t calls = 0;
    const auto count = [&](Slot) { ++calls; };
    const Status status = reader.for_each_within({{0, 0}, -1}, count);
    Hits hits;
    const Status expected = grid.within(Disc{{0, 0}, -1}, hits);
    EXPECT_EQ(status.faults, expected.faults);
    EXPECT_EQ(status.reason, expected.reason);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Status of_query = reader.for_each_within({{nan, 0}, 1}, count);
    const Status as_of_space = grid.within(Disc{{nan, 0}, 1}, hits);
    EXPECT_EQ(of_query.faults, as_of_space.faults);
    EXPECT_EQ(of_query.reason, as_of_space.reason);
    EXPECT_EQ(of_query.first, 0u);
    EXPECT_EQ(reader.for_each_within({{0, 0}, 1}, count, {.mask = 2}).reason, Reason::MaskWithoutWorld);
    EXPECT_EQ(calls, 0u);
    EXPECT_TRUE(Reader(RowGrid{}));
}

float third() {
    volatile float one = 1, three = 3;
    return one / three;
}

TEST(AReader, RoundsToNearestAndRestoresTheCallersMode) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView(pile_and_lattice())));
    const float nearest = third();
    std::fesetround(FE_DOWNWARD);
    const float below = third();
    float inside = 0;
    {
        const Reader reader(grid);
        inside = third();
    }
    const float after = third();
    std::fesetround(FE_TONEAREST);
    EXPECT_LT(below, nearest);
    EXPECT_EQ(inside, nearest);
    EXPECT_EQ(after, below);
}

} // namespace
} // namespace throng::test
