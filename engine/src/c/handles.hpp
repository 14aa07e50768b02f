// SPDX-License-Identifier: MIT
// What the handles of the C interface hold: one object of the C++ interface each. A handle that can be queried begins
// with its space, which names the class of the object.
#pragma once

#include <throng/throng.h>
#include <throng/throng.hpp>

#include <cstdint>
#include <utility>

namespace throng::c {

enum class SpaceKind : std::uint8_t { World, Snapshot, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree };

} // namespace throng::c

struct throng_space {
    throng::c::SpaceKind kind;
    void* object; // of the class that `kind` names; it lies in the same handle
};

struct throng_index {
    throng_space space;
};

struct throng_world {
    throng_space space;
    throng::World world;
};

struct throng_snapshot {
    throng_space space;
    throng::WorldSnapshot snapshot;
};

struct throng_hits {
    throng::Hits hits;
};

struct throng_pairs {
    throng::Pairs pairs;
};

struct throng_bitset {
    throng::HierarchicalBitset set;
};

namespace throng::c {

/// f(index), with the index, world or snapshot behind a space.
template <class F> decltype(auto) with_object(const throng_space& space, F&& f) {
    switch (space.kind) {
    case SpaceKind::World: return f(*static_cast<const World*>(space.object));
    case SpaceKind::Snapshot: return f(*static_cast<const WorldSnapshot*>(space.object));
    case SpaceKind::RowGrid: return f(*static_cast<const RowGrid*>(space.object));
    case SpaceKind::LooseGrid: return f(*static_cast<const LooseGrid*>(space.object));
    case SpaceKind::Quadtree: return f(*static_cast<const Quadtree*>(space.object));
    case SpaceKind::LooseQuadtree: return f(*static_cast<const LooseQuadtree*>(space.object));
    case SpaceKind::StaticTree: break;
    }
    return f(*static_cast<const StaticTree*>(space.object));
}

} // namespace throng::c
