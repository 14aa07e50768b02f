// SPDX-License-Identifier: MIT
// throng convert: trajectories from one format to another.
#pragma once

#include "apps/throng/cli/options.hpp"

namespace throng::app {

/// Returns the exit code; errors are thrown (errors.hpp).
int run_convert(const ConvertOptions& options);

} // namespace throng::app
