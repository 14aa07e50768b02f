// SPDX-License-Identifier: MIT
// One version of a world for its queries: structures that share slots, and columns by slot. Owns nothing.
#pragma once

#include "engine/src/base/access.hpp"
#include "engine/src/world/part.hpp"

#include <algorithm>
#include <span>

namespace throng {

struct WorldView;

/// The kernels over all parts of a world, without those of pairs, for which see world_pairs().
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

/// The view of a whole world shows the parts of layer 0. Those of each other layer have slots of their own, in the same
/// order, and so are a view of their own.
struct WorldView : kernels::IndexView { // size, slot_count: of all layers
    const Part* parts = nullptr;        // those with elements, the dynamic ones first
    std::uint8_t part_count = 0, dynamic_parts = 0;
    const std::uint32_t* categories = nullptr;  // by slot. Null: all are ~0u, and nothing is tested
    CategorySummary all_kinds;                  // of all parts of all layers
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
    std::uint32_t category_of(std::uint32_t slot) const noexcept { return categories ? categories[slot] : ~0u; }
    /// The parts that it shows: all of them, or the dynamic ones.
    std::span<const Part> parts_here(bool only_dynamic = false) const noexcept {
        return {parts, only_dynamic ? dynamic_parts : part_count};
    }
    std::uint32_t size_here(bool only_dynamic = false) const noexcept {
        std::uint32_t sum = 0;
        for (const Part& part : parts_here(only_dynamic)) sum += part.size();
        return sum;
    }
    /// The part of a structure; null: it has no elements.
    const Part* part_in(WorldStructure structure) const noexcept {
        for (const Part& part : parts_here())
            if (part.structure == structure) return &part;
        return nullptr;
    }
    /// The row grid that has all elements of the parts, none of them static; null: there is none.
    const kernels::GridView* only_row_grid(bool only_dynamic = false) const noexcept {
        const std::span<const Part> here = parts_here(only_dynamic);
        return here.size() == 1 && !here[0].is_static() ? here[0].kind->row_grid(*here[0].view) : nullptr;
    }
};

} // namespace throng
