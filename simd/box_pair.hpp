// SPDX-License-Identifier: MIT
// Pairs of boxes that lie anywhere in memory, tested on every CPU by one comparison of four lanes each.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace throng::simd {

/// A box whose max corner is negated, so that each number of one box is compared with a number of the other: boxes
/// overlap if each min is at most the other's max. Negation is exact.
struct alignas(16) SignedBox {
    float min_x, min_y, minus_max_x, minus_max_y;

    static constexpr SignedBox of(float min_x, float min_y, float max_x, float max_y) noexcept {
        return {min_x, min_y, -max_x, -max_y};
    }
    /// Overlaps no box of finite numbers, and not itself.
    static constexpr SignedBox nothing() noexcept {
        constexpr float infinity = __builtin_inff();
        return {infinity, infinity, infinity, infinity};
    }
};

/// predicates::overlaps() of both boxes.
inline bool overlap(const SignedBox& a, const SignedBox& b) noexcept {
    return (a.min_x <= -b.minus_max_x) & (b.min_x <= -a.minus_max_x) & (a.min_y <= -b.minus_max_y) &
           (b.min_y <= -a.minus_max_y);
}

namespace detail {

inline constexpr std::size_t pairs_at_once = 4;

/// The pairs among four whose boxes do not overlap: some of the bits 4 * i .. 4 * i + 3 for pair i.
template <class Pair> std::uint32_t apart(const Pair* pairs, const SignedBox* boxes) noexcept {
#if defined(__SSE2__)
    const auto exceeds = [&](const Pair& pair) {
        const __m128 one = _mm_load_ps(&boxes[pair.a].min_x), other = _mm_load_ps(&boxes[pair.b].min_x);
        const __m128 opposite = _mm_shuffle_ps(other, other, _MM_SHUFFLE(1, 0, 3, 2));
        return _mm_castps_si128(_mm_cmpnle_ps(one, _mm_xor_ps(opposite, _mm_set1_ps(-0.0f))));
    };
    const __m128i low = _mm_packs_epi32(exceeds(pairs[0]), exceeds(pairs[1]));
    const __m128i high = _mm_packs_epi32(exceeds(pairs[2]), exceeds(pairs[3]));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
#else
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < pairs_at_once; ++i)
        bits |= overlap(boxes[pairs[i].a], boxes[pairs[i].b]) ? 0u : 1u << 4 * i;
    return bits;
#endif
}

} // namespace detail

/// Copies the pairs whose boxes do not overlap to `to`, which has room for all, in their order; returns how many. The
/// members a and b of a pair are the numbers of its boxes.
///
/// Few pairs do, in no order that a CPU foresees: groups of four with such a pair are listed first, so that no branch
/// depends on a pair.
template <class Pair>
std::size_t copy_apart(const Pair* pairs, std::size_t count, const SignedBox* boxes, Pair* to) noexcept {
    constexpr std::size_t at_once = detail::pairs_at_once, groups_at_once = 256;
    std::uint32_t bits_of[groups_at_once];
    std::size_t group_at[groups_at_once], size = 0, begin = 0;
    while (count - begin >= at_once) {
        std::size_t end = (count - begin) / at_once * at_once + begin, groups = 0;
        if (end - begin > groups_at_once * at_once) end = begin + groups_at_once * at_once;
        for (std::size_t i = begin; i < end; i += at_once) {
            const std::uint32_t bits = detail::apart(pairs + i, boxes);
            bits_of[groups] = bits, group_at[groups] = i;
            groups += bits != 0 ? 1u : 0u;
        }
        for (std::size_t group = 0; group < groups; ++group) {
            for (std::size_t i = 0; i < at_once; ++i) {
                to[size] = pairs[group_at[group] + i];
                size += (bits_of[group] >> 4 * i & 0xF) != 0 ? 1u : 0u;
            }
        }
        begin = end;
    }
    for (; begin < count; ++begin) {
        to[size] = pairs[begin];
        size += overlap(boxes[pairs[begin].a], boxes[pairs[begin].b]) ? 0u : 1u;
    }
    return size;
}

} // namespace throng::simd
