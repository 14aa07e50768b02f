// SPDX-License-Identifier: MIT
// A World that holds a crowd by slots of the crowd's choosing, as the other indexes do, and other things beside it.
#pragma once

#include <throng/world.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// Something beside the crowd.
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

    /// From the next build on there are these, too; they have the slots after the crowd, which then neither grows nor
    /// shrinks.
    void accompany(std::vector<Companion> companions);

    /// From the next update on companions are here, one box for each. Those that are static take no notice.
    void place(std::span<const Aabb> boxes);

    /// What finds the crowd and nobody else.
    std::uint32_t crowd_mask() const noexcept { return category_; }
    Slot first_companion() const noexcept { return people_; }

    /// Person i has slot i, and there is nobody else.
    Status build(BoxView boxes);
    Status build(PointView centers);

    /// One point for each of the crowd.
    Status update(PointView centers);

    /// One point for each of `slots`, where nobody is.
    Status insert(std::span<const Slot> slots, PointView centers);
    Status erase(std::span<const Slot> slots);

private:
    Status spawn_companions();

    WorldDesc desc_;
    std::uint32_t category_ = ~0u; // of the crowd
    std::vector<Companion> companions_;
    std::vector<Id> companion_ids_; // empty: not spawned yet
    Slot people_ = 0;
    std::vector<Vec2> at_; // by slot, where the crowd's own columns are too short
};

} // namespace throng::app
