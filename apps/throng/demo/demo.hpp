// SPDX-License-Identifier: MIT
// throng demo: two streams of people cross; the results are a picture, a replay and a summary.
#pragma once

#include "apps/throng/cli/options.hpp"

namespace throng::app {

/// Returns the exit code; errors are thrown (errors.hpp).
int run_demo(const DemoOptions& options);

} // namespace throng::app
