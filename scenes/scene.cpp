// SPDX-License-Identifier: MIT
// The common functions of scenes: boxes, motion, the list.
#include "scene.hpp"

#include "generator.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace throng::scenes {

std::vector<Aabb> Scene::boxes() const {
    std::vector<Aabb> boxes(centers.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Vec2 c = centers[i];
        const Vec2 h = half_extents[i];
        boxes[i] = {{c.x - h.x, c.y - h.y}, {c.x + h.x, c.y + h.y}};
    }
    return boxes;
}

float Scene::largest_half_extent() const {
    float largest = 0;
    for (const Aabb& box : boxes()) {
        largest = std::max(largest, box.max.x * 0.5f - box.min.x * 0.5f);
        largest = std::max(largest, box.max.y * 0.5f - box.min.y * 0.5f);
    }
    const float above = std::nextafter(largest, std::numeric_limits<float>::infinity());
    return std::isinf(above) ? largest : above;
}

void Scene::step(std::uint64_t tick) {
    for (std::size_t i = 0; i < centers.size(); ++i) {
        centers[i].x += velocities[i].x;
        centers[i].y += velocities[i].y;
    }
    climb();
    Generator random(tick + 1);
    const auto n = static_cast<std::uint32_t>(centers.size());
    for (std::uint32_t i = 0; i < n; ++i) {
        if (random.chance(teleporting)) std::swap(centers[i], centers[random.below(n)]);
    }
}

// Those that walk to the right climb up to the highest layer there is, the others descend.
void Scene::climb() {
    if (layers.empty()) return;
    const std::uint16_t highest = *std::max_element(layers.begin(), layers.end());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Vec2 c = centers[i];
        if (c.x < stairs.min.x || c.x > stairs.max.x || c.y < stairs.min.y || c.y > stairs.max.y) continue;
        if (velocities[i].x > 0 && layers[i] != highest) ++layers[i];
        if (velocities[i].x <= 0 && layers[i] != 0) --layers[i];
    }
}

void Scene::add(Vec2 center, Vec2 half_extent, Vec2 velocity) {
    centers.push_back(center);
    half_extents.push_back(half_extent);
    velocities.push_back(velocity);
}

std::vector<Scene> all(std::size_t size) {
    std::vector<Scene> scenes = ordinary(size);
    std::vector<Scene> more = extreme(size);
    std::move(more.begin(), more.end(), std::back_inserter(scenes));
    return scenes;
}

} // namespace throng::scenes
