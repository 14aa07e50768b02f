// SPDX-License-Identifier: MIT
// How steady ticks are, as Markdown and as JSON.
#pragma once

#include "bench/common/format.hpp"
#include "bench/steady/steady_series.hpp"

#include <vector>

namespace throng::bench {

std::string steady_markdown(const Facts& facts, const std::vector<SteadySeries>& all);
std::string steady_json(const Facts& facts, const std::vector<SteadySeries>& all);

} // namespace throng::bench
