// SPDX-License-Identifier: MIT
// The tick of a World, and contenders that do the same beside it.
#pragma once

#include "bench/common/rounds.hpp"
#include "bench/world/world_content.hpp"

#include <vector>

namespace throng::bench {

enum class WorldTick { Commit, CommitAndPairs };

/// The World first; the row grid alone, where all is of one kind, and Boost's R-tree, both with the same question of
/// the crowd workload.
struct Beside {
    bool row_grid, boost;
};
std::vector<Runner> tick_runners(WorldTick tick, const Content& content, Beside beside, bool one_thread);

} // namespace throng::bench
