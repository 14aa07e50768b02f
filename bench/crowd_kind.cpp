// SPDX-License-Identifier: MIT
// The list of all crowds.
#include "crowd_kind.hpp"

#include <stdexcept>
#include <string>

namespace throng::bench {
namespace {

using throng_scenes::Sizes;

// Two squares with half extents g and h overlap where one's centre is on 4 (g + h)^2 of the land: 4 (E[h^2] + E[h]^2) pairs per element
// and unit of land each, 1.15 of common sizes and 933 of mixed ones. So much land makes them as rare as in a common crowd.
constexpr float sparse = 814;

constexpr CrowdKind kinds[] = {{"common", "half extents uniform in [0.25, 0.5], one element per unit of land", Sizes::Common, 1},
                               {"mixed", "half extents log-uniform in [0.05, 50], one element per unit of land", Sizes::Mixed, 1},
                               {"sparse",
                                "half extents log-uniform in [0.05, 50], as much land as makes pairs as frequent as in a common crowd",
                                Sizes::Mixed, sparse},
                               {"giants", "common, but one in a thousand is 10 to 50 % as wide as the world", Sizes::Giants, 1}};

} // namespace

std::span<const CrowdKind> crowd_kinds() { return kinds; }

const CrowdKind& crowd_kind(std::string_view name) {
    for (const CrowdKind& each : kinds) {
        if (each.name == name) return each;
    }
    throw std::invalid_argument("there is no crowd '" + std::string(name) + "'");
}

} // namespace throng::bench
