// SPDX-License-Identifier: MIT
// The figures of one frame of a crowd.
#include "apps/throng/clip/frame_figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace throng::app {

namespace {

struct Extremes {
    std::uint32_t most = 0;
    float smallest = std::numeric_limits<float>::infinity();
};

// Sixteen minima side by side: a compiler may not reorder one minimum of floats into vector code, but it may keep these
// in vectors.
float smallest_of(std::span<const float> distances) {
    constexpr std::size_t lanes = 16;
    float least[lanes];
    std::fill(std::begin(least), std::end(least), std::numeric_limits<float>::infinity());
    std::size_t i = 0;
    for (; i + lanes <= distances.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            least[lane] = distances[i + lane] < least[lane] ? distances[i + lane] : least[lane];
    }
    for (; i < distances.size(); ++i) least[0] = std::min(least[0], distances[i]);
    return *std::min_element(std::begin(least), std::end(least));
}

// Rows are consecutive, so one range contains all of them.
Extremes extremes_of(const Hits& neighbors, std::size_t begin, std::size_t end) {
    const std::span<const std::uint32_t> offsets = neighbors.offsets();
    Extremes all;
    for (std::size_t row = begin; row < end; ++row) all.most = std::max(all.most, offsets[row + 1] - offsets[row]);
    if (offsets[end] == offsets[begin]) return all;
    all.smallest = smallest_of({neighbors.distances(begin).data(), offsets[end] - offsets[begin]});
    return all;
}

} // namespace

FrameFigures figures_of(const Hits& neighbors, std::int64_t frame, std::uint32_t agents, const Workers& workers) {
    constexpr std::size_t rows_per_block = 4096;
    std::vector<Extremes> blocks(neighbors.size() / rows_per_block + 1);
    workers.for_blocks(neighbors.size(), rows_per_block, [&](std::size_t begin, std::size_t end) {
        blocks[begin / rows_per_block] = extremes_of(neighbors, begin, end);
    });

    FrameFigures figures;
    figures.frame = frame;
    figures.agents = agents;
    figures.pairs = neighbors.slots().size() / 2;
    for (const Extremes& block : blocks) {
        figures.most_neighbors = std::max(figures.most_neighbors, block.most);
        figures.smallest_distance = std::min(figures.smallest_distance, block.smallest);
    }
    return figures;
}

std::string csv_of(std::span<const FrameFigures> frames) {
    std::string text = "frame,agents,neighbor_pairs,mean_neighbors,max_neighbors,smallest_distance\n";
    for (const FrameFigures& f : frames) {
        text += fmt::format("{},{},{},{:.4f},{},", f.frame, f.agents, f.pairs, f.mean_neighbors(), f.most_neighbors);
        if (std::isfinite(f.smallest_distance)) text += fmt::format("{:.4f}", f.smallest_distance);
        text += '\n';
    }
    return text;
}

} // namespace throng::app
