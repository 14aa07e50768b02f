// SPDX-License-Identifier: MIT
// SSE2 operations that xsimd lacks. Part of lanes.hpp, which has included the intrinsics.
#pragma once

#if defined(__SSE2__)

namespace throng::simd {

/// Left-pack of 4 lanes without the variable shuffle of SSSE3. The lanes chosen by a mask move left by the number
/// of gaps before them, at most 3: `one` marks the places that take their right neighbour, then `two` those that
/// take the second to the right. No place is taken twice: of two chosen lanes, the left one has no more gaps before
/// it. 528 bytes.
template <class A> struct LeftPackSteps {
    alignas(16) std::uint32_t one[16][4];
    alignas(16) std::uint32_t two[16][4];
    std::uint8_t count[16];

    constexpr LeftPackSteps() : one{}, two{}, count{} {
        for (unsigned mask = 0; mask < 16; ++mask) {
            for (unsigned lane = 0; lane < 4; ++lane) {
                if ((mask >> lane & 1) == 0) continue;
                const unsigned gaps = lane - count[mask]++;
                if ((gaps & 1) != 0) one[mask][lane - 1] = ~std::uint32_t{0};
                if ((gaps & 2) != 0) two[mask][lane - gaps] = ~std::uint32_t{0};
            }
        }
    }
};

template <class A> inline constexpr LeftPackSteps<A> left_pack_steps{};

/// The reverse: `two` marks the places that take the second to their left, then `one` those that take their left
/// neighbour. 512 bytes.
template <class A> struct ExpandSteps {
    alignas(16) std::uint32_t one[16][4];
    alignas(16) std::uint32_t two[16][4];

    constexpr ExpandSteps() : one{}, two{} {
        for (unsigned mask = 0; mask < 16; ++mask) {
            unsigned below = 0;
            for (unsigned lane = 0; lane < 4; ++lane) {
                if ((mask >> lane & 1) == 0) continue;
                const unsigned gaps = lane - below++;
                if ((gaps & 1) != 0) one[mask][lane] = ~std::uint32_t{0};
                if ((gaps & 2) != 0) two[mask][lane - (gaps & 1)] = ~std::uint32_t{0};
            }
        }
    }
};

template <class A> inline constexpr ExpandSteps<A> expand_steps{};

template <> struct Native<baseline> {
    using Float = __m128;
    using Word = __m128i;
    static constexpr bool masks_memory = false;

    THRONG_INLINE static Word lane_index(int r) {
        return _mm_add_epi32(_mm_setr_epi32(0, 1, 2, 3), _mm_set1_epi32(4 * r));
    }

    template <int Period> THRONG_INLINE static Float below(int n, int r) {
        return as_floats(_mm_cmpgt_epi32(_mm_set1_epi32(n), _mm_and_si128(lane_index(r), _mm_set1_epi32(Period - 1))));
    }

    THRONG_INLINE static Float gather(const char* base, std::size_t stride, const std::uint32_t* index) {
        typedef float Any __attribute__((may_alias)); // words are gathered by it as well
        const auto at = [&](int i) THRONG_FLAT { return *reinterpret_cast<const Any*>(base + index[i] * stride); };
        return _mm_setr_ps(at(0), at(1), at(2), at(3));
    }

    THRONG_INLINE static Word as_words(Float a) { return _mm_castps_si128(a); }
    THRONG_INLINE static Word as_words(Word a) { return a; }
    THRONG_INLINE static Float as_floats(Word a) { return _mm_castsi128_ps(a); }
    THRONG_INLINE static Float as_mask(Float a) { return a; }
    THRONG_INLINE static Float as_mask(Word a) { return _mm_castsi128_ps(a); }
    THRONG_INLINE static Word to_words(Float a) { return _mm_cvttps_epi32(a); }
    THRONG_INLINE static Word shift_right(Word a, int n) { return _mm_srli_epi32(a, n); }
    THRONG_INLINE static Word shift_left(Word a, int n) { return _mm_slli_epi32(a, n); }

    THRONG_INLINE static Float divide(Float a, Float b) { return _mm_div_ps(a, b); }
    THRONG_INLINE static Float sqrt(Float a) { return _mm_sqrt_ps(a); }

    THRONG_INLINE static Float min(Float a, Float b) { return _mm_min_ps(a, b); }
    THRONG_INLINE static Float max(Float a, Float b) { return _mm_max_ps(a, b); }

    // SSE2 has only signed comparisons: with the top bits flipped, the signed order is the unsigned one.
    THRONG_INLINE static Word greater(Word a, Word b) {
        const Word top = _mm_set1_epi32(INT32_MIN);
        return _mm_cmpgt_epi32(_mm_xor_si128(a, top), _mm_xor_si128(b, top));
    }
    THRONG_INLINE static Word choose(Word mask, Word a, Word b) {
        return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
    }
    THRONG_INLINE static Word min(Word a, Word b) { return choose(greater(b, a), a, b); }
    THRONG_INLINE static Word max(Word a, Word b) { return choose(greater(a, b), a, b); }

    THRONG_INLINE static void stream(float* to, Float v) { _mm_stream_ps(to, v); }

    template <class F> THRONG_INLINE static float fold(const Floats<baseline>& v, F f) {
        const Float even = f(Float(v.part[0]), Float(v.part[2])), odd = f(Float(v.part[1]), Float(v.part[3]));
        const Float four = f(even, odd), two = f(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(f(two, _mm_shuffle_ps(two, two, 0xB1)));
    }
    template <class F> THRONG_INLINE static void fold_four(const Floats<baseline> (&v)[4], F f, float* to) {
        const auto four = [&](int i) THRONG_REGISTER {
            return f(f(Float(v[i].part[0]), Float(v[i].part[2])), f(Float(v[i].part[1]), Float(v[i].part[3])));
        };
        Float a = four(0), b = four(1), c = four(2), d = four(3);
        _MM_TRANSPOSE4_PS(a, b, c, d);
        _mm_storeu_ps(to, f(f(a, c), f(b, d)));
    }

    THRONG_INLINE static void gather_quads(const float* base, const std::uint32_t* index, Float (&columns)[4]) {
        const auto row = [&](int i) THRONG_FLAT { return _mm_loadu_ps(base + 4 * std::size_t{index[i]}); };
        columns[0] = row(0), columns[1] = row(1), columns[2] = row(2), columns[3] = row(3);
        _MM_TRANSPOSE4_PS(columns[0], columns[1], columns[2], columns[3]);
    }

    THRONG_INLINE static Float andnot(Float a, Float b) { return _mm_andnot_ps(b, a); }

    THRONG_INLINE static std::uint32_t bits(const Mask<baseline>& mask) {
        const Word low = _mm_packs_epi32(as_words(mask.part[0]), as_words(mask.part[1]));
        const Word high = _mm_packs_epi32(as_words(mask.part[2]), as_words(mask.part[3]));
        return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
    }

    THRONG_INLINE static Float from_bits(std::uint32_t bits, int r) {
        const Word lane = _mm_slli_epi32(_mm_setr_epi32(1, 2, 4, 8), 4 * r);
        return as_floats(_mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(static_cast<int>(bits)), lane), lane));
    }

    THRONG_INLINE static bool any(const Mask<baseline>& mask) {
        return _mm_movemask_ps((mask.part[0] | mask.part[1]) | (mask.part[2] | mask.part[3])) != 0;
    }
    THRONG_INLINE static bool all(const Mask<baseline>& mask) {
        return _mm_movemask_ps((mask.part[0] & mask.part[1]) & (mask.part[2] & mask.part[3])) == 0xF;
    }

    // No popcnt before SSE4.2: sums of bit pairs, nibbles, bytes.
    THRONG_INLINE static std::uint32_t count(std::uint32_t bits) {
        bits -= bits >> 1 & 0x55555555;
        bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
        return ((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24;
    }

    /// The lanes of a 4-bit mask, moved to the front in two steps of left_pack_steps.
    THRONG_INLINE static Word packed(Word v, std::uint32_t mask) {
        const auto& steps = left_pack_steps<baseline>;
        const Word one = _mm_load_si128(reinterpret_cast<const __m128i*>(steps.one[mask]));
        const Word two = _mm_load_si128(reinterpret_cast<const __m128i*>(steps.two[mask]));
        const Word moved = choose(one, _mm_srli_si128(v, 4), v);
        return choose(two, _mm_srli_si128(moved, 8), moved);
    }

    THRONG_INLINE static Word expanded(Word v, std::uint32_t mask) {
        const auto& steps = expand_steps<baseline>;
        const Word one = _mm_load_si128(reinterpret_cast<const __m128i*>(steps.one[mask]));
        const Word two = _mm_load_si128(reinterpret_cast<const __m128i*>(steps.two[mask]));
        const Word moved = choose(two, _mm_slli_si128(v, 8), v);
        return choose(one, _mm_slli_si128(moved, 4), moved);
    }

    THRONG_INLINE static Word inclusive_scan(Word v) {
        v = _mm_add_epi32(v, _mm_slli_si128(v, 4));
        return _mm_add_epi32(v, _mm_slli_si128(v, 8));
    }
    THRONG_INLINE static Word broadcast_last(Word v) { return _mm_shuffle_epi32(v, 0xFF); }

    THRONG_INLINE static Float even_lanes(Float a, Float b) { return _mm_shuffle_ps(a, b, 0x88); }
    THRONG_INLINE static Float odd_lanes(Float a, Float b) { return _mm_shuffle_ps(a, b, 0xDD); }

    template <class T>
    THRONG_INLINE static std::uint32_t pack_store(T* to, const Lanes<baseline, T>& v, std::uint32_t bits) {
        std::uint32_t place = 0;
        for_each_register<baseline>([&](int r) THRONG_FLAT {
            const std::uint32_t mask = bits >> (4 * r) & 0xF;
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to + place), packed(as_words(v.part[r]), mask));
            place += left_pack_steps<baseline>.count[mask];
        });
        return place;
    }

    // Tiles have few pairs: two are always written, whether they exist or not, so that a branch is rarely mispredicted.
    THRONG_INLINE static std::uint32_t interleave_store(std::uint32_t* to, const Words<baseline>& a,
                                                        const Words<baseline>& b, std::uint32_t bits) {
        std::uint32_t first[lane_count], second[lane_count];
        for_each_register<baseline>([&](int r) THRONG_FLAT {
            a.part[r].store_unaligned(first + 4 * r);
            b.part[r].store_unaligned(second + 4 * r);
        });
        const std::uint32_t pairs = count(bits);
        const auto take_lowest = [&]() THRONG_FLAT {
            const int lane = __builtin_ctz(bits | 0x8000);
            to[0] = first[lane];
            to[1] = second[lane];
            to += 2;
            bits &= bits - 1;
        };
        do {
            take_lowest();
            take_lowest();
        } while (__builtin_expect(bits != 0, 0));
        return pairs;
    }

    THRONG_INLINE static void zip_store(std::uint32_t* to, Word a, Word b) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi32(a, b));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 4), _mm_unpackhi_epi32(a, b));
    }
};

} // namespace throng::simd

#endif
