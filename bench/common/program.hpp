// SPDX-License-Identifier: MIT
// What every program of the benches does around its measuring: --help, exit codes, files.
#pragma once

#include "bench/common/options.hpp"

#include <optional>
#include <string>

namespace throng::bench {

/// main(): runs `body`, which takes its options. Exit code 1: something failed; 2: an option was wrong; 3: answers
/// differ.
int run_program(const char* name, const char* usage, int argc, char** argv, void (*body)(Options&));

/// Throws std::invalid_argument where an option is left that was not taken.
void require_all_taken(const Options& options);

/// Throws std::runtime_error.
void write_file(const std::string& path, const std::string& text);

/// The same; without a path to standard output.
void write_table(const std::optional<std::string>& path, const std::string& text);

} // namespace throng::bench
