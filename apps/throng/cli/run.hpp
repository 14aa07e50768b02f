// SPDX-License-Identifier: MIT
// throng run: neighbours in recorded trajectories.
#pragma once

#include "apps/throng/cli/options.hpp"

namespace throng::app {

/// Returns the exit code; errors are thrown (errors.hpp).
int run_clip(const RunOptions& options);

} // namespace throng::app
