// SPDX-License-Identifier: MIT
// The published float predicates, for peers whose libraries have no such test of their own, and for brute force.
#pragma once

#include "scenes/crowd.hpp"

#include <throng/types.hpp>

#include <algorithm>
#include <cstddef>

namespace throng::bench {

inline Aabb box_around(float x, float y, float half_extent) noexcept {
    return {{x - half_extent, y - half_extent}, {x + half_extent, y + half_extent}};
}

inline Aabb box_of(const scenes::Crowd& crowd, std::size_t i) noexcept {
    return box_around(crowd.x[i], crowd.y[i], crowd.half_extent[i]);
}

/// Some ticks ago; but for who has turned at the border since.
inline Aabb box_before(const scenes::Crowd& crowd, std::size_t i, float ticks) noexcept {
    return box_around(crowd.x[i] - ticks * crowd.velocity_x[i], crowd.y[i] - ticks * crowd.velocity_y[i],
                      crowd.half_extent[i]);
}

inline Pair ordered(Slot a, Slot b) noexcept { return a < b ? Pair{a, b} : Pair{b, a}; }

inline bool overlaps(const Aabb& a, const Aabb& b) noexcept {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

struct Entry {
    bool hit;
    float t;
};

/// Where the ray enters the box: 0 from inside.
inline Entry enter(const Aabb& box, Vec2 origin, Vec2 direction, float max_t) noexcept {
    float near = 0;
    float far = max_t;
    const auto cut = [&near, &far](float min, float max, float o, float d) {
        if (d == 0) return min <= o && o <= max;
        const float a = (min - o) / d;
        const float b = (max - o) / d;
        near = std::max(near, std::min(a, b));
        far = std::min(far, std::max(a, b));
        return true;
    };
    const bool meets =
        cut(box.min.x, box.max.x, origin.x, direction.x) && cut(box.min.y, box.max.y, origin.y, direction.y);
    return {meets && near <= far, near};
}

/// The first box met so far: smallest (t, slot).
struct First {
    float t = 0;
    Slot slot = no_slot;

    void offer(Slot candidate, Entry entry) noexcept {
        if (!entry.hit) return;
        if (slot != no_slot && (t < entry.t || (t == entry.t && slot < candidate))) return;
        t = entry.t;
        slot = candidate;
    }
};

} // namespace throng::bench
