// SPDX-License-Identifier: MIT
// Which pairs a World tracks (WorldDesc::tracked, WorldDesc::tracked_against).
#pragma once

#include <throng/world.hpp>

#include <cstdint>

namespace throng {

/// A pair is tracked if one of its elements has a category of `one`, and the other element has one of `other`.
struct TrackedPairs {
    std::uint32_t one = ~0u, other = ~0u;
    bool across_layers = false;

    /// A mask of all bits stands for every element, even of category 0.
    static constexpr bool has(std::uint32_t mask, std::uint32_t category) noexcept {
        return (mask == ~0u) | ((category & mask) != 0);
    }
    /// All pairs of an element that one mask selects.
    constexpr bool with_all() const noexcept { return one == ~0u || other == ~0u; }
    constexpr bool all() const noexcept { return one == ~0u && other == ~0u; }
    constexpr bool contain(std::uint32_t a, std::uint32_t b) const noexcept {
        const bool forth = has(one, a), of_b = has(other, b), back = has(one, b), of_a = has(other, a);
        return (forth & of_b) | (back & of_a); // without branches
    }
};

} // namespace throng
