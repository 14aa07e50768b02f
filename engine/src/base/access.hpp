// SPDX-License-Identifier: MIT
// Access to the states behind the opaque pointers of the public classes.
#pragma once

#include "engine/kernels/base/bitset_view.hpp"

#include <throng/hierarchical_bitset.hpp>
#include <throng/hits.hpp>
#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/row_grid.hpp>
#include <throng/static_tree.hpp>
#include <throng/world.hpp>

#include <type_traits>
#include <utility>

namespace throng {

struct Access {
    /// The members of `set`; valid until the set changes.
    static kernels::BitsetView view(const HierarchicalBitset& set) noexcept;

    using HitsState = Hits::State;
    using PairsState = Pairs::State;
    /// Null: moved from, or there was no memory for a state.
    static HitsState* state(Hits& hits) noexcept;
    static PairsState* state(Pairs& pairs) noexcept { return pairs.state_; }

    using RowGridState = RowGrid::State;
    using LooseGridState = LooseGrid::State;
    using LooseQuadtreeState = LooseQuadtree::State;
    using StaticTreeState = StaticTree::State;
    using WorldState = World::State;
    using SnapshotState = WorldSnapshot::State;

    /// Null: never opened, or moved from.
    template <class Self> static typename Self::State* state(const Self& index) noexcept {
        return static_cast<typename Self::State*>(index.state_);
    }
    /// The state of an object, from one of its base classes: parts::Queries<Self>, parts::Changes<Self>,
    /// parts::Reads<Self> or parts::WorldQueries<Self>.
    template <template <class> class Part, class Self> static auto* state_of(const Part<Self>& part) noexcept {
        return state(static_cast<const Self&>(part));
    }
    template <class Self> using StateOf = std::remove_pointer_t<decltype(state(std::declval<const Self&>()))>;
};

/// Why an object without a state answers as it does.
template <class State> inline constexpr Reason closed_reason = Reason::IndexNotOpen;
template <> inline constexpr Reason closed_reason<Access::WorldState> = Reason::WorldNotOpen;
template <> inline constexpr Reason closed_reason<Access::SnapshotState> = Reason::SnapshotOfNone;

using HitsState = Access::HitsState;
using PairsState = Access::PairsState;
struct WorldVersion;

} // namespace throng
