// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/pair_segments.hpp"

#include "engine/kernels/row_grid/candidate_rows.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/row_grid/row_grid_state.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"

#include <algorithm>

namespace throng {

using kernels::PairSink;
using kernels::TileRef;

namespace {

using Elements = WorldMembers::Elements;

Elements elements_in(const kernels::GridView& grid, std::uint32_t begin, std::uint32_t end) noexcept {
    const std::uint32_t most = std::min(end - begin, packet_queries);
    const kernels::ElementColumns columns = exchanged(grid.columns(), grid.turned);
    if (!grid.has_room()) return {kernels::columns_from(columns, begin), most};
    const kernels::Span at = positions_in(grid.rows[row_holding(grid, begin)], begin, begin + most);
    return {kernels::columns_from(columns, at.begin), at.end - at.begin};
}

Elements elements_in(const kernels::TileTreeView& tree, std::uint32_t item) noexcept {
    const std::uint32_t ref = leaf_of(tree, item);
    if (ref == kernels::no_tile) return {};
    return {columns_of(tree.tiles[TileRef::index(ref)]), TileRef::count(ref)};
}

} // namespace

static_assert(world_structures == 4); // all but the row grids are trees
const kernels::GridView& WorldMembers::grid() const noexcept {
    return static_cast<const kernels::GridView&>(view_of(world_, structure_));
}

const kernels::TileTreeView& WorldMembers::tree() const noexcept {
    return static_cast<const kernels::TileTreeView&>(view_of(world_, structure_));
}

std::uint32_t WorldMembers::size() const noexcept { return view_of(world_, structure_).size; }

std::uint64_t WorldMembers::items() const noexcept {
    if (size() == 0) return 0;
    if (is_row_grid(structure_)) return size();
    return std::uint64_t{Access::StaticTreeState::pair_items(tree()).count} * tile_items;
}

std::uint32_t WorldMembers::join(std::uint32_t begin, std::uint32_t end, const kernels::BitsetView* among,
                                 PairSink& sink) const noexcept {
    if (is_row_grid(structure_)) return Access::RowGridState::pair_kernel(grid())(grid(), begin, end, among, sink);
    return tile_items *
           table_of(structure_).pairs(view_of(world_, structure_), begin / tile_items, end / tile_items, among, sink);
}

WorldMembers::Elements WorldMembers::elements(std::uint32_t begin, std::uint32_t end) const noexcept {
    return is_row_grid(structure_) ? elements_in(grid(), begin, end) : elements_in(tree(), begin / tile_items);
}

bool WorldMembers::join_with(const Elements& others, const kernels::BitsetView* among, PairSink& sink) const noexcept {
    const bool turned = is_row_grid(structure_) && grid().turned;
    return table_of(structure_)
        .cross_pairs(view_of(world_, structure_), exchanged(others.columns, turned), others.count, among, sink);
}

Slot* list_in_order(const WorldView& world, Slot* to, bool only_dynamic) noexcept {
    for (std::uint8_t s = 0; s < world_structures; ++s) {
        if (only_dynamic && holds_statics(s)) continue;
        const WorldMembers members(world, s);
        for_each_run(members, 0, members.items(),
                     [&](const Elements& elements) { to = std::copy_n(elements.columns.slots, elements.count, to); });
    }
    return to;
}

PairSegments::PairSegments(const WorldView& world, bool static_static) noexcept {
    const auto wanted = [&](std::uint8_t s, std::uint8_t t) {
        return static_static || !holds_statics(s) || !holds_statics(t);
    };
    for (std::uint8_t s = 0; s < Structures::most; ++s) {
        for (std::uint8_t t = s; t < Structures::most; ++t) {
            const WorldMembers a(world, s), b(world, t);
            if (!wanted(s, t) || a.size() == 0 || b.size() == 0) continue;
            const bool swap = b.size() < a.size(); // the smaller structure is joined with the larger one
            add(swap ? t : s, swap ? s : t, 0, static_cast<std::uint32_t>((swap ? b : a).items()));
        }
    }
}

void PairSegments::add(std::uint8_t structure, std::uint8_t other, std::uint32_t begin, std::uint32_t end) noexcept {
    if (begin >= end) return;
    segments_[count_++] = {items_, begin, end, structure, other};
    items_ += (std::uint64_t{end - begin} + block - 1) / block * block;
}

const PairSegment& PairSegments::of(std::uint64_t item) const noexcept {
    const auto after = std::upper_bound(segments_, segments_ + count_, item,
                                        [](std::uint64_t i, const PairSegment& s) { return i < s.first; });
    return *(after - 1);
}

} // namespace throng
