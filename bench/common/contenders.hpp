// SPDX-License-Identifier: MIT
// The contenders that can answer a question besides the library.
#pragma once

#include "bench/common/question.hpp"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace throng::bench {

inline constexpr std::size_t largest_for_peers = 2'000'000;
inline constexpr std::size_t largest_for_moved_trees = 100'000; // beyond, one search takes them microseconds
inline constexpr std::size_t largest_for_brute_force = 4096;
inline constexpr std::size_t largest_for_brute_force_as_ablation = 65'536; // a quarter of a second
inline constexpr std::size_t all_peers = ~std::size_t{0};

/// Two contenders gave different answers: no figure of either means anything.
struct Disagreement : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Named {
    std::string name;
    std::unique_ptr<Contender> contender;
};

/// At most `count` of the peers that are there and can answer for `n` elements; the first is the one that a figure is
/// named after.
std::vector<Named> peers_for(const Question& question, std::size_t n, std::size_t count);

/// The tick without what the library adds; for questions of pairs alone.
std::vector<Named> ablations_for(const Question& question, std::string_view isa);

std::unique_ptr<Contender> brute_force_for(const Question& question, std::string_view isa);

} // namespace throng::bench
