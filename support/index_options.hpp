// SPDX-License-Identifier: MIT
// Options to open any index. Each index translates them to its own description.
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
#include <optional>

namespace throng::support {

struct IndexOptions {
    Aabb bounds{};
    float cell = 0;                                           // the side of the finest cells, for an index with cells
    float tight_cell = 0;                                     // the side of tight cells
    float max_half_extent = 0;                                // for an index with such a bound
    std::optional<std::uint32_t> max_per_leaf{}, max_depth{}; // for quadtrees; none: its own
    Memory memory{};
    Executor executor{};
};

/// An index whose elements may be points. It is decided by the type of a member function, because PointView converts to
/// nothing else, but other types convert to it.
template <class Index>
concept TakesPoints = requires(Status (Index::*take)(PointView, Executor) noexcept) {
    take = &Index::build;
};
template <class Index> inline constexpr bool takes_points = TakesPoints<Index>;

template <class Desc> Desc quadtree_desc_of(const IndexOptions& options) {
    Desc desc{.bounds = options.bounds, .memory = options.memory, .executor = options.executor};
    desc.max_per_leaf = options.max_per_leaf.value_or(desc.max_per_leaf);
    desc.max_depth = options.max_depth.value_or(desc.max_depth);
    return desc;
}

/// The Desc of an `Index`, from the options that it has.
template <class Index> auto desc_of(const IndexOptions& options) {
    if constexpr (std::same_as<Index, RowGrid>) {
        return RowGridDesc{.bounds = options.bounds,
                           .max_half_extent = options.max_half_extent,
                           .cell_size = options.cell,
                           .memory = options.memory,
                           .executor = options.executor};
    } else if constexpr (std::same_as<Index, LooseGrid>) {
        return LooseGridDesc{.bounds = options.bounds,
                             .loose_cell = options.cell,
                             .tight_cell = options.tight_cell,
                             .memory = options.memory,
                             .executor = options.executor};
    } else if constexpr (std::same_as<Index, StaticTree>) {
        return StaticTreeDesc{.memory = options.memory, .executor = options.executor};
    } else if constexpr (std::same_as<Index, Quadtree>) {
        return quadtree_desc_of<QuadtreeDesc>(options);
    } else {
        static_assert(std::same_as<Index, LooseQuadtree>);
        return quadtree_desc_of<LooseQuadtreeDesc>(options);
    }
}

} // namespace throng::support
