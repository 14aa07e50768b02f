// SPDX-License-Identifier: MIT
// Signs that a file was read otherwise than it was meant.
#include "apps/throng/input/doubts.hpp"

#include "apps/throng/cli/table.hpp"
#include "apps/throng/input/column_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <span>
#include <unordered_map>

namespace throng::app {

namespace {

constexpr double fastest = 12.5;                     // metres per second; the fastest people ever measured
constexpr double slowest_rate = 1;                   // frames per second that a file without a rate may have
constexpr double most_rate = 1000, least_rate = 0.1; // frames per second of cameras and simulations
constexpr double one_spot = 0.5;                     // metres; three people have no room there
constexpr std::size_t steps_of_a_doubt = 4;          // fewer steps are no evidence of exchanged columns

constexpr std::size_t samples_of_a_doubt = 1'000'000; // the first ones are as exchanged as all

struct Jump {
    const Sample* from = nullptr;
    const Sample* to = nullptr;
    double speed = 0; // metres per second
    double length = 0;
    std::size_t others = 0;
};

// The fastest step of a person. Without a frame rate, frames may be as far apart as a second.
Jump worst_jump(const Recording& recording) {
    const bool knows_rate = !recording.reading.rate_from.empty();
    const double rate = knows_rate ? recording.frames_per_second : slowest_rate;
    std::unordered_map<std::int64_t, const Sample*> before;
    Jump worst;
    std::size_t jumps = 0;
    for (const Sample& now : recording.samples) {
        const Sample*& earlier = before[now.id];
        if (earlier) {
            const double seconds = (static_cast<double>(now.frame) - static_cast<double>(earlier->frame)) / rate;
            const double length = std::hypot(now.x - earlier->x, now.y - earlier->y);
            const double speed = length / seconds;
            // A metre is what a tracker may be mistaken by.
            if (speed > fastest * (1 + 1e-9) && length > 1) {
                ++jumps;
                if (speed > worst.speed) worst = {earlier, &now, speed, length, 0};
            }
        }
        earlier = &now;
    }
    worst.others = jumps == 0 ? 0 : jumps - 1;
    return worst;
}

std::string text_of(const Jump& jump, bool knows_rate) {
    std::string text = fmt::format("person {} moves {:.1f} m from frame {} to {}", jump.to->id, jump.length,
                                   jump.from->frame, jump.to->frame);
    if (knows_rate) text += fmt::format(", {:.0f} m/s, faster than people run", jump.speed);
    if (!knows_rate) text += ", farther than people run";
    if (jump.others > 0) text += fmt::format(", and {} are too", counted(jump.others, "other step"));
    return text + "; are unit, frame rate and columns right?";
}

bool is_exchanged(const std::vector<Sample>& samples, double& step, double& step_exchanged) {
    std::vector<std::int64_t> ids, frames;
    std::vector<double> x, y;
    for (const Sample& s : std::span(samples).first(std::min(samples.size(), samples_of_a_doubt))) {
        ids.push_back(s.id);
        frames.push_back(s.frame);
        x.push_back(s.x);
        y.push_back(s.y);
    }
    const Motion as_read = motion_of(ids, frames, x, y), exchanged = motion_of(frames, ids, x, y);
    step = as_read.mean_step;
    step_exchanged = exchanged.mean_step;
    return std::min(as_read.steps, exchanged.steps) >= steps_of_a_doubt && moves_less(exchanged, as_read);
}

std::size_t largest_frame(const std::vector<Sample>& samples) {
    std::size_t largest = 0, size = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        size = i > 0 && samples[i].frame == samples[i - 1].frame ? size + 1 : 1;
        largest = std::max(largest, size);
    }
    return largest;
}

} // namespace

Extent extent_of(const Recording& recording) {
    const auto less_x = [](const Sample& a, const Sample& b) { return a.x < b.x; };
    const auto less_y = [](const Sample& a, const Sample& b) { return a.y < b.y; };
    const auto [west, east] = std::minmax_element(recording.samples.begin(), recording.samples.end(), less_x);
    const auto [south, north] = std::minmax_element(recording.samples.begin(), recording.samples.end(), less_y);
    return {east->x - west->x, north->y - south->y};
}

std::vector<std::string> doubts_about(const Recording& recording) {
    std::vector<std::string> doubts;
    if (recording.reading.unit == "px") return doubts;
    const Extent extent = extent_of(recording);
    const std::size_t people = largest_frame(recording.samples);
    if (people >= 3 && std::max(extent.width, extent.height) < one_spot) {
        doubts.push_back(fmt::format("{} stand on {:.2g} x {:.2g} m, which is one spot; are unit and columns right?",
                                     counted(people, "person", "people"), extent.width, extent.height));
    }
    double step = 0, step_exchanged = 0;
    if (is_exchanged(recording.samples, step, step_exchanged)) {
        doubts.push_back(
            fmt::format("ids and frames look exchanged: people move {:.2g} m from frame to frame, and would "
                        "move {:.2g} m with the two columns exchanged",
                        step, step_exchanged));
    }
    const double rate = recording.frames_per_second;
    if (!recording.reading.rate_from.empty() && (rate > most_rate || rate < least_rate)) {
        doubts.push_back(fmt::format("there are {:.3g} frames per second, by {}; is the unit of the times right?", rate,
                                     recording.reading.rate_from));
    }
    if (const Jump jump = worst_jump(recording); jump.to)
        doubts.push_back(text_of(jump, !recording.reading.rate_from.empty()));
    return doubts;
}

} // namespace throng::app
