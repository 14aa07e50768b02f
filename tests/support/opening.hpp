// SPDX-License-Identifier: MIT
// How to open an index, in terms that every one of them knows in its own way.
#pragma once

#include <throng/executor.hpp>
#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/memory.hpp>
#include <throng/quadtree.hpp>
#include <throng/row_grid.hpp>
#include <throng/static_tree.hpp>

#include <concepts>
#include <cstdint>

namespace throng::test {

struct Opening {
    Aabb bounds{};
    float cell = 0;                 // the side of the finest cells, where an index has cells
    float tight_cell = 0;           // and of those that list them
    float max_half_extent = 0;      // where an index asks for it
    std::uint32_t max_per_leaf = 8; // and of trees
    std::uint32_t max_depth = 8;
    Memory memory{};
    Executor executor{};
};

/// Whether elements of an index may be points. Asked of a member function: PointView converts to nothing else, but other things
/// convert to it.
template <class Index>
concept TakesPoints = requires(Status (Index::*take)(PointView, Executor) noexcept) {
    take = &Index::build;
};
template <class Index> inline constexpr bool takes_points = TakesPoints<Index>;

/// The Desc of an `Index`: what it has no use for is left out.
template <class Index> auto desc_of(const Opening& opening) {
    if constexpr (std::same_as<Index, RowGrid>) {
        return RowGridDesc{.bounds = opening.bounds,
                           .max_half_extent = opening.max_half_extent,
                           .cell_size = opening.cell,
                           .memory = opening.memory,
                           .executor = opening.executor};
    } else if constexpr (std::same_as<Index, LooseGrid>) {
        return LooseGridDesc{.bounds = opening.bounds,
                             .loose_cell = opening.cell,
                             .tight_cell = opening.tight_cell,
                             .memory = opening.memory,
                             .executor = opening.executor};
    } else if constexpr (std::same_as<Index, StaticTree>) {
        return StaticTreeDesc{.memory = opening.memory, .executor = opening.executor};
    } else if constexpr (std::same_as<Index, Quadtree>) {
        return QuadtreeDesc{opening.bounds, opening.max_per_leaf, opening.max_depth, opening.memory, opening.executor};
    } else {
        static_assert(std::same_as<Index, LooseQuadtree>);
        return LooseQuadtreeDesc{opening.bounds, opening.max_per_leaf, opening.max_depth, opening.memory, opening.executor};
    }
}

} // namespace throng::test
