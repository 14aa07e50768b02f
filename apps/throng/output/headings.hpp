// SPDX-License-Identifier: MIT
// Where people face.
#pragma once

#include "apps/throng/input/recording.hpp"

#include <array>
#include <vector>

namespace throng::app {

/// A unit vector for each sample: as the file says, else the way from the person's place before to the one after; a
/// person that does not move goes on facing as before, at first to the east.
std::vector<std::array<double, 2>> headings_of(const Recording& recording);

} // namespace throng::app
