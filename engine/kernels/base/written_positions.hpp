// SPDX-License-Identifier: MIT
// Positions by slot during a change. Each write marks the line of its position, so that copying the marked lines brings
// a copy up to date.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

struct WrittenPositions {
    static constexpr std::size_t line = 16; // positions

    std::uint32_t* positions = nullptr; // by slot
    std::uint8_t* written = nullptr;    // by line

    std::uint32_t operator[](std::uint32_t slot) const noexcept { return positions[slot]; }
    /// Several threads may call it at once, for different slots.
    void set(std::uint32_t slot, std::uint32_t position) const noexcept {
        positions[slot] = position;
        __atomic_store_n(written + slot / line, std::uint8_t{1}, __ATOMIC_RELAXED);
    }
};

} // namespace throng::kernels
