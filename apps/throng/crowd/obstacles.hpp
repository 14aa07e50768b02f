// SPDX-License-Identifier: MIT
// Obstacles of people: walls, which rest, and trams, which roll to and fro. They are in the World of the people, or, if
// people are in another index, in a World of their own.
#pragma once

#include "apps/throng/crowd/crossing.hpp"
#include "apps/throng/crowd/world_crowd.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// The obstacles around people: row i of each answer is that of the person in slot i.
struct Surroundings {
    static constexpr float look_ahead = 5; // metres: boxes farther ahead are ignored
    static constexpr float reach = 0.75f;  // metres: more than a body and its longest step in a tick

    std::vector<Aabb> boxes;      // of the obstacles
    Slot first = 0;               // of boxes[0], in the answers
    std::vector<Vec2> directions; // the intended directions of people, of length 1
    float body_radius = 0;        // half of the square that is swept along them
    Hits ahead;                   // the first box in each person's way
    Hits close;                   // boxes within reach

    const Aabb& box_of(Slot slot) const { return boxes[slot - first]; }
};

class Obstacles {
public:
    enum Category : std::uint32_t { wall = 2 * WorldCrowd::person, tram = 4 * WorldCrowd::person };

    /// `crowd` is the World of the people, which must be built after this; null: there is none.
    Obstacles(std::vector<Obstacle> all, float body_radius, WorldCrowd* crowd, Executor executor);
    Obstacles(const Obstacles&) = delete;
    Obstacles& operator=(const Obstacles&) = delete;

    /// Moves trams to their places `seconds` after the start; in the crowd's World with its next update.
    void roll(double seconds);

    /// Finds the obstacles around all people.
    void look(const Walkers& walkers);

    const Surroundings& surroundings() const noexcept { return around_; }
    std::vector<Aabb> walls() const { return boxes_of(wall); }
    std::vector<Aabb> trams() const { return boxes_of(tram); }
    WorldStats stats() const noexcept { return home_.stats(); } // of the whole World

private:
    std::vector<Aabb> boxes_of(Category category) const;

    std::vector<Obstacle> all_; // by slot
    WorldCrowd alone_;          // used unless they are in the crowd's
    WorldCrowd& home_;
    Surroundings around_;
};

} // namespace throng::app
