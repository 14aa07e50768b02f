// SPDX-License-Identifier: MIT
// The instruction sets as types. Every template that becomes machine code for one set carries its tag, so that the tag
// stands in the symbol and the linker can never replace one set's code by another's.
#pragma once

// Never functions of their own: a tile passed through a call lives in memory, and a weak copy left by an AVX-512 object
// could serve the whole program. THRONG_FLAT is for lambdas, after their parameters.
#define THRONG_FLAT __attribute__((always_inline))
#define THRONG_INLINE inline THRONG_FLAT

namespace throng::simd {

struct baseline {}; // x86-64 as it began: SSE2
struct avx2 {};     // AVX2, BMI1, BMI2, LZCNT, POPCNT
struct avx512 {};   // AVX-512 F, BW, DQ, VL
struct neon64 {};   // AArch64

} // namespace throng::simd
