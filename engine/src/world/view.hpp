// SPDX-License-Identifier: MIT
// One version of a world for its queries: structures that share slots, and columns by slot. Owns nothing.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/query/query_kernels.hpp"
#include "engine/kernels/row_grid/grid_view.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/query/category_summary.hpp"

#include <algorithm>

#include <throng/double_views.hpp>

namespace throng {

/// The structures of a world by number.
enum WorldStructure : std::uint8_t { in_row_grid, in_tree, in_static_grid, in_static_tree, world_structures };

constexpr bool holds_statics(std::uint32_t structure) noexcept { return structure >= in_static_grid; }
constexpr bool is_row_grid(std::uint32_t structure) noexcept {
    return structure == in_row_grid || structure == in_static_grid;
}

/// The structure of an element, by its route; world_structures: of none.
constexpr WorldStructure structure_of(Route route, bool is_static) noexcept {
    if (route == Route::RowGrid) return is_static ? in_static_grid : in_row_grid;
    if (route == Route::StaticTree) return is_static ? in_static_tree : in_tree;
    return world_structures;
}

struct WorldView;

/// The kernels over all structures of a world; for pairs see world_pairs(). neighbors_in_order: of the slots of the
/// batch, of which none is dead, each in the row of its own number.
const kernels::QueryTable& world_query_table() noexcept;

/// A layer that has elements.
struct WorldLayer {
    std::uint32_t layer = 0;
    const WorldView* view = nullptr;
    WorldVersion* content = nullptr;
};

/// lower_bound by the member `layer`.
template <class Layer> Layer* first_from(Layer* begin, Layer* end, std::uint32_t layer) noexcept {
    return std::partition_point(begin, end, [layer](const Layer& l) { return l.layer < layer; });
}

/// The view of a whole world shows the structures of layer 0. Those of each other layer have slots of their own, in the
/// same order, and so are a view of their own.
struct WorldView : kernels::IndexView {          // size, slot_count: of all layers
    kernels::GridView row_grid{}, static_grid{}; // of dynamic and of static elements, as the trees are
    kernels::TileTreeView tree{}, static_tree{};
    const std::uint32_t* categories = nullptr; // by slot. Null: all are ~0u, and nothing is tested
    CategorySummary kinds[world_structures];   // the categories in each structure
    CategorySummary all_kinds;                 // those of all structures and layers
    // The members above and the sums of sizes below name each structure.
    static_assert(world_structures == 4);
    const std::uint8_t* routes = nullptr;       // by slot: a Route
    const std::uint8_t* flags = nullptr;        // by slot
    const std::uint32_t* generations = nullptr; // by slot; 0: dead

    const WorldLayer* layers = nullptr; // ascending; those above 0
    std::uint32_t layer_count = 0;
    const std::uint16_t* layer_by_slot = nullptr; // null: all are 0
    const std::uint32_t* members = nullptr;       // of a layer above 0: the slot in the world of each of its slots

    static constexpr std::uint8_t alive = 1, static_element = 2; // bits of flags
    bool is_static(std::uint32_t slot) const noexcept { return (flags[slot] & static_element) != 0; }
    std::uint32_t layer_of(std::uint32_t slot) const noexcept {
        return layer_by_slot && slot < slot_count ? layer_by_slot[slot] : 0u;
    }
    /// The elements of the structures that it shows: all of them, or the dynamic ones.
    std::uint32_t size_here() const noexcept { return dynamic_here() + static_grid.size + static_tree.size; }
    std::uint32_t dynamic_here() const noexcept { return row_grid.size + tree.size; }
    std::uint32_t size_here(bool without_statics) const noexcept {
        return without_statics ? dynamic_here() : size_here();
    }
};

/// The boxes of `world` count from `origin`.
std::uint64_t content_hash(const WorldView& world, DoubleVec2 origin) noexcept;

} // namespace throng
