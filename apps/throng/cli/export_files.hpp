// SPDX-License-Identifier: MIT
// Exported trajectories as files: of a directory, or where the user said.
#pragma once

#include "apps/throng/cli/output.hpp"
#include "apps/throng/input/recording.hpp"
#include "apps/throng/output/exports.hpp"

#include <filesystem>
#include <string_view>

namespace throng::app {

/// Writes the file `name` of a format into the directory, and those of a series into a directory of it.
void write_export(const Recording& recording, const Export& format, const OutputDirectory& directory,
                  std::string_view name);

/// Writes the file that the user named, as write_named() does, and those of a series into a directory beside it.
void write_export(const Recording& recording, const Export& format, const std::filesystem::path& file);

} // namespace throng::app
