// SPDX-License-Identifier: MIT
// What a value on the command line may be; each says in one sentence what is wrong with another.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>

namespace throng::app {

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
CLI::Validator frame_number(); // negative, too
CLI::Validator thread_count(); // 0: every one there is
CLI::Validator number(double low, double high);
CLI::Validator positive_number();
CLI::Validator file_name();    // of a directory, too: any but an empty one
CLI::Validator picture_name(); // of a PNG file
CLI::Validator index_name();   // leaves the name as structure_names() has it

} // namespace throng::app
