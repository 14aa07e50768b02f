// SPDX-License-Identifier: MIT
// NEON operations of AArch64 that xsimd lacks. Part of lanes.hpp, which has included the intrinsics.
#pragma once

#if defined(__aarch64__)

namespace throng::simd {

/// For each of the 16 masks of 4 lanes, the bytes of the chosen lanes in order; 0xFF (which reads as zero) after them.
template <class A> struct LeftPackBytes {
    std::uint8_t bytes[16][16];

    constexpr LeftPackBytes() : bytes{} {
        for (unsigned mask = 0; mask < 16; ++mask) {
            for (std::uint8_t& byte : bytes[mask]) {
                byte = 0xFF;
            }
            unsigned place = 0;
            for (unsigned byte = 0; byte < 16; ++byte) {
                if ((mask >> (byte / 4) & 1) != 0) {
                    bytes[mask][place++] = static_cast<std::uint8_t>(byte);
                }
            }
        }
    }
};

template <class A> inline constexpr LeftPackBytes<A> left_pack_bytes{};

/// The reverse: for each mask and chosen lane, the bytes of lane n, where n is the number of chosen lanes below it.
template <class A> struct ExpandBytes {
    std::uint8_t bytes[16][16];

    constexpr ExpandBytes() : bytes{} {
        for (unsigned mask = 0; mask < 16; ++mask) {
            unsigned below = 0;
            for (unsigned lane = 0; lane < 4; ++lane) {
                for (unsigned byte = 0; byte < 4; ++byte)
                    bytes[mask][4 * lane + byte] = static_cast<std::uint8_t>(4 * below + byte);
                below += mask >> lane & 1;
            }
        }
    }
};

template <class A> inline constexpr ExpandBytes<A> expand_bytes{};

template <> struct Native<neon64> {
    using Float = float32x4_t;
    using Word = uint32x4_t;
    static constexpr bool masks_memory = false;

    THRONG_INLINE static Word lane_index(int r) {
        const std::uint32_t lanes[4] = {0, 1, 2, 3};
        return vaddq_u32(vld1q_u32(lanes), vdupq_n_u32(static_cast<std::uint32_t>(4 * r)));
    }

    template <int Period> THRONG_INLINE static Word below(int n, int r) {
        return vcgtq_s32(vdupq_n_s32(n), vreinterpretq_s32_u32(vandq_u32(lane_index(r), vdupq_n_u32(Period - 1))));
    }

    THRONG_INLINE static Float gather(const char* base, std::size_t stride, const std::uint32_t* index) {
        Float v = vld1q_dup_f32(reinterpret_cast<const float*>(base + index[0] * stride));
        v = vld1q_lane_f32(reinterpret_cast<const float*>(base + index[1] * stride), v, 1);
        v = vld1q_lane_f32(reinterpret_cast<const float*>(base + index[2] * stride), v, 2);
        return vld1q_lane_f32(reinterpret_cast<const float*>(base + index[3] * stride), v, 3);
    }

    THRONG_INLINE static Word as_words(Float a) { return vreinterpretq_u32_f32(a); }
    THRONG_INLINE static Float as_floats(Word a) { return vreinterpretq_f32_u32(a); }
    THRONG_INLINE static Word as_mask(Word a) { return a; }
    THRONG_INLINE static Word to_words(Float a) { return vreinterpretq_u32_s32(vcvtq_s32_f32(a)); }
    THRONG_INLINE static Word shift_right(Word a, int n) { return vshlq_u32(a, vdupq_n_s32(-n)); }
    THRONG_INLINE static Word shift_left(Word a, int n) { return vshlq_u32(a, vdupq_n_s32(n)); }

    // xsimd 8.1 uses estimates here.
    THRONG_INLINE static Float divide(Float a, Float b) { return vdivq_f32(a, b); }
    THRONG_INLINE static Float sqrt(Float a) { return vsqrtq_f32(a); }

    // Not vminq and vmaxq: those return NaN if either is NaN, and order the two zeros.
    THRONG_INLINE static Float min(Float a, Float b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
    THRONG_INLINE static Float max(Float a, Float b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
    THRONG_INLINE static Word min(Word a, Word b) { return vminq_u32(a, b); }
    THRONG_INLINE static Word max(Word a, Word b) { return vmaxq_u32(a, b); }

    THRONG_INLINE static void stream(float* to, Float v) { vst1q_f32(to, v); }

    template <class F> THRONG_INLINE static float fold(const Floats<neon64>& v, F f) {
        const Float even = f(Float(v.part[0]), Float(v.part[2])), odd = f(Float(v.part[1]), Float(v.part[3]));
        const Float four = f(even, odd), two = f(four, vextq_f32(four, four, 2));
        return vgetq_lane_f32(f(two, vrev64q_f32(two)), 0);
    }
    template <class F> THRONG_INLINE static void fold_four(const Floats<neon64> (&v)[4], F f, float* to) {
        const auto four = [&](int i) THRONG_REGISTER {
            return f(f(Float(v[i].part[0]), Float(v[i].part[2])), f(Float(v[i].part[1]), Float(v[i].part[3])));
        };
        const auto halves = [](Float a, Float b) THRONG_FLAT { return vcombine_f32(vget_low_f32(a), vget_low_f32(b)); };
        const auto others = [](Float a, Float b)
                                THRONG_FLAT { return vcombine_f32(vget_high_f32(a), vget_high_f32(b)); };
        const auto step = [&](Float a, Float b) THRONG_REGISTER { return f(halves(a, b), others(a, b)); };
        const Float twos_0 = step(four(0), four(1)), twos_2 = step(four(2), four(3));
        vst1q_f32(to, f(vuzp1q_f32(twos_0, twos_2), vuzp2q_f32(twos_0, twos_2)));
    }

    THRONG_INLINE static Word andnot(Word a, Word b) { return vbicq_u32(a, b); }

    // Lane i keeps bit i: each four lanes form a byte of their own, then one sum across.
    THRONG_INLINE static std::uint32_t bits(const Mask<neon64>& mask) {
        const std::uint32_t lane_bits[4] = {1, 2, 4, 8};
        const Word lane = vld1q_u32(lane_bits);
        const Word low = vorrq_u32(vandq_u32(mask.part[0], lane), vandq_u32(mask.part[1], vshlq_n_u32(lane, 4)));
        const Word high =
            vorrq_u32(vandq_u32(mask.part[2], vshlq_n_u32(lane, 8)), vandq_u32(mask.part[3], vshlq_n_u32(lane, 12)));
        return vaddvq_u32(vorrq_u32(low, high));
    }

    THRONG_INLINE static Word from_bits(std::uint32_t bits, int r) {
        const Word lane = vshlq_u32(vdupq_n_u32(1), vreinterpretq_s32_u32(lane_index(r)));
        return vtstq_u32(vdupq_n_u32(bits), lane);
    }

    THRONG_INLINE static void gather_quads(const float* base, const std::uint32_t* index, Float (&columns)[4]) {
        const auto row = [&](int i) THRONG_FLAT { return vld1q_f32(base + 4 * std::size_t{index[i]}); };
        const Float low01 = vzip1q_f32(row(0), row(1)), low23 = vzip1q_f32(row(2), row(3));
        const Float high01 = vzip2q_f32(row(0), row(1)), high23 = vzip2q_f32(row(2), row(3));
        columns[0] = vcombine_f32(vget_low_f32(low01), vget_low_f32(low23));
        columns[1] = vcombine_f32(vget_high_f32(low01), vget_high_f32(low23));
        columns[2] = vcombine_f32(vget_low_f32(high01), vget_low_f32(high23));
        columns[3] = vcombine_f32(vget_high_f32(high01), vget_high_f32(high23));
    }

    THRONG_INLINE static bool any(const Mask<neon64>& mask) {
        return vmaxvq_u32((mask.part[0] | mask.part[1]) | (mask.part[2] | mask.part[3])) != 0;
    }
    THRONG_INLINE static bool all(const Mask<neon64>& mask) {
        return vminvq_u32((mask.part[0] & mask.part[1]) & (mask.part[2] & mask.part[3])) != 0;
    }
    THRONG_INLINE static std::uint32_t count(std::uint32_t bits) {
        return static_cast<std::uint32_t>(__builtin_popcount(bits));
    }

    THRONG_INLINE static Word packed(Word v, std::uint32_t mask) {
        return vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(v), vld1q_u8(left_pack_bytes<neon64>.bytes[mask])));
    }

    THRONG_INLINE static Word expanded(Word v, std::uint32_t mask) {
        return vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(v), vld1q_u8(expand_bytes<neon64>.bytes[mask])));
    }

    THRONG_INLINE static Word inclusive_scan(Word v) {
        const Word zero = vdupq_n_u32(0);
        v = vaddq_u32(v, vextq_u32(zero, v, 3));
        return vaddq_u32(v, vextq_u32(zero, v, 2));
    }
    THRONG_INLINE static Word broadcast_last(Word v) { return vdupq_laneq_u32(v, 3); }

    THRONG_INLINE static Float even_lanes(Float a, Float b) { return vuzp1q_f32(a, b); }
    THRONG_INLINE static Float odd_lanes(Float a, Float b) { return vuzp2q_f32(a, b); }

    THRONG_INLINE static std::uint32_t pack_store(std::uint32_t* to, const Words<neon64>& v, std::uint32_t bits) {
        vst1q_u32(to, packed(v.part[0], bits & 0xF));
        vst1q_u32(to + count(bits & 0xF), packed(v.part[1], bits >> 4 & 0xF));
        vst1q_u32(to + count(bits & 0xFF), packed(v.part[2], bits >> 8 & 0xF));
        vst1q_u32(to + count(bits & 0xFFF), packed(v.part[3], bits >> 12 & 0xF));
        return count(bits);
    }

    THRONG_INLINE static std::uint32_t pack_store(float* to, const Floats<neon64>& v, std::uint32_t bits) {
        vst1q_f32(to, as_floats(packed(as_words(v.part[0]), bits & 0xF)));
        vst1q_f32(to + count(bits & 0xF), as_floats(packed(as_words(v.part[1]), bits >> 4 & 0xF)));
        vst1q_f32(to + count(bits & 0xFF), as_floats(packed(as_words(v.part[2]), bits >> 8 & 0xF)));
        vst1q_f32(to + count(bits & 0xFFF), as_floats(packed(as_words(v.part[3]), bits >> 12 & 0xF)));
        return count(bits);
    }

    THRONG_INLINE static std::uint32_t interleave_four(std::uint32_t* to, Word a, Word b, std::uint32_t mask) {
        zip_store(to, packed(a, mask), packed(b, mask));
        return count(mask);
    }

    THRONG_INLINE static std::uint32_t interleave_store(std::uint32_t* to, const Words<neon64>& a,
                                                        const Words<neon64>& b, std::uint32_t bits) {
        std::uint32_t pairs = 0;
        for_each_register<neon64>([&](int r) THRONG_FLAT {
            pairs += interleave_four(to + 2 * pairs, a.part[r], b.part[r], bits >> (4 * r) & 0xF);
        });
        return pairs;
    }

    THRONG_INLINE static void zip_store(std::uint32_t* to, Word a, Word b) {
        vst1q_u32(to, vzip1q_u32(a, b));
        vst1q_u32(to + 4, vzip2q_u32(a, b));
    }
};

} // namespace throng::simd

#endif
