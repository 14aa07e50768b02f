// SPDX-License-Identifier: MIT
// Other structures that answer the same questions, as far as they can, each behind one virtual call per tick.
// They take the crowd's columns as the library does, and reuse what they allocate as far as their libraries let them.
#pragma once

#include "bench/peers/crowd_boxes.hpp"

#include "scenes/crowd.hpp"

#include <throng/predicates.hpp>
#include <throng/types.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::bench {

using scenes::Crowd;

struct Rows { // row i: slots[offsets[i]] up to slots[offsets[i + 1]]
    std::vector<std::uint32_t> offsets;
    std::vector<Slot> slots;

    void restart() {
        offsets.assign(1, 0);
        slots.clear();
    }
    void finish_row() { offsets.push_back(static_cast<std::uint32_t>(slots.size())); }
};

/// What overlap() is called with: the squares around some walkers, or all.
struct Squares {
    const Crowd& crowd;
    float half_extent = -1;                // < 0: each walker's own box
    const std::vector<Slot>* of = nullptr; // null: all walkers

    std::size_t size() const noexcept { return of ? of->size() : crowd.size(); }

    Aabb operator[](std::size_t i) const noexcept {
        const std::size_t walker = of ? (*of)[i] : i;
        return half_extent < 0 ? box_of(crowd, walker)
                               : predicates::box_around({crowd.x[walker], crowd.y[walker]}, half_extent);
    }
};

// For libraries that keep a pointer per element, and never look behind it.
inline void* item_of(std::size_t slot) noexcept { return std::bit_cast<void*>(std::uintptr_t{slot}); }
inline Slot slot_of(void* item) noexcept { return static_cast<Slot>(std::bit_cast<std::uintptr_t>(item)); }

/// Calls f(slot, box) for each walker, as it was before the last step, in which `moved` took part (null: all).
template <class F> void each_former(const Crowd& crowd, const std::vector<Slot>* moved, F&& f) {
    std::vector<bool> has_moved(crowd.size(), !moved);
    if (moved) {
        for (const Slot slot : *moved) has_moved[slot] = true;
    }
    for (std::size_t i = 0; i < crowd.size(); ++i) f(i, has_moved[i] ? box_before(crowd, i, 1) : box_of(crowd, i));
}

/// For peers that keep fat boxes. All walk equally fast, so that all would leave theirs in one and the same tick, once
/// in six, which a median of ticks would hide. A walker that jumps, at the beginning and when arrays change their
/// order, is therefore taken as it was some ticks ago.
inline Aabb box_after_jump(const Crowd& crowd, std::size_t i) noexcept {
    return box_before(crowd, i, static_cast<float>(i % 6));
}

/// A pair as answers list it, the smaller slot first.
inline Pair ordered(Slot a, Slot b) noexcept { return a < b ? Pair{a, b} : Pair{b, a}; }

/// Finds all overlapping pairs, and nothing else.
class PairPeer {
public:
    virtual ~PairPeer() = default;
    virtual void load(const Crowd&) = 0;

    /// Untimed, before a load: takes the crowd as it was before its last step, in which `moved` took part (null: all).
    /// A peer is measured only every third tick; one that moves what it has would else pay for three. False: nothing
    /// done, it is built anew anyway.
    virtual bool load_former(const Crowd&, const std::vector<Slot>* /*moved*/) { return false; }

    /// Every overlapping pair once, a < b.
    virtual void pairs(std::vector<Pair>& out) = 0;
};

/// A peer that finds the boxes which overlap one.
class BoxPeer : public PairPeer {
public:
    /// As load, with nothing left of what was before.
    virtual void build(const Crowd& crowd) { load(crowd); }

    /// As load, where only crowd.moved has moved since.
    virtual void take_moved(const Crowd& crowd) { load(crowd); }

    /// The next query of overlap(). Untimed, for libraries with objects for queries.
    virtual void expect(const Squares&) {}

    /// Row i: what overlaps queries[i].
    virtual void overlap(const Squares& queries, Rows& out) = 0;

    /// One row: what overlaps `query`.
    virtual void overlap(const Aabb& query, Rows& out) = 0;
    virtual std::uint32_t count(const Aabb& query) = 0;

    /// out[i]: how many overlap queries[i].
    virtual void count(const Squares& queries, std::vector<std::uint32_t>& out) = 0;
};

/// A peer that finds what lies along a ray.
class RayPeer : public BoxPeer {
public:
    /// Row i: the first box but its own that walker i meets ahead, of equals the smallest slot.
    virtual void cast(const Crowd& rays, float max_t, Rows& out) = 0;
};

/// Knows the elements as points.
class NeighborPeer {
public:
    virtual ~NeighborPeer() = default;
    virtual void load(const Crowd&) = 0;

    /// Row i: all walkers within `radius` of centre i, itself excluded.
    virtual void within(const Crowd& queries, float radius, Rows& out) = 0;
};

/// Finds the nearest as well.
class PointPeer : public NeighborPeer {
public:
    /// Row i: the `k` nearest of centre i by (squared distance, slot), itself excluded.
    virtual void nearest(const Crowd& queries, std::uint32_t k, Rows& out) = 0;
};

} // namespace throng::bench
