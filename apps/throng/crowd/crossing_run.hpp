// SPDX-License-Identifier: MIT
// The demo's crowd, taken through the index tick by tick: update the index, find neighbours and obstacles of all
// people, steer.
#pragma once

#include "apps/throng/cli/workers.hpp"
#include "apps/throng/crowd/check.hpp"
#include "apps/throng/crowd/crossing.hpp"
#include "apps/throng/crowd/crowd_index.hpp"
#include "apps/throng/crowd/entrance.hpp"
#include "apps/throng/crowd/obstacles.hpp"
#include "apps/throng/crowd/steering.hpp"
#include "apps/throng/crowd/walkers.hpp"

#include <cstdint>
#include <vector>

namespace throng::app {

/// Milliseconds, an entry per tick.
struct TickTimes {
    std::vector<double> update, query, steer, whole; // whole: the sum
    double total() const noexcept;                   // of all ticks
};

class CrossingRun {
public:
    static constexpr float radius = 2;         // metres: the largest distance of neighbours
    static constexpr std::uint32_t limit = 10; // the number of nearest neighbours by which a person steers

    CrossingRun(std::uint32_t people, std::uint64_t seed, Route structure, const Workers& workers);

    /// One tick. The comparison with brute force and the counting are no part of the times.
    void step(SpotCheck& check);

    const Crossing& scene() const noexcept { return scene_; }
    const Walkers& walkers() const noexcept { return walkers_; }
    const SteeringRule& rule() const noexcept { return steering_.rule(); }
    const Obstacles& obstacles() const noexcept { return obstacles_; }
    const CrowdIndex& index() const noexcept { return index_; }
    const TickTimes& times() const noexcept { return times_; }
    std::uint64_t ticks() const noexcept { return times_.whole.size(); }

    double mean_within() const noexcept;                        // neighbours within the radius, per person and tick
    double mean_seen() const noexcept;                          // those among the nearest `limit`
    float deepest_overlap() const noexcept { return deepest_; } // of all ticks so far, in metres

    /// The overlap of all people after the last tick.
    Overlap overlap();

private:
    void follow();
    void arrange();
    void count();

    const Workers& workers_;
    Crossing scene_;
    Walkers walkers_;
    Steering steering_;
    Entrance entrance_;
    CrowdIndex index_;
    Obstacles obstacles_;
    Hits near_;
    TickTimes times_;
    std::uint64_t within_ = 0, seen_ = 0;
    float deepest_ = 0;
};

} // namespace throng::app
