// SPDX-License-Identifier: MIT
// The first pass of an update of a RowGrid: a sweep over its slots, which tells who leaves, and leaves boxes side by
// side where arrays are in no order of space.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/row_grid/state.hpp"
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

Fault RowGrid::State::sweep_slots(const kernels::BoxSource& source, Boxes boxes, kernels::ItemFaults& faulty,
                                  const Executor& executor) noexcept {
    constexpr std::size_t slots_per_block = 4096, in_a_group = 256;
    const std::size_t count = slot_count(), groups = (count + in_a_group - 1) / in_a_group;
    const bool set_side_by_side = boxes == Boxes::SetSideBySide;
    const auto blocks_of_slots = static_cast<std::uint32_t>((count + slots_per_block - 1) / slots_per_block);
    if ((set_side_by_side && !resize_with_room(between.swept_boxes, (count + 15) / 16 * 16 * (points() ? 2 : 4))) ||
        !resize_with_room(between.leaving, groups * in_a_group / 64) || !extend_blocks(blocks_of_slots, boxes))
        return Fault::OutOfMemory;
    const kernels::GridView grid = base->view();
    const auto sweep = active_kernels().grid.sweep_slots[points()];
    const bool ran = parallel::for_each_block(executor, blocks_of_slots, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        ChangeBlock& block = *blocks[b];
        const std::size_t begin = b * slots_per_block, end = std::min(count, begin + slots_per_block);
        kernels::SlotSweep io{.source = source,
                              .at = static_cast<std::uint32_t>(begin),
                              .end = static_cast<std::uint32_t>(end),
                              .boxes = set_side_by_side ? between.swept_boxes.data() : nullptr,
                              .leaving = between.leaving.data(),
                              .out = &block.movers.view()};
        while (!sweep(grid, io)) {
            if (!block.movers.grow(more_movers(io.out->capacity))) {
                block.out_of_memory = true;
                return;
            }
        }
        block.faulty = io.faulty;
    });
    return collect(ran, faulty);
}

kernels::BoxSource RowGrid::State::swept() const noexcept {
    const float* const boxes = between.swept_boxes.data();
    if (points()) return {.a_x = boxes, .a_y = boxes + 1, .a_stride = 2 * sizeof(float)};
    return box_source_of_corners(boxes);
}

} // namespace throng
