// SPDX-License-Identifier: MIT
// LooseQuadtree::update: first it is found who leaves a leaf, then all boxes are written where they are, and the leavers settle elsewhere.
#include "engine/src/box_source.hpp"
#include "engine/src/item_faults.hpp"
#include "engine/src/loose_quadtree_state.hpp"
#include "engine/src/tile_study.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace throng {

using kernels::Tile;
using kernels::TileRef;

namespace {

constexpr std::uint32_t most_blocks = 256, smallest_block = 128;

struct Blocks {
    explicit Blocks(std::size_t tiles)
        : count(static_cast<std::uint32_t>(std::clamp<std::size_t>(tiles / smallest_block, 1, most_blocks))), tiles_(tiles) {}
    std::uint32_t begin(std::uint32_t block) const { return static_cast<std::uint32_t>(tiles_ * block / count); }
    std::uint32_t count;

private:
    std::size_t tiles_;
};

} // namespace

Status LooseQuadtree::State::update(const kernels::BoxSource& source, const Executor& executor) noexcept {
    if (size == 0) return {};
    const simd::FloatEnvironment environment;
    kernels::ItemFaults faulty;
    std::uint32_t leavers = 0;
    if (!find_leavers(source, leavers, faulty, executor)) return status_of(Fault::Cancelled, {});
    movers.resize(0);
    if (!movers.grow(leavers)) return status_of(Fault::OutOfMemory, {});
    gather_leavers(source);
    std::uint32_t most_tiles = 0;
    if (const Fault fault = reserve_for_movers(most_tiles); fault != Fault::None) return status_of(fault, {});
    take_boxes(source, executor);
    for (const Mover& mover : movers) remove(mover.slot);
    add_movers();
    clean_up(most_tiles);
    adapt(size / 16 + 1, executor);
    return status_of(Fault::None, faulty);
}

bool LooseQuadtree::State::find_leavers(const kernels::BoxSource& source, std::uint32_t& leavers, kernels::ItemFaults& faulty,
                                        const Executor& executor) noexcept {
    const Blocks blocks(tiles.size());
    std::array<kernels::ItemFaults, most_blocks> faults{};
    std::array<std::uint32_t, most_blocks> counts{};
    const bool ran = parallel::for_each_block(executor, blocks.count, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        for (std::uint32_t tile = blocks.begin(b); tile < blocks.begin(b + 1); ++tile)
            if (is_leaf(tile)) counts[b] += mark_leavers(tile, source, faults[b]);
    });
    for (std::uint32_t b = 0; b < blocks.count; ++b) {
        leavers += counts[b];
        merge(faulty, faults[b]);
    }
    return ran;
}

std::uint32_t LooseQuadtree::State::mark_leavers(std::uint32_t tile, const kernels::BoxSource& source,
                                                 kernels::ItemFaults& faulty) noexcept {
    const LooseNode& home = nodes[nodes[tile].head];
    std::uint32_t leaving = 0, wrong = 0;
    for (std::uint32_t lane = 0; lane < TileRef::count(refs[tile]); ++lane) {
        const Slot slot = tiles[tile].ids[lane];
        const Aabb box = box_at(source, slot);
        if (!is_sound(box)) {
            note(faulty, Fault::InvalidBounds, slot);
            wrong |= 1u << lane;
        } else if (!holds(home, square.cell_of(box))) {
            leaving |= 1u << lane;
        }
    }
    nodes[tile].leavers = static_cast<std::uint16_t>(leaving);
    nodes[tile].faulty = static_cast<std::uint16_t>(wrong);
    return static_cast<std::uint32_t>(std::popcount(leaving));
}

void LooseQuadtree::State::take_boxes(const kernels::BoxSource& source, const Executor& executor) noexcept {
    const Blocks blocks(tiles.size());
    parallel::for_each_block_to_end(executor, blocks.count, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        for (std::uint32_t tile = blocks.begin(b); tile < blocks.begin(b + 1); ++tile)
            if (is_head(tile)) take_leaf(tile, source);
    });
}

// The leaf's box is that of those who stay.
void LooseQuadtree::State::take_leaf(std::uint32_t head, const kernels::BoxSource& source) noexcept {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Aabb around{{infinity, infinity}, {-infinity, -infinity}};
    for (std::uint32_t ref = refs[head]; ref != kernels::no_tile; ref = next_of(ref)) {
        Tile& tile = tiles[TileRef::index(ref)];
        const LooseNode& node = nodes[TileRef::index(ref)];
        for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane) {
            if ((node.faulty >> lane & 1) == 0) set_lane(tile, lane, box_at(source, tile.ids[lane]), tile.ids[lane]);
            if ((node.leavers >> lane & 1) != 0) continue;
            const Aabb box = box_in(tile, lane);
            around.min = {std::min(around.min.x, box.min.x), std::min(around.min.y, box.min.y)};
            around.max = {std::max(around.max.x, box.max.x), std::max(around.max.y, box.max.y)};
        }
    }
    const LooseNode& node = nodes[head];
    if (node.parent != no_node) set_lane(tiles[node.parent], node.lane, around, tiles[node.parent].ids[node.lane]);
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
