// SPDX-License-Identifier: MIT
// Access to the states behind the opaque pointers of the public classes.
#pragma once

#include "engine/kernels/base/element_columns.hpp"

#include <throng/hierarchical_bitset.hpp>
#include <throng/hits.hpp>
#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/quadtree.hpp>
#include <throng/row_grid.hpp>
#include <throng/static_tree.hpp>
#include <throng/world.hpp>

namespace throng {

struct Access {
    /// The members of `set`; valid until the set changes.
    static kernels::BitsetView view(const HierarchicalBitset& set) noexcept;

    using HitsState = Hits::State;
    using PairsState = Pairs::State;
    /// Null: moved from, or there was no memory for a state.
    static HitsState* state(Hits& hits) noexcept;
    static PairsState* state(Pairs& pairs) noexcept { return pairs.state_; }

    using SpaceState = Space::State;
    using BoxIndexState = BoxIndex::State;
    using WorldSpaceState = WorldSpace::State;
    using RowGridState = RowGrid::State;
    using LooseGridState = LooseGrid::State;
    using LooseQuadtreeState = LooseQuadtree::State;
    using QuadtreeState = Quadtree::State;
    using StaticTreeState = StaticTree::State;
    using WorldState = World::State;
    using SnapshotState = WorldSnapshot::State;

    /// Never const: readers enter its gate.
    static SpaceState& state(const Space& space) noexcept { return *space.state_; }
    /// For another state; a closed one needs no end().
    static SpaceState*& place_of_state(Space& space) noexcept { return space.state_; }
    /// The state of an object of this class; null: it is closed, that is never opened, or moved from.
    template <class Self> static typename Self::State* open_state(const Self& index) noexcept {
        auto& own = state(index);
        return own.is_open() ? static_cast<typename Self::State*>(&own) : nullptr;
    }
};

using HitsState = Access::HitsState;
using PairsState = Access::PairsState;
using SpaceState = Access::SpaceState;
using BoxIndexState = Access::BoxIndexState;
using WorldSpaceState = Access::WorldSpaceState;
using SnapshotState = Access::SnapshotState;
struct WorldVersion;

} // namespace throng
