// SPDX-License-Identifier: MIT
#pragma once

#include "simd/lanes.hpp"

namespace throng::kernels {

// Packs the lanes in `chosen`. A whole tile is stored if the row has room for one; in the last places of a row only the
// packed lanes, because the memory behind belongs to another row.
template <class A, class Column, class Lanes>
THRONG_INLINE void pack_within(Column* to, Lanes lanes, std::uint32_t chosen, std::uint32_t room) {
    if (room >= 16) [[likely]] {
        simd::pack_store<A>(to, lanes, chosen);
        return;
    }
    Column packed[16];
    const std::uint32_t count = simd::pack_store<A>(packed, lanes, chosen);
    for (std::uint32_t i = 0; i < count; ++i) to[i] = packed[i];
}

} // namespace throng::kernels
