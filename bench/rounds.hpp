// SPDX-License-Identifier: MIT
// Several contenders in one process, each once in every round on one and the same crowd, whose answers must be the same.
#pragma once

#include "contenders.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace throng::bench {

struct Runner {
    Named who;
    std::vector<double> seconds{}; // one for each measured round
};

/// The order of space in which any index reads the arrays as a stream, or nearly so.
std::vector<Slot> order_of_space(const Crowd& crowd);

/// Warm-up rounds and `rounds` measured ones: the crowd moves twice, then each in turn is asked after both moves, the second time timed. Who
/// begins changes from round to round.
void run_rounds(std::vector<Runner>& all, Crowd& crowd, Motion motion, std::size_t rounds);

/// Throws Disagreement, which begins with `where`.
void require_same_answers(std::span<const Runner> all, const Crowd& crowd, const std::string& where);

} // namespace throng::bench
