// SPDX-License-Identifier: MIT
// The program's command line: subcommands, their options, and errors.
#pragma once

namespace throng::app {

/// Parses and runs. An error is one sentence on stderr and an exit code (errors.hpp); nothing is thrown.
int run_program(int count, const char* const* arguments) noexcept;

} // namespace throng::app
