// SPDX-License-Identifier: MIT
// Lists the faulty items of a batch after a call that has reported some.
#pragma once

#include "simd/float_environment.hpp"

#include <throng/types.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace throng {

/// Writes the positions below `size` for which is_faulty(position) to `out`, as far as it has room; returns how many
/// there are.
template <class IsFaulty>
std::size_t list_faulty(std::size_t size, std::span<Slot> out, IsFaulty&& is_faulty) noexcept {
    const simd::FloatEnvironment environment;
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(size, no_slot); ++i) {
        if (!is_faulty(i)) continue;
        if (count < out.size()) out[count] = static_cast<Slot>(i);
        ++count;
    }
    return count;
}

} // namespace throng
