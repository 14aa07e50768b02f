// SPDX-License-Identifier: MIT
// StaticTree: boxes in the order of a space-filling curve, sixteen to a tile, and tiles of boxes around tiles up
// to the root.
#include "engine/src/static_tree/static_tree_state.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/query/opening.hpp"

#include <atomic>

namespace throng {

using kernels::Tile;
using kernels::TileRef;
using kernels::TileTreeView;

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

Status StaticTree::State::build(const kernels::BoxSource& source, std::size_t count,
                                const Executor& executor) noexcept {
    return build(source, count, nullptr, count, executor);
}

Status StaticTree::State::build(const kernels::BoxSource& source, std::size_t count, const Slot* slots,
                                std::size_t slots_needed, const Executor& executor) noexcept {
    const Status status = sort(source, count, slots, slots_needed, false, executor);
    scratch->release();
    return status;
}

Status StaticTree::State::sort(const kernels::BoxSource& source, std::size_t count, const Slot* slots,
                               std::size_t slots_needed, bool keeps_scratch, const Executor& executor) noexcept {
    if (count >= TileRef::max_elements) return status_of(Fault::OutOfCapacity, {});
    CurveOrder& curve = scratch->curve;
    kernels::ItemFaults faulty;
    if (const Fault fault = curve.sort(source, count, faulty, executor); fault != Fault::None)
        return status_of(fault, {});
    if (!keeps_scratch) curve.keep_items_alone();
    const std::span<const parallel::KeyedItem> items = curve.items();
    const TileLevels levels((items.size() + 15) / 16);
    if (levels.total >= TileRef::max_tiles) return status_of(Fault::OutOfCapacity, {});
    const std::size_t chunks = (levels.total + chunk_tiles - 1) / chunk_tiles;
    if (!editions.reserve(chunks) || !positions.reserve(slots_needed) || !tiles.resize_discard(levels.total))
        return status_of(Fault::OutOfMemory, {});

    positions.reset(slots_needed);
    refs.resize(0);
    next.resize(0);
    places.resize(0);
    editions.resize(chunks);
    begin_change();
    std::fill(editions.begin(), editions.end(), edition);
    arrangement = edition;
    size = static_cast<std::uint32_t>(items.size());
    first_leaf = levels.begin[0];
    leaf_count = levels.count[0];
    root = kernels::no_tile;
    sides = sides_sorted = around_sorted = width_sorted = 0;
    changes = 0;
    tiles_before = nullptr;
    if (size == 0) return status_of(Fault::None, faulty);

    const auto ref_of = [&](std::uint32_t level, std::uint32_t t) {
        const std::size_t below = level == 0 ? items.size() : levels.count[level - 1];
        return TileRef::make(levels.begin[level] + t, level == 0,
                             static_cast<std::uint32_t>(std::min<std::size_t>(16, below - t * std::size_t{16})));
    };
    root = ref_of(levels.height - 1, 0);
    for (std::uint32_t level = 1; level < levels.height; ++level)
        for (std::uint32_t t = 0; t < levels.count[level - 1]; ++t)
            tiles[levels.begin[level] + t / 16].ids[t % 16] = ref_of(level - 1, t);
    // Elements are named by their items until their boxes have been read.
    compute_ranges_to_end(executor, size, 16 * tiles_per_block, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) tiles[first_leaf + i / 16].ids[i % 16] = items[i].item;
    });
    kernels::ItemFaults none;
    take_boxes(source, none, executor);
    sides_sorted = sides;
    around_sorted = sides_around();
    width_sorted = relative_width();
    compute_ranges_to_end(executor, size, 16 * tiles_per_block, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            std::uint32_t& id = tiles[first_leaf + i / 16].ids[i % 16];
            if (slots) id = slots[id];
            positions.set(id, first_leaf * 16 + i);
        }
    });
    return status_of(Fault::None, faulty);
}

void StaticTree::State::begin_change() noexcept {
    static std::atomic<std::uint64_t> last_edition{0};
    edition = last_edition.fetch_add(1, std::memory_order_relaxed) + 1;
}

// After that leaves may have any number of elements. False: out of memory, and nothing has changed.
bool StaticTree::State::loosen() noexcept {
    const std::size_t count = tiles.size();
    if (!refs.empty()) return true;
    if (!refs.reserve(count) || !next.reserve(count) || !places.reserve(count)) return false;
    const TileTreeView full = view();
    for (std::uint32_t tile = 0; tile < count; ++tile) {
        refs.append(tile < first_leaf ? kernels::no_tile : full.leaf_at(tile));
        next.append(kernels::no_tile);
        places.append({tile, tile});
    }
    return true;
}

void StaticTree::State::clear() noexcept {
    positions.reset(0);
    leave_empty();
}

void StaticTree::State::leave_empty() noexcept {
    tiles.resize(0);
    refs.resize(0);
    next.resize(0);
    places.resize(0);
    editions.resize(0);
    begin_change();
    arrangement = edition;
    root = kernels::no_tile;
    first_leaf = leaf_count = size = 0;
    sides = sides_sorted = around_sorted = width_sorted = 0;
    changes = 0;
    tiles_before = nullptr;
}

// An update of all elements writes their boxes itself.
bool StaticTree::State::start_from(const SpaceState& before, First first) noexcept {
    const auto& from = static_cast<const State&>(before);
    const bool same_arrangement = arrangement == from.arrangement;
    tiles_before = nullptr;
    if (same_arrangement && first == First::Update)
        tiles_before = from.tiles.data();
    else if (!copy_tiles(from) || (!same_arrangement && !positions.assign(from.positions)))
        return arrangement = unknown, false;
    arrangement = from.arrangement;
    root = from.root;
    first_leaf = from.first_leaf;
    leaf_count = from.leaf_count;
    size = from.size;
    sides = from.sides;
    sides_sorted = from.sides_sorted;
    around_sorted = from.around_sorted;
    width_sorted = from.width_sorted;
    changes = from.changes;
    return true;
}

// Copies the chunks of tiles that differ. False: out of memory, and nothing is known of the content.
bool StaticTree::State::copy_tiles(const State& from) noexcept {
    const std::size_t known = refs.empty() == from.refs.empty() ? editions.size() : 0, count = from.tiles.size();
    const auto copy = [](auto& to, const auto& values, std::size_t begin, std::size_t end) {
        if (!values.empty()) std::copy(values.begin() + begin, values.begin() + end, to.begin() + begin);
    };
    const auto grow = [](auto& to, const auto& values) {
        if (!to.grow(values.size())) return false;
        to.resize(values.size());
        return true;
    };
    const std::size_t known_tiles = tiles.size();
    if (!grow(tiles, from.tiles) || !grow(refs, from.refs) || !grow(next, from.next) || !grow(places, from.places) ||
        !grow(editions, from.editions))
        return editions.resize(0), false;
    for (std::size_t chunk = 0; chunk < editions.size(); ++chunk) {
        const std::size_t begin = chunk * chunk_tiles, end = std::min<std::size_t>(begin + chunk_tiles, count);
        if (chunk < known && end <= known_tiles && editions[chunk] == from.editions[chunk]) continue;
        copy(tiles, from.tiles, begin, end);
        copy(refs, from.refs, begin, end);
        copy(next, from.next, begin, end);
        copy(places, from.places, begin, end);
        editions[chunk] = from.editions[chunk];
    }
    return true;
}

void StaticTree::State::name_elements() noexcept {
    for (Slot slot = 0; slot < positions.size(); ++slot)
        if (const std::uint32_t at = positions[slot]; at != kernels::no_position)
            tiles[at >> kernels::lane_bits].ids[at & 15] = slot;
    begin_change();
    std::fill(editions.begin(), editions.end(), edition);
    arrangement = edition;
}

Aabb StaticTree::State::box_of_leaf(std::uint32_t head) const noexcept {
    const TileTreeView tree = view();
    Aabb box = box_around(tiles[head], count_in(head));
    for (std::uint32_t ref = tree.next_of(tree.leaf_at(head)); ref != kernels::no_tile; ref = tree.next_of(ref))
        box = around_both(box, box_around(tiles[TileRef::index(ref)], TileRef::count(ref)));
    return box;
}

// The same, but not smaller than where elements have left it.
Aabb StaticTree::State::box_above(std::uint32_t head) const noexcept {
    if (leaf_count == 1) return box_of_leaf(head);
    const std::uint32_t leaf = head - first_leaf;
    return box_in(tiles[first_leaf - (leaf_count + 15) / 16 + leaf / 16], leaf % 16);
}

TileTreeView StaticTree::State::view() const noexcept {
    TileTreeView v;
    v.tiles = tiles.data();
    v.refs = refs.empty() ? nullptr : refs.data();
    v.next = tiles.size() == first_leaf + leaf_count ? nullptr : next.data(); // no leaf is continued
    v.positions = positions.data();
    v.root = root;
    v.first_leaf = first_leaf;
    v.tile_count = static_cast<std::uint32_t>(tiles.size());
    v.size = size;
    v.slot_count = static_cast<std::uint32_t>(positions.size());
    return v;
}

Shown StaticTree::State::show(ViewRoom& room) const noexcept {
    return Shown::of(*::new (room.place<kernels::TileTreeView>()) kernels::TileTreeView(view()),
                     active_kernels().static_tree);
}
PairSearch StaticTree::State::pair_search(const kernels::IndexView& view) const noexcept {
    return {active_kernels().static_tree.pairs, pair_items(static_cast<const kernels::TileTreeView&>(view))};
}
PairItems StaticTree::State::pair_items(const TileTreeView& view) noexcept {
    return {.count = view.size == 0 ? 0 : view.tile_count - view.first_leaf, .block = tiles_per_block};
}

Aabb StaticTree::State::box_of(Slot slot) const noexcept { return box_of_slot(view(), slot); }
void StaticTree::State::visit(NodeVisitor* visitor, void* context) const noexcept {
    visit_tiles(view(), Route::StaticTree, visitor, context);
}
bool StaticTree::State::valid() const noexcept { return valid_tiles(view()); }

StaticTree::StaticTree() noexcept = default;
StaticTree::StaticTree(const StaticTreeDesc& desc) { require_open(open(desc), State::check(desc)); }
Status StaticTree::open(const StaticTreeDesc& desc) noexcept { return life::open<State>(*this, desc); }

} // namespace throng
