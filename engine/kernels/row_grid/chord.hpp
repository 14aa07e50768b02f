// SPDX-License-Identifier: MIT
#pragma once

#include "engine/kernels/base/region.hpp"

namespace throng::kernels {

/// Narrows `half` to half the chord of a disc of radius `reach`, at a distance `away` from its centre or at any larger
/// one; `half` stays for an infinite reach or where `away` is not positive. False: `away` is beyond the disc.
static inline __attribute__((always_inline)) bool half_chord(float reach, float away, float& half) {
    if (!finite(reach) || away <= 0.f) return true;
    const float squared = reach * reach - away * away * 0.999999f;
    if (squared < 0.f) return false;
    half = __builtin_sqrtf(squared) * 1.000001f;
    return true;
}

} // namespace throng::kernels
