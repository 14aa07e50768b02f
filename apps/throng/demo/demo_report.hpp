// SPDX-License-Identifier: MIT
// The report of throng demo: the summary as JSON, the table for a reader, the picture.
#pragma once

#include "apps/throng/cli/options.hpp"
#include "apps/throng/crowd/crossing_run.hpp"
#include "apps/throng/draw/canvas.hpp"

#include <nlohmann/json_fwd.hpp>

namespace throng::app {

/// Figures that exist only at the end of the run.
struct DemoEnd {
    Overlap overlap;           // after the last tick
    std::uint64_t checked = 0; // answers compared with brute force
    unsigned threads = 1;
    double seconds = 0; // of the whole run
};

nlohmann::ordered_json summary_of(const DemoOptions& options, const CrossingRun& run, const DemoEnd& end);
void print_table_of(const CrossingRun& run, const DemoEnd& end);

Canvas picture_of(const CrossingRun& run, const Theme& theme);
Canvas map_of(const CrossingRun& run, int pixels, const Theme& theme);

} // namespace throng::app
