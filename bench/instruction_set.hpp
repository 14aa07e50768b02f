// SPDX-License-Identifier: MIT
// Forcing an instruction set by its name.
#pragma once

#include <string_view>

namespace throng::bench {

/// From the next call on, `name` runs. Throws std::invalid_argument where this machine cannot.
void force_instruction_set(std::string_view name);

} // namespace throng::bench
