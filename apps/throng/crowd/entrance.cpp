// SPDX-License-Identifier: MIT
// People that have left the square enter it again at the near end of the same stream, at a place with room.
#include "apps/throng/crowd/entrance.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/crowd/check.hpp"

#include "scenes/generator.hpp"

#include <algorithm>
#include <cmath>

namespace throng::app {

namespace {

constexpr std::size_t tries = 8;

// In addition to two bodies: the longest approach of a person in the step that is not in the index yet, and a little.
constexpr float clearance = 0.25f;

} // namespace

void Entrance::admit(Walkers& walkers, const Crossing& scene, const CrowdIndex& index, std::uint64_t tick) {
    outside_.clear();
    for (std::size_t i = 0; i < walkers.size(); ++i) {
        if (!scene.holds({walkers.x[i], walkers.y[i]})) outside_.push_back(static_cast<Slot>(i));
    }
    if (outside_.empty()) return;
    list_places(walkers, scene, tick);
    people_near_.resize(places_.size());
    expect(index.count(DiscView(places_, 2 * body_radius_ + clearance), people_near_, {.measure = Measure::Center}),
           "look for room");

    taken_.clear();
    for (std::size_t i = 0; i < outside_.size(); ++i) {
        for (std::size_t place = i * tries; place < (i + 1) * tries; ++place) {
            if (!is_free(place)) continue;
            walkers.x[outside_[i]] = places_[place].x;
            walkers.y[outside_[i]] = places_[place].y;
            taken_.push_back(places_[place]);
            break;
        }
    }
}

// First the place across the stream at which the person left; then any place across it.
void Entrance::list_places(const Walkers& walkers, const Crossing& scene, std::uint64_t tick) {
    places_.clear();
    for (const Slot s : outside_) {
        const bool east = walkers.stream[s] == Stream::East;
        const float along = east ? walkers.x[s] : walkers.y[s], across = east ? walkers.y[s] : walkers.x[s];
        const float from_end = std::clamp(along - scene.side, 0.0f, scene.band_low);
        scenes::Generator random(mix(walkers.person[s]) + tick);
        for (std::size_t i = 0; i < tries; ++i) {
            const bool as_left = i == 0 && across >= scene.band_low && across <= scene.band_high;
            const float where = as_left ? across : random.uniform(scene.band_low, scene.band_high);
            places_.push_back(east ? Vec2{from_end, where} : Vec2{where, from_end});
        }
    }
}

bool Entrance::is_free(std::size_t place) const {
    if (people_near_[place] != 0) return false;
    return std::none_of(taken_.begin(), taken_.end(), [&](Vec2 other) {
        return std::hypot(other.x - places_[place].x, other.y - places_[place].y) < 2 * body_radius_ + clearance;
    });
}

} // namespace throng::app
