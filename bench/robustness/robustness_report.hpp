// SPDX-License-Identifier: MIT
// What a tick costs in each crowd, beside the common one, as Markdown and as JSON.
#pragma once

#include "bench/common/format.hpp"

#include <string>
#include <vector>

namespace throng::bench {

struct CrowdFigure {
    std::string crowd, contender;
    double elements, pairs, candidates;
    std::vector<double> seconds; // by round
};

/// The first figures are those of the common crowd, one of each contender, the World's first.
std::string robustness_markdown(const Facts& facts, const std::vector<CrowdFigure>& figures);
std::string robustness_json(const Facts& facts, const std::vector<CrowdFigure>& figures);

} // namespace throng::bench
