// SPDX-License-Identifier: MIT
// Detection after the manuals: an instruction set may be used when CPUID reports its instructions and XGETBV reports
// that the operating system saves its registers, which have to survive a switch of threads.
#include "simd/instruction_sets.hpp"

#include <throng/isa.hpp>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace throng {
namespace simd {
namespace {

struct Features {
    bool avx2 = false, avx512 = false, fast_gather = false, byte_packing = false;
};

#if defined(__x86_64__)

// Inline assembly, because the intrinsic would need -mxsave.
std::uint64_t saved_registers() noexcept {
    std::uint32_t low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

constexpr bool has_all(std::uint64_t word, std::uint64_t bits) noexcept { return (word & bits) == bits; }

Features detect() noexcept {
    // Leaf 1, ecx.
    constexpr std::uint32_t popcnt = 1u << 23, osxsave = 1u << 27, avx = 1u << 28;
    // Leaf 7, ebx. Every CPU with the others has CD as well, which newer versions of xsimd require.
    constexpr std::uint32_t bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;
    constexpr std::uint32_t avx512f = 1u << 16, avx512dq = 1u << 17, avx512cd = 1u << 28, avx512bw = 1u << 30;
    constexpr std::uint32_t avx512vl = 1u << 31;
    // Leaf 0x80000001, ecx.
    constexpr std::uint32_t lzcnt = 1u << 5;
    // XCR0.
    constexpr std::uint64_t xmm_ymm = 0x06, opmask_zmm = 0xE0;

    // Leaf 7, ecx.
    constexpr std::uint32_t avx512vbmi2 = 1u << 6;
    // Leaf 7, edx.
    constexpr std::uint32_t avx512fp16 = 1u << 23;
    // Leaf 0: "Genu", "ineI", "ntel".
    constexpr std::uint32_t intel[3] = {0x756E6547, 0x49656E69, 0x6C65746E};

    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(0, &a, &b, &c, &d) == 0) return {};
    const bool is_intel = b == intel[0] && d == intel[1] && c == intel[2];
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || !has_all(c, popcnt | osxsave | avx)) return {};
    const std::uint64_t saved = saved_registers();
    if (__get_cpuid(0x80000001u, &a, &b, &c, &d) == 0 || !has_all(c, lzcnt)) return {};
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return {};

    Features features;
    features.avx2 = has_all(b, bmi1 | avx2 | bmi2) && has_all(saved, xmm_ymm);
    features.avx512 =
        features.avx2 && has_all(b, avx512f | avx512dq | avx512cd | avx512bw | avx512vl) && has_all(saved, opmask_zmm);
    features.byte_packing = features.avx512 && has_all(c, avx512vbmi2);
    features.fast_gather = is_intel && features.avx512 && has_all(d, avx512fp16);
    return features;
}

#else

Features detect() noexcept { return {}; }

#endif

constexpr bool built(Isa isa) noexcept {
    switch (isa) {
    case Isa::baseline:
#if defined(THRONG_HAVE_BASELINE)
        return true;
#else
        return false;
#endif
    case Isa::avx2:
#if defined(THRONG_HAVE_AVX2)
        return true;
#else
        return false;
#endif
    case Isa::avx512:
#if defined(THRONG_HAVE_AVX512)
        return true;
#else
        return false;
#endif
    case Isa::neon64:
#if defined(THRONG_HAVE_NEON64)
        return true;
#else
        return false;
#endif
    }
    return false;
}

/// The supported sets, narrowest first.
struct Available {
    std::string_view names[std::size(all_isas)];
    std::size_t count = 0;

    Available() noexcept {
        for (const Isa isa : all_isas) {
            if (supported(isa)) names[count++] = name(isa);
        }
    }
};

// Writes to stderr with control characters escaped, so that a line stays one line.
void write_escaped(const char* text) noexcept {
    for (; *text != '\0'; ++text) {
        const auto code = static_cast<unsigned char>(*text);
        if (code < 0x20 || code == 0x7F) {
            std::fprintf(stderr, "\\x%02X", static_cast<unsigned>(code));
        } else {
            std::fputc(code, stderr);
        }
    }
}

Choice choose() noexcept {
    const char* asked = std::getenv("THRONG_ISA");
    if (asked == nullptr || *asked == '\0') return {best(), false};
    for (const Isa isa : all_isas) {
        if (std::strcmp(asked, name(isa)) != 0) continue;
        if (supported(isa)) return {isa, false};
        std::fprintf(stderr, "throng: THRONG_ISA=%s cannot run on this machine; %s runs instead\n", asked,
                     name(best()));
        return {best(), true};
    }
    std::fputs("throng: THRONG_ISA=", stderr);
    write_escaped(asked);
    std::fputs(" is unknown (it may be", stderr);
    for (const std::string_view one : available_isas()) std::fprintf(stderr, " %s", one.data());
    std::fprintf(stderr, "); %s runs instead\n", name(best()));
    return {best(), true};
}

const Features& features() noexcept {
    static const Features detected = detect(); // kept: under a hypervisor each CPUID costs microseconds
    return detected;
}

// The value of `found`, unless another thread has set one meanwhile.
int settle(int& what, int found) noexcept {
    int settled = detail::unsettled;
    return std::atomic_ref(what).compare_exchange_strong(settled, found, std::memory_order_relaxed) ? found : settled;
}
void force(int& what, int to) noexcept { std::atomic_ref(what).store(to, std::memory_order_relaxed); }

} // namespace

namespace detail {

constinit int isa_in_force = unsettled, fast_gathers = unsettled, byte_packing = unsettled;

int settle_isa() noexcept { return settle(isa_in_force, static_cast<int>(choice().isa)); }
int settle_gathers() noexcept { return settle(fast_gathers, features().fast_gather ? 1 : 0); }
int settle_byte_packing() noexcept { return settle(byte_packing, features().byte_packing ? 1 : 0); }

} // namespace detail

const char* name(Isa isa) noexcept {
    switch (isa) {
    case Isa::baseline: return "baseline";
    case Isa::avx2: return "avx2";
    case Isa::avx512: return "avx512";
    case Isa::neon64: return "neon64";
    }
    return "";
}

bool supported(Isa isa) noexcept {
    if (!built(isa)) return false;
    switch (isa) {
    case Isa::avx2: return features().avx2;
    case Isa::avx512: return features().avx512;
    case Isa::baseline:
    case Isa::neon64: break;
    }
    return true;
}

Isa best() noexcept {
    Isa widest = all_isas[0];
    for (const Isa isa : all_isas) {
        if (supported(isa)) widest = isa;
    }
    return widest;
}

Choice choice() noexcept {
    static const Choice chosen = choose();
    return chosen;
}

bool force_isa(Isa isa) noexcept {
    if (!supported(isa)) return false;
    force(detail::isa_in_force, static_cast<int>(isa));
    return true;
}

void force_gathers(bool fast) noexcept { force(detail::fast_gathers, fast ? 1 : 0); }
void force_byte_packing(bool packs) noexcept { force(detail::byte_packing, packs && features().byte_packing ? 1 : 0); }

} // namespace simd

std::string_view active_isa() noexcept { return simd::name(simd::active()); }

std::span<const std::string_view> available_isas() noexcept {
    static const simd::Available available;
    return {available.names, available.count};
}

} // namespace throng
