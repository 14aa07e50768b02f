// SPDX-License-Identifier: MIT
// Kernels compute in one floating-point mode, whatever the mode of the calling thread.
#pragma once

#include "simd/arch.hpp"

#include <cstdint>

namespace throng::simd {

/// During its lifetime: round to nearest, denormals kept, no traps. Afterwards the caller's own mode
/// again, flags included.
///
/// Only calls of functions that the compiler cannot see into, such as kernels behind their table, are certain to run in
/// this mode; it may move plain arithmetic across the switch, but for what lies between two pin().
class FloatEnvironment {
public:
#if defined(__x86_64__)
    FloatEnvironment() noexcept : callers_(__builtin_ia32_stmxcsr()) {
        if ((callers_ & ~raised_flags) != default_mode) __builtin_ia32_ldmxcsr(default_mode);
    }
    ~FloatEnvironment() { __builtin_ia32_ldmxcsr(callers_); }
#elif defined(__aarch64__)
    FloatEnvironment() noexcept {
        __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(callers_mode_), "=r"(callers_flags_));
        __asm__ volatile("msr fpcr, xzr" : : : "memory");
    }
    ~FloatEnvironment() {
        __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(callers_mode_), "r"(callers_flags_) : "memory");
    }
#endif
    FloatEnvironment(const FloatEnvironment&) = delete;
    FloatEnvironment& operator=(const FloatEnvironment&) = delete;

private:
#if defined(__x86_64__)
    // MXCSR: every exception masked, nothing else.
    static constexpr std::uint32_t default_mode = 0x1F80, raised_flags = 0x3F;
    std::uint32_t callers_;
#elif defined(__aarch64__)
    std::uint64_t callers_mode_, callers_flags_;
#endif
};

/// The value is computed before this line, and what depends on it after: neither crosses a change of mode.
inline void pin(float& value) noexcept {
#if defined(__x86_64__)
    __asm__ volatile("" : "+x"(value));
#elif defined(__aarch64__)
    __asm__ volatile("" : "+w"(value));
#endif
}

} // namespace throng::simd
