// SPDX-License-Identifier: MIT
// The list of all crowds.
#include "bench/common/crowd_kind.hpp"

#include <stdexcept>
#include <string>

namespace throng::bench {
namespace {

using scenes::Places;
using scenes::Sizes;
using scenes::Ways;

// Two squares with half extents g and h overlap where one's centre is on 4 (g + h)^2 of the land: 4 (E[h^2] + E[h]^2)
// pairs per element and unit of land each, 1.15 of common sizes and 933 of mixed ones. So much land makes them as rare
// as in a common crowd.
constexpr float sparse = 814;

constexpr CrowdKind crowds[] = {
    {"common", "half extents uniform in [0.25, 0.5], one element per unit of land"},
    {"mixed", "half extents log-uniform in [0.05, 50], one element per unit of land", {.sizes = Sizes::Mixed}},
    {"sparse",
     "half extents log-uniform in [0.05, 50], as much land as makes pairs as frequent as in a common crowd",
     {.sizes = Sizes::Mixed, .area_each = sparse}},
    {"giants", "common, but one in a thousand is 10 to 50 % as wide as the world", {.sizes = Sizes::Giants}},
    {"clustered",
     "common, but in clusters of 10,000, densest in the middle, on a quarter of the land at most",
     {.places = Places::Clusters}},
    {"hot_spot",
     "common, but one in a hundred in a square where they stand a hundred times as dense, which drifts as a whole",
     {.places = Places::HotSpot}},
    {"streams",
     "common, but half of all walk to the left and half to the right, 0.5 per tick",
     {.ways = Ways::Streaming}},
    {"heap",
     "common, but all in one cell, a quarter of a unit wide: all overlap each other",
     {.places = Places::Heap},
     4096}};

} // namespace

Crowd CrowdKind::make(std::size_t n) const {
    if (n > most)
        throw std::invalid_argument("a crowd '" + std::string(name) + "' has " + std::to_string(most) +
                                    " elements at most");
    return Crowd(n, 1, form);
}

std::span<const CrowdKind> crowd_kinds() { return crowds; }

const CrowdKind& crowd_kind(std::string_view name) {
    for (const CrowdKind& each : crowds) {
        if (each.name == name) return each;
    }
    throw std::invalid_argument("there is no crowd '" + std::string(name) + "'");
}

} // namespace throng::bench
