// SPDX-License-Identifier: MIT
// The formats in which trajectories leave the program, each behind one interface.
#pragma once

#include "apps/throng/input/recording.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace throng::app {

/// Takes the file `name`, which has at most one folder before it: "walk/0.vtp".
using FileSink = std::function<void(std::string_view name, std::string_view bytes)>;

struct Export {
    std::string_view name;    // for --export and --to
    std::string_view ending;  // of its file: ".csv"
    std::string_view content; // what such a file contains, in a line
    bool is_series;           // of files, in a folder beside the one that is named
    /// `file` is the name of the file, with its ending.
    void (*write)(const Recording& recording, std::string_view file, const FileSink& sink);
};

std::span<const Export> exports();

/// Throws UsageError with all names.
const Export& export_named(std::string_view name);

/// By the ending of a file's name. Throws UsageError with all endings.
const Export& export_for(std::string_view file_name);

void write_csv(const Recording& recording, std::string_view file, const FileSink& sink);
void write_jupedsim(const Recording& recording, std::string_view file, const FileSink& sink);
void write_jupedsim_1(const Recording& recording, std::string_view file, const FileSink& sink);
void write_vtk(const Recording& recording, std::string_view file, const FileSink& sink);
void write_usd(const Recording& recording, std::string_view file, const FileSink& sink);

} // namespace throng::app
