// SPDX-License-Identifier: MIT
// A World and the single indexes in one content: how long each takes for each question.
#pragma once

#include "bench/robustness/hunted_content.hpp"

#include <array>
#include <string>
#include <vector>

namespace throng::bench {

inline constexpr const char* hunted_questions[] = {"tick", "nearest", "boxes", "rays", "neighbors"};
inline constexpr std::size_t hunted_question_count = std::size(hunted_questions);

struct HuntedTimes {
    std::string name;
    // Medians of rounds, in nanoseconds: of a tick with its pairs per element, of queries per query and hit.
    std::array<double, hunted_question_count> ns{};
};

/// What was measured in one content.
struct Catch {
    Drawn drawn;
    std::size_t elements = 0;
    double pairs_per_element = 0;
    std::vector<HuntedTimes> all; // the World comes first
    /// The World's time over that of the fastest other one.
    double over_best(std::size_t question) const;
    /// The largest of these ratios, each over its bound: 1.3 for a tick, 1.5 for other questions.
    double badness() const;
};

/// Measures a content, of at most so many elements. Contents of more than 60 pairs an element are left out: `elements`
/// is 0. Throws std::runtime_error where answers differ.
Catch hunt_content(const Drawn& drawn, std::size_t most_elements, std::size_t rounds, bool all_indexes);

} // namespace throng::bench
