// SPDX-License-Identifier: MIT
// The elements that throng draw shows: one frame of a file, or the demo's crowd at its start.
#include "apps/throng/draw/drawn_crowd.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/clip/clip.hpp"
#include "apps/throng/crowd/check.hpp"
#include "apps/throng/crowd/crossing.hpp"
#include "apps/throng/input/formats.hpp"
#include "apps/throng/input/source.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace throng::app {

namespace {

std::size_t frame_to_draw(const DrawOptions& options, const Clip& clip) {
    if (!options.frame) {
        const auto people = [&](std::size_t f) { return clip.begin[f + 1] - clip.begin[f]; };
        std::size_t fullest = 0;
        for (std::size_t f = 1; f < clip.frames(); ++f) fullest = people(f) > people(fullest) ? f : fullest;
        return fullest;
    }
    const auto found = std::lower_bound(clip.numbers.begin(), clip.numbers.end(), *options.frame);
    if (found == clip.numbers.end() || *found != *options.frame) {
        throw UsageError(fmt::format("{} has no frame {}; it has {}, from {} to {}", shown(options.input.string()),
                                     *options.frame, counted(clip.frames(), "frame"), clip.numbers.front(),
                                     clip.numbers.back()));
    }
    return static_cast<std::size_t>(found - clip.numbers.begin());
}

// Half extents are even in their logarithm: between a spread-th of the middle one and the spread-fold of it.
std::vector<float> half_extents_of(const std::vector<std::uint64_t>& people, const DrawOptions& options) {
    std::vector<float> half_extents;
    for (const std::uint64_t person : people) {
        const auto share = static_cast<float>(mix(options.seed ^ mix(person)) >> 40) * 0x1p-24f;
        half_extents.push_back(options.body * std::pow(options.spread, 2 * share - 1));
    }
    return half_extents;
}

DrawnCrowd crowd_of_file(const DrawOptions& options) {
    ReadOptions read = options.read;
    read.content = ClipContent::Places;
    const Recording recording = read_recording(options.input, read);
    const Clip clip = clip_of(recording);
    const std::size_t frame = frame_to_draw(options, clip);
    DrawnCrowd crowd;
    std::vector<std::uint64_t> people;
    for (std::size_t s = clip.begin[frame]; s < clip.begin[frame + 1]; ++s) {
        crowd.x.push_back(clip.x[s]);
        crowd.y.push_back(clip.y[s]);
        people.push_back(static_cast<std::uint64_t>(clip.ids[clip.person[s]]));
        if (!clip.values.empty()) crowd.values.push_back(clip.values[s]);
        if (clip.half_extents.empty()) continue;
        crowd.half_extents.push_back(clip.half_extents[s]);
        crowd.half_heights.push_back(clip.half_heights[s]);
    }
    if (crowd.half_extents.empty()) crowd.half_extents = half_extents_of(people, options);
    crowd.frame = clip.numbers[frame];
    crowd.origin = clip.origin;
    crowd.coordinates = coordinates_of(recording.reading.unit, clip.origin);
    crowd.name = options.input == "-" ? name_of(options.input) : options.input.stem().string();
    crowd.is_one_frame_of_many = clip.frames() > 1;
    if (crowd.is_one_frame_of_many) crowd.name += fmt::format(", frame {}", *crowd.frame);
    return crowd;
}

DrawnCrowd crowd_of_demo(const DrawOptions& options) {
    Walkers walkers = Crossing::holding(options.agents).populate(options.agents, options.seed);
    DrawnCrowd crowd;
    crowd.half_extents = half_extents_of({walkers.person.begin(), walkers.person.end()}, options);
    crowd.x = std::move(walkers.x);
    crowd.y = std::move(walkers.y);
    crowd.name = "the demo's crowd";
    return crowd;
}

Aabb around(const DrawnCrowd& crowd) {
    // Beyond it, structures with nodes larger than their elements would leave the range of floats.
    constexpr float widest = 1e30f;
    constexpr float far = std::numeric_limits<float>::max();
    Aabb box{{far, far}, {-far, -far}};
    for (std::size_t i = 0; i < crowd.x.size(); ++i) {
        const float x = crowd.x[i], y = crowd.y[i], w = crowd.half_extents[i], h = crowd.half_heights[i];
        box.min = {std::min(box.min.x, x - w), std::min(box.min.y, y - h)};
        box.max = {std::max(box.max.x, x + w), std::max(box.max.y, y + h)};
    }
    const float farthest = std::max({-box.min.x, -box.min.y, box.max.x, box.max.y});
    if (!(farthest < widest))
        throw UsageError(fmt::format("{}: the places are too far apart to be drawn", shown(crowd.name)));
    return box;
}

Aabb zoom_of(const std::vector<double>& zoom, const std::array<double, 2>& origin) {
    const auto at = [&](std::size_t i) { return static_cast<float>(zoom[i] - origin[i % 2]); };
    const Aabb part{{at(0), at(1)}, {at(2), at(3)}};
    const float width = part.max.x - part.min.x, height = part.max.y - part.min.y;
    if (!(width > 0 && height > 0 && std::isfinite(width) && std::isfinite(height)))
        throw UsageError("--zoom: the part has no area; say its least x and y, then its greatest x and y");
    return part;
}

} // namespace

DrawnCrowd crowd_to_draw(const DrawOptions& options) {
    DrawnCrowd crowd = options.input.empty() ? crowd_of_demo(options) : crowd_of_file(options);
    if (crowd.half_heights.empty()) crowd.half_heights = crowd.half_extents;
    crowd.bounds = around(crowd);
    if (options.zoom.empty()) return crowd;
    const Aabb part = zoom_of(options.zoom, crowd.origin);
    if (!predicates::overlaps(part, crowd.bounds)) {
        const auto at = [&](float place, std::size_t axis) { return static_cast<double>(place) + crowd.origin[axis]; };
        throw UsageError(fmt::format("--zoom: no person is there; people are within {:.6g},{:.6g},{:.6g},{:.6g}{}",
                                     at(crowd.bounds.min.x, 0), at(crowd.bounds.min.y, 1), at(crowd.bounds.max.x, 0),
                                     at(crowd.bounds.max.y, 1),
                                     !crowd.coordinates || crowd.coordinates->unit == 1 ? "" : " (in metres)"));
    }
    crowd.zoom = part;
    return crowd;
}

} // namespace throng::app
