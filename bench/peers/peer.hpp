// SPDX-License-Identifier: MIT
// Other structures that answer the same questions, each behind one virtual call per tick.
// They take the crowd's columns as the library does, and reuse what they allocate as far as their libraries let them.
#pragma once

#include "scenes/crowd.hpp"

#include <throng/types.hpp>

#include <cstdint>
#include <vector>

namespace throng::bench {

using throng_scenes::Crowd;

struct Rows { // row i: slots[offsets[i]] up to slots[offsets[i + 1]]
    std::vector<std::uint32_t> offsets;
    std::vector<Slot> slots;

    void restart() {
        offsets.assign(1, 0);
        slots.clear();
    }
    void finish_row() { offsets.push_back(static_cast<std::uint32_t>(slots.size())); }
};

/// Knows the elements as boxes.
class BoxPeer {
public:
    virtual ~BoxPeer() = default;
    virtual void load(const Crowd&) = 0;

    /// Every overlapping pair once, a < b.
    virtual void pairs(std::vector<Pair>& out) = 0;

    /// Row i: what overlaps the crowd's box i.
    virtual void overlap(const Crowd& queries, Rows& out) = 0;

    /// One row: what overlaps `query`.
    virtual void overlap(const Aabb& query, Rows& out) = 0;
    virtual std::uint32_t count(const Aabb& query) = 0;

    /// out[i]: how many overlap the square of `half_extent` around centre i.
    virtual void count(const Crowd& queries, float half_extent, std::vector<std::uint32_t>& out) = 0;

    /// Row i: the first box but its own that walker i meets ahead, of equals the smallest slot.
    virtual void cast(const Crowd& rays, float max_t, Rows& out) = 0;
};

/// Knows the elements as points.
class PointPeer {
public:
    virtual ~PointPeer() = default;
    virtual void load(const Crowd&) = 0;

    /// Row i: everybody within `radius` of centre i, itself excluded.
    virtual void within(const Crowd& queries, float radius, Rows& out) = 0;

    /// Row i: the `k` nearest of centre i by (squared distance, slot), itself excluded.
    virtual void nearest(const Crowd& queries, std::uint32_t k, Rows& out) = 0;
};

} // namespace throng::bench
