// SPDX-License-Identifier: MIT
// The motion of a walker: towards the goal, out of the way of others, around obstacles, and never through another
// walker.
#include "apps/throng/crowd/steering.hpp"

#include <algorithm>
#include <cmath>

namespace throng::app {

namespace {

// So large that the cost of starting a block does not matter, so small that two threads end together.
constexpr std::size_t block = 2048;

} // namespace

void Steering::tick(Walkers& walkers, const Hits& near, const Surroundings& around, const Workers& workers) {
    const std::size_t people = walkers.size();
    place_.resize(people);
    pushed_.resize(people);
    workers.for_blocks(people, block,
                       [&](std::size_t begin, std::size_t end) { accelerate(walkers, near, around, begin, end); });
    for (std::uint32_t round = 0; round < rule_.pushes; ++round) {
        workers.for_blocks(people, block,
                           [&](std::size_t begin, std::size_t end) { push_apart(walkers, near, around, begin, end); });
        place_.swap(pushed_);
    }
    workers.for_blocks(people, block, [&](std::size_t begin, std::size_t end) { settle(walkers, begin, end); });
}

void Steering::accelerate(const Walkers& walkers, const Hits& near, const Surroundings& around, std::size_t begin,
                          std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        const Vec2 force = force_of(walkers, near[i], goal_of(walkers, around, i), i);
        const float strength = std::sqrt(force.x * force.x + force.y * force.y);
        const float scale = strength > rule_.max_acceleration ? rule_.max_acceleration / strength : 1;
        const float velocity_x = walkers.velocity_x[i] + force.x * scale * rule_.seconds;
        const float velocity_y = walkers.velocity_y[i] + force.y * scale * rule_.seconds;
        place_[i] = {walkers.x[i] + velocity_x * rule_.seconds, walkers.y[i] + velocity_y * rule_.seconds};
    }
}

// A walker with a blocked way heads for the nearer corner, and past it by a little more than a body.
Vec2 Steering::goal_of(const Walkers& walkers, const Surroundings& around, std::size_t self) const {
    const float pace = walkers.pace[self];
    const bool east = walkers.stream[self] == Stream::East;
    const Vec2 straight = direction_of(walkers.stream[self]), place{walkers.x[self], walkers.y[self]};
    const Vec2 unhindered{pace * straight.x, pace * straight.y};
    if (around.ahead[self].empty()) return unhindered;
    const Aabb& box = around.box_of(around.ahead[self][0]);
    if (east ? place.x > box.max.x : place.y > box.max.y)
        return unhindered; // the walker has passed it, and touches its far side
    const float berth = 1.5f * rule_.body_radius;
    const float along =
        std::max(0.0f, east ? box.min.x - rule_.body_radius - place.x : box.min.y - rule_.body_radius - place.y);
    const float past_low = (east ? box.min.y - place.y : box.min.x - place.x) - berth;
    const float past_high = (east ? box.max.y - place.y : box.max.x - place.x) + berth;
    const float aside = -past_low < past_high ? past_low : past_high;
    const float length = std::sqrt(along * along + aside * aside);
    if (length == 0) return unhindered;
    return east ? Vec2{pace * along / length, pace * aside / length}
                : Vec2{pace * aside / length, pace * along / length};
}

// Accelerations; people are of mass 1.
Vec2 Steering::force_of(const Walkers& walkers, std::span<const Slot> near, Vec2 goal, std::size_t self) const {
    const Vec2 velocity{walkers.velocity_x[self], walkers.velocity_y[self]};
    Vec2 force{(goal.x - velocity.x) / rule_.relaxation, (goal.y - velocity.y) / rule_.relaxation};
    for (const Slot other : near) {
        const Vec2 offset{walkers.x[other] - walkers.x[self], walkers.y[other] - walkers.y[self]};
        const Vec2 approach{velocity.x - walkers.velocity_x[other], velocity.y - walkers.velocity_y[other]};
        const Vec2 room = making_room(offset, walkers.stream[self] == walkers.stream[other] ? rule_.comfort_along
                                                                                            : rule_.comfort_across);
        const Vec2 avoidance = anticipation(offset, approach);
        force.x += room.x + avoidance.x;
        force.y += room.y + avoidance.y;
    }
    return force;
}

// Grows linearly from 0 at the distance of comfort.
Vec2 Steering::making_room(Vec2 offset, float comfort) const {
    const float distance2 = offset.x * offset.x + offset.y * offset.y;
    if (distance2 >= comfort * comfort || distance2 == 0) return {0, 0};
    const float distance = std::sqrt(distance2);
    const float strength = rule_.room * (comfort - distance) / ((comfort - 2 * rule_.body_radius) * distance);
    return {-strength * offset.x, -strength * offset.y};
}

// The published energy k / t^2 * exp(-t / t0) with the exponential replaced by (1 - t / horizon)^2, which ends at the
// horizon and needs no library function. The force is its gradient in the position, -dE/dt * dt/dx.
Vec2 Steering::anticipation(Vec2 offset, Vec2 approach) const {
    const float distance2 = offset.x * offset.x + offset.y * offset.y;
    // Walkers that touch count as at 10/9 of contact, or the time would be 0 and the force without bound.
    const float reach2 = std::min(4 * rule_.body_radius * rule_.body_radius, 0.81f * distance2);
    const float a = approach.x * approach.x + approach.y * approach.y;
    const float b = offset.x * approach.x + offset.y * approach.y;
    const float discriminant = b * b - a * (distance2 - reach2);
    if (b <= 0 || discriminant <= 1e-6f) return {0, 0}; // they part, or pass by each other
    const float root = std::sqrt(discriminant);
    const float time = std::max((b - root) / a, rule_.seconds);
    if (time >= rule_.horizon) return {0, 0};
    const float fade = 1 - time / rule_.horizon;
    const float slope = 2 * rule_.caution * fade * (fade / time + 1 / rule_.horizon) / (time * time);
    return {-slope * (approach.x - (approach.x * b - offset.x * a) / root) / a,
            -slope * (approach.y - (approach.y * b - offset.y * a) / root) / a};
}

// Each walker of a pair gives way by half of the overlap. At most six bodies touch another without overlap among
// themselves, so that the ten nearest before the step contain all that can matter after it.
void Steering::push_apart(const Walkers& walkers, const Hits& near, const Surroundings& around, std::size_t begin,
                          std::size_t end) {
    const float contact = 2 * rule_.body_radius;
    for (std::size_t i = begin; i < end; ++i) {
        const Vec2 own = place_[i];
        Vec2 push{0, 0};
        for (const Slot other : near[i]) {
            const Vec2 offset{own.x - place_[other].x, own.y - place_[other].y};
            const float distance2 = offset.x * offset.x + offset.y * offset.y;
            if (distance2 >= contact * contact) continue;
            const float distance = std::sqrt(distance2);
            // Two on one spot part along x, the one with the smaller number to the left.
            const float side = walkers.person[i] < walkers.person[other] ? -1.0f : 1.0f;
            const Vec2 direction = distance > 0 ? Vec2{offset.x / distance, offset.y / distance} : Vec2{side, 0};
            push.x += 0.5f * (contact - distance) * direction.x;
            push.y += 0.5f * (contact - distance) * direction.y;
        }
        pushed_[i] = {own.x + push.x, own.y + push.y};
        for (const Slot obstacle : around.close[i]) pushed_[i] = out_of(around.box_of(obstacle), pushed_[i]);
    }
}

// A body's radius off the box: straight away from it, or, from within, through the nearest side.
Vec2 Steering::out_of(const Aabb& box, Vec2 place) const {
    const Vec2 nearest{std::clamp(place.x, box.min.x, box.max.x), std::clamp(place.y, box.min.y, box.max.y)};
    const Vec2 offset{place.x - nearest.x, place.y - nearest.y};
    const float distance2 = offset.x * offset.x + offset.y * offset.y, radius = rule_.body_radius;
    if (distance2 >= radius * radius) return place;
    if (distance2 > 0) {
        const float scale = radius / std::sqrt(distance2);
        return {nearest.x + scale * offset.x, nearest.y + scale * offset.y};
    }
    const float west = place.x - box.min.x, east = box.max.x - place.x, south = place.y - box.min.y,
                north = box.max.y - place.y;
    const float least = std::min({west, east, south, north});
    if (least == west) return {box.min.x - radius, place.y};
    if (least == east) return {box.max.x + radius, place.y};
    return {place.x, least == south ? box.min.y - radius : box.max.y + radius};
}

// The velocity is that of the real step: a walker that was held up has slowed down.
void Steering::settle(Walkers& walkers, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
        walkers.velocity_x[i] = (place_[i].x - walkers.x[i]) / rule_.seconds;
        walkers.velocity_y[i] = (place_[i].y - walkers.y[i]) / rule_.seconds;
        walkers.x[i] = place_[i].x;
        walkers.y[i] = place_[i].y;
    }
}

Overlap measure_overlap(const Walkers& walkers, const Hits& near, float body_radius) {
    const float contact = 2 * body_radius;
    Overlap overlap;
    for (std::size_t i = 0; i < walkers.size(); ++i) {
        for (const Slot other : near[i]) {
            const float dx = walkers.x[other] - walkers.x[i], dy = walkers.y[other] - walkers.y[i];
            const float distance2 = dx * dx + dy * dy;
            if (distance2 >= contact * contact) break; // ascending
            if (other < i) continue;
            const float depth = contact - std::sqrt(distance2);
            overlap.deepest = std::max(overlap.deepest, depth);
            overlap.total += depth;
            ++overlap.pairs;
        }
    }
    return overlap;
}

} // namespace throng::app
