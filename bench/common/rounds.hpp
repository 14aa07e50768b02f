// SPDX-License-Identifier: MIT
// Several contenders in one process, each once in every round on one and the same crowd. Their answers must be the
// same.
#pragma once

#include "bench/common/contenders.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace throng::bench {

struct Runner {
    Named named;
    std::vector<double> seconds{}; // one for each measured round
};

/// The order of space in which any index reads the arrays as a stream, or nearly so.
std::vector<Slot> order_of_space(const Crowd& crowd);

/// The crowd moves twice, then each in turn is run after both moves, the second time timed; the first contender
/// changes with `round`. Of the warm-up rounds, the first, no time is kept.
void run_round(std::vector<Runner>& all, Crowd& crowd, Motion motion, std::size_t round);

/// Warm-up rounds and `rounds` measured ones.
void run_rounds(std::vector<Runner>& all, Crowd& crowd, Motion motion, std::size_t rounds);

/// Throws Disagreement, which begins with `where`.
void require_same_answers(std::span<const Runner> all, const Crowd& crowd, const std::string& where);

} // namespace throng::bench
