// SPDX-License-Identifier: MIT
// What the World's questions came to, as Markdown and as JSON.
#pragma once

#include "bench/common/figures.hpp"
#include "bench/common/format.hpp"
#include "bench/common/rounds.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace throng::bench {

struct WorldLine {
    std::string name;
    double items; // elements or queries
    double hits;
    double candidates; // tested for the hits; 0: not known
    Spread ns;         // per item
    Spread ours_over;  // the first line's time over this one's, of the same round
    Spread over_ours;  // this one's over the first line's
    Spread ours_above; // ns per item of the first line that its time is longer by
};

struct WorldFigure {
    std::string question, content, item;
    std::size_t rounds;
    std::vector<WorldLine> lines; // the first: the World
    std::string note;
};

/// Asks each runner once more for its answer's size; the first one is the World.
std::vector<WorldLine> lines_of(const std::vector<Runner>& all, const Crowd& crowd);

std::string world_markdown(const Facts& facts, const std::vector<WorldFigure>& figures);
std::string world_json(const Facts& facts, const std::vector<WorldFigure>& figures);

} // namespace throng::bench
