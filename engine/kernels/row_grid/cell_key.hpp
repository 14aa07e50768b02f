// SPDX-License-Identifier: MIT
// A row grid stores only the cell of each slot. Few elements leave their cell in a tick, while nearly all of them
// change their place in the columns: places by slot would be written for every element in every tick, with a cache miss
// each if slots are in no order of space.
#pragma once

#include <bit>
#include <cstdint>

namespace throng::kernels {

/// Packs the row and the grid column of an element into one number of 31 bits. If a column needs more bits than rows
/// leave, only its upper bits are kept, and a key covers several columns.
struct CellKeyFormat {
    std::uint32_t column_bits = 31, dropped_bits = 0;

    static CellKeyFormat of(std::uint32_t rows, std::uint32_t columns) noexcept {
        const auto bits_for = [](std::uint32_t count) { return static_cast<std::uint32_t>(std::bit_width(count - 1)); };
        const std::uint32_t room = 31 - bits_for(rows), wanted = bits_for(columns);
        return {room, wanted > room ? wanted - room : 0};
    }
    __attribute__((always_inline)) std::uint32_t key(std::uint32_t row, std::uint32_t column) const noexcept {
        return row << column_bits | column >> dropped_bits;
    }
    __attribute__((always_inline)) std::uint32_t row(std::uint32_t key) const noexcept { return key >> column_bits; }
    __attribute__((always_inline)) std::uint32_t first_column(std::uint32_t key) const noexcept {
        return (key & ((1u << column_bits) - 1)) << dropped_bits;
    }
    __attribute__((always_inline)) std::uint32_t last_column(std::uint32_t key) const noexcept {
        return first_column(key) | ((1u << dropped_bits) - 1);
    }
};

} // namespace throng::kernels
