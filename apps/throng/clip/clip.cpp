// SPDX-License-Identifier: MIT
// Recorded trajectories: the positions of people, frame by frame.
#include "apps/throng/clip/clip.hpp"

#include "apps/throng/input/formats.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace throng::app {

namespace {

std::vector<std::int64_t> distinct_ids(const std::vector<Sample>& samples) {
    std::vector<std::int64_t> ids(samples.size());
    std::transform(samples.begin(), samples.end(), ids.begin(), [](const Sample& s) { return s.id; });
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

std::array<double, 2> origin_of(const std::vector<Sample>& samples) {
    // Floats below it are at most 2^-14 m apart.
    constexpr double nearby = 1024;
    std::array<double, 2> low{samples[0].x, samples[0].y}, high = low;
    for (const Sample& s : samples) {
        low = {std::min(low[0], s.x), std::min(low[1], s.y)};
        high = {std::max(high[0], s.x), std::max(high[1], s.y)};
    }
    if (std::max({-low[0], -low[1], high[0], high[1]}) <= nearby) return {0, 0};
    return {std::floor(low[0] / 2 + high[0] / 2), std::floor(low[1] / 2 + high[1] / 2)};
}

} // namespace

std::uint32_t Clip::largest_frame() const noexcept {
    std::uint32_t largest = 0;
    for (std::size_t f = 0; f < frames(); ++f) largest = std::max(largest, begin[f + 1] - begin[f]);
    return largest;
}

Clip clip_of(const Recording& recording) {
    const std::vector<Sample>& samples = recording.samples;
    Clip clip;
    clip.frames_per_second = recording.frames_per_second;
    clip.ids = distinct_ids(samples);
    clip.origin = origin_of(samples);
    for (const Sample& s : samples) {
        if (clip.numbers.empty() || clip.numbers.back() != s.frame) {
            clip.numbers.push_back(s.frame);
            clip.begin.push_back(static_cast<std::uint32_t>(clip.person.size()));
        }
        clip.person.push_back(
            static_cast<std::uint32_t>(std::lower_bound(clip.ids.begin(), clip.ids.end(), s.id) - clip.ids.begin()));
        const Vec2 at{static_cast<float>(s.x - clip.origin[0]), static_cast<float>(s.y - clip.origin[1])};
        if (clip.x.empty()) clip.bounds = {at, at};
        clip.x.push_back(at.x);
        clip.y.push_back(at.y);
        if (s.half_x >= 0) {
            clip.half_extents.push_back(s.half_x);
            clip.half_heights.push_back(s.half_y);
        }
        if (!std::isnan(s.value)) clip.values.push_back(s.value);
        clip.bounds.min = {std::min(clip.bounds.min.x, at.x), std::min(clip.bounds.min.y, at.y)};
        clip.bounds.max = {std::max(clip.bounds.max.x, at.x), std::max(clip.bounds.max.y, at.y)};
    }
    clip.begin.push_back(static_cast<std::uint32_t>(clip.person.size()));
    return clip;
}

Clip read_clip(const std::filesystem::path& path, const ReadOptions& options) {
    return clip_of(read_recording(path, options));
}

Clip parse_clip(std::string_view text, std::string_view name, ClipContent content) {
    ReadOptions options;
    options.content = content;
    return clip_of(parse_recording(text, name, options));
}

} // namespace throng::app
