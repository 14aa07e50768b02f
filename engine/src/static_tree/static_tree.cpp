// SPDX-License-Identifier: MIT
// StaticTree: boxes in the order of a space-filling curve, sixteen to a tile, and tiles of boxes around tiles up
// to the root.
#include "engine/src/static_tree/static_tree_state.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/query/opening.hpp"

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
    if (count >= TileRef::max_elements) return status_of(Fault::OutOfCapacity, {});
    CurveOrder curve(desc.memory);
    kernels::ItemFaults faulty;
    if (const Fault fault = curve.sort(source, count, faulty, executor); fault != Fault::None)
        return status_of(fault, {});
    curve.keep_items_alone();
    const std::span<const parallel::KeyedItem> items = curve.items();
    const TileLevels levels((items.size() + 15) / 16);
    if (levels.total >= TileRef::max_tiles) return status_of(Fault::OutOfCapacity, {});
    Column<Tile> fresh_tiles(desc.memory);
    Column<std::uint32_t> fresh_positions(desc.memory);
    if (!fresh_tiles.resize_discard(levels.total) || !fresh_positions.resize_discard(slots_needed))
        return status_of(Fault::OutOfMemory, {});

    std::fill(fresh_positions.begin(), fresh_positions.end(), kernels::no_position);
    refs.resize(0);
    tiles.swap(fresh_tiles);
    positions.swap(fresh_positions);
    size = static_cast<std::uint32_t>(items.size());
    first_leaf = levels.begin[0];
    root = kernels::no_tile;
    sides = sides_built = around_built = 0;
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
    sides_built = sides;
    around_built = sides_around();
    compute_ranges_to_end(executor, size, 16 * tiles_per_block, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            std::uint32_t& id = tiles[first_leaf + i / 16].ids[i % 16];
            if (slots) id = slots[id];
            positions[id] = first_leaf * 16 + i;
        }
    });
    return status_of(Fault::None, faulty);
}

bool StaticTree::State::assign(const State& other) noexcept {
    if (!tiles.assign(other.tiles) || !refs.assign(other.refs) || !positions.assign(other.positions)) return false;
    root = other.root;
    first_leaf = other.first_leaf;
    size = other.size;
    sides = other.sides;
    sides_built = other.sides_built;
    around_built = other.around_built;
    return true;
}

bool StaticTree::State::count_leaves() noexcept {
    if (!refs.empty() || size == 0) return true;
    Column<std::uint32_t> fresh(desc.memory);
    if (!fresh.resize_discard(tiles.size())) return false;
    const TileTreeView full = view();
    for (std::uint32_t t = 0; t < fresh.size(); ++t) fresh[t] = t < first_leaf ? kernels::no_tile : full.leaf_at(t);
    refs.swap(fresh);
    return true;
}

// The last element of the leaf takes the place of the removed one. The boxes above stay unchanged and may be larger
// than needed.
bool StaticTree::State::take(Slot slot) noexcept {
    const std::uint32_t at = positions[slot], index = at >> kernels::lane_bits, lane = at & 15;
    const std::uint32_t count = TileRef::count(refs[index]);
    if (count == 1) return false;
    Tile& leaf = tiles[index];
    set_lane(leaf, lane, box_in(leaf, count - 1), leaf.ids[count - 1]);
    positions[leaf.ids[lane]] = at;
    positions[slot] = kernels::no_position;
    --size;
    refs[index] = TileRef::make(index, true, count - 1);
    const auto leaves = static_cast<std::uint32_t>(tiles.size()) - first_leaf;
    if (leaves == 1) {
        root = refs[index];
        return true;
    }
    tiles[first_leaf - (leaves + 15) / 16 + (index - first_leaf) / 16].ids[(index - first_leaf) % 16] = refs[index];
    return true;
}

TileTreeView StaticTree::State::view() const noexcept {
    TileTreeView v;
    v.tiles = tiles.data();
    v.refs = refs.empty() ? nullptr : refs.data();
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

Status StaticTree::build(BoxView boxes, Executor executor) noexcept {
    return changes::guarded(Access::state(*this), executor, [&](const Executor& on) {
        const auto source = box_source_of(boxes, 0);
        if (!source) return refused(flaw_of(boxes));
        return explained(Access::open_state(*this)->build(*source, boxes.size(), on),
                         [&](Slot item) { return flaw_at(boxes, item); });
    });
}

Status StaticTree::update(BoxView boxes, Executor executor) noexcept {
    return changes::guarded(Access::state(*this), executor, [&](const Executor& on) {
        State& state = *Access::open_state(*this);
        const auto source = box_source_of(boxes, 0);
        if (!source) return refused(flaw_of(boxes));
        if (boxes.size() != state.slot_count()) return refused(Reason::UpdateLength);
        return explained(state.update(*source, on), [&](Slot item) { return flaw_at(boxes, item); });
    });
}

Status StaticTree::move(std::span<const Slot> slots, BoxView boxes, Executor executor) noexcept {
    return changes::guarded(Access::state(*this), executor, [&](const Executor& on) {
        State& state = *Access::open_state(*this);
        const auto source = box_source_of(boxes, 0);
        if (!source) return refused(flaw_of(boxes));
        if (slots.size() != boxes.size()) return refused(Reason::SlotsLength);
        return explained(state.move(slots, *source, on), [&](Slot item) {
            if (const Reason flaw = flaw_of_slot(slots, item); flaw != Reason::None) return flaw;
            return state.is_present(slots[item]) ? flaw_at(boxes, item) : Reason::SlotAbsent;
        });
    });
}

} // namespace throng
