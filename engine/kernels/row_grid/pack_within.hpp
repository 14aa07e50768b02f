// SPDX-License-Identifier: MIT
#pragma once

#include "simd/lanes.hpp"

namespace throng::kernels {

// A whole tile is stored where the row has room for one; in a row's last places only what is packed, the rest is a
// neighbour's.
template <class A, class Column, class Lanes>
THRONG_INLINE void pack_within(Column* to, Lanes lanes, std::uint32_t who, std::uint32_t room) {
    if (room >= 16) [[likely]] {
        simd::pack_store<A>(to, lanes, who);
        return;
    }
    Column packed[16];
    const std::uint32_t count = simd::pack_store<A>(packed, lanes, who);
    for (std::uint32_t i = 0; i < count; ++i) to[i] = packed[i];
}

} // namespace throng::kernels
