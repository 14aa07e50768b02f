// SPDX-License-Identifier: MIT
// The boxes of a crowd's walkers, now and some ticks ago.
#pragma once

#include "scenes/crowd.hpp"

#include <throng/predicates.hpp>

#include <cstddef>

namespace throng::bench {

inline Aabb box_of(const scenes::Crowd& crowd, std::size_t i) noexcept {
    return predicates::box_around({crowd.x[i], crowd.y[i]}, crowd.half_extent[i]);
}

/// Some ticks ago, unless the walker has turned at the border since.
inline Aabb box_before(const scenes::Crowd& crowd, std::size_t i, float ticks) noexcept {
    return predicates::box_around({crowd.x[i] - ticks * crowd.velocity_x[i], crowd.y[i] - ticks * crowd.velocity_y[i]},
                                  crowd.half_extent[i]);
}

} // namespace throng::bench
