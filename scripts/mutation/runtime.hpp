// SPDX-License-Identifier: MIT
// The switch of a mutated copy: which mutant is active. Both versions of each mutated place are compiled, and one is
// chosen when the program runs.
#pragma once

#include <type_traits>

namespace throng_mutants {

inline constexpr unsigned most = 1 << 16;

enum : unsigned char { Off, On, Recorded };
extern unsigned char states[most]; // set before anything else runs
extern unsigned char* seen;        // which mutants were asked for, by all processes, of those that are recorded

/// Whether mutant `number` is active. Kernels are compiled for many instruction sets, and no copy of this may be shared
/// among them.
[[gnu::always_inline]] inline bool is(unsigned number) {
    const unsigned char state = __atomic_load_n(&states[number], __ATOMIC_RELAXED);
    if (state == Recorded) __atomic_store_n(&seen[number], 1, __ATOMIC_RELAXED);
    return state == On;
}

/// The same in functions that the compiler may run: it sees the original.
[[gnu::always_inline]] constexpr bool is_when_run(unsigned number) {
    return !std::is_constant_evaluated() && is(number);
}

} // namespace throng_mutants
