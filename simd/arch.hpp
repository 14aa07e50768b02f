// SPDX-License-Identifier: MIT
// The instruction sets as types. Every template that becomes machine code for one set has its tag as an argument, so
// that the tag is part of the symbol and the linker can never replace one set's code by another's.
#pragma once

// Never compiled as functions of their own: a tile passed through a call would be stored in memory, and a weak copy
// from an AVX-512 object could be linked into the whole program. THRONG_FLAT is for lambdas, after their parameters.
#define THRONG_FLAT __attribute__((always_inline))
#define THRONG_INLINE inline THRONG_FLAT

// For lambdas that process one register of a tile. Their index is a constant below four and its bounds are checked, and
// the address sanitizer checks their reads and writes. The check for pointer overflow is off: with it clang takes four
// times as long for a kernel.
#if defined(__clang__)
#define THRONG_REGISTER THRONG_FLAT __attribute__((no_sanitize("pointer-overflow")))
#else
#define THRONG_REGISTER THRONG_FLAT
#endif

namespace throng::simd {

struct baseline {}; // x86-64 as it began: SSE2
struct avx2 {};     // AVX2, BMI1, BMI2, LZCNT, POPCNT
struct avx512 {};   // AVX-512 F, BW, CD, DQ, VL; one function for CPUs with VBMI2
struct neon64 {};   // AArch64

} // namespace throng::simd
