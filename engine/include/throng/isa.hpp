// SPDX-License-Identifier: MIT
// The instruction set of the kernels.
//
// One library holds the kernels of several sets: on x86-64 "baseline" (SSE2), "avx2" (AVX2, BMI1, BMI2, LZCNT, POPCNT)
// and "avx512" (AVX-512 F, BW, CD, DQ, VL, and VBMI2 if the CPU has it); on AArch64 "neon64". The first use chooses the
// widest set that CPU and operating system allow (CPUID, XGETBV), or the one that the environment variable THRONG_ISA
// names. If that set is unknown or cannot run, one line on stderr says so, with control characters in the name escaped,
// and the widest set is used. Answers are the same bytes from all sets.
#pragma once

#include <throng/export.hpp>

#include <span>
#include <string_view>

namespace throng {

/// The name of the set in use. The text lasts as long as the program. Any thread may call at any time.
THRONG_API std::string_view active_isa() noexcept;

/// The names of the sets that were built and that this machine can run, narrowest first: the valid values of
/// THRONG_ISA. Any thread may call at any time.
THRONG_API std::span<const std::string_view> available_isas() noexcept;

} // namespace throng
