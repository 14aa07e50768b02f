// SPDX-License-Identifier: MIT
// Makes the structures and layers of a version from the elements that were loaded.
#pragma once

#include "engine/src/row_grid/store_change.hpp"
#include "engine/src/world/world_version.hpp"

#include <array>

namespace throng {

/// For one version after the other: of the world, and of its layers.
class WorldLayout {
public:
    /// `edition`: that of the commit whose place this takes. `grids` makes all row grids.
    WorldLayout(RowGridChange& grids, const WorldRouting& routing, std::uint64_t edition,
                const Executor& executor) noexcept
        : grids_(grids), routing_(routing), edition_(edition), executor_(executor) {}

    /// `version` has its sizes, its columns by slot except routes, and flags if there are static elements. `boxes` are
    /// by slot; afterwards they have any content. After a fault the version must not be used.
    Fault lay_out(WorldVersion& version, UnsortedBoxes& boxes) noexcept;

private:
    // The slots of each structure in layer 0 of the version, from 1 on; 0: those of none.
    using Routed = std::array<MarkedSlots, world_structures + 1>;

    Fault lay_out_alone(WorldVersion& version, UnsortedBoxes& boxes) noexcept;
    [[nodiscard]] static bool divide(WorldVersion& world, const UnsortedBoxes& boxes) noexcept;
    [[nodiscard]] static bool take_columns(WorldVersion& layer, const WorldVersion& world,
                                           const UnsortedBoxes& boxes) noexcept;
    Fault lay_out_layer(WorldVersion& layer) noexcept;
    [[nodiscard]] bool route(WorldVersion& version, const UnsortedBoxes& boxes, Routed& routed) noexcept;
    Fault build_tree(const WorldVersion& version, TileTreeState& tree, const UnsortedBoxes& boxes,
                     const MarkedSlots& slots) noexcept;
    Fault fill_grid(WorldRowGrid& grid, const UnsortedBoxes& boxes, const MarkedSlots& slots) noexcept;
    [[nodiscard]] bool finish(WorldVersion& version) noexcept;

    RowGridChange& grids_;
    const WorldRouting& routing_;
    const std::uint64_t edition_;
    const Executor& executor_;
};

} // namespace throng
