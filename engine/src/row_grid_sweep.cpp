// SPDX-License-Identifier: MIT
// What an update of a RowGrid does first where arrays are in no order of space: a sweep in their own order, which leaves boxes side by side.
#include "engine/src/box_source.hpp"
#include "engine/src/kernels.hpp"
#include "engine/src/row_grid_state.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>

namespace throng {
namespace {

// With some room where it grows, so that not every newcomer asks for all of it anew.
template <class T> bool resize_with_room(Column<T>& column, std::size_t count) {
    const std::size_t room = column.capacity() + column.capacity() / 8;
    return count <= column.capacity() || column.resize_discard(std::max(count, room));
}

} // namespace

Fault RowGrid::State::sweep_slots(const kernels::BoxSource& source, kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    constexpr std::size_t slots_per_block = 4096;
    const std::size_t count = slot_count(), tiles = (count + 15) / 16;
    const auto blocks_of_slots = static_cast<std::uint32_t>((count + slots_per_block - 1) / slots_per_block);
    if (!resize_with_room(between.swept_boxes, tiles * 16 * (points() ? 2 : 4)) || !resize_with_room(between.leaving, tiles) ||
        !extend_blocks(blocks_of_slots, Boxes::Swept))
        return Fault::OutOfMemory;
    const kernels::GridView grid = base->view();
    const bool wide_cells = std::ranges::any_of(base->rows, [](const kernels::GridRow& row) { return row.shift != 0; });
    const auto sweep = active_kernels().grid.sweep_slots[points()];
    const bool ran = parallel::for_each_block(executor, blocks_of_slots, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        const std::size_t begin = b * slots_per_block, end = std::min(count, begin + slots_per_block);
        kernels::SlotSweep io{.source = source,
                              .begin = static_cast<std::uint32_t>(begin),
                              .end = static_cast<std::uint32_t>(end),
                              .wide_cells = wide_cells,
                              .boxes = between.swept_boxes.data(),
                              .leaving = between.leaving.data()};
        sweep(grid, io);
        blocks[b]->faulty = io.faulty;
    });
    const Fault fault = collect(ran, faulty);
    begin_change(); // of rows
    return fault;
}

kernels::BoxSource RowGrid::State::swept() const noexcept {
    const float* const boxes = between.swept_boxes.data();
    if (points()) return {.a_x = boxes, .a_y = boxes + 1, .a_stride = 2 * sizeof(float)};
    return box_source_of_corners(boxes);
}

} // namespace throng
