// SPDX-License-Identifier: MIT
// Recorded trajectories: the positions of people, frame by frame.
#include "apps/throng/clip/clip.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/clip/clip_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>

namespace throng::app {

namespace {

std::string read_whole(const std::filesystem::path& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) throw UsageError(fmt::format("cannot read '{}': {}", shown(path.string()), std::strerror(errno)));
    std::string text;
    char piece[1 << 16];
    std::size_t size = 0;
    while ((size = std::fread(piece, 1, sizeof piece, file)) > 0) text.append(piece, size);
    const int error = std::ferror(file) ? errno : 0;
    std::fclose(file);
    if (error != 0) throw UsageError(fmt::format("cannot read '{}': {}", shown(path.string()), std::strerror(error)));
    return text;
}

void require_one_place_each(const std::vector<Sample>& samples, std::string_view name) {
    for (std::size_t i = 1; i < samples.size(); ++i) {
        const Sample& a = samples[i - 1];
        const Sample& b = samples[i];
        if (a.frame != b.frame || a.id != b.id) continue;
        throw UsageError(fmt::format("{}, line {}: person {} is in frame {} already, by line {}", name,
                                     std::max(a.line, b.line), b.id, b.frame, std::min(a.line, b.line)));
    }
}

std::vector<std::int64_t> distinct_ids(const std::vector<Sample>& samples) {
    std::vector<std::int64_t> ids(samples.size());
    std::transform(samples.begin(), samples.end(), ids.begin(), [](const Sample& s) { return s.id; });
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

Clip columns_of(const std::vector<Sample>& samples) {
    Clip clip;
    clip.ids = distinct_ids(samples);
    clip.bounds = {{samples[0].x, samples[0].y}, {samples[0].x, samples[0].y}};
    for (const Sample& s : samples) {
        if (clip.numbers.empty() || clip.numbers.back() != s.frame) {
            clip.numbers.push_back(s.frame);
            clip.begin.push_back(static_cast<std::uint32_t>(clip.person.size()));
        }
        clip.person.push_back(
            static_cast<std::uint32_t>(std::lower_bound(clip.ids.begin(), clip.ids.end(), s.id) - clip.ids.begin()));
        clip.x.push_back(s.x);
        clip.y.push_back(s.y);
        if (s.half_extent >= 0) clip.half_extents.push_back(s.half_extent);
        clip.bounds.min = {std::min(clip.bounds.min.x, s.x), std::min(clip.bounds.min.y, s.y)};
        clip.bounds.max = {std::max(clip.bounds.max.x, s.x), std::max(clip.bounds.max.y, s.y)};
    }
    clip.begin.push_back(static_cast<std::uint32_t>(clip.person.size()));
    return clip;
}

} // namespace

std::uint32_t Clip::largest_frame() const noexcept {
    std::uint32_t largest = 0;
    for (std::size_t f = 0; f < frames(); ++f) largest = std::max(largest, begin[f + 1] - begin[f]);
    return largest;
}

Clip read_clip(const std::filesystem::path& path, ClipContent content) {
    return parse_clip(read_whole(path), shown(path.string()), content);
}

Clip parse_clip(std::string_view text, std::string_view name, ClipContent content) {
    ClipLines lines = read_lines(text, name, content);
    if (lines.samples.empty()) throw UsageError(fmt::format("{} holds no positions", name));
    if (lines.samples.size() > std::numeric_limits<std::uint32_t>::max() - 1)
        throw UsageError(fmt::format("{} holds too many positions", name));

    std::sort(lines.samples.begin(), lines.samples.end(), [](const Sample& a, const Sample& b) {
        return a.frame != b.frame ? a.frame < b.frame : a.id != b.id ? a.id < b.id : a.line < b.line;
    });
    require_one_place_each(lines.samples, name);

    Clip clip = columns_of(lines.samples);
    if (lines.frames_per_second > 0) clip.frames_per_second = lines.frames_per_second;
    return clip;
}

} // namespace throng::app
