// SPDX-License-Identifier: MIT
// Elements that are placed unevenly: a row grid of its own choice has cells that few of them share.
#include "scenes/scene.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t size = 8000;

std::vector<Aabb> boxes_of(std::string_view name) {
    for (const scenes::Scene& scene : scenes::ordinary(size)) {
        if (scene.name == name) return scene.boxes();
    }
    ADD_FAILURE() << "no scene " << name;
    return {};
}

RowGrid built(const std::vector<Aabb>& boxes, float cell_size = 0) {
    RowGrid grid{RowGridDesc{.cell_size = cell_size}};
    EXPECT_TRUE(grid.build(boxes));
    return grid;
}

/// The mean number of elements that share the cell of an element.
double mean_share(const RowGrid& grid) {
    double pairs = 0;
    for (std::uint32_t r = 0; r < grid.view().rows; ++r) {
        const RowView row = grid.row(r);
        for (std::uint32_t c = 0; c < row.cells; ++c) {
            const double in_cell = row.cell_begin[c + 1] - row.cell_begin[c];
            pairs += in_cell * in_cell;
        }
    }
    return pairs / static_cast<double>(grid.size());
}

bool is_for_uneven(const RowGrid& grid) { return grid.view().column_size < grid.view().cell_size; }

TEST(Uneven, FewerElementsShareACell) {
    struct Expected {
        const char* scene;
        double times;
    };
    // Of the few elements of a city many share a cell still.
    for (const auto& [scene, times] : {Expected{"denser_inward", 5}, Expected{"cities", 1.2}}) {
        const std::vector<Aabb> boxes = boxes_of(scene);
        const RowGrid grid = built(boxes);
        EXPECT_TRUE(is_for_uneven(grid)) << scene;

        // The cell of a crowd of the same extent that is even.
        float usual = 0;
        for (const Aabb& box : boxes) usual = std::max({usual, std::abs(box.max.x), std::abs(box.max.y)});
        usual *= 2 / std::sqrt(static_cast<float>(size));
        EXPECT_LT(times * mean_share(grid), mean_share(built(boxes, usual))) << scene;
    }
}

TEST(Uneven, CrowdedRowsHaveMoreCellsToAnElement) {
    const RowGrid grid = built(boxes_of("denser_inward"));
    std::size_t crowded = 0;
    for (std::uint32_t r = 0; r < grid.view().rows; ++r) {
        const RowView row = grid.row(r);
        const bool has_more = row.cells > 4 * row.size + 1;
        if (row.size <= 8 * size / grid.view().rows) {
            EXPECT_FALSE(has_more) << "row " << r;
        } else {
            EXPECT_TRUE(has_more || row.shift == 0) << "row " << r; // cells of single columns are the narrowest
            crowded += has_more ? 1u : 0u;
        }
    }
    EXPECT_GT(crowded, 0u);
}

TEST(Uneven, AnEvenCrowdHasSquareCells) {
    for (const char* scene : {"uniform", "opposing_streams", "teleporting"})
        EXPECT_FALSE(is_for_uneven(built(boxes_of(scene)))) << scene;
}

TEST(Uneven, ARowOfSquareCellsHasFewToAnElement) {
    const RowGrid grid = built(boxes_of("denser_inward"), 2);
    std::size_t crowded = 0;
    for (std::uint32_t r = 0; r < grid.view().rows; ++r) {
        const RowView row = grid.row(r);
        crowded += row.size > 8 * size / grid.view().rows ? 1u : 0u;
        EXPECT_LE(row.cells, 4 * row.size + 1) << "row " << r;
    }
    EXPECT_GT(crowded, 0u);
}

TEST(Uneven, AGivenCellSizeIsKept) {
    const RowGrid grid = built(boxes_of("denser_inward"), 500);

    EXPECT_EQ(grid.view().cell_size, 500);
    EXPECT_EQ(grid.view().column_size, 500);
}

TEST(Uneven, CellsFollowInUpdatesAlone) {
    const std::vector<Aabb> even = boxes_of("uniform"), uneven = boxes_of("denser_inward");
    RowGrid grid = built(even);
    ASSERT_FALSE(is_for_uneven(grid));

    for (int tick = 0; tick < 32; ++tick) ASSERT_TRUE(grid.update(uneven));
    EXPECT_TRUE(is_for_uneven(grid));
    EXPECT_TRUE(grid.validate());

    for (int tick = 0; tick < 32; ++tick) ASSERT_TRUE(grid.update(even));
    EXPECT_FALSE(is_for_uneven(grid));
    EXPECT_TRUE(grid.validate());
}

// Two thirds of the elements go to a knot and come back: neither the extent nor the density of the whole changes much.
TEST(Uneven, CellsFollowUnevennessAlone) {
    const std::vector<Aabb> even = boxes_of("uniform");
    std::vector<Aabb> knotted = even;
    const float side = std::sqrt(static_cast<float>(size)), scale = 1e-3f;
    for (std::size_t i = 0; i < knotted.size(); ++i) {
        if (i % 3 == 0) continue;
        Aabb& box = knotted[i];
        for (float* at : {&box.min.x, &box.min.y, &box.max.x, &box.max.y}) *at = side / 2 + scale * (*at - side / 2);
    }
    RowGrid grid = built(even);
    ASSERT_FALSE(is_for_uneven(grid));

    for (int tick = 0; tick < 32; ++tick) ASSERT_TRUE(grid.update(knotted));
    EXPECT_TRUE(is_for_uneven(grid));

    for (int tick = 0; tick < 32; ++tick) ASSERT_TRUE(grid.update(even));
    EXPECT_FALSE(is_for_uneven(grid));
}

TEST(Uneven, CellsStayWhileElementsWalk) {
    for (const char* name : {"denser_inward", "cities"}) {
        for (scenes::Scene scene : scenes::ordinary(size)) {
            if (scene.name != name) continue;
            RowGrid grid = built(scene.boxes());
            for (int tick = 0; tick < 32; ++tick) ASSERT_TRUE(grid.update(scene.boxes()));
            const float chosen = grid.view().cell_size;
            for (std::uint64_t tick = 0; tick < 96; ++tick) {
                scene.step(tick);
                ASSERT_TRUE(grid.update(scene.boxes()));
                ASSERT_EQ(grid.view().cell_size, chosen) << name << ", tick " << tick;
            }
        }
    }
}

} // namespace
} // namespace throng::test
