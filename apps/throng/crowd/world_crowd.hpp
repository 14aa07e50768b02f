// SPDX-License-Identifier: MIT
// A World with a crowd in slots that the crowd chooses, as in the other indexes, and with companions beside it.
#pragma once

#include <throng/views.hpp>
#include <throng/world.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// An element beside the crowd.
struct Companion {
    Aabb box;
    Motion motion;
    std::uint32_t category;
};

class WorldCrowd : public World {
public:
    static constexpr std::uint32_t person =
        1; // the category of a crowd that was ever accompanied; companions have others

    explicit WorldCrowd(const WorldDesc& desc);

    /// Adds companions from the next build on. They have the slots after the crowd, which then neither grows nor
    /// shrinks.
    void accompany(std::vector<Companion> companions);

    /// Moves companions with the next update, one box for each. Static ones stay.
    void place(std::span<const Aabb> boxes);

    /// The mask of queries that find only the crowd.
    std::uint32_t crowd_mask() const noexcept { return category_; }
    Slot first_companion() const noexcept { return people_; }

    /// Person i has slot i, and there are no others.
    Status build(BoxView boxes);
    Status build(PointView centers);

    /// One point for each person of the crowd.
    Status update(PointView centers);
    /// One box for each slot of a crowd without companions.
    Status update(BoxView boxes);

    /// One point for each of `slots`, which are free.
    Status insert(std::span<const Slot> slots, PointView centers);
    Status insert(std::span<const Slot> slots, BoxView corners);
    Status erase(std::span<const Slot> slots);

private:
    Status spawn_companions();

    WorldDesc desc_;
    std::uint32_t category_ = ~0u; // of the crowd
    std::vector<Companion> companions_;
    std::vector<Id> companion_ids_; // empty: not spawned yet
    Slot people_ = 0;
    std::vector<Vec2> at_; // by slot, if the crowd's own columns are too short
};

} // namespace throng::app
