// SPDX-License-Identifier: MIT
// The crowds that can be measured, by name.
#pragma once

#include "scenes/crowd.hpp"

#include <span>
#include <string_view>

namespace throng::bench {

using scenes::Crowd;

struct CrowdKind {
    std::string_view name;
    std::string_view meaning;
    scenes::CrowdForm form{};
    std::size_t most = ~std::size_t{0}; // elements; where all overlap, there are soon too many pairs

    /// Throws std::invalid_argument: that would be too many.
    Crowd make(std::size_t n) const;
};

/// The crowd workload itself is the first.
std::span<const CrowdKind> crowd_kinds();

/// Throws std::invalid_argument: no crowd has that name.
const CrowdKind& crowd_kind(std::string_view name);

} // namespace throng::bench
