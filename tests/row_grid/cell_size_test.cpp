// SPDX-License-Identifier: MIT
// Cells: a given size is kept; a chosen one suits extent and density and stays until the density has changed by a
// factor of two.
#include "scenes/crowd.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

std::vector<Aabb> scaled(const Crowd& crowd, float spread, float size) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        const Vec2 c{crowd.x[i] * spread, crowd.y[i] * spread};
        const float h = crowd.half_extent[i] * size;
        boxes.push_back(predicates::box_around(c, h));
    }
    return boxes;
}

TEST(CellSize, ThatWasGivenIsKept) {
    const Crowd crowd(2000);
    RowGrid grid{RowGridDesc{.cell_size = 2.5f}};
    for (const float spread : {1.0f, 10.0f, 0.1f}) {
        ASSERT_TRUE(grid.build(scaled(crowd, spread, 1)));
        EXPECT_EQ(grid.view().cell_size, 2.5f);
        ASSERT_TRUE(grid.refit());
        EXPECT_EQ(grid.view().cell_size, 2.5f);
    }
}

TEST(CellSize, IsChosenNearTheSizeAndDistanceOfElements) {
    const Crowd crowd(5000);
    RowGrid grid{RowGridDesc{}};
    for (const float scale : {1.0f, 100.0f, 0.001f}) {
        ASSERT_TRUE(grid.build(scaled(crowd, scale, scale)));
        EXPECT_GT(grid.view().cell_size, 0.2f * scale);
        EXPECT_LT(grid.view().cell_size, 8.0f * scale);
    }
    ASSERT_TRUE(grid.open({}));
    ASSERT_TRUE(grid.build(crowd.centers()));
    EXPECT_GT(grid.view().cell_size, 0.2f);
    EXPECT_LT(grid.view().cell_size, 8.0f);
}

TEST(CellSize, StaysWhileTheDensityDoes) {
    Crowd crowd(3000);
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(crowd.boxes()));
    const float chosen = grid.view().cell_size;
    for (int tick = 0; tick < 200; ++tick) {
        crowd.step();
        ASSERT_TRUE(grid.update(crowd.boxes()));
        ASSERT_EQ(grid.view().cell_size, chosen) << "tick " << tick;
    }
    // A fifth more or less area is no factor of two.
    ASSERT_TRUE(grid.update(scaled(crowd, 1.1f, 1)));
    ASSERT_TRUE(grid.refit());
    EXPECT_EQ(grid.view().cell_size, chosen);
}

TEST(CellSize, FollowsADensityThatChangedByMoreThanAFactorOfTwo) {
    const Crowd crowd(3000);
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(crowd.boxes()));
    const float chosen = grid.view().cell_size;

    ASSERT_TRUE(grid.update(scaled(crowd, 8, 8)));
    ASSERT_TRUE(grid.refit());
    const float spread = grid.view().cell_size;
    EXPECT_GT(spread, 2 * chosen);

    ASSERT_TRUE(grid.update(crowd.boxes()));
    ASSERT_TRUE(grid.refit());
    EXPECT_LT(grid.view().cell_size, spread / 2);
}

TEST(CellSize, FollowsInUpdatesAloneBeforeLong) {
    const Crowd crowd(3000);
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(crowd.boxes()));
    const float chosen = grid.view().cell_size;
    const std::vector<Aabb> spread = scaled(crowd, 8, 8);
    for (int tick = 0; tick < 64; ++tick) ASSERT_TRUE(grid.update(spread));
    EXPECT_GT(grid.view().cell_size, 2 * chosen);
}

TEST(CellSize, NeverChangesAnAnswer) {
    const Crowd crowd(1000);
    Hits expected;
    for (const float size : {0.0f, 0.01f, 0.5f, 1.0f, 7.0f, 1e6f}) {
        RowGrid grid{RowGridDesc{.cell_size = size}};
        ASSERT_TRUE(grid.build(crowd.boxes()));
        Hits got;
        Hits& out = size == 0 ? expected : got;
        ASSERT_TRUE(grid.neighbors(2, out, {.order = Order::BySlot, .distances = true}));
        EXPECT_EQ(out.hash(), expected.hash()) << "cells of " << size;
    }
}

} // namespace
} // namespace throng::test
