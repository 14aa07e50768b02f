// SPDX-License-Identifier: MIT
// The elements of a StaticTree move in place: its leaves get larger boxes, and all elements are sorted again when the
// leaves have grown too much, or when many elements have come and gone.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"

#include <array>
#include <utility>

namespace throng {
namespace {

using kernels::TileRef;

bool same(const Aabb& a, const Aabb& b) noexcept {
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

} // namespace

Status StaticTree::State::update(const kernels::BoxSource& source, const Executor& of_call) noexcept {
    if (size == 0) return {};
    const Executor executor = parallel::unless_few(size, of_call);
    kernels::ItemFaults faulty;
    begin_change();
    std::fill(editions.begin(), editions.end(), edition);
    take_boxes(source, faulty, executor);
    adapt(executor, true);
    return status_of(Fault::None, faulty);
}

Status StaticTree::State::move(std::span<const Slot> slots, const kernels::BoxSource& source,
                               const Executor& of_call) noexcept {
    kernels::ItemFaults faulty;
    const auto is_present = present_in(positions);
    if (const Fault fault = scratch->chosen.choose(slots, true, is_present, faulty); fault != Fault::None)
        return status_of(fault, {});
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (scratch->chosen.chosen(i) && !is_valid(box_at(source, i))) {
            note_fault(faulty, Fault::InvalidBounds, i);
            scratch->chosen.leave_out(i);
        }
    if (size == 0) return status_of(Fault::None, faulty);
    // Most leaves have one of many, but a look at every slot has to be worth it.
    const bool together = slots.size() > size / 16 && slots.size() > slot_count() / 128;
    if (together && !scratch->boxes.resize_with_room(slot_count())) return status_of(Fault::OutOfMemory, {});
    const Executor executor = parallel::unless_few(size, of_call);
    begin_change();
    together ? move_together(source, executor) : move_one_by_one(source);
    adapt(executor, together);
    return status_of(Fault::None, faulty);
}

// Writes all leaves.
void StaticTree::State::move_together(const kernels::BoxSource& source, const Executor& executor) noexcept {
    Column<Aabb>& boxes = scratch->boxes; // by slot
    for (Slot slot = 0; slot < slot_count(); ++slot)
        if (is_present(slot)) boxes[slot] = box_of(slot);
    const std::span<const Slot> slots = scratch->chosen.slots();
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (slots[i] != kernels::no_item) boxes[slots[i]] = box_at(source, i);
    std::fill(editions.begin(), editions.end(), edition);
    kernels::ItemFaults none;
    take_boxes(box_source_of(boxes.data()), none, executor);
}

void StaticTree::State::move_one_by_one(const kernels::BoxSource& source) noexcept {
    const std::span<const Slot> slots = scratch->chosen.slots();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i] == kernels::no_item) continue;
        const std::uint32_t tile = positions[slots[i]] >> kernels::lane_bits, head = head_of(tile);
        const Aabb before = box_above(head);
        set_lane(tiles[tile], positions[slots[i]] & 15, box_at(source, i), slots[i]);
        touch(tile);
        // A pile in many tiles is not read again for each of its elements.
        const Aabb box =
            places.empty() || places[head].link == head ? box_of_leaf(head) : around_both(before, box_at(source, i));
        sides += sides_of(box) - sides_of(before);
        hand_up(head, box);
    }
}

void StaticTree::State::take_boxes(const kernels::BoxSource& source, kernels::ItemFaults& faulty,
                                   const Executor& executor) noexcept {
    const TileLevels levels(leaf_count);
    const kernels::TileTreeView tree = view();
    const kernels::LeafUpdate update{.tiles = tiles.data(),
                                     .before = tiles_before ? std::exchange(tiles_before, nullptr) : tiles.data(),
                                     .tree = tree,
                                     .leaf_count = leaf_count,
                                     .source = source};
    const auto kernel = active_kernels().static_tree_changes.take_boxes;
    const parallel::Blocks blocks(leaf_count, tiles_per_block);
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

// The leaf's box has become this one: boxes above it change as far as they do not stay what they are.
void StaticTree::State::hand_up(std::uint32_t head, Aabb box) noexcept {
    const TileLevels levels(leaf_count);
    std::uint32_t tile = head - first_leaf;
    for (std::uint32_t level = 1; level < levels.height; ++level, tile /= 16) {
        const std::uint32_t branch = levels.begin[level] + tile / 16;
        kernels::Tile& above = tiles[branch];
        if (same(box, box_in(above, tile % 16))) return;
        set_lane(above, tile % 16, box, above.ids[tile % 16]);
        touch(branch);
        const std::uint32_t remaining = levels.count[level - 1] - tile / 16 * 16;
        box = box_around(above, std::min(remaining, 16u));
    }
}

double StaticTree::State::sides_around() const noexcept {
    return sides_of(box_around(tiles[TileRef::index(root)], TileRef::count(root)));
}

// How wide leaves are beside the box of the branch that has them, on average: 4 where sixteen share it evenly, 16 where
// each is as wide as all together, whatever the scale.
double StaticTree::State::relative_width() const noexcept {
    const TileLevels levels(leaf_count);
    double all = 0, branches = 0;
    for (std::uint32_t t = 0; levels.height > 1 && t < levels.count[1]; ++t) {
        const kernels::Tile& branch = tiles[levels.begin[1] + t];
        const std::uint32_t count = std::min(leaf_count - t * 16, 16u);
        const double around = sides_of(box_around(branch, count));
        if (!(around > 0)) continue;
        for (std::uint32_t lane = 0; lane < count; ++lane) all += sides_of(box_in(branch, lane)) / around;
        ++branches;
    }
    return branches > 0 ? all / branches : 0;
}

// Leaves grow where elements have moved apart, and do not shrink as much as a crowd that is called together, or a part
// of it. Without memory for it the order stays, and searches take longer. `all_moved`: so a look at every branch pays.
void StaticTree::State::adapt(const Executor& executor, bool all_moved) noexcept {
    constexpr double most_growth = 1.2, most_widening = 1.3;
    if (size == 0) return;
    if (changes <= size / 8 + 16 && sides <= most_growth * sides_sorted &&
        sides * around_sorted <= most_growth * sides_sorted * sides_around() &&
        (!all_moved || relative_width() <= most_widening * width_sorted))
        return;
    // The elements have been changed already: a host that gives up cannot stop that half-way.
    const Status status = sort_with({}, {}, slot_count(), executor);
    if (has(status.faults, Fault::Cancelled)) (void)sort_with({}, {}, slot_count(), serial());
}

Status StaticTree::State::refit(const Executor& executor) noexcept {
    if (size == 0 || (changes == 0 && sides == sides_sorted)) return {};
    return sort_with({}, {}, slot_count(), executor);
}

Status StaticTree::State::sort_with(std::span<const Slot> more, const kernels::BoxSource& source,
                                    std::size_t slots_needed, const Executor& executor) noexcept {
    Column<Aabb>& boxes = scratch->boxes;
    Column<Slot>& slots = scratch->slots;
    const std::size_t most = size + more.size();
    if (!boxes.resize_with_room(most) || !slots.resize_with_room(most)) return status_of(Fault::OutOfMemory, {});
    boxes.resize(0);
    slots.resize(0);
    for (std::uint32_t tile = first_leaf; tile < tiles.size(); ++tile)
        for (std::uint32_t lane = 0; lane < count_in(tile); ++lane) {
            boxes.append(box_in(tiles[tile], lane));
            slots.append(tiles[tile].ids[lane]);
        }
    for (std::size_t i = 0; i < more.size(); ++i) {
        if (more[i] == kernels::no_item) continue;
        boxes.append(box_at(source, i));
        slots.append(more[i]);
    }
    return sort(box_source_of(boxes.data()), boxes.size(), slots.data(), slots_needed, true, executor);
}

} // namespace throng
