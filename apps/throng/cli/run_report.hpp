// SPDX-License-Identifier: MIT
// The report of throng run: the summary as JSON, the table for a reader.
#pragma once

#include "apps/throng/cli/options.hpp"
#include "apps/throng/cli/reading_report.hpp"
#include "apps/throng/clip/clip_run.hpp"

#include <nlohmann/json_fwd.hpp>

namespace throng::app {

nlohmann::ordered_json summary_of(const RunOptions& options, const ReadingReport& reading, const ClipRun& run,
                                  const SpotCheck& check, unsigned threads);
void print_table_of(const RunOptions& options, const ReadingReport& reading, const ClipRun& run, const SpotCheck& check,
                    unsigned threads);

} // namespace throng::app
