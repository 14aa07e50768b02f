// SPDX-License-Identifier: MIT
// From a name to the internal switch.
#include "bench/common/instruction_set.hpp"

#include "simd/instruction_sets.hpp"

#include <throng/isa.hpp>

#include <cstdlib>
#include <stdexcept>

namespace throng::bench {

std::string chosen_instruction_set() { return simd::name(simd::choice().isa); }

std::vector<std::string> measured_instruction_sets() {
    if (const char* const named = std::getenv("THRONG_ISA"); named && *named != '\0') return {chosen_instruction_set()};
    const auto available = available_isas();
    return {available.begin(), available.end()};
}

void force_instruction_set(std::string_view name) {
    for (const simd::Isa isa : simd::all_isas) {
        if (name == simd::name(isa) && simd::force_isa(isa)) return;
    }
    throw std::invalid_argument("this machine cannot run the instruction set '" + std::string(name) + "'");
}

} // namespace throng::bench
