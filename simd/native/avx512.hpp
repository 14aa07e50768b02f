// SPDX-License-Identifier: MIT
// AVX-512 operations that xsimd lacks. Part of lanes.hpp, which has included the intrinsics.
#pragma once

#if defined(THRONG_LANES_AVX512)

namespace throng::simd {

template <> struct Native<avx512> {
    using Float = __m512;
    using Word = __m512i;
    using Bool = __mmask16;
    static constexpr bool masks_memory = true;

    THRONG_INLINE static Word lane_index() {
        return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }

    template <int Period> THRONG_INLINE static Bool below(int n, int) {
        return _mm512_cmpgt_epi32_mask(_mm512_set1_epi32(n),
                                       _mm512_and_si512(lane_index(), _mm512_set1_epi32(Period - 1)));
    }

    THRONG_INLINE static Word add_where(Bool mask, Word a, Word b) { return _mm512_mask_add_epi32(a, mask, a, b); }

    THRONG_INLINE static Float load_masked(const float* from, Bool mask) { return _mm512_maskz_loadu_ps(mask, from); }
    THRONG_INLINE static Word load_masked(const std::uint32_t* from, Bool mask) {
        return _mm512_maskz_loadu_epi32(mask, from);
    }
    THRONG_INLINE static void store_masked(float* to, Float v, Bool mask) { _mm512_mask_storeu_ps(to, mask, v); }
    THRONG_INLINE static void store_masked(std::uint32_t* to, Word v, Bool mask) {
        _mm512_mask_storeu_epi32(to, mask, v);
    }

    template <int E> THRONG_INLINE static Word spread_index() {
        return _mm512_srli_epi32(lane_index(), E == 2 ? 3 : 2);
    }

    template <int E> THRONG_INLINE static Floats<avx512> spread(const float* from) {
        return {{_mm512_castsi512_ps(spread<E>(reinterpret_cast<const std::uint32_t*>(from)).part[0])}};
    }

    template <int E> THRONG_INLINE static Words<avx512> spread(const std::uint32_t* from) {
        const auto* at = reinterpret_cast<const __m128i*>(from);
        const __m128i values = E == 2 ? _mm_loadl_epi64(at) : _mm_loadu_si128(at);
        return {{_mm512_permutexvar_epi32(spread_index<E>(), _mm512_castsi128_si512(values))}};
    }

    template <int Period> THRONG_INLINE static Float repeat(const float* from) {
        if constexpr (Period == 8) {
            return _mm512_broadcast_f32x8(_mm256_loadu_ps(from));
        }
        return _mm512_broadcast_f32x4(_mm_loadu_ps(from));
    }

    template <int Period> THRONG_INLINE static Word repeat(const std::uint32_t* from) {
        if constexpr (Period == 8) {
            return _mm512_broadcast_i32x8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
        }
        return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    }

    THRONG_INLINE static Float gather(const char* base, std::size_t stride, const std::uint32_t* index) {
        const __m256 low = Native<avx2>::gather(base, stride, index);
        const __m256 high = Native<avx2>::gather(base, stride, index + 8);
        return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
    }

    template <int N>
    THRONG_INLINE static void gather_columns(const float* const (&columns)[N], const std::uint32_t* index,
                                             Float (&out)[N]) {
        __m256 low[N], high[N];
        Native<avx2>::gather_columns(columns, index, low), Native<avx2>::gather_columns(columns, index + 8, high);
        for_each_of<N>([&](int n)
                           THRONG_FLAT { out[n] = _mm512_insertf32x8(_mm512_castps256_ps512(low[n]), high[n], 1); });
    }

    THRONG_INLINE static Float gather_packed(const float* base, const std::uint32_t* index) {
        return _mm512_i32gather_ps(_mm512_loadu_si512(index), base, sizeof(float));
    }

    // The rows of lanes i, i + 4, i + 8 and i + 12, transposed in all quarters at once.
    THRONG_INLINE static void gather_quads(const float* base, const std::uint32_t* index, Float (&columns)[4]) {
        const auto at = [&](int i) THRONG_FLAT { return _mm_loadu_ps(base + 4 * std::size_t{index[i]}); };
        const auto row = [&](int i) THRONG_FLAT {
            const Float two = _mm512_insertf32x4(_mm512_castps128_ps512(at(i)), at(i + 4), 1);
            return _mm512_insertf32x4(_mm512_insertf32x4(two, at(i + 8), 2), at(i + 12), 3);
        };
        const Float r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
        const __m512d low01 = _mm512_castps_pd(_mm512_unpacklo_ps(r0, r1));
        const __m512d low23 = _mm512_castps_pd(_mm512_unpacklo_ps(r2, r3));
        const __m512d high01 = _mm512_castps_pd(_mm512_unpackhi_ps(r0, r1));
        const __m512d high23 = _mm512_castps_pd(_mm512_unpackhi_ps(r2, r3));
        columns[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(low01, low23));
        columns[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(low01, low23));
        columns[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(high01, high23));
        columns[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(high01, high23));
    }

    THRONG_INLINE static Word as_words(Float a) { return _mm512_castps_si512(a); }
    THRONG_INLINE static Float as_floats(Word a) { return _mm512_castsi512_ps(a); }
    THRONG_INLINE static Bool as_mask(Bool a) { return a; }
    THRONG_INLINE static Word to_words(Float a) { return _mm512_cvttps_epi32(a); }
    THRONG_INLINE static Word shift_right(Word a, int n) { return _mm512_srli_epi32(a, static_cast<unsigned>(n)); }
    THRONG_INLINE static Word shift_left(Word a, int n) { return _mm512_slli_epi32(a, static_cast<unsigned>(n)); }

    THRONG_INLINE static Float divide(Float a, Float b) { return _mm512_div_ps(a, b); }
    THRONG_INLINE static Float sqrt(Float a) { return _mm512_sqrt_ps(a); }

    THRONG_INLINE static Float min(Float a, Float b) { return _mm512_min_ps(a, b); }
    THRONG_INLINE static Float max(Float a, Float b) { return _mm512_max_ps(a, b); }
    THRONG_INLINE static Word min(Word a, Word b) { return _mm512_min_epu32(a, b); }
    THRONG_INLINE static Word max(Word a, Word b) { return _mm512_max_epu32(a, b); }

    THRONG_INLINE static void stream(float* to, Float v) { _mm512_stream_ps(to, v); }

    template <class F> THRONG_INLINE static float fold(const Floats<avx512>& v, F f) {
        const Float a = v.part[0];
        const Float b = f(a, _mm512_shuffle_f32x4(a, a, 0x4E));
        const Float c = f(b, _mm512_shuffle_f32x4(b, b, 0xB1));
        const Float d = f(c, _mm512_permute_ps(c, 0x4E));
        return _mm512_cvtss_f32(f(d, _mm512_permute_ps(d, 0xB1)));
    }
    template <class F> THRONG_INLINE static void fold_four(const Floats<avx512> (&v)[4], F f, float* to) {
        const auto step = [&](Float a, Float b) THRONG_REGISTER {
            return f(_mm512_shuffle_f32x4(a, b, 0x44), _mm512_shuffle_f32x4(a, b, 0xEE));
        };
        const Float eights_0 = step(v[0].part[0], v[1].part[0]), eights_2 = step(v[2].part[0], v[3].part[0]);
        const Float fours =
            f(_mm512_shuffle_f32x4(eights_0, eights_2, 0x88), _mm512_shuffle_f32x4(eights_0, eights_2, 0xDD));
        const Float twos = f(fours, _mm512_permute_ps(fours, 0x4E)), ones = f(twos, _mm512_permute_ps(twos, 0xB1));
        const Word firsts = _mm512_slli_epi32(lane_index(), 2);
        _mm_storeu_ps(to, _mm512_castps512_ps128(_mm512_permutexvar_ps(firsts, ones)));
    }

    THRONG_INLINE static Bool andnot(Bool a, Bool b) { return static_cast<Bool>(a & ~b); }
    THRONG_INLINE static std::uint32_t bits(const Mask<avx512>& mask) { return _cvtmask16_u32(mask.part[0]); }
    THRONG_INLINE static Bool from_bits(std::uint32_t bits, int) { return _cvtu32_mask16(bits); }
    // Compilers see that it is a constant, and then move the mask to a general register and back to apply it.
    THRONG_INLINE static Bool constant_mask(std::uint32_t bits) {
        Bool mask = _cvtu32_mask16(bits);
        asm("" : "+k"(mask));
        return mask;
    }
    THRONG_INLINE static bool any(const Mask<avx512>& mask) { return bits(mask) != 0; }
    THRONG_INLINE static bool all(const Mask<avx512>& mask) {
        return _kortestc_mask16_u8(mask.part[0], mask.part[0]) != 0;
    }
    THRONG_INLINE static std::uint32_t count(std::uint32_t bits) {
        return static_cast<std::uint32_t>(__builtin_popcount(bits));
    }

    // Merge-masked onto the source itself and stored whole: the zero-masked form depends on its old destination, and
    // the form that compresses into memory is microcode on Zen 4 and 5.
    THRONG_INLINE static Word packed(Word v, std::uint32_t mask) {
        return _mm512_mask_compress_epi32(v, _cvtu32_mask16(mask), v);
    }

    THRONG_INLINE static std::uint32_t pack_store(std::uint32_t* to, const Words<avx512>& v, std::uint32_t bits) {
        _mm512_storeu_si512(to, packed(v.part[0], bits));
        return count(bits);
    }

    THRONG_INLINE static std::uint32_t pack_store(float* to, const Floats<avx512>& v, std::uint32_t bits) {
        _mm512_storeu_si512(to, packed(as_words(v.part[0]), bits));
        return count(bits);
    }

    THRONG_INLINE static Word expanded(Word v, std::uint32_t mask) {
        return _mm512_mask_expand_epi32(v, _cvtu32_mask16(mask), v);
    }

    THRONG_INLINE static Word inclusive_scan(Word v) {
        const Word zero = _mm512_setzero_si512();
        v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 15));
        v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 14));
        v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 12));
        return _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 8));
    }
    THRONG_INLINE static Word broadcast_last(Word v) { return _mm512_permutexvar_epi32(_mm512_set1_epi32(15), v); }

    THRONG_INLINE static Float even_lanes(Float a, Float b) {
        return _mm512_permutex2var_ps(a, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
                                      b);
    }
    THRONG_INLINE static Float odd_lanes(Float a, Float b) {
        return _mm512_permutex2var_ps(a, _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31),
                                      b);
    }

    THRONG_INLINE static Word low_pairs() {
        return _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    }
    THRONG_INLINE static Word high_pairs() {
        return _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }

    THRONG_INLINE static std::uint32_t interleave_store(std::uint32_t* to, const Words<avx512>& a,
                                                        const Words<avx512>& b, std::uint32_t bits) {
        const Word first = packed(a.part[0], bits), second = packed(b.part[0], bits);
        const std::uint32_t pairs = count(bits);
        _mm512_storeu_si512(to, _mm512_permutex2var_epi32(first, low_pairs(), second));
        if (__builtin_expect(pairs > 8, 0)) {
            _mm512_storeu_si512(to + 16, _mm512_permutex2var_epi32(first, high_pairs(), second));
        }
        return pairs;
    }

    THRONG_INLINE static void zip_store(std::uint32_t* to, Word a, Word b) {
        _mm512_storeu_si512(to, _mm512_permutex2var_epi32(a, low_pairs(), b));
        _mm512_storeu_si512(to + 16, _mm512_permutex2var_epi32(a, high_pairs(), b));
    }
};

} // namespace throng::simd

#endif
