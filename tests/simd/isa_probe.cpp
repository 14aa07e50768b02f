// SPDX-License-Identifier: MIT
// Prints the instruction set that THRONG_ISA led to; exit code 2 where it was refused. Run by isa_test.
#include "simd/instruction_sets.hpp"

#include <throng/isa.hpp>

#include <cstdio>

int main() {
    std::puts(throng::active_isa().data());
    return throng::simd::choice().refused ? 2 : 0;
}
