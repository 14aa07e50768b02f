// SPDX-License-Identifier: MIT
// What is known of the categories of many elements decides whether a mask needs a test of each.
#pragma once

#include <cstdint>

namespace throng {

/// The categories of some elements, and maybe of more. By default all are ~0u.
struct CategorySummary {
    std::uint32_t any = ~0u;    // the bits of at least one
    std::uint32_t common = ~0u; // bits that each of them has
    bool has_zero = false;      // whether one may have no bit at all, so that no mask finds it

    static constexpr CategorySummary of_nothing() noexcept { return {0, ~0u, false}; }

    constexpr void add(std::uint32_t category) noexcept {
        any |= category, common &= category;
        has_zero |= category == 0;
    }
    constexpr void add(const CategorySummary& others) noexcept {
        any |= others.any, common &= others.common;
        has_zero |= others.has_zero;
    }
    constexpr bool includes(std::uint32_t category) const noexcept {
        return (category & ~any) == 0 && (common & ~category) == 0 && (category != 0 || has_zero);
    }
    /// Whether the mask finds each of the elements. False may mean that it is not known.
    constexpr bool all_meet(std::uint32_t mask) const noexcept {
        return (common & mask) != 0 || (!has_zero && (any & ~mask) == 0);
    }
    constexpr bool may_meet(std::uint32_t mask) const noexcept { return (any & mask) != 0; }
};

} // namespace throng
