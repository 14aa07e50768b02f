// SPDX-License-Identifier: MIT
// What people walk around, in a World by category: walls, which stand, and trams, which roll to and fro.
#pragma once

#include "crossing.hpp"

#include <throng/world.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// What stands around whom: row i of each answer is about the person in slot i.
struct Surroundings {
    static constexpr float look_ahead = 5; // metres: what is farther ahead is no obstacle yet
    static constexpr float reach = 0.75f;  // metres: beyond a body and all that it can move in a tick

    std::vector<Aabb> boxes;      // of the obstacles, by slot
    std::vector<Vec2> directions; // where everybody wants to go, of length 1
    float body_radius = 0;        // half of what is swept along them
    Hits ahead;                   // the first box that somebody would walk into
    Hits close;                   // boxes within reach
};

class Obstacles {
public:
    enum Category : std::uint32_t { wall = 1, tram = 2 };

    Obstacles(std::vector<Obstacle> all, float body_radius, Executor executor);

    /// Trams are where they belong `seconds` after the start.
    void roll(double seconds);

    /// Asks for everybody.
    void look(const Walkers& walkers);

    const Surroundings& surroundings() const noexcept { return around_; }
    std::vector<Aabb> walls() const { return boxes_of(wall); }
    std::vector<Aabb> trams() const { return boxes_of(tram); }
    WorldStats stats() const noexcept { return world_.stats(); }

private:
    std::vector<Aabb> boxes_of(Category category) const;

    std::vector<Obstacle> all_; // by slot
    World world_;
    Surroundings around_;
};

} // namespace throng::app
