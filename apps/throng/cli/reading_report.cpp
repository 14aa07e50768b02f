// SPDX-License-Identifier: MIT
// What a file was read as, for tables and summaries.
#include "apps/throng/cli/reading_report.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/input/doubts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace throng::app {

namespace {

constexpr const char* assumed_rate = "assumed: no frame rate is named";

} // namespace

ReadingReport::ReadingReport(const Recording& recording, const Clip& clip)
    : reading(recording.reading), frames_per_second(recording.frames_per_second), people(clip.ids.size()),
      frames(clip.frames()), positions(recording.samples.size()), origin(clip.origin), doubts(doubts_about(recording)) {
    const Extent extent = extent_of(recording);
    width = extent.width;
    height = extent.height;
    if (reading.rate_from.empty()) reading.rate_from = assumed_rate;
}

nlohmann::ordered_json ReadingReport::json() const {
    nlohmann::ordered_json json;
    json["format"] = reading.format;
    json["columns"] = {{"order", reading.columns}, {"from", reading.columns_from}};
    json["unit"] = {{"name", reading.unit}, {"from", reading.unit_from}};
    json["frame_rate"] = {{"value", frames_per_second}, {"from", reading.rate_from}};
    json["extent"] = {width, height};
    json["origin"] = {origin[0], origin[1]};
    json["people"] = people;
    json["frames"] = frames;
    json["positions"] = positions;
    json["warnings"] = doubts;
    return json;
}

const char* ReadingReport::unit() const { return reading.unit == "px" ? "px" : "m"; }

void ReadingReport::warn_of(std::string_view name, bool quiet) const {
    if (quiet) return;
    for (const std::string& doubt : doubts) warn(fmt::format("{}: {}", name, doubt));
}

std::vector<std::pair<std::string, std::string>> ReadingReport::rows() const {
    const std::string unit = this->unit();
    std::vector<std::pair<std::string, std::string>> rows;
    rows.emplace_back("format", reading.format);
    rows.emplace_back("columns", fmt::format("{} ({})", reading.columns, reading.columns_from));
    rows.emplace_back("unit", fmt::format("{} ({})", reading.unit, reading.unit_from));
    rows.emplace_back("frame rate, 1/s", fmt::format("{:.6g} ({})", frames_per_second, reading.rate_from));
    rows.emplace_back("extent, " + unit, fmt::format("{:.6g} x {:.6g}", width, height));
    if (origin[0] != 0 || origin[1] != 0)
        rows.emplace_back("origin, " + unit, fmt::format("{:.0f}, {:.0f}", origin[0], origin[1]));
    rows.emplace_back("people, positions in all", fmt::format("{}, {}", grouped(people), grouped(positions)));
    return rows;
}

} // namespace throng::app
