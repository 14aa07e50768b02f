// SPDX-License-Identifier: MIT
// Which instruction set runs: what was built, what the CPU and the operating system allow, and what THRONG_ISA asks
// for. Nothing happens at load time.
#pragma once

namespace throng::simd {

namespace detail {

// What was forced, or what has been found out: every call asks for it. Read and written as one, by the compiler's
// functions, since kernels include this.
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

/// The widest that is supported.
Isa best() noexcept;

struct Choice {
    Isa isa;
    /// THRONG_ISA named something unknown or impossible: one line on stderr reported it, and `isa` is the best.
    bool refused;
};

/// What the environment chose. Settled by the first call, for the life of the process. An empty THRONG_ISA asks for
/// nothing.
Choice choice() noexcept;

/// What runs now: the last one forced, else the choice.
static inline Isa active() noexcept {
    const int isa = detail::settled(detail::isa_in_force);
    return static_cast<Isa>(isa != detail::unsettled ? isa : detail::settle_isa());
}

/// For tests and benches: from the next batch on, `isa` runs. False, and nothing changes, where it is not supported.
bool force_isa(Isa isa) noexcept;

/// Whether the gather instruction of AVX-512 takes less time here than single loads: on Intel's CPUs that have FP16,
/// Sapphire Rapids and later. Zen 5 takes 1.2 to 7 times as long by it, an update on Zen 4 1.3 times, and microcode
/// against data sampling has made it slow on Intel's before.
static inline bool gathers_fast() noexcept {
    const int fast = detail::settled(detail::fast_gathers);
    return (fast != detail::unsettled ? fast : detail::settle_gathers()) != 0;
}

/// For tests: from the next views on, that is the answer. Either gives the same bytes.
void force_gathers(bool fast) noexcept;

/// Whether AVX-512 packs bytes here (VBMI2): on all CPUs that have it but Intel's from Skylake to Cooper Lake.
static inline bool packs_bytes() noexcept {
    const int packs = detail::settled(detail::byte_packing);
    return (packs != detail::unsettled ? packs : detail::settle_byte_packing()) != 0;
}

/// For tests: from the next views on, that is the answer, but never `true` where the CPU cannot. Either gives the same
/// bytes.
void force_byte_packing(bool packs) noexcept;

} // namespace throng::simd
