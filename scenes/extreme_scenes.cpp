// SPDX-License-Identifier: MIT
// Content that breaks arithmetic or assumptions: borders, the ends of the float range, giants, points, no elements.
#include "generator.hpp"
#include "scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throng::scenes {
namespace {

constexpr std::size_t dense_size = 400;
constexpr float denormal = std::numeric_limits<float>::denorm_min();

float side_of(std::size_t size) { return std::sqrt(static_cast<float>(size)); }

Vec2 within(Generator& random, float low, float high) {
    const float x = random.uniform(low, high);
    return {x, random.uniform(low, high)};
}

Scene named(const char* name) {
    Scene scene;
    scene.name = name;
    return scene;
}

Scene even(const char* name, std::size_t size, Vec2 half_extent) {
    Scene scene = named(name);
    Generator random(21);
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 direction = random.direction();
        scene.add(within(random, 0, side_of(size)), half_extent, {0.1f * direction.x, 0.1f * direction.y});
    }
    return scene;
}

// Corners and centres exactly on cell borders, neighbours that touch exactly; steps lead from border to border.
Scene lattice(std::size_t size) {
    Scene scene = named("lattice");
    const auto columns = static_cast<std::size_t>(side_of(size));
    for (std::size_t i = 0; i < columns * columns; ++i) {
        const Vec2 corner = {static_cast<float>(i % columns), static_cast<float>(i / columns)};
        const float half = i % 3 == 0 ? 0.5f : 0.25f;
        scene.add({corner.x + (i % 2 == 0 ? 0.5f : 0.0f), corner.y}, {half, half},
                  {i % 5 == 0 ? 0.5f : 0.0f, i % 7 == 0 ? -1.0f : 0.0f});
    }
    scene.bounds = {{0, 0}, {static_cast<float>(columns), static_cast<float>(columns)}};
    return scene;
}

// Magnitudes from 1e7 to 1e30, so that one element's rounding error exceeds another's whole world.
Scene huge_coordinates(std::size_t size) {
    Scene scene = named("huge_coordinates");
    Generator random(22);
    for (std::size_t i = 0; i < size; ++i) {
        float scale = 1e7f;
        for (std::uint32_t tens = random.below(24); tens > 0; --tens) scale *= 10.0f;
        const Vec2 center = within(random, -scale, scale);
        scene.add(center, {scale * random.uniform(0, 0.2f), scale * random.uniform(0, 0.2f)},
                  {scale * 0.01f, -scale * 0.01f});
    }
    scene.cell_size = 1e7f;
    return scene;
}

// Finite boxes with infinite widths and distances: differences of coordinates overflow.
Scene float_limits(std::size_t size) {
    Scene scene = named("float_limits");
    Generator random(23);
    const float top = std::numeric_limits<float>::max() * 0.5f;
    for (std::size_t i = 0; i < std::min(size, dense_size); ++i) {
        const Vec2 center = {random.uniform(-0.9f, 0.9f) * top, random.uniform(-0.9f, 0.9f) * top};
        scene.add(center, {random.uniform(0, 0.9f) * top, random.uniform(0, 0.1f) * top});
    }
    scene.add({0, 0}, {2 * top, 2 * top});
    scene.add({0, 0}, {1, 1});
    return scene;
}

Scene outlier(std::size_t size) {
    Scene scene = even("outlier", size, {0.4f, 0.4f});
    if (size > 0) scene.centers[size / 2] = {1e6f * side_of(size), -1e6f * side_of(size)};
    return scene;
}

Scene denormals(std::size_t size) {
    Scene scene = named("denormals");
    Generator random(24);
    const auto n = static_cast<std::uint32_t>(std::min(size, dense_size));
    for (std::uint32_t i = 0; i < n; ++i) {
        const Vec2 center = {denormal * static_cast<float>(random.below(4 * n)),
                             -denormal * static_cast<float>(random.below(4 * n))};
        scene.add(center,
                  {denormal * static_cast<float>(random.below(20)), denormal * static_cast<float>(random.below(20))},
                  {denormal, denormal});
    }
    scene.cell_size = 30 * denormal;
    return scene;
}

Scene giants_among_ants(std::size_t size) {
    Scene scene = even("giants_among_ants", size, {0.05f, 0.05f});
    const float side = side_of(size);
    for (std::size_t i = 0; i < size; i += 1000) scene.half_extents[i] = {side * 0.2f, side * 0.1f};
    return scene;
}

Scene one_as_large_as_the_world(std::size_t size) {
    Scene scene = even("one_as_large_as_the_world", size, {0.3f, 0.3f});
    const float side = side_of(size);
    if (size > 0) {
        scene.centers.back() = {side / 2, side / 2};
        scene.half_extents.back() = {side, side};
    }
    return scene;
}

Scene coincident_points(std::size_t size) {
    Scene scene = named("coincident_points");
    for (std::size_t i = 0; i < std::min(size, dense_size); ++i) scene.add({3.25f, -7.5f}, {0, 0}, {0.5f, 0.5f});
    return scene;
}

Scene one_element() {
    Scene scene = named("one_element");
    scene.add({-1.5f, 2.5f}, {0.5f, 0.25f}, {1, 1});
    return scene;
}

} // namespace

std::vector<Scene> extreme(std::size_t size) {
    return {lattice(size),
            huge_coordinates(size),
            float_limits(size),
            outlier(size),
            denormals(size),
            giants_among_ants(size),
            one_as_large_as_the_world(size),
            even("zero_size", size, {0, 0}),
            even("flat", size, {0.8f, 0}),
            coincident_points(size),
            one_element(),
            named("empty")};
}

} // namespace throng::scenes
