// SPDX-License-Identifier: MIT
// The demo's scene: two broad streams, one walking east and one walking north, cross in a square.
#include "apps/throng/crowd/crossing.hpp"

#include "scenes/generator.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace throng::app {

namespace {

// Shares of the side. Two corners are left empty beside each band; the near one is the larger.
constexpr float band_from = 0.25f;
constexpr float band_to = 0.90f;

// People stand on the points of a lattice. In the crossing every point is taken: 1.15 persons per square metre, crowded
// but flowing. Elsewhere in the bands one of two is. Half a metre of person and twice the jitter fit into the spacing.
constexpr float spacing = 0.93f;
constexpr float jitter = 0.2f;
constexpr float mean_pace = 1.3f;
constexpr float pace_spread = 0.25f;

// Obstacles stand in the middle of squares that share the crossing: three walls, and every fourth a tram.
constexpr float least_square = 15;
constexpr std::uint32_t most_across = 8;
constexpr Vec2 wall_half{2, 0.3f}, tram_half{5, 1.3f};
constexpr float tram_roll = 3;
constexpr float room_beside = 0.3f; // a body, and a little

bool is_free(Vec2 place, const std::vector<Obstacle>& obstacles) {
    return std::none_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& o) {
        return place.x > o.box.min.x - room_beside && place.x < o.box.max.x + room_beside &&
               place.y > o.box.min.y - room_beside && place.y < o.box.max.y + room_beside;
    });
}

struct Place {
    Vec2 position;
    Stream stream;
};

std::vector<Place> places(const Crossing& scene, scenes::Generator& random) {
    std::vector<Place> result;
    const auto inside = [&](float v) { return v >= scene.band_low && v < scene.band_high; };
    const std::vector<Obstacle> obstacles = scene.obstacles();
    const auto lines = static_cast<std::uint32_t>(scene.side / spacing);
    for (std::uint32_t row = 0; row < lines; ++row) {
        for (std::uint32_t column = 0; column < lines; ++column) {
            const float x = (static_cast<float>(column) + 0.5f) * spacing,
                        y = (static_cast<float>(row) + 0.5f) * spacing;
            const bool east = inside(y), north = inside(x);
            if (!east && !north) continue;
            const bool heads = random.chance(0.5f);
            if (!(east && north) && heads) continue;
            const Vec2 position{x + random.uniform(-jitter, jitter), y + random.uniform(-jitter, jitter)};
            if (!is_free(position, obstacles)) continue;
            result.push_back({position, east && (!north || heads) ? Stream::East : Stream::North});
        }
    }
    return result;
}

} // namespace

Crossing Crossing::holding(std::uint32_t people) {
    // Both bands at half density: 2 * 0.5 * (to - from) * side^2 / spacing^2 people, and 6 % more for what obstacles
    // take up and so that chance seldom falls short.
    const float breadth = band_to - band_from;
    const float side = spacing * std::sqrt(1.06f * static_cast<float>(people) / breadth) + 2 * spacing;
    return {side, band_from * side, band_to * side};
}

std::vector<Obstacle> Crossing::obstacles() const {
    std::vector<Obstacle> all;
    const auto across = std::min(most_across, static_cast<std::uint32_t>((band_high - band_low) / least_square));
    if (across == 0) return all;
    const float pitch = (band_high - band_low) / static_cast<float>(across);
    for (std::uint32_t row = 0; row < across; ++row) {
        for (std::uint32_t column = 0; column < across; ++column) {
            const float x = band_low + (static_cast<float>(column) + 0.5f) * pitch,
                        y = band_low + (static_cast<float>(row) + 0.5f) * pitch;
            const bool tram = row % 2 == 1 && column % 2 == 1, upright = (row + column) % 2 == 1;
            const Vec2 half = tram ? tram_half : upright ? Vec2{wall_half.y, wall_half.x} : wall_half;
            all.push_back({predicates::box_around({x, y}, half), tram ? tram_roll : 0});
        }
    }
    return all;
}

Walkers Crossing::populate(std::uint32_t people, std::uint64_t seed) const {
    scenes::Generator random(seed);
    std::vector<Place> free = places(*this, random);
    // A small scene may fall short of places: the next draw is as good.
    while (free.size() < people) free = places(*this, random);

    Walkers walkers;
    walkers.resize(people);
    // The surplus goes at random and the order of the lattice, which is nearly the grid's, stays.
    std::size_t taken = 0;
    for (std::size_t i = 0; i < free.size() && taken < people; ++i) {
        const auto wanted = static_cast<std::uint32_t>(people - taken),
                   left = static_cast<std::uint32_t>(free.size() - i);
        if (random.below(left) >= wanted) continue;
        const float pace = mean_pace + random.uniform(-pace_spread, pace_spread);
        const bool east = free[i].stream == Stream::East;
        walkers.x[taken] = free[i].position.x;
        walkers.y[taken] = free[i].position.y;
        walkers.velocity_x[taken] = east ? pace : 0;
        walkers.velocity_y[taken] = east ? 0 : pace;
        walkers.pace[taken] = pace;
        walkers.stream[taken] = free[i].stream;
        walkers.person[taken] = static_cast<std::uint32_t>(taken);
        ++taken;
    }
    return walkers;
}

bool Crossing::holds(Vec2 position) const noexcept {
    return position.x >= 0 && position.x <= side && position.y >= 0 && position.y <= side;
}

Vec2 Crossing::center() const noexcept {
    const float middle = 0.5f * (band_low + band_high);
    return {middle, middle};
}

} // namespace throng::app
