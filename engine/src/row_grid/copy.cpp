// SPDX-License-Identifier: MIT
// One RowGrid's elements in another one.
#include "engine/src/row_grid/state.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>

namespace throng {

bool RowGrid::State::assign(const State& other) noexcept {
    if (!assign_at_change(other, false, {})) return false;
    if (!front.assign(const_cast<GridColumns&>(other.front), other.size) || !cell_begin.assign(other.cell_begin) ||
        !occupied.assign(other.occupied) || !row_blocks.assign(other.row_blocks) ||
        !tall_rows.assign(other.tall_rows) || !rows.assign(other.rows))
        return false;
    base = this;
    return true;
}

bool RowGrid::State::assign_at_change(const State& other, bool one_behind, const Executor& executor) noexcept {
    base = &other;
    if (kind != other.kind) set_kind(other.kind);
    if (one_behind && other.only_arrivals) {
        constexpr std::size_t slots_per_block = 4096;
        const std::size_t count = other.arrival_order.size();
        const Slot* const slots = other.arrivals.view().boxes.slots;
        const auto blocks_of_slots = static_cast<std::uint32_t>((count + slots_per_block - 1) / slots_per_block);
        parallel::for_each_block_to_end(executor, blocks_of_slots, [&](std::uint32_t b) {
            const std::size_t begin = b * slots_per_block, end = std::min(count, begin + slots_per_block);
            for (std::size_t i = begin; i < end; ++i) cell_keys[slots[i]] = other.cell_keys[slots[i]];
        });
    } else if (!cell_keys.assign(other.cell_keys)) {
        return false;
    }
    only_arrivals = false;
    geometry = other.geometry;
    around = other.around;
    reach_x = other.reach_x;
    reach_y = other.reach_y;
    dense = other.dense;
    size = other.size;
    laid_for = other.laid_for;
    density = other.density;
    changes_since_look = other.changes_since_look;
    return true;
}

} // namespace throng
