// SPDX-License-Identifier: MIT
// A part of a world: the elements that one structure has of one layer. Every query of a world goes over its parts.
#pragma once

#include "engine/src/query/category_summary.hpp"
#include "engine/src/query/part_kind.hpp"

namespace throng {

/// The structures of a world, or of one of its layers, by number: those of dynamic elements come first.
enum WorldStructure : std::uint8_t { in_row_grid, in_quadtree, in_static_grid, in_static_tree, world_structures };

constexpr bool holds_statics(std::uint32_t structure) noexcept { return structure >= in_static_grid; }
constexpr bool is_row_grid(std::uint32_t structure) noexcept {
    return structure == in_row_grid || structure == in_static_grid;
}

/// The structure of an element, by its route; world_structures: of none.
constexpr WorldStructure structure_of(Route route, bool is_static) noexcept {
    if (route == Route::RowGrid) return is_static ? in_static_grid : in_row_grid;
    if (route == (is_static ? Route::StaticTree : Route::LooseQuadtree))
        return is_static ? in_static_tree : in_quadtree;
    return world_structures;
}
constexpr Route route_of(WorldStructure structure) noexcept {
    if (is_row_grid(structure)) return Route::RowGrid;
    return structure == in_quadtree ? Route::LooseQuadtree : Route::StaticTree;
}

static_assert(world_structures == 4); // each has a route and a motion above

/// It has an element at least, and slots of its own.
struct Part {
    const kernels::IndexView* view = nullptr;
    const PartKind* kind = nullptr;
    const Slot* names = nullptr; // by slot: its number in the world, ascending; null: the same
    std::uint32_t name_count = 0;
    const std::uint32_t* categories = nullptr; // by slot; null: all are ~0u
    CategorySummary summary;                   // of its elements
    WorldStructure structure = in_row_grid;

    bool is_static() const noexcept { return holds_statics(structure); }
    std::uint32_t size() const noexcept { return view->size; }
    Slot name_of(Slot slot) const noexcept { return names ? names[slot] : slot; }
    /// Slots of the part become those of the world.
    void name_in_world(Slot* slots, std::uint32_t count) const noexcept {
        for (std::uint32_t i = 0; names && i < count; ++i) slots[i] = names[slots[i]];
    }

    std::uint64_t items() const noexcept { return kind->items(*view); }
    Elements elements(std::uint32_t begin, std::uint32_t end) const noexcept {
        return kind->elements(*view, begin, end);
    }
    /// Pairs of elements of another part with those of this one. False: the sink is full.
    bool join_with(const Elements& others, const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept {
        const kernels::ElementColumns columns = exchanged(others.columns, kind->turned(*view));
        return kind->table().cross_pairs(*view, columns, others.count, among, sink);
    }
};

/// Calls body(elements) for those of items [begin, end) of a part, in the order of its memory.
template <class Body>
void for_each_run(const Part& part, std::uint64_t begin, std::uint64_t end, Body&& body) noexcept {
    const auto last = static_cast<std::uint32_t>(end);
    for (auto at = static_cast<std::uint32_t>(begin); at < last;) {
        const Elements elements = part.elements(at, last);
        body(elements);
        at += part.kind->items_of(elements);
    }
}

} // namespace throng
