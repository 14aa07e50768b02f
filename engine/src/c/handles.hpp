// SPDX-License-Identifier: MIT
// What the handles of the C interface hold: one object of the C++ interface each. A handle that can be queried begins
// with its space, which names the class of the object for the calls that not every space has.
#pragma once

#include <throng/throng.h>
#include <throng/throng.hpp>

#include <cstdint>

namespace throng::c {

enum class SpaceKind : std::uint8_t { World, Snapshot, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree };

} // namespace throng::c

struct throng_space {
    throng::c::SpaceKind kind;
    throng::Space* object; // of the class that `kind` names; it lies in the same handle
};

struct throng_index {
    throng_space space;
    void (*destroy)(throng_index*);
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

/// The object of a space if it is a world or a snapshot; else null.
inline const WorldSpace* world_space(const throng_space& space) noexcept {
    const bool is_one = space.kind == SpaceKind::World || space.kind == SpaceKind::Snapshot;
    return is_one ? static_cast<const WorldSpace*>(space.object) : nullptr;
}

/// The object of a space if it is an index; else null.
inline BoxIndex* box_index(const throng_space& space) noexcept {
    switch (space.kind) {
    case SpaceKind::RowGrid:
    case SpaceKind::LooseGrid:
    case SpaceKind::Quadtree:
    case SpaceKind::LooseQuadtree:
    case SpaceKind::StaticTree: return static_cast<BoxIndex*>(space.object);
    case SpaceKind::World:
    case SpaceKind::Snapshot: break;
    }
    return nullptr;
}

/// The object of a space if it is of this class; else null.
template <class Object> Object* object_of(const throng_space& space, SpaceKind kind) noexcept {
    return space.kind == kind ? static_cast<Object*>(space.object) : nullptr;
}
inline RowGrid* row_grid(const throng_space& space) noexcept { return object_of<RowGrid>(space, SpaceKind::RowGrid); }

} // namespace throng::c
