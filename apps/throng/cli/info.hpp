// SPDX-License-Identifier: MIT
// throng info: versions of the program's parts, and the machine's instruction sets and threads.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace throng::app {

/// Returns the exit code.
int run_info(bool json);

/// version, isa {active, available}, threads, onetbb, xsimd: the beginning of every summary.
nlohmann::ordered_json describe_build();

std::string version_text(); // "1.2.3"

/// Throws UsageError if the environment's THRONG_ISA names no instruction set that can run here.
void require_possible_isa();

} // namespace throng::app
