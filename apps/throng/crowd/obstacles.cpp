// SPDX-License-Identifier: MIT
// Obstacles of people: walls, which rest, and trams, which roll to and fro.
#include "apps/throng/crowd/obstacles.hpp"

#include "apps/throng/cli/errors.hpp"

#include <cmath>
#include <utility>

namespace throng::app {

namespace {

constexpr double tram_pace = 0.4; // metres per second

// Out, back, out on the other side and back again, at one pace.
float offset_after(double seconds, float roll) {
    const double way = std::fmod(tram_pace * seconds, 4.0 * static_cast<double>(roll)),
                 most = static_cast<double>(roll);
    return static_cast<float>(way < most ? way : way < 3 * most ? 2 * most - way : way - 4 * most);
}

WorldDesc described(Executor executor) {
    WorldDesc desc;
    desc.executor = executor;
    return desc;
}

} // namespace

Obstacles::Obstacles(std::vector<Obstacle> all, float body_radius, WorldCrowd* crowd, Executor executor)
    : all_(std::move(all)), alone_(described(executor)), home_(crowd ? *crowd : alone_) {
    around_.body_radius = body_radius;
    std::vector<Companion> companions;
    for (const Obstacle& one : all_) {
        companions.push_back({one.box, one.rolls() ? Motion::Dynamic : Motion::Static, one.rolls() ? tram : wall});
        around_.boxes.push_back(one.box);
    }
    home_.accompany(std::move(companions));
    if (!crowd) expect(alone_.build(PointView()), "put up the obstacles");
}

void Obstacles::roll(double seconds) {
    for (std::size_t slot = 0; slot < all_.size(); ++slot) {
        if (!all_[slot].rolls()) continue;
        const Aabb& box = all_[slot].box;
        const float by = offset_after(seconds, all_[slot].roll);
        around_.boxes[slot] = {{box.min.x + by, box.min.y}, {box.max.x + by, box.max.y}};
    }
    home_.place(around_.boxes);
    if (&home_ == &alone_) expect(alone_.update(PointView()), "move the trams");
}

void Obstacles::look(const Walkers& walkers) {
    around_.first = home_.first_companion();
    around_.directions.resize(walkers.size());
    for (std::size_t i = 0; i < walkers.size(); ++i) around_.directions[i] = direction_of(walkers.stream[i]);
    RayView ways(walkers.centers(), around_.directions, Surroundings::look_ahead);
    ways.half_extent = around_.body_radius;
    const QueryOptions both{.mask = wall | tram};
    expect(home_.cast(ways, around_.ahead, both), "look ahead");
    expect(home_.within(DiscView(walkers.centers(), Surroundings::reach), around_.close, both), "look around");
}

std::vector<Aabb> Obstacles::boxes_of(Category category) const {
    std::vector<Aabb> boxes;
    for (std::size_t slot = 0; slot < all_.size(); ++slot)
        if (all_[slot].rolls() == (category == tram)) boxes.push_back(around_.boxes[slot]);
    return boxes;
}

} // namespace throng::app
