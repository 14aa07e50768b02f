// SPDX-License-Identifier: MIT
// The published predicates in plain loops over all people: the reference of checks and of measurements.
#pragma once

#include <throng/predicates.hpp>
#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// Positions by slot; `present` has one entry per slot, 0 for an absent one, or is empty if all are present.
struct Centers {
    std::span<const float> x, y;
    std::span<const std::uint8_t> present = {};
};
struct Neighbor {
    float squared_distance;
    Slot slot;
};

/// All except `of` with a centre within `radius` of its centre, by ascending slot. Cost: O(slots).
void neighbors_by_brute_force(const Centers& centers, Slot of, float radius, std::vector<Neighbor>& out);

/// The `k` nearest centres except `of` itself, ascending by (squared distance, slot). Cost: O(slots).
void nearest_by_brute_force(const Centers& centers, Slot of, std::size_t k, std::vector<Neighbor>& out);

/// How many boxes of a later slot overlap the box of slot `of`; a box is {center - h, center + h}. Cost: O(slots).
std::size_t later_overlaps_by_brute_force(const Centers& centers, std::span<const float> half_extents, Slot of);

/// The boxes within a disc, by ascending slot.
void within_by_brute_force(std::span<const Aabb> boxes, const Disc& disc, std::vector<Slot>& out);

/// The first box that a square of `half_extent` enters on its way along the ray, by (t, slot). no_slot: none.
predicates::Ranked cast_by_brute_force(std::span<const Aabb> boxes, const Ray& ray, float half_extent);

/// The order of answers that keep the nearest: by squared distance, then by slot.
constexpr bool nearer(const Neighbor& a, const Neighbor& b) noexcept {
    return predicates::ranks_before({a.squared_distance, a.slot}, {b.squared_distance, b.slot});
}

} // namespace throng::app
