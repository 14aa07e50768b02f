// SPDX-License-Identifier: MIT
// All figures of a run as Markdown: one table per crowd size, and the ratios between instruction sets and thread
// counts.
#pragma once

#include "bench/crowd/measure.hpp"

#include <string>
#include <utility>
#include <vector>

namespace throng::bench {

std::string markdown(const std::vector<std::pair<std::string, std::string>>& facts, const std::vector<Figure>& figures);

} // namespace throng::bench
