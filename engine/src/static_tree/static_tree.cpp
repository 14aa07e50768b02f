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

#include <array>

namespace throng {
namespace {

using kernels::Tile;
using kernels::TileRef;
using kernels::TileTreeView;

constexpr std::uint32_t tiles_per_block = 256;

// The number of tiles of each level, from the leaves to the root, and the begin of each: the root's level comes first.
struct Levels {
    explicit Levels(std::size_t elements) {
        std::uint64_t tiles = (elements + 15) / 16;
        do {
            count[height++] = static_cast<std::uint32_t>(tiles);
            total += tiles;
            tiles = (tiles + 15) / 16;
        } while (count[height - 1] > 1);
        std::uint64_t at = total;
        for (std::uint32_t level = 0; level < height; ++level)
            begin[level] = static_cast<std::uint32_t>(at -= count[level]);
    }
    std::array<std::uint32_t, 9> count{}, begin{};
    std::uint32_t height = 0;
    std::uint64_t total = 0;
};

void write_leaf(Tile& tile, std::uint32_t first_position, const kernels::BoxSource& source,
                std::span<const std::uint32_t> items, const Slot* slots, std::uint32_t* positions) {
    for (std::uint32_t lane = 0; lane < items.size(); ++lane) {
        const Slot slot = slots ? slots[items[lane]] : items[lane];
        set_lane(tile, lane, box_at(source, items[lane]), slot);
        positions[slot] = first_position + lane;
    }
}

template <class Body> void for_tiles(const Executor& executor, std::uint32_t count, Body&& body) {
    compute_ranges_to_end(executor, count, tiles_per_block, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) body(t);
    });
}

} // namespace

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
    const std::span<const std::uint32_t> items = curve.items();
    const Levels levels(items.size());
    if (levels.total >= TileRef::max_tiles) return status_of(Fault::OutOfCapacity, {});
    Column<Tile> fresh_tiles(desc.memory);
    Column<std::uint32_t> fresh_positions(desc.memory);
    if (!fresh_tiles.resize_discard(levels.total) || !fresh_positions.resize_discard(slots_needed))
        return status_of(Fault::OutOfMemory, {});

    std::fill(fresh_positions.begin(), fresh_positions.end(), kernels::no_position);
    for_tiles(executor, levels.count[0], [&](std::uint32_t t) {
        const std::uint32_t at = levels.begin[0] + t;
        write_leaf(fresh_tiles[at], at * 16, source,
                   items.subspan(t * std::size_t{16}, std::min<std::size_t>(16, items.size() - t * std::size_t{16})),
                   slots, fresh_positions.data());
    });
    const auto ref_of = [&](std::uint32_t level, std::uint32_t t) {
        const std::size_t below = level == 0 ? items.size() : levels.count[level - 1];
        return TileRef::make(levels.begin[level] + t, level == 0,
                             static_cast<std::uint32_t>(std::min<std::size_t>(16, below - t * std::size_t{16})));
    };
    for (std::uint32_t level = 1; level < levels.height; ++level) {
        for_tiles(executor, levels.count[level], [&](std::uint32_t t) {
            for (std::uint32_t child = t * 16; child < (t + 1) * 16 && child < levels.count[level - 1]; ++child) {
                const std::uint32_t ref = ref_of(level - 1, child);
                set_lane(fresh_tiles[levels.begin[level] + t], child % 16,
                         box_around(fresh_tiles[TileRef::index(ref)], TileRef::count(ref)), ref);
            }
        });
    }
    refs.resize(0);
    tiles.swap(fresh_tiles);
    positions.swap(fresh_positions);
    size = static_cast<std::uint32_t>(items.size());
    root = size == 0 ? kernels::no_tile : ref_of(levels.height - 1, 0);
    first_leaf = levels.begin[0];
    return status_of(Fault::None, faulty);
}

bool StaticTree::State::assign(const State& other) noexcept {
    if (!tiles.assign(other.tiles) || !refs.assign(other.refs) || !positions.assign(other.positions)) return false;
    root = other.root;
    first_leaf = other.first_leaf;
    size = other.size;
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
// than needed. The tile above a leaf follows from the order of tiles; its lane is the first one with a reference to the
// leaf, because unused lanes come after used ones.
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
    Tile& above = tiles[first_leaf - (leaves + 15) / 16 + (index - first_leaf) / 16];
    std::uint32_t which = 0;
    while (TileRef::index(above.ids[which]) != index) ++which;
    above.ids[which] = refs[index];
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

} // namespace throng
