// SPDX-License-Identifier: MIT
// A batch of queries of every kind, in random order.
#pragma once

#include "bench/common/rounds.hpp"
#include "bench/world/world_content.hpp"

#include <throng/hits.hpp>
#include <throng/world.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace throng::bench {

inline constexpr std::size_t query_kinds = 5;
inline constexpr std::array<const char*, query_kinds> query_kind_names = {"overlap", "within", "nearest", "cast",
                                                                          "cone"}; // as QueryKind

/// 60 % within, 20 % nearest 8, 10 % overlap, 5 % cast, 5 % cone, anywhere on the land. In a common crowd overlap,
/// within and cone find twelve on average, and rays are as long as cones. `masked`: each has two of four
/// categories.
std::vector<Query> mixed_queries(const Crowd& crowd, std::size_t count, bool masked);

/// The world answers all of it in one call, and each kind in a call of its own; then the queries of one kind
/// alone, kind by kind. World and queries outlive them.
std::vector<Runner> mixed_runners(const World& world, std::span<const Query> queries);
inline constexpr std::size_t whole_batch_runners = 2; // the first ones; their answers are the same

/// Compares the rows of some queries of every kind with brute force. Throws Disagreement, which begins with `where`.
void judge_by_brute_force(const Content& content, std::span<const Query> queries, const Hits& found,
                          const std::string& where);

} // namespace throng::bench
