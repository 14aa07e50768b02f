// SPDX-License-Identifier: MIT
// Which cases a run measures.
#pragma once

#include "bench/crowd/measure.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace throng::bench {

struct Choice {
    std::vector<const IndexKind*> indexes;
    std::vector<const CrowdKind*> crowds;
    std::vector<std::size_t> sizes;
};

/// What a recorded file holds: every figure that the documentation names. Minutes.
std::vector<Case> recorded_cases();

/// Every question, instruction set, number of threads and arrangement for each of the choice.
std::vector<Case> every_case(const Choice& choice);

/// The name by which a case can be filtered.
std::string name_of(const Case&);

} // namespace throng::bench
