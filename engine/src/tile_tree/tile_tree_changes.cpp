// SPDX-License-Identifier: MIT
// Elements come and go: a new one is added to the leaf of its square or, where a tree has none, to that whose box grows
// least, and a full leaf continues in another tile. Batches of many are sorted together with all other elements.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/tile_tree/tile_tree_state.hpp"

#include <algorithm>

namespace throng {

using kernels::TileRef;

Status TileTreeState::insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept {
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
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!scratch->chosen.chosen(i)) continue;
        const Aabb box = box_at(source, i);
        add(home_of(box), slots[i], box, Above::Wrapped);
    }
    adapt(executor);
    return status_of(Fault::None, faulty);
}

// The same slot may come twice in a batch: then it is absent the second time.
Status TileTreeState::erase(std::span<const Slot> slots, const Executor& executor) noexcept {
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

bool TileTreeState::grow_tiles(std::size_t count) noexcept {
    return count < TileRef::max_tiles && grow_all(count, tiles, refs, next, places) &&
           grow_all(count / chunk_tiles + 1, editions, arrangements) && (!squares.used() || leavers.grow(count));
}

// Room for the tiles that so many new elements may need: one for each, or fewer where they share leaves.
Fault TileTreeState::reserve_tiles(std::size_t elements) noexcept {
    const std::size_t wanted = tiles.size() + std::min(elements, elements / 16 + leaf_count);
    if (wanted >= TileRef::max_tiles) return Fault::OutOfCapacity;
    return loosen() && grow_tiles(wanted) ? Fault::None : Fault::OutOfMemory;
}

// Returns the leaf whose box grows least; leaves with room come first.
std::uint32_t TileTreeState::best_of(const Squares::Range& leaves, const Aabb& box) const noexcept {
    std::uint32_t best = first_leaf + leaves.begin;
    bool found_room = false;
    double least = 0;
    for (std::uint32_t head = best; head < first_leaf + leaves.end; ++head) {
        const bool room = count_in(places[head].link) < 16;
        const Aabb own = count_in(head) != 0 ? box_above(head) : box;
        const double growth = sides_of(around_both(own, box)) - sides_of(own);
        if (head != first_leaf + leaves.begin && (found_room > room || (found_room == room && growth >= least)))
            continue;
        best = head;
        found_room = room;
        least = growth;
    }
    return best;
}

// The leaf for an element. Where very many begin at one place of the curve, and where the element is the first of its
// kind, the whole tree is searched.
std::uint32_t TileTreeState::home_of(const Aabb& box) const noexcept {
    constexpr std::uint32_t many = 16;
    if (!squares.used()) return leaf_for(box);
    Squares::Range leaves = squares.leaves_for(box);
    if (leaves.begin == leaves.end || leaves.end - leaves.begin > many) return leaf_for(box);
    const std::uint32_t home = best_of(leaves, box);
    if (count_in(places[home].link) < 16) return home;
    const Squares::Range kind = squares.leaves_of_kind(squares.kind_of(box));
    const std::uint32_t leaf = home - first_leaf;
    leaves = {leaf > kind.begin ? leaf - 1 : leaf, std::min(leaf + 2, kind.end)};
    const std::uint32_t beside = best_of(leaves, box);
    return count_in(places[beside].link) < 16 ? beside : home;
}

// Descends to the box that grows least; of those that grow alike, to the smallest (after Guttman 1984, R-trees, with
// perimeters instead of areas).
std::uint32_t TileTreeState::leaf_for(const Aabb& box) const noexcept {
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
void TileTreeState::lead_to(std::uint32_t tile) noexcept {
    const std::uint32_t ref = refs[tile];
    if (places[tile].head != tile) {
        next[places[tile].link] = ref;
        rearrange(places[tile].link);
    } else if (leaf_count == 1) {
        root = ref;
    } else {
        const std::uint32_t leaf = tile - first_leaf, branch = branch_above(leaf);
        tiles[branch].ids[leaf % 16] = ref;
        rearrange(branch);
    }
    rearrange(tile);
}

// Adds a tile behind the last one of a leaf.
std::uint32_t TileTreeState::continue_leaf(std::uint32_t head) noexcept {
    const auto tile = static_cast<std::uint32_t>(tiles.size());
    tiles.append({});
    refs.append(TileRef::make(tile, true, 0));
    next.append(kernels::no_tile);
    places.append({head, places[head].link});
    places[head].link = tile;
    rearrange(head);
    if (tile % chunk_tiles != 0) return tile;
    editions.append(edition);
    arrangements.append(edition);
    return tile;
}

void TileTreeState::add(std::uint32_t head, Slot slot, const Aabb& box, Above above) noexcept {
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
    if (squares.used()) squares.include(head - first_leaf, box, edition);
    const Aabb around = around_both(before, box);
    sides += sides_of(around) - (was_empty ? 0 : sides_of(before));
    above == Above::Wrapped ? hand_up(head, around) : set_leaf_box(head, around);
}

void TileTreeState::remove(Slot slot) noexcept {
    const std::uint32_t at = positions[slot];
    positions.set(slot, kernels::no_position);
    ++changes;
    take_out(at);
    if (size == 0) leave_empty();
}

// The last element of the leaf takes the place of the one at this position. Boxes above stay: they may be larger than
// needed.
void TileTreeState::take_out(std::uint32_t at) noexcept {
    const std::uint32_t tile = at >> kernels::lane_bits;
    const std::uint32_t head = places[tile].head, last = places[head].link, count = count_in(last) - 1;
    if (at != (last << kernels::lane_bits | count)) {
        const Slot moved = tiles[last].ids[count];
        set_lane(tiles[tile], at & 15, box_in(tiles[last], count), moved);
        positions.set(moved, at);
    }
    rearrange(tile);
    --size;
    refs[last] = TileRef::make(last, true, count);
    if (count != 0 || last == head) return lead_to(last);
    const std::uint32_t before = places[last].link;
    refs[last] = kernels::no_tile;
    next[before] = kernels::no_tile;
    places[head].link = before;
    rearrange(last), rearrange(before), rearrange(head);
}

// False: the element stays, as there is no memory for another tile.
bool TileTreeState::move_to(std::uint32_t home, Slot slot, const Aabb& box, Above above) noexcept {
    if (count_in(places[home].link) == 16 && !grow_tiles(tiles.size() + 1)) return false;
    const std::uint32_t at = positions[slot];
    add(home, slot, box, above);
    take_out(at);
    return true;
}

} // namespace throng
