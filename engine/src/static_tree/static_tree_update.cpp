// SPDX-License-Identifier: MIT
// The elements of a StaticTree move in place: its leaves get larger boxes, and all elements are sorted again when the
// leaves have grown too much.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"

#include <array>

namespace throng {
namespace {

using kernels::TileRef;

double sides_of(const Aabb& box) noexcept {
    return static_cast<double>(box.max.x) - static_cast<double>(box.min.x) +
           (static_cast<double>(box.max.y) - static_cast<double>(box.min.y));
}

bool same(const Aabb& a, const Aabb& b) noexcept {
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

} // namespace

Status StaticTree::State::update(const kernels::BoxSource& source, const Executor& of_call) noexcept {
    if (size == 0) return {};
    const Executor executor = parallel::unless_few(size, of_call);
    kernels::ItemFaults faulty;
    take_boxes(source, faulty, executor);
    adapt(executor);
    return status_of(Fault::None, faulty);
}

Status StaticTree::State::move(std::span<const Slot> slots, const kernels::BoxSource& source,
                               const Executor& of_call) noexcept {
    kernels::ItemFaults faulty;
    const auto is_present = present_in(positions);
    if (const Fault fault = chosen.choose(slots, true, is_present, faulty); fault != Fault::None)
        return status_of(fault, {});
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!chosen.chosen(i)) continue;
        const Aabb box = box_at(source, i);
        if (is_valid(box))
            take_box(slots[i], box);
        else
            note_fault(faulty, Fault::InvalidBounds, i);
    }
    adapt(parallel::unless_few(size, of_call));
    return status_of(Fault::None, faulty);
}

void StaticTree::State::take_boxes(const kernels::BoxSource& source, kernels::ItemFaults& faulty,
                                   const Executor& executor) noexcept {
    const TileLevels levels(tiles.size() - first_leaf);
    const kernels::LeafUpdate update{.tiles = tiles.data(),
                                     .refs = refs.empty() ? nullptr : refs.data(),
                                     .first_leaf = first_leaf,
                                     .leaf_count = levels.count[0],
                                     .size = size,
                                     .source = source};
    const auto kernel = active_kernels().static_tree_changes.take_boxes;
    const parallel::Blocks blocks(levels.count[0], tiles_per_block);
    std::array<kernels::ItemFaults, parallel::max_blocks> faults{};
    std::array<double, parallel::max_blocks> parts{};
    compute_blocks_to_end(executor, blocks.count, [&](std::uint32_t b) {
        parts[b] = kernel(update, blocks.begin(b), blocks.end(b), faults[b]);
    });
    sides = 0;
    for (std::uint32_t b = 0; b < blocks.count; ++b) {
        sides += parts[b];
        merge(faulty, faults[b]);
    }
    for (std::uint32_t level = 2; level < levels.height; ++level)
        compute_ranges_to_end(
            executor, levels.count[level - 1], tiles_per_block, [&](std::size_t begin, std::size_t end) {
                for (std::size_t t = begin; t < end; ++t) {
                    kernels::Tile& above = tiles[levels.begin[level] + t / 16];
                    const Aabb box = box_around(tiles[levels.begin[level - 1] + t], TileRef::count(above.ids[t % 16]));
                    set_lane(above, t % 16, box, above.ids[t % 16]);
                }
            });
}

// Boxes above the element change as far as they do not stay what they are.
void StaticTree::State::take_box(Slot slot, const Aabb& box) noexcept {
    const TileLevels levels(tiles.size() - first_leaf);
    std::uint32_t tile = (positions[slot] >> kernels::lane_bits) - first_leaf;
    const std::uint32_t count = TileRef::count(view().leaf_at(first_leaf + tile));
    sides -= sides_of(box_around(tiles[first_leaf + tile], count));
    set_lane(tiles[first_leaf + tile], positions[slot] & 15, box, slot);
    sides += sides_of(box_around(tiles[first_leaf + tile], count));
    for (std::uint32_t level = 1; level < levels.height; ++level, tile /= 16) {
        kernels::Tile& above = tiles[levels.begin[level] + tile / 16];
        const std::uint32_t ref = above.ids[tile % 16];
        const Aabb around = box_around(tiles[TileRef::index(ref)], TileRef::count(ref)),
                   before = box_in(above, tile % 16);
        if (same(around, before)) return;
        set_lane(above, tile % 16, around, ref);
    }
}

double StaticTree::State::sides_around() const noexcept {
    return sides_of(box_around(tiles[TileRef::index(root)], TileRef::count(root)));
}

// Leaves grow where elements have moved apart, and do not shrink as much as a crowd that is called together. Without
// memory for it the order stays, and searches take longer.
void StaticTree::State::adapt(const Executor& executor) noexcept {
    constexpr double most_growth = 1.2;
    if (size == 0) return;
    if (sides <= most_growth * sides_built && sides * around_built <= most_growth * sides_built * sides_around())
        return;
    Column<Aabb> boxes(desc.memory);
    Column<Slot> slots(desc.memory);
    if (!boxes.resize_discard(size) || !slots.resize_discard(size)) return;
    std::size_t to = 0;
    for (std::uint32_t tile = first_leaf; tile < tiles.size(); ++tile)
        for (std::uint32_t lane = 0; lane < TileRef::count(view().leaf_at(tile)); ++lane) {
            boxes[to] = box_in(tiles[tile], lane);
            slots[to++] = tiles[tile].ids[lane];
        }
    const auto sort_again = [&](const Executor& by) {
        return build(box_source_of(boxes.data()), size, slots.data(), slot_count(), by);
    };
    // The boxes have been changed already: a host that gives up cannot stop that half-way.
    if (has(sort_again(executor).faults, Fault::Cancelled)) (void)sort_again(serial());
}

} // namespace throng
