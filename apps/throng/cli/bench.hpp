// SPDX-License-Identifier: MIT
// throng bench: the speed of the library on this machine, measured in ten seconds.
#pragma once

#include "apps/throng/cli/options.hpp"

namespace throng::app {

/// Returns the exit code; errors are thrown (errors.hpp).
int run_bench(const BenchOptions& options);

} // namespace throng::app
