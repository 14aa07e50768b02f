// SPDX-License-Identifier: MIT
// validate() of a row grid tells each invariant that is broken.
#include "engine/kernels/row_grid/cells.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/row_grid/row_grid_state.hpp"
#include "engine/src/world/world_state.hpp"
#include "scenes/generator.hpp"
#include "tests/support/damage.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using kernels::GridRow;

constexpr float half = 0.4f;

std::vector<Vec2> places(std::size_t count, float width, float height) {
    scenes::Generator random(5);
    std::vector<Vec2> places(count);
    for (Vec2& place : places) place = {random.uniform(1, width), random.uniform(1, height)};
    return places;
}

// Rows of many columns, of which the last ones are empty; of points or of boxes.
class ABrokenRowGrid : public testing::TestWithParam<bool> {
protected:
    ABrokenRowGrid() {
        std::vector<Vec2> at = places(400, 36, 36);
        at[0] = {5, 5}; // a row with elements in its first cell
        at[1] = {0.5f, 5};
        const PointView points(at);
        std::vector<float> halves(at.size(), half);
        halves[20] = halves[200] = 6; // two rows reach unusually far
        EXPECT_TRUE(GetParam() ? grid.build(points) : grid.build(BoxView::around(points, halves)));
        EXPECT_TRUE(grid.erase(std::vector<Slot>{absent}));
    }
    GridRow& row_with(auto&& condition) {
        for (GridRow& row : state.rows)
            if (condition(row)) return row;
        ADD_FAILURE() << "no such row";
        return state.rows[0];
    }
    GridRow& row() {
        return row_with([](const GridRow& r) { return r.size > 3; });
    }
    GridRow& empty_row() {
        return row_with([](const GridRow& r) { return r.size == 0; });
    }
    std::uint32_t* cells_of(const GridRow& r) { return state.cell_begin.data() + r.cell_begin; }
    std::uint32_t index_of(const GridRow& r) const { return static_cast<std::uint32_t>(&r - state.rows.data()); }
    kernels::BoxColumns columns() { return state.front.columns(); }

    // A row's first element. Its key is that of another cell.
    void misplace(Damage& damage, int rows, int columns) {
        const kernels::GridView v = state.view();
        const GridRow& r = row();
        const Slot slot = v.slots[r.begin];
        const std::uint32_t column = kernels::column_of(v, v.min_x[r.begin]);
        damage.set(state.cell_keys[slot], v.key_format.key(index_of(r) + static_cast<std::uint32_t>(rows),
                                                           column + static_cast<std::uint32_t>(columns)));
    }
    // Moves a row's first element, and makes what lies around it as large as need be.
    void shift(Damage& damage, float x, float y) {
        GridRow& r = row();
        const kernels::BoxColumns of = columns();
        damage.set(r.min_x, -100.f), damage.set(r.min_y, -100.f), damage.set(r.max_x, 100.f),
            damage.set(r.max_y, 100.f);
        for (float* const column : {of.min_x, of.max_x})
            if (column) damage.set(column[r.begin], column[r.begin] + x);
        for (float* const column : {of.min_y, of.max_y})
            if (column) damage.set(column[r.begin], column[r.begin] + y);
    }

    static constexpr Slot absent = 7;
    RowGrid grid{{.bounds = {{0, 0}, {40, 40}}, .max_half_extent = GetParam() ? half : 0, .cell_size = 2}};
    RowGridStore& state = *Access::open_state(grid);
};
INSTANTIATE_TEST_SUITE_P(Of, ABrokenRowGrid, testing::Bool(),
                         [](const auto& one) { return one.param ? "Points" : "Boxes"; });

TEST_P(ABrokenRowGrid, OfWrongRowsIsTold) {
    const auto rows = static_cast<std::uint32_t>(state.rows.size());
    ASSERT_EQ(std::bit_width(rows - 1), std::bit_width(rows)) << "keys with a row more would be others";
    const Flaw flaws[] = {
        {"the geometry has as many rows as there are", [&](Damage& d) { d.set(state.geometry.rows, rows + 1); }},
        {"a row with elements is marked",
         [&](Damage& d) { d.set(state.occupied[0], state.occupied[0] & ~(std::uint64_t{1} << index_of(row()))); }},
        {"a row without elements is not marked",
         [&](Damage& d) { d.set(state.occupied[0], state.occupied[0] | std::uint64_t{1} << index_of(empty_row())); }},
        {"a rank is the number of elements before", [&](Damage& d) { d.set(row().rank, row().rank + 1); }},
        {"the rank of an empty row, too", [&](Damage& d) { d.set(empty_row().rank, empty_row().rank - 1); }},
        {"a row begins where the one before ends", [&](Damage& d) { d.set(empty_row().begin, 0); }},
        {"rows end within the columns", [&](Damage& d) { d.set(state.extent, state.extent - 1); }},
        {"rows have as many elements as the grid",
         [&](Damage& d) {
             d.set(state.size, state.size + 1);
             d.set(state.cell_keys[absent], 0);
         }},
        {"as many slots are present as there are elements", [&](Damage& d) { d.set(state.cell_keys[absent], 0); }},
    };
    expect_told(grid, flaws);
}

TEST_P(ABrokenRowGrid, OfWrongCellsIsTold) {
    const Flaw flaws[] = {
        {"a row has cells in all columns",
         [&](Damage& d) {
             ASSERT_EQ(cells_of(row())[row().cells - 1], row().size) << "the last cell is empty";
             d.set(row().cells, row().cells - 1);
         }},
        {"the first cell begins with the row",
         [&](Damage& d) {
             const GridRow& r = row_with([&](const GridRow& of) { return of.size != 0 && cells_of(of)[1] != 0; });
             d.set(cells_of(r)[0], 1);
         }},
        {"the last cell ends with the row",
         [&](Damage& d) {
             const GridRow& r = row();
             for (std::uint32_t c = 0; c <= r.cells; ++c)
                 if (cells_of(r)[c] == r.size) d.set(cells_of(r)[c], r.size - 1);
         }},
        {"cells follow each other",
         [&](Damage& d) {
             const GridRow& r = row();
             d.set(cells_of(r)[r.cells / 2], r.size + 1);
         }},
        {"an element is in the row of its centre", [&](Damage& d) { shift(d, 0, 2); }},
        {"an element is in the column of its centre",
         [&](Damage& d) { shift(d, static_cast<float>(2 << row().shift), 0); }},
        {"an element's slot exists",
         [&](Damage& d) {
             const Slot beyond = static_cast<Slot>(state.slot_count()), slot = columns().slots[row().begin];
             d.set(state.cell_keys.data()[beyond], state.cell_keys[slot]); // in the padding
             d.set(columns().slots[row().begin], beyond);
         }},
        {"an element's slot is present",
         [&](Damage& d) { d.set(state.cell_keys[columns().slots[row().begin]], kernels::no_position); }},
        {"a slot's key is that of its row", [&](Damage& d) { misplace(d, 1, 0); }},
        {"a slot's key is not that of a later column", [&](Damage& d) { misplace(d, 0, 1 << row().shift); }},
        {"a slot's key is not that of an earlier column", [&](Damage& d) { misplace(d, 0, -(1 << row().shift)); }},
    };
    expect_told(grid, flaws);
}

TEST_P(ABrokenRowGrid, OfTooSmallBoxesIsTold) {
    constexpr float little = half / 4;
    kernels::RowBlock& block = state.row_blocks[0];
    Aabb& all = state.around;
    const Flaw flaws[] = {
        {"no element is wider than its row reaches", [&](Damage& d) { d.set(row().reach_x, half - little); }},
        {"no element is higher than its row reaches", [&](Damage& d) { d.set(row().reach_y, half - little); }},
        {"the box of 64 rows begins left of each", [&](Damage& d) { d.set(block.min_x, block.min_x + little); }},
        {"the box of 64 rows begins below each", [&](Damage& d) { d.set(block.min_y, block.min_y + little); }},
        {"the box of 64 rows ends right of each", [&](Damage& d) { d.set(block.max_x, block.max_x - little); }},
        {"the box of 64 rows ends above each", [&](Damage& d) { d.set(block.max_y, block.max_y - little); }},
        {"the box around all begins left of each row", [&](Damage& d) { d.set(all.min.x, all.min.x + little); }},
        {"the box around all begins below each row", [&](Damage& d) { d.set(all.min.y, all.min.y + little); }},
        {"the box around all ends right of each row", [&](Damage& d) { d.set(all.max.x, all.max.x - little); }},
        {"the box around all ends above each row", [&](Damage& d) { d.set(all.max.y, all.max.y - little); }},
        {"a row's box begins left of its elements", [&](Damage& d) { d.set(row().min_x, row().min_x + little); }},
        {"a row's box begins below its elements", [&](Damage& d) { d.set(row().min_y, row().min_y + little); }},
        {"a row's box ends right of its elements", [&](Damage& d) { d.set(row().max_x, row().max_x - little); }},
        {"a row's box ends above its elements", [&](Damage& d) { d.set(row().max_y, row().max_y - little); }},
    };
    expect_told(grid, flaws);
}

// Every search reads the rows that reach unusually far.
TEST_P(ABrokenRowGrid, OfWrongTallRowsIsTold) {
    Column<std::uint32_t>& tall = state.tall_rows;
    const auto list = [&](Damage& d, const std::vector<std::uint32_t>& rows) {
        const std::vector<std::uint32_t> before(tall.begin(), tall.end());
        const auto put = [&](const std::vector<std::uint32_t>& these) {
            tall.resize(these.size());
            std::copy(these.begin(), these.end(), tall.begin());
        };
        d.repair_by([=] { put(before); });
        put(rows);
    };
    if (GetParam()) {
        ASSERT_TRUE(tall.empty());
        const Flaw flaws[] = {
            {"a row that reaches unusually far is listed", [&](Damage& d) { d.set(state.reach_y, half / 2); }},
            {"no other row is listed", [&](Damage& d) { list(d, {index_of(row())}); }},
        };
        return expect_told(grid, flaws);
    }
    ASSERT_EQ(tall.size(), 2u);
    const std::uint32_t first = tall[0], second = tall[1],
                        usual = index_of(row_with([&](const GridRow&r) {
                            return r.size != 0 && index_of(r) != tall[0] && index_of(r) != tall[1];
                        }));
    const Flaw flaws[] = {
        {"the first row that reaches unusually far is listed", [&](Damage& d) { list(d, {second}); }},
        {"the last row that reaches unusually far is listed", [&](Damage& d) { list(d, {first}); }},
        {"rows are listed in order",
         [&](Damage& d) {
             list(d, {second, first});
         }},
        {"rows are listed once",
         [&](Damage& d) {
             list(d, {first, second, second});
         }},
        {"no other row is listed",
         [&](Damage& d) {
             list(d, {first, usual});
         }},
    };
    expect_told(grid, flaws);
}

TEST(AnEmptyRowGrid, IsValid) {
    RowGrid grid(RowGridDesc{});
    EXPECT_TRUE(grid.validate());
    ASSERT_TRUE(grid.build(places(400, 36, 36)));
    ASSERT_TRUE(grid.clear());
    EXPECT_TRUE(grid.validate());
}

// In a World few changes leave room between rows.
TEST(ABrokenRowGridWithRoom, IsTold) {
    World world(WorldDesc{});
    std::vector<Vec2> at = places(1500, 39, 39);
    for (Vec2& place : at)
        if (place.y > 15 && place.y < 25) place.y = 5;
    std::vector<Id> ids(at.size());
    ASSERT_TRUE(world.spawn(BoxView::around(PointView(at), half), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    RowGridStore* grid = nullptr;
    for (int i = 0; i < 30 && !(grid && grid->view().has_room()); ++i) {
        ASSERT_TRUE(world.move(std::span(ids).subspan(5, 1), Aabb{{9, 9}, {10, 10}}));
        ASSERT_TRUE(world.commit());
        grid = &Access::open_state(world)->current().row_grid;
    }
    ASSERT_TRUE(grid->view().has_room());
    std::uint32_t empty = 0;
    while (empty < grid->rows.size() && (grid->rows[empty].size != 0 || grid->rows[empty].rank == 0)) ++empty;
    ASSERT_LT(empty, grid->rows.size());
    GridRow& row = grid->rows[empty];

    const Flaw flaws[] = {
        {"a row begins behind the one before", [&](Damage& d) { d.set(row.begin, 0); }},
    };
    expect_told(world, flaws);
}

} // namespace
} // namespace throng::test
