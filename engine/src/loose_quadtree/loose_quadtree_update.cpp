// SPDX-License-Identifier: MIT
// LooseQuadtree::update finds the elements that leave their leaf, writes all boxes in place, and then adds the leavers
// to their new leaves.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"
#include "parallel/for_each_block.hpp"

#include <array>
#include <bit>

namespace throng {

namespace {

constexpr std::uint32_t smallest_block = 128; // tiles

} // namespace

Status LooseQuadtree::State::update(const kernels::BoxSource& source, const Executor& of_call) noexcept {
    if (size == 0) return {};
    const Executor executor = parallel::unless_few(size, of_call);
    kernels::ItemFaults faulty;
    std::uint32_t leavers = 0;
    if (!find_leavers(source, leavers, faulty, executor)) return status_of(Fault::Cancelled, {});
    movers.resize(0);
    if (!movers.grow(leavers)) return status_of(Fault::OutOfMemory, {});
    const std::size_t for_splits = gather_leavers(source);
    std::uint32_t max_tiles = 0;
    if (const Fault fault = reserve_for_movers(max_tiles, for_splits); fault != Fault::None)
        return status_of(fault, {});
    take_boxes(source, executor);
    for (const Mover& mover : movers) remove(mover.slot);
    add_movers();
    clean_up(max_tiles);
    adapt(size / 16 + 1, executor);
    return status_of(Fault::None, faulty);
}

kernels::LooseUpdate LooseQuadtree::State::update_of(const kernels::BoxSource& source) noexcept {
    kernels::LooseUpdate all;
    all.tiles = tiles.data();
    all.next = next.data();
    all.refs = refs.data();
    all.nodes = nodes.data();
    all.root = square;
    all.source = source;
    return all;
}

bool LooseQuadtree::State::find_leavers(const kernels::BoxSource& source, std::uint32_t& leavers,
                                        kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    const parallel::Blocks blocks(static_cast<std::uint32_t>(tiles.size()), smallest_block);
    const kernels::LooseUpdate all = update_of(source);
    const auto kernel = active_kernels().loose_quadtree_changes.find_leavers;
    std::array<kernels::ItemFaults, parallel::max_blocks> faults{};
    std::array<std::uint32_t, parallel::max_blocks> counts{};
    const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        counts[b] = kernel(all, blocks.begin(b), blocks.end(b), faults[b]);
    });
    for (std::uint32_t b = 0; b < blocks.count; ++b) {
        leavers += counts[b];
        merge(faulty, faults[b]);
    }
    return ran;
}

void LooseQuadtree::State::take_boxes(const kernels::BoxSource& source, const Executor& executor) noexcept {
    const parallel::Blocks blocks(static_cast<std::uint32_t>(tiles.size()), smallest_block);
    const kernels::LooseUpdate all = update_of(source);
    const auto kernel = active_kernels().loose_quadtree_changes.take_boxes;
    compute_blocks_to_end(executor, blocks.count,
                          [&](std::uint32_t b) { kernel(all, blocks.begin(b), blocks.end(b)); });
}

// Splits go down by one level in an update: leaves that many elements moved to are divided by the next ones.
std::size_t LooseQuadtree::State::gather_leavers(const kernels::BoxSource& source) noexcept {
    std::size_t for_splits = 0;
    for (std::uint32_t tile = 0; tile < tiles.size(); ++tile) {
        if (!is_leaf(tile)) continue;
        for_splits += tiles_if_split(tile);
        for (std::uint32_t leaving = nodes[tile].leavers; leaving != 0; leaving &= leaving - 1) {
            const Slot slot = tiles[tile].ids[std::countr_zero(leaving)];
            post(slot, box_at(source, slot));
        }
    }
    return for_splits;
}

} // namespace throng
