// SPDX-License-Identifier: MIT
// AVX2 operations that xsimd lacks. Part of lanes.hpp, which has included the intrinsics.
#pragma once

#if defined(THRONG_LANES_AVX2)

namespace throng::simd {

/// For each of the 256 masks of 8 lanes, the chosen lanes in order, as words of a vector: the n-th is word
/// places[n]. 8 KB, of which a few masks are common. As bytes they would take a quarter of that, but would have to
/// be widened each time.
template <class A> struct PackTable {
    alignas(32) std::uint32_t lanes[256][8];

    constexpr explicit PackTable(const unsigned (&places)[8]) : lanes{} {
        for (unsigned mask = 0; mask < 256; ++mask) {
            unsigned count = 0;
            for (unsigned lane = 0; lane < 8; ++lane) {
                if ((mask >> lane & 1) != 0) {
                    lanes[mask][places[count++]] = lane;
                }
            }
        }
    }
};

template <class A> inline constexpr PackTable<A> left_pack_table{{0, 1, 2, 3, 4, 5, 6, 7}};
/// Of two vectors packed in this way, the low words of both halves unpack to the first four pairs, the high words
/// to the others.
template <class A> inline constexpr PackTable<A> pair_pack_table{{0, 1, 4, 5, 2, 3, 6, 7}};

/// The reverse: for each mask and lane, how many lanes below it are chosen; as bytes, since all masks are common. 2 KB.
template <class A> struct ExpandTable {
    std::uint64_t lanes[256];

    constexpr ExpandTable() : lanes{} {
        for (unsigned mask = 0; mask < 256; ++mask) {
            unsigned below = 0;
            for (unsigned lane = 0; lane < 8; ++lane) {
                lanes[mask] |= std::uint64_t{below} << (8 * lane);
                below += mask >> lane & 1;
            }
        }
    }
};

template <class A> inline constexpr ExpandTable<A> expand_table{};

template <> struct Native<avx2> {
    using Float = __m256;
    using Word = __m256i;
    static constexpr bool masks_memory = true;

    THRONG_INLINE static Word lane_index(int r) {
        return _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(8 * r));
    }

    template <int Period> THRONG_INLINE static Float below(int n, int r) {
        return as_floats(
            _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_and_si256(lane_index(r), _mm256_set1_epi32(Period - 1))));
    }

    THRONG_INLINE static Float load_masked(const float* from, Float mask) {
        return _mm256_maskload_ps(from, as_words(mask));
    }
    THRONG_INLINE static Word load_masked(const std::uint32_t* from, Float mask) {
        return _mm256_maskload_epi32(reinterpret_cast<const int*>(from), as_words(mask));
    }
    THRONG_INLINE static void store_masked(float* to, Float v, Float mask) {
        _mm256_maskstore_ps(to, as_words(mask), v);
    }
    THRONG_INLINE static void store_masked(std::uint32_t* to, Word v, Float mask) {
        _mm256_maskstore_epi32(reinterpret_cast<int*>(to), as_words(mask), v);
    }

    // Both halves hold all four values, so that no value moves from half to half, which is slower on AMD's CPUs
    // before Zen 4.
    template <int E> THRONG_INLINE static Words<avx2> spread(const std::uint32_t* from) {
        static_assert(E == 4);
        const Float values = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(from));
        return {{as_words(_mm256_permutevar_ps(values, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1))),
                 as_words(_mm256_permutevar_ps(values, _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3)))}};
    }

    template <int E> THRONG_INLINE static Floats<avx2> spread(const float* from) {
        const Words<avx2> words = spread<E>(reinterpret_cast<const std::uint32_t*>(from));
        return {{as_floats(words.part[0]), as_floats(words.part[1])}};
    }

    template <int Period> THRONG_INLINE static Float repeat(const float* from) {
        static_assert(Period == 4);
        return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(from));
    }

    template <int Period> THRONG_INLINE static Word repeat(const std::uint32_t* from) {
        static_assert(Period == 4);
        return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    }

    // Single loads: the gather instruction takes half as long again in the first-level cache and several times as long
    // beyond (Zen 5). Each load fills all lanes at no extra cost, and blends use ports that shuffles cannot.
    THRONG_INLINE static Float gather(const char* base, std::size_t stride, const std::uint32_t* index) {
        const auto at = [&](int i) THRONG_FLAT {
            return _mm256_broadcast_ss(reinterpret_cast<const float*>(base + index[i] * stride));
        };
        const Float low =
            _mm256_blend_ps(_mm256_blend_ps(at(0), at(1), 0x02), _mm256_blend_ps(at(2), at(3), 0x08), 0x0C);
        const Float high =
            _mm256_blend_ps(_mm256_blend_ps(at(4), at(5), 0x20), _mm256_blend_ps(at(6), at(7), 0x80), 0xC0);
        return _mm256_blend_ps(low, high, 0xF0);
    }

    // Four lanes of all columns before the next four: the indices of all lanes would occupy vectors. Insertions,
    // because a blend needs a register for its operand; gathering three columns for a tile leaves none free, and the
    // next tile would wait (Zen 4).
    template <int N>
    THRONG_INLINE static void gather_four(const float* const (&columns)[N], const std::uint32_t* index,
                                          __m128 (&out)[N]) {
        const std::size_t a = index[0], b = index[1], c = index[2], d = index[3];
        for_each_of<N>([&](int n) THRONG_FLAT {
            const float* const column = columns[n];
            const __m128 two = _mm_insert_ps(_mm_load_ss(column + a), _mm_load_ss(column + b), 0x10);
            out[n] = _mm_insert_ps(_mm_insert_ps(two, _mm_load_ss(column + c), 0x20), _mm_load_ss(column + d), 0x30);
        });
    }

    template <int N>
    THRONG_INLINE static void gather_columns(const float* const (&columns)[N], const std::uint32_t* index,
                                             Float (&out)[N]) {
        __m128 low[N], high[N];
        gather_four(columns, index, low), gather_four(columns, index + 4, high);
        for_each_of<N>([&](int n)
                           THRONG_FLAT { out[n] = _mm256_insertf128_ps(_mm256_castps128_ps256(low[n]), high[n], 1); });
    }

    // The rows of lanes i and i + 4, transposed in both halves at once.
    THRONG_INLINE static void gather_quads(const float* base, const std::uint32_t* index, Float (&columns)[4]) {
        const auto at = [&](int i) THRONG_FLAT { return _mm_loadu_ps(base + 4 * std::size_t{index[i]}); };
        const auto row = [&](int i)
                             THRONG_FLAT { return _mm256_insertf128_ps(_mm256_castps128_ps256(at(i)), at(i + 4), 1); };
        const Float r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
        const __m256d low01 = _mm256_castps_pd(_mm256_unpacklo_ps(r0, r1));
        const __m256d low23 = _mm256_castps_pd(_mm256_unpacklo_ps(r2, r3));
        const __m256d high01 = _mm256_castps_pd(_mm256_unpackhi_ps(r0, r1));
        const __m256d high23 = _mm256_castps_pd(_mm256_unpackhi_ps(r2, r3));
        columns[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(low01, low23));
        columns[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(low01, low23));
        columns[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(high01, high23));
        columns[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(high01, high23));
    }

    THRONG_INLINE static Word as_words(Float a) { return _mm256_castps_si256(a); }
    THRONG_INLINE static Float as_floats(Word a) { return _mm256_castsi256_ps(a); }
    THRONG_INLINE static Float as_mask(Float a) { return a; }
    THRONG_INLINE static Float as_mask(Word a) { return _mm256_castsi256_ps(a); }
    THRONG_INLINE static Word to_words(Float a) { return _mm256_cvttps_epi32(a); }
    THRONG_INLINE static Word shift_right(Word a, int n) { return _mm256_srli_epi32(a, n); }
    THRONG_INLINE static Word shift_left(Word a, int n) { return _mm256_slli_epi32(a, n); }

    THRONG_INLINE static Float divide(Float a, Float b) { return _mm256_div_ps(a, b); }
    THRONG_INLINE static Float sqrt(Float a) { return _mm256_sqrt_ps(a); }

    THRONG_INLINE static Float min(Float a, Float b) { return _mm256_min_ps(a, b); }
    THRONG_INLINE static Float max(Float a, Float b) { return _mm256_max_ps(a, b); }
    THRONG_INLINE static __m128 min(__m128 a, __m128 b) { return _mm_min_ps(a, b); }
    THRONG_INLINE static __m128 max(__m128 a, __m128 b) { return _mm_max_ps(a, b); }
    THRONG_INLINE static Word min(Word a, Word b) { return _mm256_min_epu32(a, b); }
    THRONG_INLINE static Word max(Word a, Word b) { return _mm256_max_epu32(a, b); }

    THRONG_INLINE static void stream(float* to, Float v) { _mm256_stream_ps(to, v); }

    template <class F> THRONG_INLINE static float fold(const Floats<avx2>& v, F f) {
        const Float eight = f(Float(v.part[0]), Float(v.part[1]));
        const __m128 four = f(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
        const __m128 two = f(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(f(two, _mm_movehdup_ps(two)));
    }
    template <class F> THRONG_INLINE static void fold_four(const Floats<avx2> (&v)[4], F f, float* to) {
        const auto eight = [&](int i) THRONG_REGISTER { return f(Float(v[i].part[0]), Float(v[i].part[1])); };
        const auto step = [&](Float a, Float b) THRONG_REGISTER {
            return f(_mm256_permute2f128_ps(a, b, 0x20), _mm256_permute2f128_ps(a, b, 0x31));
        };
        const Float fours_0 = step(eight(0), eight(2)), fours_1 = step(eight(1), eight(3));
        const Float twos = f(_mm256_shuffle_ps(fours_0, fours_1, 0x44), _mm256_shuffle_ps(fours_0, fours_1, 0xEE));
        const Float ones = f(twos, _mm256_permute_ps(twos, 0xB1)); // of vectors 0 and 1, then 2 and 3; every other lane
        _mm_storeu_ps(to, _mm_shuffle_ps(_mm256_castps256_ps128(ones), _mm256_extractf128_ps(ones, 1), 0x88));
    }

    THRONG_INLINE static Float andnot(Float a, Float b) { return _mm256_andnot_ps(b, a); }

    THRONG_INLINE static std::uint32_t bits(const Mask<avx2>& mask) {
        const auto low = static_cast<std::uint32_t>(_mm256_movemask_ps(mask.part[0]));
        const auto high = static_cast<std::uint32_t>(_mm256_movemask_ps(mask.part[1]));
        return low | high << 8;
    }

    THRONG_INLINE static Float from_bits(std::uint32_t bits, int r) {
        const Word lane = _mm256_sllv_epi32(_mm256_set1_epi32(1), lane_index(r));
        return as_floats(_mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), lane), lane));
    }

    THRONG_INLINE static bool any(const Mask<avx2>& mask) {
        return _mm256_movemask_ps(mask.part[0] | mask.part[1]) != 0;
    }
    THRONG_INLINE static bool all(const Mask<avx2>& mask) {
        return _mm256_movemask_ps(mask.part[0] & mask.part[1]) == 0xFF;
    }
    THRONG_INLINE static std::uint32_t count(std::uint32_t bits) {
        return static_cast<std::uint32_t>(__builtin_popcount(bits));
    }

    static THRONG_INLINE Word permutation(const std::uint64_t& lanes) {
        return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&lanes)));
    }
    static THRONG_INLINE Word permutation(const std::uint32_t (&lanes)[8]) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes));
    }

    /// The lanes of an 8-bit mask, moved to the front.
    THRONG_INLINE static Word packed(Word v, std::uint32_t mask) {
        return _mm256_permutevar8x32_epi32(v, permutation(left_pack_table<avx2>.lanes[mask]));
    }

    THRONG_INLINE static std::uint32_t pack_store(std::uint32_t* to, const Words<avx2>& v, std::uint32_t bits) {
        const std::uint32_t low = count(bits & 0xFF);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), packed(v.part[0], bits & 0xFF));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + low), packed(v.part[1], bits >> 8 & 0xFF));
        return count(bits);
    }

    THRONG_INLINE static std::uint32_t pack_store(float* to, const Floats<avx2>& v, std::uint32_t bits) {
        return pack_store(reinterpret_cast<std::uint32_t*>(to), Words<avx2>{{as_words(v.part[0]), as_words(v.part[1])}},
                          bits);
    }

    THRONG_INLINE static Word expanded(Word v, std::uint32_t mask) {
        return _mm256_permutevar8x32_epi32(v, permutation(expand_table<avx2>.lanes[mask]));
    }

    THRONG_INLINE static Word inclusive_scan(Word v) {
        v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4)); // of each half
        v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
        const Word low_half_above = _mm256_permute2x128_si256(v, v, 0x08);
        return _mm256_add_epi32(v, _mm256_shuffle_epi32(low_half_above, 0xFF));
    }
    THRONG_INLINE static Word broadcast_last(Word v) { return _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(7)); }

    THRONG_INLINE static Float even_lanes(Float a, Float b) { return in_order(_mm256_shuffle_ps(a, b, 0x88)); }
    THRONG_INLINE static Float odd_lanes(Float a, Float b) { return in_order(_mm256_shuffle_ps(a, b, 0xDD)); }
    THRONG_INLINE static Float in_order(Float halves_mixed) {
        return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(halves_mixed), 0xD8));
    }

    // Tiles have few pairs: of eight lanes the second half is rarely needed.
    THRONG_INLINE static std::uint32_t interleave_eight(std::uint32_t* to, Word a, Word b, std::uint32_t mask) {
        const Word order = permutation(pair_pack_table<avx2>.lanes[mask]);
        const Word first = _mm256_permutevar8x32_epi32(a, order), second = _mm256_permutevar8x32_epi32(b, order);
        const std::uint32_t pairs = count(mask);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_unpacklo_epi32(first, second));
        if (__builtin_expect(pairs > 4, 0)) {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), _mm256_unpackhi_epi32(first, second));
        }
        return pairs;
    }

    THRONG_INLINE static std::uint32_t interleave_store(std::uint32_t* to, const Words<avx2>& a, const Words<avx2>& b,
                                                        std::uint32_t bits) {
        const std::uint32_t low = interleave_eight(to, a.part[0], b.part[0], bits & 0xFF);
        return low + interleave_eight(to + 2 * low, a.part[1], b.part[1], bits >> 8 & 0xFF);
    }

    THRONG_INLINE static void zip_store(std::uint32_t* to, Word a, Word b) {
        const Word outer = _mm256_unpacklo_epi32(a, b), inner = _mm256_unpackhi_epi32(a, b);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permute2x128_si256(outer, inner, 0x20));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), _mm256_permute2x128_si256(outer, inner, 0x31));
    }
};

} // namespace throng::simd

#endif
