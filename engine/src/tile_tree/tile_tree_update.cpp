// SPDX-License-Identifier: MIT
// Elements move in place: leaves get larger boxes, but an element that leaves the squares of its leaf goes to another
// one. All are sorted again when the leaves have grown too much, or when many elements have come, gone or left.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/tile_tree/tile_tree_state.hpp"

#include <array>
#include <bit>
#include <utility>

namespace throng {
using kernels::TileRef;

Status TileTreeState::update(const kernels::BoxSource& source, const Executor& of_call) noexcept {
    if (size == 0) return {};
    const Executor executor = parallel::unless_few(size, of_call);
    kernels::ItemFaults faulty;
    change_all();
    changes_since_look += size;
    take_boxes(source, squares.used(), faulty, executor);
    adapt(executor, true);
    return status_of(Fault::None, faulty);
}

Status TileTreeState::move(Slots slots, const kernels::BoxSource& source, const Executor& of_call) noexcept {
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
    changes_since_look += slots.size();
    together ? move_together(source, executor) : move_one_by_one(source);
    adapt(executor, together);
    return status_of(Fault::None, faulty);
}

// Writes all leaves.
void TileTreeState::move_together(const kernels::BoxSource& source, const Executor& executor) noexcept {
    Column<Aabb>& boxes = scratch->boxes; // by slot
    for (Slot slot = 0; slot < slot_count(); ++slot)
        if (is_present(slot)) boxes[slot] = box_of(slot);
    const std::span<const Slot> slots = scratch->chosen.slots();
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (slots[i] != kernels::no_item) boxes[slots[i]] = box_at(source, i);
    std::fill(editions.begin(), editions.end(), edition);
    kernels::ItemFaults none;
    take_boxes(box_source_of(boxes.data()), squares.used(), none, executor);
}

void TileTreeState::move_one_by_one(const kernels::BoxSource& source) noexcept {
    const std::span<const Slot> slots = scratch->chosen.slots();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i] == kernels::no_item) continue;
        const std::uint32_t tile = positions[slots[i]] >> kernels::lane_bits, head = head_of(tile);
        const Aabb before = box_above(head), now = box_at(source, i);
        if (squares.used() && !squares.holds(head - first_leaf, now)) {
            const std::uint32_t home = home_of(now);
            if (home != head && move_to(home, slots[i], now, Above::Wrapped)) {
                if (count_in(head) == 0) continue;
                const Aabb left = places[head].link == head ? box_of_leaf(head) : before; // as below
                sides += sides_of(left) - sides_of(before);
                hand_up(head, left);
                continue;
            }
            squares.include(head - first_leaf, now, edition);
        }
        set_lane(tiles[tile], positions[slots[i]] & 15, now, slots[i]);
        touch(tile);
        // A pile in many tiles is not read again for each of its elements.
        const Aabb box = places.empty() || places[head].link == head ? box_of_leaf(head) : around_both(before, now);
        sides += sides_of(box) - sides_of(before);
        hand_up(head, box);
    }
}

void TileTreeState::take_boxes(const kernels::BoxSource& source, bool may_leave, kernels::ItemFaults& faulty,
                               const Executor& executor) noexcept {
    kernels::LeafUpdate update{.tiles = tiles.data(),
                               .before = tiles_before ? std::exchange(tiles_before, nullptr) : tiles.data(),
                               .tree = view(),
                               .leaf_count = leaf_count,
                               .source = source};
    if (may_leave) {
        leavers.fill(tiles.size() - first_leaf, 0); // not each tile is in use
        update.squares = squares.kernel_squares();
        update.squares.leavers = leavers.data();
    }
    const auto kernel = active_kernels().tile_tree_changes.take_boxes;
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
    if (may_leave) bring_home();
    wrap_branches(executor);
}

void TileTreeState::wrap_branches(const Executor& executor) noexcept {
    const TileLevels levels(leaf_count);
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

// Elements that leave their squares go to their new leaves one after the other, in an order that does not depend on
// threads: the last tile of a leaf, which fills gaps, comes before its others. Very many stay, and adapt() sorts all.
void TileTreeState::bring_home() noexcept {
    std::size_t leaving = 0;
    for (const std::uint16_t lanes : leavers) leaving += static_cast<std::size_t>(std::popcount(lanes));
    if (leaving == 0) return;
    const bool are_few = changes + leaving <= most_changes();
    if (!are_few) changes += leaving;
    for (std::size_t t = leavers.size(); t-- > 0;) {
        const std::uint32_t tile = first_leaf + static_cast<std::uint32_t>(t);
        for (std::uint32_t lanes = leavers[t]; lanes != 0;) {
            const auto lane = static_cast<std::uint32_t>(std::bit_width(lanes)) - 1;
            lanes ^= 1u << lane;
            const std::uint32_t head = places[tile].head;
            const Aabb box = box_in(tiles[tile], lane);
            const std::uint32_t home = are_few ? home_of(box) : head;
            if (home != head && move_to(home, tiles[tile].ids[lane], box, Above::Later)) continue;
            squares.include(head - first_leaf, box, edition);
            const Aabb before = box_above(head), around = around_both(before, box);
            sides += sides_of(around) - sides_of(before);
            set_leaf_box(head, around);
        }
    }
}

void TileTreeState::set_leaf_box(std::uint32_t head, const Aabb& box) noexcept {
    if (leaf_count == 1) return;
    const std::uint32_t leaf = head - first_leaf;
    kernels::Tile& above = tiles[branch_above(leaf)];
    set_lane(above, leaf % 16, box, above.ids[leaf % 16]);
}

void TileTreeState::cleanup(const Executor& executor) noexcept {
    if (size == 0) return;
    change_all();
    sides = 0;
    for (std::uint32_t head = first_leaf; head < first_leaf + leaf_count; ++head) {
        if (count_in(head) == 0) continue;
        const Aabb box = box_of_leaf(head);
        sides += sides_of(box);
        set_leaf_box(head, box);
    }
    wrap_branches(executor);
    adapt(executor, true);
}

// The leaf's box has become this one: boxes above it change as far as they do not stay what they are.
void TileTreeState::hand_up(std::uint32_t head, Aabb box) noexcept {
    const TileLevels levels(leaf_count);
    std::uint32_t tile = head - first_leaf;
    for (std::uint32_t level = 1; level < levels.height; ++level, tile /= 16) {
        const std::uint32_t branch = levels.begin[level] + tile / 16;
        kernels::Tile& above = tiles[branch];
        if (box == box_in(above, tile % 16)) return;
        set_lane(above, tile % 16, box, above.ids[tile % 16]);
        touch(branch);
        const std::uint32_t remaining = levels.count[level - 1] - tile / 16 * 16;
        box = box_around(above, std::min(remaining, 16u));
    }
}

double TileTreeState::sides_around() const noexcept {
    return sides_of(box_around(tiles[TileRef::index(root)], TileRef::count(root)));
}

// How wide leaves are beside the box of the branch that has them, on average: 4 where sixteen share it evenly, 16 where
// each is as wide as all together, whatever the scale.
double TileTreeState::relative_width() const noexcept {
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

// Leaves grow as elements move apart. They do not shrink as fast as a crowd that gathers, or a part of it, which the
// sides of all elements, and of branches, show. Without memory the order stays, and searches take longer. `all_moved`:
// so a look at every branch pays.
void TileTreeState::adapt(const Executor& executor, bool all_moved) noexcept {
    constexpr double most_growth = 1.2, most_widening = 1.3;
    if (size == 0) return;
    if (suits_kinds() && changes <= most_changes() && sides <= most_growth * sides_sorted &&
        sides * around_sorted <= most_growth * sides_sorted * sides_around() &&
        (!all_moved || relative_width() <= most_widening * width_sorted))
        return;
    // The elements have been changed already: a host that gives up cannot stop that half-way.
    const Status status = sort_with({}, {}, slot_count(), executor);
    if (has(status.faults, Fault::Cancelled)) (void)sort_with({}, {}, slot_count(), serial());
}

// Whether wires are apart from other elements if they are common, as far as it is known: a look costs as much as some
// hundred moves.
bool TileTreeState::suits_kinds() noexcept {
    constexpr std::size_t changes_of_each = 16;
    if (!squares.used() || changes_since_look < changes_of_each * size) return true;
    changes_since_look = 0;
    std::array<Aabb, largest_sample> places_of_sample;
    const std::size_t slots = slot_count();
    return squares.suit_kinds_of(take_sample(places_of_sample, slots, sample_step(slots, size), boxes_in(*this)), size);
}

Status TileTreeState::refit(const Executor& executor) noexcept {
    if (size == 0 || (changes == 0 && sides == sides_sorted)) return {};
    return sort_with({}, {}, slot_count(), executor);
}

Status TileTreeState::sort_with(std::span<const Slot> more, const kernels::BoxSource& source, std::size_t slots_needed,
                                const Executor& executor) noexcept {
    Column<Aabb>& boxes = scratch->boxes;
    Column<Slot>& slots = scratch->slots;
    const std::size_t most = size + more.size();
    if (!boxes.resize_with_room(most) || !slots.resize_with_room(most)) return status_of(Fault::OutOfMemory, {});
    empty_all(boxes, slots);
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
