// SPDX-License-Identifier: MIT
// Forcing an instruction set by its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace throng::bench {

/// What THRONG_ISA names; where it names nothing, the widest that runs here. Whatever has been forced.
std::string chosen_instruction_set();

/// That alone where THRONG_ISA names one; else all that run here, the widest last.
std::vector<std::string> measured_instruction_sets();

/// From the next call on, `name` runs. Throws std::invalid_argument where this machine cannot.
void force_instruction_set(std::string_view name);

} // namespace throng::bench
