// SPDX-License-Identifier: MIT
// The groups of figures.
#pragma once

#include "bench/trees/tree_figure.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng::bench {

struct TreeSetup {
    std::size_t n, rounds;
};

/// A kind of content: build, update, pairs, moves, queries and bytes.
std::vector<TreeFigure> content_figures(std::string_view kind, const TreeSetup& setup);

/// A build and the five nearest among crossing wires.
std::vector<TreeFigure> wire_figures(std::uint32_t length, const TreeSetup& setup);

/// Searches and updates while so large a share of the elements jumps in each tick; figures have its name.
std::vector<TreeFigure> teleport_figures(std::size_t n, double share, const std::string& share_name,
                                         std::size_t rounds);

/// Searches and insertions while elements come and go.
std::vector<TreeFigure> coming_figures(const TreeSetup& setup);

/// All indexes in a town whose people walk, come and go.
std::vector<TownFigure> town_figures(const TreeSetup& setup);

} // namespace throng::bench
