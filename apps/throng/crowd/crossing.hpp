// SPDX-License-Identifier: MIT
// The demo's scene: two broad streams, one walking east and one walking north, cross in a square.
#pragma once

#include "apps/throng/crowd/walkers.hpp"

#include <throng/types.hpp>

#include <cstdint>
#include <vector>

namespace throng::app {

/// A large obstacle. It rests, or rolls `roll` metres to and fro along x from its place.
struct Obstacle {
    Aabb box;
    float roll = 0;
    bool rolls() const noexcept { return roll > 0; }
};

/// The square and the two bands in it. The bands leave free borders of unequal breadth, so that both streams are
/// visible before they meet. The overlap of the bands is the crossing, twice as dense as each stream alone.
struct Crossing {
    float side = 0;                    // metres
    float band_low = 0, band_high = 0; // the breadth of both streams: y of the eastward, x of the northward

    /// The smallest square in which `people` walkers have the intended density.
    static Crossing holding(std::uint32_t people);

    /// Walls and trams in the crossing, so far from each other that no person is close to two of them. A small crossing
    /// has none.
    std::vector<Obstacle> obstacles() const;

    /// `people` walkers, about half of them in each stream, by chance, on a jittered lattice: no person touches another
    /// one or an obstacle.
    Walkers populate(std::uint32_t people, std::uint64_t seed) const;

    bool holds(Vec2 position) const noexcept; // within the square, edges included

    Aabb bounds() const noexcept { return {{0, 0}, {side, side}}; }
    Vec2 center() const noexcept; // of the crossing
};

} // namespace throng::app
