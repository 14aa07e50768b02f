// SPDX-License-Identifier: MIT
// Checks of values on the command line; the error of each is one sentence.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>

namespace throng::app {

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);
CLI::Validator frame_number(); // may be negative
CLI::Validator thread_count(); // 0: all
CLI::Validator number(double low, double high);
CLI::Validator positive_number();
CLI::Validator byte_count();   // from 1; K, M, G and T are powers of 1024
CLI::Validator file_name();    // of a file or a directory: any but an empty one
CLI::Validator picture_name(); // of a PNG file; - for standard output
CLI::Validator unit_name();
CLI::Validator format_name();
CLI::Validator export_name();
CLI::Validator theme_name();
CLI::Validator shell_name();
CLI::Validator column_names(bool places_suffice);
CLI::Validator index_name(); // changes the name to that of structure_names()

} // namespace throng::app
