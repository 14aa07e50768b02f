// SPDX-License-Identifier: MIT
// The instruction set in use, chosen from the sets that were built, the ones that CPU and operating system allow, and
// THRONG_ISA. Nothing happens at load time.
#pragma once

namespace throng::simd {

namespace detail {

// The forced or detected choice, read by every call. Accessed atomically, by the compiler's built-in functions, since
// kernels include this file.
inline constexpr int unsettled = -1;
extern int isa_in_force, fast_gathers, byte_packing;
int settle_isa() noexcept;
int settle_gathers() noexcept;
int settle_byte_packing() noexcept;
static inline int settled(const int& what) noexcept { return __atomic_load_n(&what, __ATOMIC_RELAXED); }

} // namespace detail

enum class Isa { baseline, avx2, avx512, neon64 };

/// Each of them once, in the order of their values; on one CPU, later is wider.
inline constexpr Isa all_isas[] = {Isa::baseline, Isa::avx2, Isa::avx512, Isa::neon64};

/// "baseline", "avx2", "avx512", "neon64": the values of THRONG_ISA.
const char* name(Isa isa) noexcept;

/// Built into this library, and this CPU and operating system can run it (CPUID and XGETBV).
bool supported(Isa isa) noexcept;

/// The widest supported set.
Isa best() noexcept;

struct Choice {
    Isa isa;
    /// THRONG_ISA named an unknown or unsupported set: one line on stderr reported it, and `isa` is the best one.
    bool refused;
};

/// The choice by the environment, made by the first call for the life of the process. An empty THRONG_ISA
/// has no effect.
Choice choice() noexcept;

/// The set in use: the last one forced, else the choice.
static inline Isa active() noexcept {
    const int isa = detail::settled(detail::isa_in_force);
    return static_cast<Isa>(isa != detail::unsettled ? isa : detail::settle_isa());
}

/// For tests and benches: the next batch and later ones run `isa`. False if it is not supported: nothing changes.
bool force_isa(Isa isa) noexcept;

/// Whether the gather instruction of AVX-512 takes less time here than single loads: on Intel's CPUs with FP16,
/// Sapphire Rapids and later. With it Zen 5 takes 1.2 to 7 times as long, an update on Zen 4 takes 1.3 times as long,
/// and microcode against data sampling has made it slow on Intel's earlier CPUs.
static inline bool gathers_fast() noexcept {
    const int fast = detail::settled(detail::fast_gathers);
    return (fast != detail::unsettled ? fast : detail::settle_gathers()) != 0;
}

/// For tests: sets the result of gathers_fast() for later views. Both give the same bytes.
void force_gathers(bool fast) noexcept;

/// Whether AVX-512 packs bytes here (VBMI2): on all CPUs that have it except Intel's from Skylake to Cooper Lake.
static inline bool packs_bytes() noexcept {
    const int packs = detail::settled(detail::byte_packing);
    return (packs != detail::unsettled ? packs : detail::settle_byte_packing()) != 0;
}

/// For tests: sets the result of packs_bytes() for later views, but never to `true` if the CPU cannot. Both give
/// the same bytes.
void force_byte_packing(bool packs) noexcept;

} // namespace throng::simd
