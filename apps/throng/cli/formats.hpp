// SPDX-License-Identifier: MIT
// throng formats: the formats of trajectories.
#pragma once

namespace throng::app {

/// Returns the exit code.
int run_formats(bool json);

} // namespace throng::app
