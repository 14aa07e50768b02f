// SPDX-License-Identifier: MIT
// What a file was read as, for tables and summaries.
#pragma once

#include "apps/throng/clip/clip.hpp"
#include "apps/throng/input/recording.hpp"

#include <array>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::app {

/// What was read, and the doubts about it.
struct ReadingReport {
    ReadingReport(const Recording& recording, const Clip& clip);

    nlohmann::ordered_json json() const;
    std::vector<std::pair<std::string, std::string>> rows() const;

    /// Writes the doubts to stderr, unless `quiet`.
    void warn_of(std::string_view name, bool quiet) const;

    const char* unit() const; // of lengths as they are shown: "m", or "px" of boxes in pixels

    Reading reading;
    double frames_per_second = 0;
    double width = 0, height = 0; // metres
    std::size_t people = 0, frames = 0, positions = 0;
    std::array<double, 2> origin = {};
    std::vector<std::string> doubts;
};

} // namespace throng::app
