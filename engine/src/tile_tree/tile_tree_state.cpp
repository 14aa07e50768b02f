// SPDX-License-Identifier: MIT
// Boxes in the order of a space-filling curve, up to sixteen to a tile, and tiles of boxes around tiles up to the root.
#include "engine/src/tile_tree/tile_tree_state.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"

#include <throng/predicates.hpp>

#include <atomic>
#include <iterator>

namespace throng {

using kernels::Tile;
using kernels::TileRef;
using kernels::TileTreeView;

namespace {

// Where the centres of a leaf's elements may be: beyond where they are by half as far as they are apart, and as
// elements are long.
kernels::Region home_around(const Tile& tile, std::uint32_t count) noexcept {
    kernels::Region home = region_at(predicates::center_of(box_in(tile, 0)));
    double sum = 0;
    for (std::uint32_t lane = 0; lane < count; ++lane) {
        include(home, region_at(predicates::center_of(box_in(tile, lane))));
        sum += sides_of(box_in(tile, lane));
    }
    const float side = std::max(home.max_x - home.min_x, home.max_y - home.min_y);
    const float reach = 0.5f * side + static_cast<float>(sum / count);
    return {home.min_x - reach, home.min_y - reach, home.max_x + reach, home.max_y + reach};
}

} // namespace

TileLevels::TileLevels(std::size_t leaves) noexcept {
    std::uint64_t tiles = leaves;
    do {
        count[height++] = static_cast<std::uint32_t>(tiles);
        total += tiles;
        tiles = (tiles + 15) / 16;
    } while (count[height - 1] > 1);
    std::uint64_t at = total;
    for (std::uint32_t level = 0; level < height; ++level)
        begin[level] = static_cast<std::uint32_t>(at -= count[level]);
}

Status TileTreeState::build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept {
    return build(source, count, nullptr, count, executor);
}

Status TileTreeState::build(const kernels::BoxSource& source, std::size_t count, const Slot* slots,
                            std::size_t slots_needed, const Executor& executor) noexcept {
    const Status status = sort(source, count, slots, slots_needed, false, executor);
    scratch->release();
    return status;
}

Status TileTreeState::sort(const kernels::BoxSource& source, std::size_t count, const Slot* slots,
                           std::size_t slots_needed, bool again, const Executor& executor) noexcept {
    if (count >= TileRef::max_elements) return status_of(Fault::OutOfCapacity, {});
    CurveOrder& curve = scratch->curve;
    kernels::ItemFaults faulty;
    const Fault fault = squares.used() ? squares.sort(curve, source, count, again, faulty, executor)
                                       : curve.sort(source, count, faulty, executor);
    if (fault != Fault::None) return status_of(fault, {});
    if (!again) curve.keep_items_alone();
    const std::span<const parallel::KeyedItem> items = curve.items();
    if (squares.used() && !squares.cut(items, scratch->begins)) return status_of(Fault::OutOfMemory, {});
    const Column<std::uint32_t>& cut = scratch->begins;
    const TileLevels levels(squares.used() ? cut.size() - 1 : (items.size() + 15) / 16);
    if (levels.total >= TileRef::max_tiles) return status_of(Fault::OutOfCapacity, {});
    // Where elements come and go there is room for the first new slots and for the first leaves that continue. What
    // suffices is not taken anew.
    const bool suffices = !squares.used() || tiles.capacity() >= levels.total;
    const auto with_room = [&](std::size_t needed) { return needed + (suffices ? 0 : needed / 32 + 4); };
    const std::size_t room = with_room(levels.total), chunks = room / chunk_tiles + 1;
    if (!editions.reserve(chunks) || !arrangements.reserve(chunks) || !positions.reserve(with_room(slots_needed)) ||
        (squares.used() && !reserve_links(room)) || !tiles.resize_discard(room))
        return status_of(Fault::OutOfMemory, {});

    leave_empty();
    positions.reset(slots_needed);
    tiles.resize(levels.total);
    for (Column<std::uint64_t>* const column : {&editions, &arrangements})
        column->fill((levels.total + chunk_tiles - 1) / chunk_tiles, edition);
    size = static_cast<std::uint32_t>(items.size());
    first_leaf = levels.begin[0];
    leaf_count = levels.count[0];
    if (squares.used()) squares.take_cut(items, {cut.data(), cut.size()}, edition);
    if (size == 0) return status_of(Fault::None, faulty);

    const auto begin_of = [&](std::uint32_t leaf) { return squares.used() ? cut[leaf] : std::min(16 * leaf, size); };
    const auto ref_of = [&](std::uint32_t level, std::uint32_t t) {
        const std::uint32_t lanes = level == 0 ? begin_of(t + 1) - begin_of(t) : levels.count[level - 1] - t * 16;
        return TileRef::make(levels.begin[level] + t, level == 0, std::min(lanes, 16u));
    };
    root = ref_of(levels.height - 1, 0);
    for (std::uint32_t level = 1; level < levels.height; ++level)
        for (std::uint32_t t = 0; t < levels.count[level - 1]; ++t)
            tiles[levels.begin[level] + t / 16].ids[t % 16] = ref_of(level - 1, t);
    if (squares.used()) link_leaves([&](std::uint32_t tile) { return ref_of(0, tile - first_leaf); });
    // Elements are named by their items until their boxes have been read. Lanes that are not in use get a name as well.
    const auto for_leaves = [&](auto&& body) {
        compute_ranges_to_end(executor, leaf_count, tiles_per_block, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t leaf = begin; leaf < end; ++leaf)
                body(leaf, tiles[first_leaf + leaf], begin_of(leaf), begin_of(leaf + 1));
        });
    };
    for_leaves([&](std::uint32_t, Tile& tile, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t lane = 0; lane < 16; ++lane)
            tile.ids[lane] = items[begin + lane < end ? begin + lane : begin].item;
    });
    kernels::ItemFaults none;
    take_boxes(source, false, none, executor);
    sides_sorted = sides;
    around_sorted = sides_around();
    width_sorted = relative_width();
    for_leaves([&](std::uint32_t leaf, Tile& tile, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t lane = 0; lane < end - begin; ++lane) {
            if (slots) tile.ids[lane] = slots[tile.ids[lane]];
            positions.set(tile.ids[lane], (first_leaf + leaf) * 16 + lane);
        }
        for (std::uint32_t lane = end - begin; lane < 16; ++lane) tile.ids[lane] = tile.ids[0];
        if (squares.used()) squares.homes[leaf] = home_around(tile, end - begin);
    });
    return status_of(Fault::None, faulty);
}

void TileTreeState::change_all() noexcept {
    begin_change();
    std::fill(editions.begin(), editions.end(), edition);
}

void TileTreeState::begin_change() noexcept {
    static std::atomic<std::uint64_t> last_edition{0};
    edition = last_edition.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool TileTreeState::reserve_links(std::size_t count) noexcept {
    return refs.reserve(count) && next.reserve(count) && places.reserve(count) &&
           (!squares.used() || leavers.reserve(count));
}

// After that leaves may have any number of elements. There is room for the links.
template <class RefOf> void TileTreeState::link_leaves(RefOf&& ref_of) noexcept {
    for (std::uint32_t tile = 0; tile < tiles.size(); ++tile) {
        const std::uint32_t ref = tile < first_leaf ? kernels::no_tile : ref_of(tile);
        refs.append(ref);
        next.append(kernels::no_tile);
        places.append({tile, tile});
    }
}

// False: out of memory, and nothing has changed.
bool TileTreeState::loosen() noexcept {
    if (!refs.empty()) return true;
    if (!reserve_links(tiles.size())) return false;
    const TileTreeView full = view();
    link_leaves([&](std::uint32_t tile) { return full.leaf_at(tile); });
    return true;
}

void TileTreeState::clear() noexcept {
    positions.reset(0);
    leave_empty();
}

void TileTreeState::leave_empty() noexcept {
    empty_all(tiles, refs, next, places, editions, arrangements);
    squares.clear();
    begin_change();
    arrangement = edition;
    static_cast<TileTreeShape&>(*this) = {};
    tiles_before = nullptr;
}

// An update of all elements writes their boxes itself.
bool TileTreeState::start_from(const SpaceState& before, First first) noexcept {
    const auto& from = static_cast<const TileTreeState&>(before);
    const bool same_arrangement = arrangement == from.arrangement, with_boxes = first != First::Update;
    tiles_before = with_boxes ? nullptr : from.tiles.data();
    if ((with_boxes || !same_arrangement) && !copy_tiles(from, with_boxes)) return arrangement = unknown, false;
    if ((!same_arrangement && !positions.assign(from.positions)) || (squares.used() && !squares.assign(from.squares)))
        return arrangement = unknown, false;
    arrangement = from.arrangement;
    static_cast<TileTreeShape&>(*this) = from;
    return true;
}

// Copies what differs of each chunk of tiles. False: out of memory, and nothing is known of the content.
bool TileTreeState::copy_tiles(const TileTreeState& from, bool with_boxes) noexcept {
    const std::size_t count = from.tiles.size(), known_tiles = tiles.size();
    const std::size_t known = refs.empty() == from.refs.empty() ? editions.size() : 0;
    const auto copy = [](auto& to, const auto& values, std::size_t begin, std::size_t end) {
        if (!values.empty()) std::copy(values.begin() + begin, values.begin() + end, to.begin() + begin);
    };
    const auto grow = [](auto& to, const auto& values) {
        if (!to.grow(values.size())) return false;
        to.resize(values.size());
        return true;
    };
    if (!grow(tiles, from.tiles) || !grow(refs, from.refs) || !grow(next, from.next) || !grow(places, from.places) ||
        !grow(editions, from.editions) || !grow(arrangements, from.arrangements) ||
        (squares.used() && !leavers.grow(count)))
        return editions.resize(0), false;
    for (std::size_t chunk = 0; chunk < editions.size(); ++chunk) {
        const std::size_t begin = chunk * chunk_tiles, end = std::min<std::size_t>(begin + chunk_tiles, count);
        const bool is_known = chunk < known && end <= known_tiles;
        if (with_boxes && !(is_known && editions[chunk] == from.editions[chunk])) {
            copy(tiles, from.tiles, begin, end);
            editions[chunk] = from.editions[chunk];
        }
        if (is_known && arrangements[chunk] == from.arrangements[chunk]) continue;
        for (std::size_t tile = begin; !with_boxes && tile < end; ++tile)
            std::copy_n(from.tiles[tile].ids, std::size(tiles[tile].ids), tiles[tile].ids);
        copy(refs, from.refs, begin, end);
        copy(next, from.next, begin, end);
        copy(places, from.places, begin, end);
        arrangements[chunk] = from.arrangements[chunk];
    }
    return true;
}

void TileTreeState::name_elements() noexcept {
    for (Slot slot = 0; slot < positions.size(); ++slot)
        if (const std::uint32_t at = positions[slot]; at != kernels::no_position)
            tiles[at >> kernels::lane_bits].ids[at & 15] = slot;
    change_all();
    arrangement = edition;
    std::fill(arrangements.begin(), arrangements.end(), edition);
}

Aabb TileTreeState::box_of_leaf(std::uint32_t head) const noexcept {
    const TileTreeView tree = view();
    Aabb box = box_around(tiles[head], count_in(head));
    for (std::uint32_t ref = tree.next_of(tree.leaf_at(head)); ref != kernels::no_tile; ref = tree.next_of(ref))
        box = around_both(box, box_around(tiles[TileRef::index(ref)], TileRef::count(ref)));
    return box;
}

// The leaf's box as the branch above has it: it may be larger than its elements need.
Aabb TileTreeState::box_above(std::uint32_t head) const noexcept {
    if (leaf_count == 1) return box_of_leaf(head);
    const std::uint32_t leaf = head - first_leaf;
    return box_in(tiles[branch_above(leaf)], leaf % 16);
}

TileTreeView TileTreeState::view() const noexcept {
    TileTreeView v;
    v.tiles = tiles.data();
    v.refs = refs.empty() ? nullptr : refs.data();
    v.next = tiles.size() == first_leaf + leaf_count ? nullptr : next.data(); // no leaf is continued
    v.positions = positions.data();
    v.root = root;
    v.first_leaf = first_leaf;
    v.tile_count = static_cast<std::uint32_t>(tiles.size());
    v.wires = squares.by_kind();
    v.size = size;
    v.slot_count = static_cast<std::uint32_t>(positions.size());
    return v;
}

Shown TileTreeState::show(ViewRoom& room) const noexcept { return Shown::in(room, view(), active_kernels().tile_tree); }
PairSearch TileTreeState::pair_search(const kernels::IndexView& view) const noexcept {
    return {active_kernels().tile_tree.pairs, pair_items(static_cast<const kernels::TileTreeView&>(view))};
}
PairItems TileTreeState::pair_items(const TileTreeView& view) noexcept {
    return {.count = view.size == 0 ? 0 : view.tile_count - view.first_leaf, .block = tiles_per_block};
}

Aabb TileTreeState::box_of(Slot slot) const noexcept { return box_of_slot(view(), slot); }
void TileTreeState::visit(NodeVisitor* visitor, void* context) const noexcept { visit_tiles(view(), visitor, context); }

// Queries rely on boxes and references, changes on the links of leaves and on where elements may be, too.
bool TileTreeState::valid() const noexcept {
    if (!valid_tiles(view())) return false;
    if (size == 0 || refs.empty()) return true;
    if (squares.used() && !squares.valid(leaf_count)) return false;
    for (std::uint32_t head = first_leaf; head < first_leaf + leaf_count; ++head) {
        std::uint32_t before = head;
        for (std::uint32_t ref = refs[head]; ref != kernels::no_tile; ref = view().next_of(ref)) {
            const std::uint32_t tile = TileRef::index(ref);
            if (places[tile].head != head || refs[tile] != ref || (tile != head && places[tile].link != before))
                return false;
            for (std::uint32_t lane = 0; squares.used() && lane < TileRef::count(ref); ++lane)
                if (!squares.may_hold(head - first_leaf, box_in(tiles[tile], lane))) return false;
            before = tile;
        }
        if (places[head].link != before) return false;
    }
    return true;
}

} // namespace throng
