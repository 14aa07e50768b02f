// SPDX-License-Identifier: MIT
// Elements of a StaticTree come and go: a new one is added to the leaf whose box grows least, and a full leaf continues
// in another tile. Batches of many are sorted together with all other elements.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"

#include <algorithm>

namespace throng {

using kernels::TileRef;

Status StaticTree::State::insert(std::span<const Slot> slots, const kernels::BoxSource& source,
                                 const Executor& executor) noexcept {
    kernels::ItemFaults faulty;
    const auto is_present = present_in(positions);
    if (const Fault fault = scratch->chosen.choose(slots, false, is_present, faulty); fault != Fault::None)
        return status_of(fault, {});
    const auto [count, slots_needed] = scratch->chosen.keep_valid(source, slot_count(), faulty);
    if (count == 0) return status_of(Fault::None, faulty);
    if (count > size / 8) {
        const Status status = sort_with(scratch->chosen.slots(), source, slots_needed, executor);
        return status.applied() ? status_of(Fault::None, faulty) : status;
    }
    if (const Fault fault = reserve_tiles(count); fault != Fault::None) return status_of(fault, {});
    if (!positions.extend(slots_needed)) return status_of(Fault::OutOfMemory, {});
    begin_change();
    arrangement = edition;
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (scratch->chosen.chosen(i)) add(slots[i], box_at(source, i));
    adapt(executor);
    return status_of(Fault::None, faulty);
}

// The same slot may come twice in a batch: then it is absent the second time.
Status StaticTree::State::erase(std::span<const Slot> slots, const Executor& executor) noexcept {
    if (slots.size() > no_slot) return status_of(Fault::OutOfCapacity, {});
    kernels::ItemFaults faulty;
    if (size != 0 && !loosen()) return status_of(Fault::OutOfMemory, {});
    begin_change();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (is_present(slots[i]))
            remove(slots[i]);
        else
            note_fault(faulty, Fault::InvalidArgument, i);
    }
    adapt(executor);
    return status_of(Fault::None, faulty);
}

// Room for the tiles that so many new elements may need: one for each, or fewer where they share leaves.
Fault StaticTree::State::reserve_tiles(std::size_t elements) noexcept {
    const std::size_t wanted = tiles.size() + std::min(elements, elements / 16 + leaf_count);
    if (wanted >= TileRef::max_tiles) return Fault::OutOfCapacity;
    if (!loosen()) return Fault::OutOfMemory;
    const bool grown = tiles.grow(wanted) && refs.grow(wanted) && next.grow(wanted) && places.grow(wanted) &&
                       editions.grow(wanted / chunk_tiles + 1);
    return grown ? Fault::None : Fault::OutOfMemory;
}

// Descends to the box that grows least; of those that grow alike, to the smallest (after Guttman 1984, R-trees, with
// perimeters instead of areas).
std::uint32_t StaticTree::State::leaf_for(const Aabb& box) const noexcept {
    std::uint32_t ref = root;
    while (!TileRef::leaf(ref)) {
        const kernels::Tile& node = tiles[TileRef::index(ref)];
        std::uint32_t best = 0;
        double least_growth = 0, least = 0;
        for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane) {
            const Aabb own = box_in(node, lane);
            const double extent = sides_of(own), growth = sides_of(around_both(own, box)) - extent;
            if (lane != 0 && (growth > least_growth || (growth == least_growth && extent >= least))) continue;
            best = lane;
            least_growth = growth;
            least = extent;
        }
        ref = node.ids[best];
    }
    return TileRef::index(ref);
}

// Updates the number of lanes in the reference to a leaf tile.
void StaticTree::State::lead_to(std::uint32_t tile) noexcept {
    const std::uint32_t ref = refs[tile];
    if (places[tile].head != tile) {
        next[places[tile].link] = ref;
        touch(places[tile].link);
    } else if (leaf_count == 1) {
        root = ref;
    } else {
        const std::uint32_t leaf = tile - first_leaf, branch = first_leaf - (leaf_count + 15) / 16 + leaf / 16;
        tiles[branch].ids[leaf % 16] = ref;
        touch(branch);
    }
    touch(tile);
}

// Adds a tile behind the last one of a leaf.
std::uint32_t StaticTree::State::continue_leaf(std::uint32_t head) noexcept {
    const auto tile = static_cast<std::uint32_t>(tiles.size());
    tiles.append({});
    refs.append(TileRef::make(tile, true, 0));
    next.append(kernels::no_tile);
    places.append({head, places[head].link});
    places[head].link = tile;
    touch(head);
    if (tile % chunk_tiles == 0) editions.append(edition);
    return tile;
}

void StaticTree::State::add(Slot slot, const Aabb& box) noexcept {
    const std::uint32_t head = leaf_for(box);
    const bool was_empty = count_in(head) == 0;
    const Aabb before = was_empty ? box : box_above(head); // not read from all tiles of a pile
    std::uint32_t tile = places[head].link;
    if (count_in(tile) == 16) tile = continue_leaf(head);
    const std::uint32_t lane = count_in(tile);
    set_lane(tiles[tile], lane, box, slot);
    positions.set(slot, tile << kernels::lane_bits | lane);
    refs[tile] = TileRef::make(tile, true, lane + 1);
    lead_to(tile);
    ++size;
    ++changes;
    const Aabb around = around_both(before, box);
    sides += sides_of(around) - (was_empty ? 0 : sides_of(before));
    hand_up(head, around);
}

// The last element of the leaf takes the place of the removed one. Boxes above stay: they may be larger than needed.
void StaticTree::State::remove(Slot slot) noexcept {
    const std::uint32_t at = positions[slot], tile = at >> kernels::lane_bits;
    const std::uint32_t head = places[tile].head, last = places[head].link, count = count_in(last) - 1;
    const Slot moved = tiles[last].ids[count];
    set_lane(tiles[tile], at & 15, box_in(tiles[last], count), moved);
    positions.set(moved, at);
    positions.set(slot, kernels::no_position);
    touch(tile);
    ++changes;
    arrangement = edition;
    if (--size == 0) return leave_empty();
    refs[last] = TileRef::make(last, true, count);
    if (count != 0 || last == head) return lead_to(last);
    const std::uint32_t before = places[last].link;
    refs[last] = kernels::no_tile;
    next[before] = kernels::no_tile;
    places[head].link = before;
    touch(last), touch(before), touch(head);
}

} // namespace throng
