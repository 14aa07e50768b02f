// SPDX-License-Identifier: MIT
// A World that holds a crowd by slots of the crowd's choosing, as the other indexes do.
#pragma once

#include <throng/world.hpp>

#include <span>

namespace throng::app {

class WorldCrowd : public World {
public:
    explicit WorldCrowd(const WorldDesc& desc);

    /// Element i has slot i, and there is nobody else.
    Status build(BoxView boxes);
    Status build(PointView centers) { return build(BoxView::around(centers, 0)); }

    /// One point for each slot.
    Status update(PointView centers) { return follow(BoxView::around(centers, 0)); }

    /// One point for each of `slots`, where nobody is.
    Status insert(std::span<const Slot> slots, PointView centers);
    Status erase(std::span<const Slot> slots);

private:
    Status follow(BoxView by_slot);

    WorldDesc desc_;
};

} // namespace throng::app
