// SPDX-License-Identifier: MIT
// Which instruction set answers.
//
// One library holds the kernels of several sets: on x86-64 "baseline" (SSE2), "avx2" (AVX2, BMI1, BMI2, LZCNT, POPCNT)
// and "avx512" (AVX-512 F, BW, CD, DQ, VL, and VBMI2 where the CPU has it); on AArch64 "neon64". The first use takes
// the widest that CPU and operating system allow (CPUID, XGETBV), or the one that the environment variable THRONG_ISA
// names. Where that one is unknown or cannot run, one line on stderr says so, control characters in it escaped, and the
// widest runs. Answers are the same bytes from all of them.
#pragma once

#include <throng/export.hpp>

#include <span>
#include <string_view>

namespace throng {

/// The name of the set that answers. The text lasts as long as the program. Any thread may call at any time.
THRONG_API std::string_view active_isa() noexcept;

/// The names of the sets that were built and that this machine can run, narrowest first; what THRONG_ISA may name. Any
/// thread may call at any time.
THRONG_API std::span<const std::string_view> available_isas() noexcept;

} // namespace throng
