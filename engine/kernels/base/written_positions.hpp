// SPDX-License-Identifier: MIT
// Positions by slot while they change: whoever sets one marks the line that it is in, so that a copy can be brought up
// to date by these alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

struct WrittenPositions {
    static constexpr std::size_t line = 16; // positions

    std::uint32_t* positions = nullptr; // by slot
    std::uint8_t* written = nullptr;    // by line

    std::uint32_t operator[](std::uint32_t slot) const noexcept { return positions[slot]; }
    /// Several threads at once, of different slots.
    void set(std::uint32_t slot, std::uint32_t position) const noexcept {
        positions[slot] = position;
        __atomic_store_n(written + slot / line, std::uint8_t{1}, __ATOMIC_RELAXED);
    }
};

} // namespace throng::kernels
