// SPDX-License-Identifier: MIT
// throng draw: the structure of an index over its elements.
#pragma once

#include "apps/throng/cli/options.hpp"

namespace throng::app {

/// Returns the exit code; errors are thrown (errors.hpp).
int run_draw(const DrawOptions& options);

} // namespace throng::app
