// SPDX-License-Identifier: MIT
// The program's command line: subcommands, their options, and what it says when they make no sense.
#pragma once

namespace throng::app {

/// Parses and runs. Whatever goes wrong is one sentence on stderr and an exit code (errors.hpp); nothing is thrown.
int run_program(int count, const char* const* arguments) noexcept;

} // namespace throng::app
