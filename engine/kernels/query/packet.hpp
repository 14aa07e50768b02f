// SPDX-License-Identifier: MIT
// Queries that lie together form a packet and share one search.
#pragma once

#include "engine/kernels/base/region.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// The regions of one packet are summarized for the decision whether its queries share a list.
struct Packet {
    static constexpr std::uint32_t most = 16;

    // Packets begin at multiples of their size, wherever a kernel is resumed: which queries share a packet depends only
    // on the batch.
    static constexpr std::uint32_t first_of(std::uint32_t query) { return query - query % most; }
    static constexpr std::uint32_t size_at(std::uint64_t first, std::uint32_t end) {
        return end - first < most ? static_cast<std::uint32_t>(end - first) : most;
    }

    Region bounds{__builtin_inff(), __builtin_inff(), -__builtin_inff(), -__builtin_inff()};
    float areas = 0; // of the single regions, each grown by the side of a leaf
    std::uint32_t count = 0;

    THRONG_INLINE void add(const Region& region, float leaf_side) {
        ++count;
        include(bounds, region);
        areas += grown_area(region, leaf_side);
    }
    /// Whether one list is no longer than the sum of what the queries would visit one by one.
    bool coherent(float leaf_side) const { return count > 1 && grown_area(bounds, leaf_side) <= areas; }

private:
    static float grown_area(const Region& r, float by) { return (r.max_x - r.min_x + by) * (r.max_y - r.min_y + by); }
};

} // namespace throng::kernels
