// SPDX-License-Identifier: MIT
// The place of a cell on a Z curve (Morton 1966): the bits of its column and its row, interleaved.
#pragma once

#include <cstdint>

namespace throng {

/// The place of cell (x, y), both below 256.
inline std::uint32_t on_z_curve(std::uint32_t x, std::uint32_t y) noexcept {
    const auto spread = [](std::uint32_t bits) {
        bits = (bits | bits << 4) & 0x0F0Fu;
        bits = (bits | bits << 2) & 0x3333u;
        return (bits | bits << 1) & 0x5555u;
    };
    return spread(x) | spread(y) << 1;
}

} // namespace throng
