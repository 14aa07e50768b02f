// SPDX-License-Identifier: MIT
// throng info: what this program is made of and what it found on this machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace throng::app {

/// Returns the exit code.
int run_info(bool json);

/// version, isa {active, available}, threads, onetbb, xsimd: what every summary begins with.
nlohmann::ordered_json describe_build();

std::string version_text(); // "1.2.3"

/// Throws UsageError if the environment's THRONG_ISA names no instruction set that can run here.
void require_possible_isa();

} // namespace throng::app
