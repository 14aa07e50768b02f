// SPDX-License-Identifier: MIT
// What people walk around: walls, which stand, and trams, which roll to and fro. They are in the World that people are
// in, or, where those are in another index, in one of their own.
#pragma once

#include "apps/throng/crowd/crossing.hpp"
#include "apps/throng/crowd/world_crowd.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// What stands around whom: row i of each answer is about the person in slot i.
struct Surroundings {
    static constexpr float look_ahead = 5; // metres: what is farther ahead is no obstacle yet
    static constexpr float reach = 0.75f;  // metres: beyond a body and all that it can move in a tick

    std::vector<Aabb> boxes;      // of the obstacles
    Slot first = 0;               // of boxes[0], in the answers
    std::vector<Vec2> directions; // where everybody wants to go, of length 1
    float body_radius = 0;        // half of what is swept along them
    Hits ahead;                   // the first box that somebody would walk into
    Hits close;                   // boxes within reach

    const Aabb& box_of(Slot slot) const { return boxes[slot - first]; }
};

class Obstacles {
public:
    enum Category : std::uint32_t { wall = 2 * WorldCrowd::person, tram = 4 * WorldCrowd::person };

    /// `crowd` is the World that people are in, which has to be built after this; null: there is none.
    Obstacles(std::vector<Obstacle> all, float body_radius, WorldCrowd* crowd, Executor executor);
    Obstacles(const Obstacles&) = delete;
    Obstacles& operator=(const Obstacles&) = delete;

    /// Trams are where they belong `seconds` after the start; in the crowd's World after its next update.
    void roll(double seconds);

    /// Asks for everybody.
    void look(const Walkers& walkers);

    const Surroundings& surroundings() const noexcept { return around_; }
    std::vector<Aabb> walls() const { return boxes_of(wall); }
    std::vector<Aabb> trams() const { return boxes_of(tram); }
    WorldStats stats() const noexcept { return home_.stats(); } // of all that is in the same World

private:
    std::vector<Aabb> boxes_of(Category category) const;

    std::vector<Obstacle> all_; // by slot
    WorldCrowd alone_;          // unless they are in the crowd's
    WorldCrowd& home_;
    Surroundings around_;
};

} // namespace throng::app
