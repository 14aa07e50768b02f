// SPDX-License-Identifier: MIT
// A virtual tile of 16 lanes: one AVX-512 register, two of AVX2, four of SSE2 or NEON. Kernels are written on tiles and
// give the same bytes with every instruction set. The only file that includes xsimd. simd/native/ contains what xsimd
// 8.1 lacks, or does differently from one instruction set to the next.
#pragma once

#include "simd/arch.hpp"

#include <cstddef>
#include <cstdint>

#include <xsimd/xsimd.hpp>

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 reports the undefined merge operand inside its own AVX-512 intrinsics as an error of their callers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace throng::simd {

inline constexpr int lane_count = 16;

/// The xsimd architecture for A, and how many of its registers form a tile. Defined for what the
/// compiler's flags allow.
template <class A> struct Registers;

#if defined(__SSE2__)
template <> struct Registers<baseline> {
    using Arch = xsimd::sse2;
    static constexpr int count = 4;
};
#endif
#if defined(__AVX2__) && defined(__BMI__) && defined(__BMI2__) && defined(__LZCNT__) && defined(__POPCNT__)
#define THRONG_LANES_AVX2 1
template <> struct Registers<avx2> {
    using Arch = xsimd::avx2;
    static constexpr int count = 2;
};
#endif
#if defined(THRONG_LANES_AVX2) && defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
#define THRONG_LANES_AVX512 1
template <> struct Registers<avx512> {
    using Arch = xsimd::avx512bw;
    static constexpr int count = 1;
};
#endif
#if defined(__aarch64__)
template <> struct Registers<neon64> {
    using Arch = xsimd::neon64;
    static constexpr int count = 4;
};
#endif

template <class A> inline constexpr int register_lanes = lane_count / Registers<A>::count;

template <class A, class T> using Register = xsimd::batch<T, typename Registers<A>::Arch>;
template <class A> using MaskRegister = xsimd::batch_bool<float, typename Registers<A>::Arch>;

/// 16 values. Lane i is element i in memory order; part[r] holds the lanes from r * register_lanes on.
template <class A, class T> struct Lanes { Register<A, T> part[Registers<A>::count]; };
template <class A> using Floats = Lanes<A, float>;
template <class A> using Words = Lanes<A, std::uint32_t>;

/// 16 truth values, in the form that comparisons of the instruction set produce.
template <class A> struct Mask { MaskRegister<A> part[Registers<A>::count]; };

/// Operations that xsimd lacks, one specialisation per instruction set: simd/native/.
template <class A> struct Native;

/// A tile from f(0), f(1), ...: register by register and without a loop, so that no compiler keeps it in memory.
template <class A, class Tile, class F> THRONG_INLINE Tile each_register(F f) {
    if constexpr (Registers<A>::count == 1) {
        return Tile{{f(0)}};
    } else if constexpr (Registers<A>::count == 2) {
        return Tile{{f(0), f(1)}};
    } else {
        return Tile{{f(0), f(1), f(2), f(3)}};
    }
}

/// Calls f(0), f(1), ... f(N - 1) for their effects, without a loop; N is at most four.
template <int N, class F> THRONG_INLINE void for_each_of(F f) {
    static_assert(N >= 1 && N <= 4);
    f(0);
    if constexpr (N >= 2) {
        f(1);
    }
    if constexpr (N >= 3) {
        f(2);
    }
    if constexpr (N == 4) {
        f(3);
    }
}
template <class A, class F> THRONG_INLINE void for_each_register(F f) { for_each_of<Registers<A>::count>(f); }

} // namespace throng::simd

#include "simd/native/avx2.hpp"
#include "simd/native/avx512.hpp"
#include "simd/native/baseline.hpp"
#include "simd/native/neon64.hpp"

namespace throng::simd {

// Memory: no address needs to be aligned.

template <class A, class T> THRONG_INLINE Lanes<A, T> load(const T* from) {
    return each_register<A, Lanes<A, T>>(
        [&](int r) THRONG_REGISTER { return Register<A, T>::load_unaligned(from + r * register_lanes<A>); });
}

/// Lane i is i.
template <class A> THRONG_INLINE Words<A> lane_numbers() {
    static constexpr std::uint32_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return load<A>(numbers);
}

template <class A, class T> THRONG_INLINE void store(T* to, const Lanes<A, T>& v) {
    for_each_register<A>([&](int r) THRONG_REGISTER { v.part[r].store_unaligned(to + r * register_lanes<A>); });
}

/// Copies n places, 0 <= n < 16, in pieces of 8, 4, 2 and 1: short code without a call.
template <class A, class T> THRONG_INLINE void copy_places(T* to, const T* from, int n) {
    if ((n & 8) != 0) __builtin_memcpy(to, from, 8 * sizeof(T));
    if ((n & 4) != 0) __builtin_memcpy(to + (n & 8), from + (n & 8), 4 * sizeof(T));
    if ((n & 2) != 0) __builtin_memcpy(to + (n & 12), from + (n & 12), 2 * sizeof(T));
    if ((n & 1) != 0) __builtin_memcpy(to + (n & 14), from + (n & 14), sizeof(T));
}

/// Loads the first n of 16 (n <= 0: none; n >= 16: all). The other lanes are zero; memory from from[n] on
/// is not touched.
template <class A, class T> THRONG_INLINE Lanes<A, T> load_first(const T* from, int n) {
    if constexpr (Native<A>::masks_memory) {
        return each_register<A, Lanes<A, T>>([&](int r) THRONG_REGISTER {
            return Native<A>::load_masked(from + r * register_lanes<A>, Native<A>::template below<lane_count>(n, r));
        });
    } else {
        if (n >= lane_count) return load<A>(from);
        T places[lane_count] = {};
        if (n > 0) copy_places<A>(places, from, n);
        return load<A>(places);
    }
}

/// Writes the first n lanes (n <= 0: none; n >= 16: all) and touches no other memory. For all lanes the store is
/// unmasked: a load has to wait until a masked store has reached the cache, and masked stores of AVX2 are microcode
/// on AMD's CPUs.
template <class A, class T> THRONG_INLINE void store_first(T* to, const Lanes<A, T>& v, int n) {
    if (n >= lane_count) return store(to, v);
    if constexpr (Native<A>::masks_memory) {
        for_each_register<A>([&](int r) THRONG_REGISTER {
            Native<A>::store_masked(to + r * register_lanes<A>, v.part[r], Native<A>::template below<lane_count>(n, r));
        });
    } else if (n > 0) {
        T places[lane_count];
        store(places, v);
        copy_places<A>(to, places, n);
    }
}

/// Stores a whole cache line without reading it first or keeping it in a cache, if the instruction set can. `to` is a
/// multiple of 64 bytes. Call streamed() before other threads read it.
template <class A> THRONG_INLINE void stream(float* to, const Floats<A>& v) {
    for_each_register<A>([&](int r) THRONG_REGISTER { Native<A>::stream(to + r * register_lanes<A>, v.part[r]); });
}

template <class A> THRONG_INLINE Floats<A> broadcast(float value) {
    return each_register<A, Floats<A>>([&](int) THRONG_REGISTER { return Register<A, float>(value); });
}

template <class A> THRONG_INLINE Words<A> broadcast(std::uint32_t value) {
    return each_register<A, Words<A>>([&](int) THRONG_REGISTER { return Register<A, std::uint32_t>(value); });
}

/// The floats at base + index[i] * stride_bytes.
template <class A>
THRONG_INLINE Floats<A> gather(const float* base, std::size_t stride_bytes, const std::uint32_t* index) {
    return each_register<A, Floats<A>>([&](int r) THRONG_REGISTER {
        return Native<A>::gather(reinterpret_cast<const char*>(base), stride_bytes, index + r * register_lanes<A>);
    });
}

/// The floats columns[n][index[i]] of each of two to four columns.
template <class A, int N>
THRONG_INLINE void gather_columns(const float* const (&columns)[N], const std::uint32_t* index, Floats<A> (&out)[N]) {
    if constexpr (requires(typename Native<A>::Float(&of_register)[N]) {
                      Native<A>::gather_columns(columns, index, of_register);
                  }) {
        for_each_register<A>([&](int r) THRONG_REGISTER {
            typename Native<A>::Float of_register[N];
            Native<A>::gather_columns(columns, index + r * register_lanes<A>, of_register);
            for_each_of<N>([&](int n) THRONG_FLAT { out[n].part[r] = of_register[n]; });
        });
    } else {
        for_each_of<N>([&](int n) THRONG_FLAT { out[n] = gather<A>(columns[n], sizeof(float), index); });
    }
}

/// Whether A has an instruction that gathers.
template <class A> inline constexpr bool has_gather = requires(const float* base, const std::uint32_t* index) {
    Native<A>::gather_packed(base, index);
};

/// The floats base[index[i]], each index below 2^31, by the gather instruction; faster than gather() if gathers_fast().
template <class A> THRONG_INLINE Floats<A> gather_packed(const float* base, const std::uint32_t* index) {
    return each_register<A, Floats<A>>(
        [&](int r) THRONG_REGISTER { return Native<A>::gather_packed(base, index + r * register_lanes<A>); });
}

/// The words base[index[i]], each index below 2^31. The gather instruction is used if it exists and `fast` is true,
/// which is the value of gathers_fast().
template <class A>
THRONG_INLINE Words<A> gather_words(const std::uint32_t* base, const std::uint32_t* index, bool fast) {
    const float* const floats = reinterpret_cast<const float*>(base);
    if constexpr (has_gather<A>)
        if (fast) return as_words(gather_packed<A>(floats, index));
    return as_words(gather<A>(floats, sizeof *base, index));
}

template <class A> THRONG_INLINE Words<A> gather_words(const std::uint32_t* base, const Words<A>& index, bool fast) {
    std::uint32_t of_lanes[lane_count];
    store(of_lanes, index);
    return gather_words<A>(base, of_lanes, fast);
}

/// Reads sixteen rows of four floats, from base + 4 * index[i] on, as columns: lane i of the k-th tile is the k-th
/// float of row i. One load a row, so that a row that is in no cache is waited for once.
template <class A>
THRONG_INLINE void gather_quads(const float* base, const std::uint32_t* index, Floats<A> (&columns)[4]) {
    for_each_register<A>([&](int r) THRONG_REGISTER {
        typename Native<A>::Float of_register[4];
        Native<A>::gather_quads(base, index + r * register_lanes<A>, of_register);
        for (int k = 0; k < 4; ++k) columns[k].part[r] = of_register[k];
    });
}

/// Everything that the thread has streamed is in memory before its later stores.
THRONG_INLINE void streamed() {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

THRONG_INLINE void prefetch(const void* at) { __builtin_prefetch(at); }
/// Prefetches `bytes_on` bytes behind `at`, which may be outside of any object: integer arithmetic, since such a
/// pointer may not be formed.
THRONG_INLINE void prefetch(const void* at, std::uintptr_t bytes_on) {
    __builtin_prefetch(__builtin_bit_cast(const void*, __builtin_bit_cast(std::uintptr_t, at) + bytes_on));
}

// Packets: E elements x 16/E candidates, element-major.

/// 16/E copies of each of from[0..E): lane l holds from[l / (16/E)]. Reads E values.
template <class A, int E, class T> THRONG_INLINE Lanes<A, T> spread(const T* from) {
    static_assert(E == 1 || E == 2 || E == 4);
    if constexpr (lane_count / E >= register_lanes<A>) {
        return each_register<A, Lanes<A, T>>(
            [&](int r) THRONG_REGISTER { return Register<A, T>(from[r * E / Registers<A>::count]); });
    } else {
        return Native<A>::template spread<E>(from);
    }
}

/// from[0..16/E), E times over: lane l holds from[l % (16/E)]. Reads 16/E values.
template <class A, int E, class T> THRONG_INLINE Lanes<A, T> repeat(const T* from) {
    static_assert(E == 1 || E == 2 || E == 4);
    constexpr int period = lane_count / E;
    if constexpr (period >= register_lanes<A>) {
        return each_register<A, Lanes<A, T>>([&](int r) THRONG_REGISTER {
            return Register<A, T>::load_unaligned(from + r * register_lanes<A> % period);
        });
    } else {
        return each_register<A, Lanes<A, T>>([&](int)
                                                 THRONG_REGISTER { return Native<A>::template repeat<period>(from); });
    }
}

// Floats: IEEE single operations, each rounded once. Words: modulo 2^32.

template <class A, class T> THRONG_INLINE Lanes<A, T> operator+(const Lanes<A, T>& a, const Lanes<A, T>& b) {
    return each_register<A, Lanes<A, T>>([&](int r) THRONG_REGISTER { return a.part[r] + b.part[r]; });
}

template <class A, class T> THRONG_INLINE Lanes<A, T> operator-(const Lanes<A, T>& a, const Lanes<A, T>& b) {
    return each_register<A, Lanes<A, T>>([&](int r) THRONG_REGISTER { return a.part[r] - b.part[r]; });
}

template <class A> THRONG_INLINE Floats<A> operator*(const Floats<A>& a, const Floats<A>& b) {
    return each_register<A, Floats<A>>([&](int r) THRONG_REGISTER { return a.part[r] * b.part[r]; });
}

template <class A> THRONG_INLINE Floats<A> operator/(const Floats<A>& a, const Floats<A>& b) {
    return each_register<A, Floats<A>>([&](int r) THRONG_REGISTER { return Native<A>::divide(a.part[r], b.part[r]); });
}

template <class A> THRONG_INLINE Words<A> operator&(const Words<A>& a, const Words<A>& b) {
    return each_register<A, Words<A>>([&](int r) THRONG_REGISTER { return a.part[r] & b.part[r]; });
}

template <class A> THRONG_INLINE Words<A> operator|(const Words<A>& a, const Words<A>& b) {
    return each_register<A, Words<A>>([&](int r) THRONG_REGISTER { return a.part[r] | b.part[r]; });
}

/// Every lane by the same count, below 32.
template <class A> THRONG_INLINE Words<A> operator<<(const Words<A>& a, unsigned count) {
    return each_register<A, Words<A>>(
        [&](int r) THRONG_REGISTER { return Native<A>::shift_left(a.part[r], static_cast<int>(count)); });
}

template <class A> THRONG_INLINE Words<A> operator>>(const Words<A>& a, unsigned count) {
    return each_register<A, Words<A>>(
        [&](int r) THRONG_REGISTER { return Native<A>::shift_right(a.part[r], static_cast<int>(count)); });
}

template <class A> THRONG_INLINE Floats<A> sqrt(const Floats<A>& a) {
    return each_register<A, Floats<A>>([&](int r) THRONG_REGISTER { return Native<A>::sqrt(a.part[r]); });
}

template <class A> THRONG_INLINE Floats<A> abs(const Floats<A>& a) {
    return each_register<A, Floats<A>>([&](int r) THRONG_REGISTER { return xsimd::abs(a.part[r]); });
}

/// a < b ? a : b. The result is b if either is NaN, and for two zeros of any sign.
template <class A, class T> THRONG_INLINE Lanes<A, T> min(const Lanes<A, T>& a, const Lanes<A, T>& b) {
    return each_register<A, Lanes<A, T>>([&](int r) THRONG_REGISTER { return Native<A>::min(a.part[r], b.part[r]); });
}

/// a > b ? a : b. The result is b if either is NaN, and for two zeros of any sign.
template <class A, class T> THRONG_INLINE Lanes<A, T> max(const Lanes<A, T>& a, const Lanes<A, T>& b) {
    return each_register<A, Lanes<A, T>>([&](int r) THRONG_REGISTER { return Native<A>::max(a.part[r], b.part[r]); });
}

/// The least of 16, folded by min(lane i, lane i + 8), then i + 4, i + 2, i + 1.
template <class A> THRONG_INLINE float reduce_min(const Floats<A>& v) {
    return Native<A>::fold(v, [](auto a, auto b) THRONG_REGISTER { return Native<A>::min(a, b); });
}

/// The greatest of 16, folded by max(lane i, lane i + 8), then i + 4, i + 2, i + 1.
template <class A> THRONG_INLINE float reduce_max(const Floats<A>& v) {
    return Native<A>::fold(v, [](auto a, auto b) THRONG_REGISTER { return Native<A>::max(a, b); });
}

/// to[i] is reduce_max(v[i]), with fewer instructions than four calls: each step folds two vectors into one.
template <class A> THRONG_INLINE void reduce_max_of_four(const Floats<A> (&v)[4], float* to) {
    Native<A>::fold_four(
        v, [](auto a, auto b) THRONG_REGISTER { return Native<A>::max(a, b); }, to);
}

/// The same 32 bits as the other type.
template <class A> THRONG_INLINE Words<A> as_words(const Floats<A>& a) {
    return each_register<A, Words<A>>([&](int r) THRONG_REGISTER { return Native<A>::as_words(a.part[r]); });
}

template <class A> THRONG_INLINE Floats<A> as_floats(const Words<A>& a) {
    return each_register<A, Floats<A>>([&](int r) THRONG_REGISTER { return Native<A>::as_floats(a.part[r]); });
}

/// Truncation toward zero, only for values in (-1, 2^31): the results of others, and of NaN, differ
/// between instruction sets.
template <class A> THRONG_INLINE Words<A> to_words(const Floats<A>& a) {
    return each_register<A, Words<A>>([&](int r) THRONG_REGISTER { return Native<A>::to_words(a.part[r]); });
}

// Comparisons: ordered for floats (false if either is NaN), unsigned for words.

template <class A, class T> THRONG_INLINE Mask<A> operator<(const Lanes<A, T>& a, const Lanes<A, T>& b) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER { return Native<A>::as_mask(a.part[r] < b.part[r]); });
}

template <class A, class T> THRONG_INLINE Mask<A> operator==(const Lanes<A, T>& a, const Lanes<A, T>& b) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER { return Native<A>::as_mask(a.part[r] == b.part[r]); });
}

template <class A> THRONG_INLINE Mask<A> operator<=(const Floats<A>& a, const Floats<A>& b) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER { return a.part[r] <= b.part[r]; });
}

template <class A, class T> THRONG_INLINE Mask<A> operator>(const Lanes<A, T>& a, const Lanes<A, T>& b) {
    return b < a;
}

template <class A> THRONG_INLINE Mask<A> operator>=(const Floats<A>& a, const Floats<A>& b) { return b <= a; }

// Masks: as a word, lane i is bit i.

template <class A> THRONG_INLINE Mask<A> operator&(const Mask<A>& a, const Mask<A>& b) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER { return a.part[r] & b.part[r]; });
}

template <class A> THRONG_INLINE Mask<A> operator|(const Mask<A>& a, const Mask<A>& b) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER { return a.part[r] | b.part[r]; });
}

/// a and not b.
template <class A> THRONG_INLINE Mask<A> andnot(const Mask<A>& a, const Mask<A>& b) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER { return Native<A>::andnot(a.part[r], b.part[r]); });
}

/// a in lanes with the mask set, else b.
template <class A> THRONG_INLINE Floats<A> select(const Mask<A>& mask, const Floats<A>& a, const Floats<A>& b) {
    return each_register<A, Floats<A>>(
        [&](int r) THRONG_REGISTER { return xsimd::select(mask.part[r], a.part[r], b.part[r]); });
}

template <class A> THRONG_INLINE Words<A> select(const Mask<A>& mask, const Words<A>& a, const Words<A>& b) {
    return as_words(select(mask, as_floats(a), as_floats(b)));
}

/// a + b where the mask is set, else a.
template <class A> THRONG_INLINE Words<A> add_where(const Mask<A>& mask, const Words<A>& a, const Words<A>& b) {
    if constexpr (requires { &Native<A>::add_where; }) {
        return each_register<A, Words<A>>(
            [&](int r) THRONG_REGISTER { return Native<A>::add_where(mask.part[r], a.part[r], b.part[r]); });
    } else {
        return select(mask, a + b, a);
    }
}

template <class A> THRONG_INLINE std::uint32_t bits(const Mask<A>& mask) { return Native<A>::bits(mask); }

template <class A> THRONG_INLINE Mask<A> from_bits(std::uint32_t bits) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER { return Native<A>::from_bits(bits, r); });
}

/// from_bits of a constant, for a mask that restricts comparisons: an instruction set may need it in a register of
/// its own kind.
template <class A> THRONG_INLINE Mask<A> constant_mask(std::uint32_t bits) {
    return each_register<A, Mask<A>>([&](int r) THRONG_REGISTER {
        if constexpr (requires { Native<A>::constant_mask(bits); })
            return Native<A>::constant_mask(bits);
        else
            return Native<A>::from_bits(bits, r);
    });
}

/// The lanes below n, any n; in packets of E elements (see repeat) those of the first n candidates.
template <class A, int E = 1> THRONG_INLINE Mask<A> first(int n) {
    return each_register<A, Mask<A>>([&](int r)
                                         THRONG_REGISTER { return Native<A>::template below<lane_count / E>(n, r); });
}

/// Lane i is the sum of the lanes up to i.
template <class A> THRONG_INLINE Words<A> inclusive_scan(const Words<A>& v) {
    Register<A, std::uint32_t> before(0u);
    return each_register<A, Words<A>>([&](int r) THRONG_REGISTER {
        const Register<A, std::uint32_t> own = Native<A>::inclusive_scan(v.part[r]), sums = before + own;
        before = Native<A>::broadcast_last(sums);
        return sums;
    });
}

/// All lanes are the last one of v.
template <class A> THRONG_INLINE Words<A> broadcast_last(const Words<A>& v) {
    const Register<A, std::uint32_t> last = Native<A>::broadcast_last(v.part[Registers<A>::count - 1]);
    return each_register<A, Words<A>>([&](int) THRONG_REGISTER { return last; });
}

template <class A> THRONG_INLINE bool any(const Mask<A>& mask) { return Native<A>::any(mask); }

template <class A> THRONG_INLINE bool all(const Mask<A>& mask) { return Native<A>::all(mask); }

/// The number of bits set.
template <class A> THRONG_INLINE std::uint32_t count(std::uint32_t bits) { return Native<A>::count(bits); }

/// The position of the lowest bit set. There must be one.
template <class A> THRONG_INLINE std::uint32_t lowest(std::uint32_t bits) {
    return static_cast<std::uint32_t>(__builtin_ctz(bits));
}

/// Lanes 0, 2, 4, ... of a, then of b.
template <class A> THRONG_INLINE Floats<A> even_lanes(const Floats<A>& a, const Floats<A>& b) {
    constexpr int count = Registers<A>::count;
    const auto part = [&](int r) THRONG_FLAT { return r < count ? a.part[r] : b.part[r - count]; };
    return each_register<A, Floats<A>>(
        [&](int r) THRONG_REGISTER { return Native<A>::even_lanes(part(2 * r), part(2 * r + 1)); });
}

/// Lanes 1, 3, 5, ... of a, then of b.
template <class A> THRONG_INLINE Floats<A> odd_lanes(const Floats<A>& a, const Floats<A>& b) {
    constexpr int count = Registers<A>::count;
    const auto part = [&](int r) THRONG_FLAT { return r < count ? a.part[r] : b.part[r - count]; };
    return each_register<A, Floats<A>>(
        [&](int r) THRONG_REGISTER { return Native<A>::odd_lanes(part(2 * r), part(2 * r + 1)); });
}

// Left-pack: the chosen lanes, in lane order, without gaps. The other written places are arbitrary.

/// Writes the lanes of v with a set bit to to[0..) and returns their number. May write 16 places.
template <class A, class T> THRONG_INLINE std::uint32_t pack_store(T* to, const Lanes<A, T>& v, std::uint32_t bits) {
    return Native<A>::pack_store(to, v, bits);
}

template <class A, class T> THRONG_INLINE std::uint32_t pack_store(T* to, const Lanes<A, T>& v, const Mask<A>& mask) {
    return Native<A>::pack_store(to, v, bits(mask));
}

/// The reverse: the lanes with a set bit are from[0], from[1], ... in lane order; the others are arbitrary. Reads up
/// to 16 values.
template <class A> THRONG_INLINE Words<A> expand(const std::uint32_t* from, std::uint32_t bits) {
    return each_register<A, Words<A>>([&](int r) THRONG_REGISTER {
        const std::uint32_t mask = bits >> (r * register_lanes<A>)&((1u << register_lanes<A>)-1);
        const Register<A, std::uint32_t> values = Register<A, std::uint32_t>::load_unaligned(from);
        from += Native<A>::count(mask);
        return Native<A>::expanded(values, mask);
    });
}
template <class A> THRONG_INLINE Floats<A> expand(const float* from, std::uint32_t bits) {
    return as_floats(expand<A>(reinterpret_cast<const std::uint32_t*>(from), bits));
}

/// Writes the chosen lanes as pairs a0 b0 a1 b1 ... to to[0..) and returns the number of pairs. May write 32 places.
template <class A>
THRONG_INLINE std::uint32_t interleave_store(std::uint32_t* to, const Words<A>& a, const Words<A>& b,
                                             std::uint32_t bits) {
    return Native<A>::interleave_store(to, a, b, bits);
}

template <class A>
THRONG_INLINE std::uint32_t interleave_store(std::uint32_t* to, const Words<A>& a, const Words<A>& b,
                                             const Mask<A>& mask) {
    return Native<A>::interleave_store(to, a, b, bits(mask));
}

/// Writes all lanes as pairs a0 b0 a1 b1 ... to to[0..32).
template <class A> THRONG_INLINE void interleave_store(std::uint32_t* to, const Words<A>& a, const Words<A>& b) {
    for_each_register<A>(
        [&](int r) THRONG_FLAT { Native<A>::zip_store(to + 2 * register_lanes<A> * r, a.part[r], b.part[r]); });
}

/// Writes `one` with each chosen lane of `others` as pairs, the smaller first, and returns the number of pairs. It has
/// no branch, unlike interleave_store: for tiles with any number of chosen lanes. May write 32 places.
template <class A>
THRONG_INLINE std::uint32_t ordered_pairs_store(std::uint32_t* to, std::uint32_t one, const Words<A>& others,
                                                std::uint32_t bits) {
    const Register<A, std::uint32_t> same = broadcast<A>(one).part[0];
    std::uint32_t pairs = 0;
    for_each_register<A>([&](int r) THRONG_REGISTER {
        const std::uint32_t mask = bits >> (r * register_lanes<A>)&((1u << register_lanes<A>)-1);
        const Register<A, std::uint32_t> other = Native<A>::packed(others.part[r], mask);
        Native<A>::zip_store(to + 2 * pairs, Native<A>::min(same, other), Native<A>::max(same, other));
        pairs += Native<A>::count(mask);
    });
    return pairs;
}

} // namespace throng::simd

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
