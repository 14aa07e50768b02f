// SPDX-License-Identifier: MIT
// A grid whose elements extend farther in y than in x has its rows along y, and answers as any other.
#include "scenes/generator.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

std::vector<Aabb> corridor(std::size_t count, float width, float length) {
    scenes::Generator random(5);
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        const float x = random.uniform(0, width), y = random.uniform(0, length);
        box = {{x - 0.4f, y - 0.3f}, {x + 0.4f, y + 0.3f}};
    }
    return boxes;
}

std::vector<Aabb> lying(std::vector<Aabb> boxes) {
    for (Aabb& box : boxes) std::swap(box.min.x, box.min.y), std::swap(box.max.x, box.max.y);
    return boxes;
}

RowGrid grid_of(const std::vector<Aabb>& boxes) {
    RowGrid grid{RowGridDesc{}};
    EXPECT_TRUE(grid.build(boxes));
    return grid;
}

TEST(TurnedGrid, HasAsManyRowsAsTheSameCrowdLying) {
    const std::vector<Aabb> standing = corridor(3000, 3, 1000);
    const RowGrid upright = grid_of(standing), flat = grid_of(lying(standing));

    EXPECT_TRUE(upright.view().turned);
    EXPECT_FALSE(flat.view().turned);
    EXPECT_EQ(upright.view().rows, flat.view().rows);
    EXPECT_EQ(upright.view().cell_size, flat.view().cell_size);
    EXPECT_EQ(upright.view().origin.x, flat.view().origin.y);
    EXPECT_EQ(upright.view().origin.y, flat.view().origin.x);
    EXPECT_TRUE(std::ranges::equal(upright.order(), flat.order()));
}

TEST(TurnedGrid, AnswersRaysAndBoxesWithTheBitsOfTheSameCrowdLying) {
    const std::vector<Aabb> standing = corridor(3000, 3, 1000);
    const RowGrid upright = grid_of(standing), flat = grid_of(lying(standing));
    std::vector<Vec2> from, along, from_flat, along_flat;
    for (std::size_t i = 0; i < 200; ++i) {
        from.push_back(standing[i * 7].min), along.push_back({0.3f + 0.001f * static_cast<float>(i), 1});
        from_flat.push_back({from[i].y, from[i].x}), along_flat.push_back({along[i].y, along[i].x});
    }

    Hits hits, hits_flat;
    ASSERT_TRUE(upright.along(RayView(from, along, 30), hits, {.distances = true}));
    ASSERT_TRUE(flat.along(RayView(from_flat, along_flat, 30), hits_flat, {.distances = true}));
    EXPECT_GT(hits.slots().size(), 200u);
    EXPECT_EQ(hits.hash(), hits_flat.hash());
    ASSERT_TRUE(upright.nearest(from, 7, 50, hits));
    ASSERT_TRUE(flat.nearest(from_flat, 7, 50, hits_flat));
    EXPECT_EQ(hits.hash(), hits_flat.hash());
}

TEST(TurnedGrid, FollowsACrowdThatTurnsAndThenRests) {
    const std::vector<Aabb> standing = corridor(3000, 3, 1000), flat = lying(standing);
    RowGrid grid = grid_of(flat);
    ASSERT_FALSE(grid.view().turned);

    for (int tick = 0; tick < 40; ++tick) ASSERT_TRUE(grid.update(standing));
    EXPECT_TRUE(grid.view().turned);
    EXPECT_TRUE(grid.validate());
    for (Slot slot = 0; slot < standing.size(); slot += 100)
        EXPECT_EQ(grid.bounds_of(slot).max.y, standing[slot].max.y);
    const std::vector<Slot> order(grid.order().begin(), grid.order().end());
    for (int tick = 0; tick < 40; ++tick) ASSERT_TRUE(grid.update(standing));
    EXPECT_TRUE(std::ranges::equal(order, grid.order()));

    for (int tick = 0; tick < 40; ++tick) ASSERT_TRUE(grid.update(flat));
    EXPECT_FALSE(grid.view().turned);
    EXPECT_TRUE(grid.validate());
}

// A square crowd is not worth turning, and one that is a little longer does not change back and forth.
TEST(TurnedGrid, IsForCrowdsMoreThanTwiceAsLongAsWide) {
    EXPECT_FALSE(grid_of(corridor(3000, 50, 60)).view().turned);
    EXPECT_FALSE(grid_of(corridor(3000, 40, 70)).view().turned);
    EXPECT_TRUE(grid_of(corridor(3000, 30, 100)).view().turned);
    RowGrid grid = grid_of(corridor(3000, 30, 100));
    const std::vector<Aabb> wider = corridor(3000, 50, 60);
    for (int tick = 0; tick < 40; ++tick) ASSERT_TRUE(grid.update(wider));
    EXPECT_TRUE(grid.view().turned);
}

} // namespace
} // namespace throng::test
