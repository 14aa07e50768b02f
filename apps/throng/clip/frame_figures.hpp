// SPDX-License-Identifier: MIT
// The figures of one frame of a crowd: the numbers of per_frame.csv.
#pragma once

#include "apps/throng/cli/workers.hpp"

#include <throng/hits.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace throng::app {

struct FrameFigures {
    std::int64_t frame = 0;
    std::uint32_t agents = 0;
    std::uint64_t pairs = 0; // of neighbours: each pair once
    std::uint32_t most_neighbors = 0;
    float smallest_distance = std::numeric_limits<float>::infinity(); // between neighbours; infinite if there are none

    double mean_neighbors() const noexcept { return agents == 0 ? 0 : 2 * static_cast<double>(pairs) / agents; }
};

/// The figures of an answer of neighbors() with distances and no limit. `agents` is the number of people present.
FrameFigures figures_of(const Hits& neighbors, std::int64_t frame, std::uint32_t agents, const Workers& workers);

/// `frame,agents,neighbor_pairs,mean_neighbors,max_neighbors,smallest_distance`, a line each; without neighbours the
/// last is empty.
std::string csv_of(std::span<const FrameFigures> frames);

} // namespace throng::app
