// SPDX-License-Identifier: MIT
// THRONG_MUTANT=17 makes a mutant active; with THRONG_MUTANTS_SEEN=<file> none is, and all are recorded.
#include "runtime.hpp"

#include <cstdlib>

namespace throng_mutants {

unsigned char states[most];
unsigned char seen[most];

namespace {

// Before the constructors of other objects, which may call mutated functions.
__attribute__((constructor(101))) void choose() {
    if (std::getenv("THRONG_MUTANTS_SEEN"))
        for (unsigned char& state : states) state = Recorded;
    else if (const char* number = std::getenv("THRONG_MUTANT"))
        states[std::strtoul(number, nullptr, 10) % most] = On;
}

} // namespace
} // namespace throng_mutants
