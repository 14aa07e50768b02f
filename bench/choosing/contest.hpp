// SPDX-License-Identifier: MIT
// All indexes and brute force on one and the same crowd, in turn within each round: which is fastest.
#pragma once

#include "bench/common/crowd_kind.hpp"
#include "bench/common/question.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace throng::bench {

struct Result {
    std::string name;
    double seconds; // median of a tick
};

/// One thread; the arrays are near the order of space, and stay so. Throws Disagreement.
std::vector<Result> hold_contest(const Question& question, const CrowdKind& kind, std::size_t n, std::string_view isa,
                                 std::size_t rounds);

/// The fastest contender of one contest after the other: from which size on, and its name. A lead of less than a
/// twentieth does not count: the fastest before stays it.
struct Reign {
    std::size_t from;
    std::string name;
};
struct Size {
    std::size_t n;
    std::vector<Result> results;
};
std::vector<Reign> reigns(const std::vector<Size>& contests);

} // namespace throng::bench
