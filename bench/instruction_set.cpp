// SPDX-License-Identifier: MIT
// From a name to the internal switch.
#include "instruction_set.hpp"

#include "simd/isa.hpp"

#include <stdexcept>
#include <string>

namespace throng::bench {

void force_instruction_set(std::string_view name) {
    for (const simd::Isa isa : {simd::Isa::baseline, simd::Isa::avx2, simd::Isa::avx512, simd::Isa::neon64}) {
        if (name == simd::name(isa) && simd::force_isa(isa)) return;
    }
    throw std::invalid_argument("this machine cannot run the instruction set '" + std::string(name) + "'");
}

} // namespace throng::bench
