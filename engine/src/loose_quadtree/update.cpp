// SPDX-License-Identifier: MIT
// LooseQuadtree::update finds the elements that leave their leaf, writes all boxes in place, and then adds the leavers
// to their new leaves.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/loose_quadtree/state.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace throng {

namespace {

constexpr std::uint32_t max_blocks = 256, smallest_block = 128;

struct Blocks {
    explicit Blocks(std::size_t tiles)
        : count(static_cast<std::uint32_t>(std::clamp<std::size_t>(tiles / smallest_block, 1, max_blocks))),
          tiles_(tiles) {}
    std::uint32_t begin(std::uint32_t block) const { return static_cast<std::uint32_t>(tiles_ * block / count); }
    std::uint32_t count;

private:
    std::size_t tiles_;
};

} // namespace

Status LooseQuadtree::State::update(const kernels::BoxSource& source, const Executor& of_call) noexcept {
    if (size == 0) return {};
    const simd::FloatEnvironment environment;
    const Executor executor = parallel::unless_few(size, of_call);
    kernels::ItemFaults faulty;
    std::uint32_t leavers = 0;
    if (!find_leavers(source, leavers, faulty, executor)) return status_of(Fault::Cancelled, {});
    movers.resize(0);
    if (!movers.grow(leavers)) return status_of(Fault::OutOfMemory, {});
    gather_leavers(source);
    std::uint32_t max_tiles = 0;
    if (const Fault fault = reserve_for_movers(max_tiles); fault != Fault::None) return status_of(fault, {});
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
    const Blocks blocks(tiles.size());
    const kernels::LooseUpdate all = update_of(source);
    const auto kernel = active_kernels().loose_quadtree.find_leavers;
    std::array<kernels::ItemFaults, max_blocks> faults{};
    std::array<std::uint32_t, max_blocks> counts{};
    const bool ran = parallel::for_each_block(executor, blocks.count, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        counts[b] = kernel(all, blocks.begin(b), blocks.begin(b + 1), faults[b]);
    });
    for (std::uint32_t b = 0; b < blocks.count; ++b) {
        leavers += counts[b];
        merge(faulty, faults[b]);
    }
    return ran;
}

void LooseQuadtree::State::take_boxes(const kernels::BoxSource& source, const Executor& executor) noexcept {
    const Blocks blocks(tiles.size());
    const kernels::LooseUpdate all = update_of(source);
    const auto kernel = active_kernels().loose_quadtree.take_boxes;
    parallel::for_each_block_to_end(executor, blocks.count, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        kernel(all, blocks.begin(b), blocks.begin(b + 1));
    });
}

void LooseQuadtree::State::gather_leavers(const kernels::BoxSource& source) noexcept {
    for (std::uint32_t tile = 0; tile < tiles.size(); ++tile) {
        if (!is_leaf(tile)) continue;
        for (std::uint32_t leaving = nodes[tile].leavers; leaving != 0; leaving &= leaving - 1) {
            const Slot slot = tiles[tile].ids[std::countr_zero(leaving)];
            post(slot, box_at(source, slot));
        }
    }
}

} // namespace throng
