// SPDX-License-Identifier: MIT
// Exported trajectories as files of a directory.
#pragma once

#include "apps/throng/cli/output.hpp"
#include "apps/throng/input/recording.hpp"
#include "apps/throng/output/exports.hpp"

#include <string_view>

namespace throng::app {

/// Writes the files of a format into the directory, and those of a series into a directory of it named `stem`.
void write_export(const Recording& recording, const Export& format, const OutputDirectory& directory,
                  std::string_view stem);

} // namespace throng::app
