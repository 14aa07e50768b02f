// SPDX-License-Identifier: MIT
// What narrows, orders and measures an answer.
#pragma once

#include <throng/hierarchical_bitset.hpp>

#include <cstdint>
#include <span>

namespace throng {

enum class Order : std::uint8_t { Stable, BySlot };
enum class Measure : std::uint8_t { Box, Center };
struct QueryOptions {
    std::uint32_t mask = ~0u;                          // elements whose category shares a bit
    std::span<const std::uint32_t> masks = {};         // empty, or one per query: replaces mask
    const HierarchicalBitset* among = nullptr;         // only these slots
    std::span<const Slot> exclude = {};                // empty, or one per query; no_slot: nobody
    std::uint32_t limit = 0;                           // 0: all; else the nearest `limit`, Hits::found tells how many matched
    Measure measure = Measure::Box;
    Order order = Order::Stable;
    bool distances = false;
};
struct PairOptions {
    Order order = Order::Stable;
    const HierarchicalBitset* among = nullptr;         // both elements
    std::uint32_t mask = ~0u;                          // World: both categories share a bit with it
    std::span<const std::uint32_t> collides_with = {}; // World, by slot: kept if category[a] & collides_with[b] and the other way round
    bool static_static = false;                        // World: also pairs of two static elements
};

} // namespace throng
