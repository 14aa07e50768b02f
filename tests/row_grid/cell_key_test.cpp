// SPDX-License-Identifier: MIT
// A row grid finds each slot by the cell it is in: however long rows and columns are, and however many elements a cell
// holds.
#include "engine/kernels/row_grid/grid_view.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "scenes/generator.hpp"
#include "tests/support/runners.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using kernels::CellKeyFormat;

TEST(CellKey, NamesItsRowAndTheColumnsAround) {
    constexpr std::uint32_t most = 1u << 24;
    for (const std::uint32_t rows : {1u, 2u, 3u, 1000u, 65536u, most - 1, most})
        for (const std::uint32_t columns : {1u, 2u, 1023u, 1024u, 1025u, 65537u, most}) {
            const CellKeyFormat format = CellKeyFormat::of(rows, columns);
            for (const std::uint32_t row : {0u, rows / 2, rows - 1})
                for (const std::uint32_t column : {0u, columns / 3, columns - 1}) {
                    const std::uint32_t key = format.key(row, column);
                    EXPECT_LT(key, 1u << 31); // whatever is above says that a slot is absent
                    EXPECT_EQ(format.row(key), row);
                    EXPECT_LE(format.first_column(key), column);
                    EXPECT_GE(format.last_column(key), column);
                }
            const bool fits = std::uint64_t{rows} * columns <= 1u << 24;
            EXPECT_TRUE(!fits || format.dropped_bits == 0) << rows << " x " << columns;
        }
}

// An update sweeps over the arrays only if keys distinguish columns.
TEST(CellKey, DistinguishesTheColumnsOfAnUnevenCrowd) {
    for (const float side : {100.f, 1000.f, 10'000.f})
        for (const float width : {side, 5 * side}) {
            const Extent extent{.middle = {{0, 0}, {width, side}}, .elements = 1'000'000, .crowded_cell = 1};

            const GridGeometry geometry = choose_geometry(extent, {}, 0);

            EXPECT_EQ(CellKeyFormat::of(geometry.rows, geometry.columns).dropped_bits, 0u) << width << " x " << side;
            EXPECT_LE(geometry.column_size, geometry.cell_size);
        }
}

class SlotsOf : public testing::TestWithParam<simd::Isa> {
protected:
    const ForcedIsa forced_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Each, SlotsOf, testing::ValuesIn(instruction_sets()),
                         [](const auto& isa) { return std::string(simd::name(isa.param)); });

template <class Index> void expect_found(const Index& index, const std::vector<Aabb>& boxes) {
    ASSERT_TRUE(index.validate());
    for (Slot slot = 0; slot < boxes.size(); ++slot) {
        const Aabb found = index.bounds_of(slot);
        ASSERT_EQ(found.min.x, boxes[slot].min.x) << "slot " << slot;
        ASSERT_EQ(found.min.y, boxes[slot].min.y) << "slot " << slot;
    }
}

// 65,536 rows of 2^24 columns take 40 bits. Of a row with many elements a key so names more than one cell.
TEST_P(SlotsOf, GridsOfMoreCellsThanNumbers) {
    constexpr float side = 0.125f, width = (1u << 24) * side, height = 65536 * side;
    RowGrid grid{RowGridDesc{.bounds = {{0, 0}, {width, height}}, .cell_size = side}};
    scenes::Generator random(5);
    std::vector<Aabb> boxes(60'000);
    const auto put = [&](Aabb& box, float x, float y) { box = {{x, y}, {x + 0.01f, y + 0.01f}}; };
    for (std::size_t i = 0; i < boxes.size(); ++i)
        put(boxes[i], random.uniform(0, width), i % 30 == 0 ? random.uniform(0, height) : 0.51f * height);
    for (std::size_t i = 0; i < 100; ++i)
        put(boxes[i], 64'000 + 0.6f * static_cast<float>(i), 0.51f * height); // many in the cells of one key
    ASSERT_TRUE(grid.build(boxes));
    std::uint32_t cells = 0;
    for (std::uint32_t row = 0; row < grid.view().rows; ++row) cells = std::max(cells, grid.row(row).cells);
    const CellKeyFormat format = CellKeyFormat::of(grid.view().rows, 1u << 24);
    ASSERT_GT(cells, (1u << 24) >> format.dropped_bits) << "no key names two cells";
    expect_found(grid, boxes);
    for (Aabb& box : boxes)
        if (random.below(3) == 0) put(box, random.uniform(0, width), box.min.y);
    ASSERT_TRUE(grid.update(boxes));
    expect_found(grid, boxes);
}

// Nearly all elements of some rows go to others and come back. The rows' cells become wider meanwhile, and few elements
// still move within them: then the same cells are narrow again.
std::vector<std::vector<Aabb>> rows_that_empty_and_fill() {
    constexpr float side = 64;
    scenes::Generator random(6);
    std::vector<Aabb> boxes(4096);
    for (Aabb& box : boxes) {
        const Vec2 at{random.uniform(0, side), random.uniform(0, side)};
        box = {at, {at.x + 0.5f, at.y + 0.5f}};
    }
    const std::vector<Aabb> home = boxes;
    std::vector<std::vector<Aabb>> ticks = {home};
    for (int tick = 0; tick < 12; ++tick) {
        const bool away = tick % 6 < 3;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (home[i].min.y < 30 || home[i].min.y >= 40) continue;
            if (i % 64 == 0)
                boxes[i].min.x += 0.7f, boxes[i].max.x += 0.7f;
            else
                boxes[i] =
                    away ? Aabb{{home[i].min.x, home[i].min.y + 10}, {home[i].max.x, home[i].max.y + 10}} : home[i];
        }
        ticks.push_back(boxes);
    }
    return ticks;
}

TEST_P(SlotsOf, CellsThatChangeTheirWidth) {
    const auto ticks = rows_that_empty_and_fill();
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(ticks[0]));
    for (const auto& boxes : ticks) {
        ASSERT_TRUE(grid.update(boxes));
        expect_found(grid, boxes);
    }
}

// Each version of a world is made from one that is a commit behind.
TEST_P(SlotsOf, CellsThatChangeTheirWidthInAWorld) {
    const auto ticks = rows_that_empty_and_fill();
    World world{WorldDesc{}};
    std::vector<Id> ids(ticks[0].size());
    ASSERT_TRUE(world.spawn(ticks[0], Motion::Dynamic, ids));
    for (const auto& boxes : ticks) {
        ASSERT_TRUE(world.move_all(boxes));
        ASSERT_TRUE(world.commit());
        expect_found(world, boxes);
    }
    EXPECT_EQ(world.stats().row_grid, ids.size());
}

TEST_P(SlotsOf, CrowdedCells) {
    std::vector<Aabb> boxes(1000, Aabb{{3, 3}, {4, 4}});
    RowGrid grid{RowGridDesc{.bounds = {{0, 0}, {10, 10}}, .cell_size = 1}};
    for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i].min.x -= static_cast<float>(i) * 0.0001f;
    ASSERT_TRUE(grid.build(boxes));
    expect_found(grid, boxes);
    std::vector<Slot> gone;
    for (Slot slot = 0; slot < boxes.size(); slot += 3) gone.push_back(slot);
    ASSERT_TRUE(grid.erase(gone));
    for (const Slot slot : gone) boxes[slot] = {};
    expect_found(grid, boxes);
    EXPECT_EQ(grid.bounds_of(1000).max.x, 0);
}

} // namespace
} // namespace throng::test
