// SPDX-License-Identifier: MIT
// What bad input is made of, and the Status that reports it.
#pragma once

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace throng::test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr std::size_t beyond_slots = std::size_t{1} << 32;

constexpr Status faulty_item(Fault fault, Slot first, std::uint32_t count = 1) { return {fault, first, count}; }
constexpr Status failed_call(Fault fault) { return {fault, no_slot, 0}; }

} // namespace throng::test
