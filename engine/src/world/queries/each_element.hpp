// SPDX-License-Identifier: MIT
// All elements of a world in the order of memory: layer by layer and structure by structure.
#pragma once

#include "engine/src/world/queries/pair_segments.hpp"
#include "engine/src/world/queries/searched_layers.hpp"

namespace throng {

/// Calls body(columns, i, slot) for each element: i is its place in the columns, `slot` that in the world.
template <class Body> void for_each_element(const WorldView& world, Body&& body) noexcept {
    const SearchedLayers layers(world, {});
    for (std::uint32_t l = 0; l < layers.count(); ++l) {
        const Slot* const names = layers[l].members;
        for (std::uint8_t s = 0; s < world_structures; ++s) {
            const WorldMembers members(layers[l], s);
            const auto end = members.size() == 0 ? 0 : static_cast<std::uint32_t>(members.items());
            for (std::uint32_t at = 0; at < end;) {
                const WorldMembers::Elements elements = members.elements(at, end);
                const kernels::ElementColumns& columns = elements.columns;
                for (std::uint32_t i = 0; i < elements.count; ++i)
                    body(columns, i, names ? names[columns.slots[i]] : columns.slots[i]);
                at += members.items_of(elements);
            }
        }
    }
}

} // namespace throng
