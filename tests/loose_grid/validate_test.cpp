// SPDX-License-Identifier: MIT
// validate() of a loose grid tells each invariant that is broken.
#include "engine/src/base/access.hpp"
#include "engine/src/loose_grid/loose_grid_state.hpp"
#include "tests/support/damage.hpp"

#include <throng/loose_grid.hpp>
#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using kernels::LooseLevel;
using kernels::Region;
using kernels::TightRow;
using kernels::Tile;
using kernels::TileRef;

// A cell of four tiles, the cells of three tiles that have become free, a cell of one element, and a large element on
// another level.
class ABrokenLooseGrid : public testing::Test {
protected:
    ABrokenLooseGrid() {
        std::vector<Aabb> boxes;
        const auto add = [&](std::size_t count, Vec2 at, float half) {
            for (std::size_t i = 0; i < count; ++i) {
                const float x = at.x + 0.01f * static_cast<float>(i);
                boxes.push_back(predicates::box_around({x, at.y}, {half, half}));
            }
        };
        add(60, crowded_before, 0.5f);
        add(60, crowded, 0.5f);
        add(1, alone, 0.5f);
        add(1, {30, 30}, 7);
        EXPECT_TRUE(grid.build(boxes));
        std::vector<Slot> gone;
        for (Slot slot = 10; slot < 60; ++slot) gone.push_back(slot);
        EXPECT_TRUE(grid.erase(gone));
        cell_ = cell_at(crowded);
        last_ = v().last_tile(cell_);
        third_ = v().next_of(last_);
        second_ = v().next_of(third_);
        first_ = v().next_of(second_);
    }

    kernels::LooseGridView v() const { return state.view(); }
    std::uint32_t cell_at(Vec2 at, float half = 0.5f) const {
        return kernels::loose_cell_of(v(), {at.x - half, at.y - half, at.x + half, at.y + half});
    }
    Tile& tile(std::uint32_t ref) { return state.columns.tiles[TileRef::index(ref)]; }
    std::uint32_t shared(std::uint32_t ref) const { return TileRef::index(ref) - v().cell_count; }
    LooseLevel& level() { return state.geometry.levels[0]; }
    TightRow& row_of(std::uint32_t cell) {
        return state.columns
            .rows[level().first_row + ((cell >> v().cell_bits) - level().first_tight) / level().tight_columns];
    }
    std::uint32_t& tight_size(std::uint32_t cell) { return state.columns.tight_sizes[cell >> v().cell_bits]; }
    Tile& box_tile(std::uint32_t cell) { return state.columns.cells[cell >> kernels::lane_bits]; }

    // Takes elements of the crowded cell from all counts, so that the tiles alone are wrong.
    void forget(Damage& d, std::uint32_t ref, std::uint32_t first_lane, std::uint32_t count) {
        for (std::uint32_t lane = first_lane; lane < first_lane + count; ++lane)
            d.set(state.positions.data()[tile(ref).ids[lane]], kernels::no_position);
        d.set(tight_size(cell_), tight_size(cell_) - count);
        d.set(row_of(cell_).size, row_of(cell_).size - count);
        d.set(level().size, level().size - count);
        d.set(state.size, state.size - count);
    }
    void set_box(Damage& d, Tile& of, std::uint32_t lane, const Region& box) {
        d.set(of.min_x[lane], box.min_x), d.set(of.min_y[lane], box.min_y);
        d.set(of.max_x[lane], box.max_x), d.set(of.max_y[lane], box.max_y);
    }
    /// Each of the four sides of a box, moved into it.
    template <class Box> std::array<Flaw, 4> too_small(const char* law, Box&& box) {
        const auto side = [=](auto member, float by) {
            return Flaw{law, [=](Damage& d) {
                            auto& place = box().*member;
                            d.set(place, place + by);
                        }};
        };
        return {side(&Region::min_x, 0.1f), side(&Region::min_y, 0.1f), side(&Region::max_x, -0.1f),
                side(&Region::max_y, -0.1f)};
    }

    static constexpr Slot absent = 11;
    static constexpr Vec2 crowded{22, 22}, crowded_before{2, 2}, alone{41, 41}, nowhere{61, 9};
    LooseGrid grid{{.bounds = {{0, 0}, {64, 64}}, .loose_cell = 4, .tight_cell = 8}};
    Access::LooseGridState& state = *Access::open_state(grid);
    std::uint32_t cell_ = 0, last_ = 0, third_ = 0, second_ = 0, first_ = 0;
};

TEST_F(ABrokenLooseGrid, OfWrongTilesIsTold) {
    ASSERT_EQ(TileRef::index(first_), cell_) << "four tiles, the cell's own first";
    ASSERT_LT(TileRef::count(last_), 16u);
    const std::uint32_t empty = cell_at(nowhere);
    ASSERT_EQ(v().last_tile(empty), kernels::no_tile);
    ASSERT_GT(empty, 0u);
    const Flaw flaws[] = {
        {"a tile in use was taken",
         [&](Damage& d) {
             ASSERT_EQ(shared(last_) + 1, state.free.unused);
             d.set(state.free.unused, shared(last_));
             const std::uint32_t second = state.columns.next[state.free.first]; // the others are as many as before
             d.set(state.columns.owners[state.columns.next[second]], cell_);
             d.set(state.columns.next[second], kernels::no_position);
         }},
        {"a tile in a cell's chain is the cell's", [&](Damage& d) { d.set(state.columns.owners[shared(last_)], 1); }},
        {"a tile of a cell has elements",
         [&](Damage& d) {
             for (std::uint32_t& id : state.columns.tiles[empty].ids) d.set(id, 0);
             d.set(box_tile(empty).ids[empty & 15], TileRef::make(empty, true, 0));
         }},
        {"all tiles of a cell but the last are full",
         [&](Damage& d) {
             forget(d, third_, 15, 1);
             d.set(state.columns.next[shared(last_)], TileRef::make(TileRef::index(third_), true, 15));
         }},
        {"a tile does not follow itself", [&](Damage& d) { d.set(state.columns.next[shared(third_)], third_); }},
        {"a chain of tiles ends", [&](Damage& d) { d.set(state.columns.next[shared(second_)], third_); }},
        {"a chain ends with the cell's own tile",
         [&](Damage& d) {
             forget(d, first_, 0, 16);
             d.set(state.columns.next[shared(second_)], kernels::no_tile);
         }},
        {"lanes that are not in use have a slot",
         [&](Damage& d) { d.set(tile(last_).ids[15], static_cast<Slot>(state.slot_count())); }},
    };
    expect_told(grid, flaws);
}

TEST_F(ABrokenLooseGrid, OfMisplacedElementsIsTold) {
    const Slot slot = tile(first_).ids[3], other = tile(first_).ids[4];
    const Flaw flaws[] = {
        {"a box is valid", [&](Damage& d) { d.set(tile(first_).min_x[3], tile(first_).max_x[3] + 0.25f); }},
        {"an element is in the cell of its centre",
         [&](Damage& d) {
             const Region large{-100, -100, 100, 100};
             d.set(tile(first_).min_x[3], tile(first_).min_x[3] + 4);
             d.set(tile(first_).max_x[3], tile(first_).max_x[3] + 4);
             set_box(d, box_tile(cell_), cell_ & 15, large);
             d.set(row_of(cell_).box, large);
             d.set(state.around, large);
         }},
        {"no element is wider than its level reaches", [&](Damage& d) { d.set(level().reach_x, 0.4f); }},
        {"no element is higher than its level reaches", [&](Damage& d) { d.set(level().reach_y, 0.4f); }},
        {"an element's slot exists",
         [&](Damage& d) {
             const auto beyond = static_cast<Slot>(state.slot_count());
             d.set(state.positions.data()[beyond], state.positions[slot]); // in the padding
             d.set(tile(first_).ids[3], beyond);
         }},
        {"a slot's position is that of its element",
         [&](Damage& d) { d.set(state.positions.data()[slot], state.positions[other]); }},
        {"as many slots are present as there are elements",
         [&](Damage& d) { d.set(state.positions.data()[absent], state.positions[slot]); }},
    };
    expect_told(grid, flaws);
}

TEST_F(ABrokenLooseGrid, OfTooSmallBoxesIsTold) {
    expect_told(grid, too_small("a row's box is around its cells", [this]() -> Region& { return row_of(cell_).box; }));
    expect_told(grid,
                too_small("the box around all is around each cell", [this]() -> Region& { return state.around; }));
    const std::uint32_t lone = cell_at(alone), empty = cell_at(nowhere);
    Tile& of_lone = box_tile(lone);
    const Flaw flaws[] = {
        {"a cell's box begins left of its elements", [&](Damage& d) { d.set(of_lone.min_x[lone & 15], 40.7f); }},
        {"a cell's box begins below its elements", [&](Damage& d) { d.set(of_lone.min_y[lone & 15], 40.7f); }},
        {"a cell's box ends right of its elements", [&](Damage& d) { d.set(of_lone.max_x[lone & 15], 41.3f); }},
        {"a cell's box ends above its elements", [&](Damage& d) { d.set(of_lone.max_y[lone & 15], 41.3f); }},
        {"an empty cell has no box",
         [&](Damage& d) {
             set_box(d, box_tile(empty), empty & 15, {2, 2, 3, 3});
         }},
    };
    expect_told(grid, flaws);
}

TEST_F(ABrokenLooseGrid, OfWrongCountsIsTold) {
    const auto add_slot = [&](Damage& d) { d.set(state.positions.data()[absent], 0); };
    const Flaw flaws[] = {
        {"a tight cell counts its elements", [&](Damage& d) { d.set(tight_size(cell_), tight_size(cell_) + 1); }},
        {"a row counts its elements",
         [&](Damage& d) {
             d.set(row_of(cell_).size, row_of(cell_).size + 1);
             d.set(level().size, level().size + 1);
             d.set(state.size, state.size + 1);
             add_slot(d);
         }},
        {"a level counts its elements", [&](Damage& d) { d.set(level().size, level().size + 1); }},
        {"the grid counts its elements",
         [&](Damage& d) {
             d.set(state.size, state.size + 1);
             add_slot(d);
         }},
    };
    expect_told(grid, flaws);
}

TEST_F(ABrokenLooseGrid, OfWrongFreeTilesIsTold) {
    const std::uint32_t one = state.free.first, other = state.columns.next[one], third = state.columns.next[other];
    ASSERT_EQ(state.columns.next[third], kernels::no_position) << "three free tiles";
    const std::uint32_t unused = state.free.unused;
    ASSERT_LT(unused, state.columns.next.size()) << "a tile was never taken";
    const Flaw flaws[] = {
        {"a free tile was taken before",
         [&](Damage& d) {
             d.set(state.columns.next[other], unused);
             d.set(state.columns.owners[unused], kernels::no_position);
             d.set(state.columns.next[unused], kernels::no_position);
         }},
        {"a free tile is no cell's",
         [&](Damage& d) {
             d.set(state.columns.owners[other], cell_);
             d.set(state.columns.next[other], kernels::no_position);
         }},
        {"a tile of a cell is in the cell's chain",
         [&](Damage& d) {
             d.set(state.columns.owners[third], cell_);
             d.set(state.columns.next[other], kernels::no_position);
         }},
        {"no free tile is lost", [&](Damage& d) { d.set(state.columns.next[one], kernels::no_position); }},
        {"the chain of free tiles ends", [&](Damage& d) { d.set(state.columns.next[third], one); }},
    };
    expect_told(grid, flaws);
}

TEST(AnEmptyLooseGrid, IsValid) {
    LooseGrid grid(LooseGridDesc{});
    EXPECT_TRUE(grid.validate());
    ASSERT_TRUE(grid.build(Aabb{{0, 0}, {1, 1}}));
    ASSERT_TRUE(grid.clear());
    EXPECT_TRUE(grid.validate());
}

} // namespace
} // namespace throng::test
