// SPDX-License-Identifier: MIT
// The motion of a walker: towards the goal, out of the way of others, around obstacles, and never through another
// walker. Anticipation follows Karamouzas, Skinner & Guy 2014 (a repulsion that depends on the time to collision), the
// last step position-based dynamics (Mueller et al. 2007).
#pragma once

#include "apps/throng/cli/workers.hpp"
#include "apps/throng/crowd/obstacles.hpp"
#include "apps/throng/crowd/walkers.hpp"

#include <throng/hits.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// Metres and seconds throughout.
struct SteeringRule {
    float seconds = 0.05f; // of one tick
    float body_radius = 0.25f;
    float relaxation = 0.5f; // in which a walker alone reaches the intended velocity
    float max_acceleration = 6.0f;

    float horizon = 3.0f;  // the time for which collisions are predicted
    float caution = 0.35f; // strength of avoiding them

    // Walkers with centres nearer than this make room. It is smaller for walkers of the same stream than for crossing
    // ones, so that the streams part into bands.
    float comfort_along = 0.9f;
    float comfort_across = 2.0f;
    float room = 3.5f; // the acceleration of two that touch

    std::uint32_t pushes = 4; // rounds of pushing apart what still overlaps
};

/// The overlap of people: two radii less the distance of their centres.
struct Overlap {
    float deepest = 0;
    double total = 0; // over all overlapping pairs
    std::uint64_t pairs = 0;
    double mean() const noexcept { return pairs == 0 ? 0 : total / static_cast<double>(pairs); }
};

/// Moves walkers by one tick. Each writes only its own entry and all read the state before, so that the result depends
/// neither on the threads nor on the order of the work. Only + - * / sqrt: the same bits on every machine.
class Steering {
public:
    explicit Steering(const SteeringRule& rule) : rule_(rule) {}

    /// `near` contains, for every slot, the nearest others by ascending distance; further ones are ignored. `around`
    /// contains the obstacles at their places after the tick.
    void tick(Walkers& walkers, const Hits& near, const Surroundings& around, const Workers& workers);

    const SteeringRule& rule() const noexcept { return rule_; }

private:
    void accelerate(const Walkers& walkers, const Hits& near, const Surroundings& around, std::size_t begin,
                    std::size_t end);
    void push_apart(const Walkers& walkers, const Hits& near, const Surroundings& around, std::size_t begin,
                    std::size_t end);
    void settle(Walkers& walkers, std::size_t begin, std::size_t end) const;
    Vec2 force_of(const Walkers& walkers, std::span<const Slot> near, Vec2 goal, std::size_t self) const;
    Vec2 goal_of(const Walkers& walkers, const Surroundings& around, std::size_t self) const;
    Vec2 out_of(const Aabb& box, Vec2 place) const;
    Vec2 anticipation(Vec2 offset, Vec2 approach) const;
    Vec2 making_room(Vec2 offset, float comfort) const;

    SteeringRule rule_;
    std::vector<Vec2> place_;  // the next places
    std::vector<Vec2> pushed_; // the same after a round of pushing
};

/// The overlap of all pairs in `near`; its rows ascend by distance.
Overlap measure_overlap(const Walkers& walkers, const Hits& near, float body_radius);

} // namespace throng::app
