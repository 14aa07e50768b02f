// SPDX-License-Identifier: MIT
// Common crowds.
#include "generator.hpp"
#include "scene.hpp"

#include <algorithm>
#include <cmath>

namespace throng::scenes {
namespace {

// The limit of the densest scenes, in which all elements overlap each other: answers grow with its square.
constexpr std::size_t dense_size = 400;

float side_of(std::size_t size) { return std::sqrt(static_cast<float>(size)); }

Vec2 scaled(float length, Vec2 direction) { return {length * direction.x, length * direction.y}; }

// Drawn before it is passed on: compilers evaluate the arguments of a call in any order, and scenes do not depend
// on the compiler.
Vec2 human_size(Generator& random) { return {random.uniform(0.25f, 0.5f), random.uniform(0.25f, 0.5f)}; }

Vec2 within(Generator& random, Vec2 low, Vec2 high) {
    const float x = random.uniform(low.x, high.x);
    return {x, random.uniform(low.y, high.y)};
}

Scene named(const char* name) {
    Scene scene;
    scene.name = name;
    return scene;
}

Scene uniform(std::size_t size) {
    Scene scene = named("uniform");
    Generator random(1);
    const float side = side_of(size);
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 center = within(random, {0, 0}, {side, side});
        const Vec2 half_extents = human_size(random);
        scene.add(center, half_extents, scaled(0.05f, random.direction()));
    }
    scene.bounds = {{0, 0}, {side, side}};
    return scene;
}

// Ten crowds with empty land between them.
Scene clustered(std::size_t size) {
    Scene scene = named("clustered");
    Generator random(2);
    const float side = side_of(size) * 4;
    const float reach = side_of(size) / 6;
    std::vector<Vec2> middles;
    for (int i = 0; i < 10; ++i) middles.push_back(within(random, {0, 0}, {side, side}));
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 middle = middles[random.below(10)];
        const float away = reach * random.unit(); // compilers evaluate arguments in any order
        const Vec2 offset = scaled(away, random.direction());
        const Vec2 half_extents = human_size(random);
        scene.add({middle.x + offset.x, middle.y + offset.y}, half_extents, scaled(0.1f, random.direction()));
    }
    return scene;
}

// A quarter of all elements lies within one square unit.
Scene one_hot_spot(std::size_t size) {
    Scene scene = uniform(size);
    scene.name = "one_hot_spot";
    Generator random(3);
    const float middle = side_of(size) / 2;
    for (std::size_t i = 0; i < std::min(size / 4, dense_size); ++i) {
        scene.centers[i] = within(random, {middle, middle}, {middle + 1, middle + 1});
    }
    return scene;
}

Scene one_row(std::size_t size) {
    Scene scene = named("one_row");
    Generator random(4);
    const auto length = static_cast<float>(size);
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 center = {random.uniform(0, length), 5.5f + random.uniform(-0.25f, 0.25f)};
        const Vec2 half_extents = human_size(random);
        scene.add(center, half_extents, {random.uniform(-0.2f, 0.2f), 0});
    }
    return scene;
}

Scene one_column(std::size_t size) {
    Scene scene = one_row(size);
    scene.name = "one_column";
    for (std::size_t i = 0; i < size; ++i) {
        std::swap(scene.centers[i].x, scene.centers[i].y);
        std::swap(scene.velocities[i].x, scene.velocities[i].y);
    }
    return scene;
}

// Sixteen times wider than high, with elements twelve times higher than wide: confusion of width and height shows.
Scene wide_world(std::size_t size) {
    Scene scene = named("wide_world");
    Generator random(5);
    const float height = side_of(size) / 2;
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 center = within(random, {100, 3}, {100 + 16 * height, 3 + height});
        scene.add(center, {0.1f, 1.2f}, scaled(0.2f, random.direction()));
    }
    scene.bounds = {{100, 3}, {100 + 16 * height, 3 + height}};
    scene.cell_size = 1.5f;
    return scene;
}

// Nearly all elements left of and below zero: truncation towards zero would fold -0.5 onto 0.5.
Scene negative_origin(std::size_t size) {
    Scene scene = named("negative_origin");
    Generator random(6);
    const float side = side_of(size);
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 center = within(random, {-side, -side}, {2, 2});
        const Vec2 half_extents = human_size(random);
        scene.add(center, half_extents, scaled(0.3f, random.direction()));
    }
    return scene;
}

// The given bounds cover a small part of the elements' area: most elements are in border rows and cells.
Scene outside_the_bounds(std::size_t size) {
    Scene scene = named("outside_the_bounds");
    Generator random(7);
    const float side = side_of(size);
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 center = within(random, {-side, -side}, {side, side});
        const Vec2 half_extents = human_size(random);
        scene.add(center, half_extents, scaled(0.5f, random.direction()));
    }
    scene.bounds = {{1, 2}, {1 + side / 8, 2 + side / 4}};
    return scene;
}

// Two streams cross each other along a corridor.
Scene opposing_streams(std::size_t size) {
    Scene scene = named("opposing_streams");
    Generator random(8);
    const float width = side_of(size) / 2;
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 center = within(random, {0, 0}, {4 * width, width});
        scene.add(center, {0.25f, 0.25f}, {i % 2 == 0 ? 0.7f : -0.7f, random.uniform(-0.05f, 0.05f)});
    }
    return scene;
}

Scene teleporting(std::size_t size) {
    Scene scene = uniform(size);
    scene.name = "teleporting";
    scene.teleporting = 0.3f;
    return scene;
}

Scene all_touch(std::size_t size) {
    Scene scene = named("all_touch");
    Generator random(9);
    for (std::size_t i = 0; i < std::min(size, dense_size); ++i) {
        const Vec2 center = within(random, {10, 10}, {10.5f, 10.5f}), half_extents = human_size(random);
        scene.add(center, half_extents, scaled(0.02f, random.direction()));
    }
    return scene;
}

// Places whose distances from a centre are uniform on a logarithmic scale, over nearly four decades.
Scene denser_inward(std::size_t size) {
    Scene scene = named("denser_inward");
    Generator random(10);
    for (std::size_t i = 0; i < size; ++i) {
        const float octave = static_cast<float>(1u << random.below(13)), away = octave * random.uniform(1, 2);
        const Vec2 center = scaled(away, random.direction());
        scene.add(center, {0.004f, 0.004f}, scaled(0.001f * away, random.direction()));
    }
    return scene;
}

// Cities of as many elements each, the densest ones a thousand times as dense as the others, and empty land between.
Scene cities(std::size_t size) {
    Scene scene = named("cities");
    Generator random(11);
    const std::size_t count = std::clamp<std::size_t>(size / 40, 2, 50);
    const float side = 80 * side_of(size), largest = 4 * side_of(size / count);
    std::vector<Vec2> middles;
    std::vector<float> radii;
    for (std::size_t city = 0; city < count; ++city) {
        middles.push_back(within(random, {0, 0}, {side, side}));
        radii.push_back(largest / static_cast<float>(1u << city % 6)); // 32 * 32 times the density
    }
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 middle = middles[i % count];
        const float away = radii[i % count] * std::sqrt(random.unit());
        const Vec2 offset = scaled(away, random.direction());
        scene.add({middle.x + offset.x, middle.y + offset.y}, {0.1f, 0.1f}, scaled(0.05f, random.direction()));
    }
    return scene;
}

// Five floors above each other, with stairs in the middle.
Scene building(std::size_t size) {
    constexpr std::size_t floors = 5;
    Scene scene = named("building");
    Generator random(12);
    const float side = side_of(size / floors + 1);
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 center = within(random, {0, 0}, {side, side});
        const Vec2 half_extents = human_size(random);
        scene.add(center, half_extents, scaled(0.1f, random.direction()));
        scene.layers.push_back(static_cast<std::uint16_t>(i % floors));
    }
    scene.bounds = {{0, 0}, {side, side}};
    scene.stairs = {{0.4f * side, 0.4f * side}, {0.6f * side, 0.6f * side}};
    return scene;
}

// Sizes and spacing grow with the distance from the middle, over four decades.
Scene sizes_follow_spacing(std::size_t size) {
    Scene scene = named("sizes_follow_spacing");
    Generator random(13);
    const float side = side_of(size) * 3, share = 0.75f * std::sqrt(6.2831853f * 4 / static_cast<float>(size + 1));
    for (std::size_t i = 0; i < size; ++i) {
        const float u = 0.1f + 0.9f * random.unit(), r = side * u * u * u * u;
        const float half = share * r / std::sqrt(u);
        const Vec2 center = scaled(r, random.direction());
        scene.add(center, {half, half}, scaled(0.1f * half, random.direction()));
    }
    return scene;
}

// A uniform crowd, of which a few are so far away that their coordinates are rounded to whole numbers.
Scene strays(std::size_t size) {
    Scene scene = uniform(size);
    scene.name = "strays";
    Generator random(14);
    for (std::size_t i = 3; i < size; i += 70) {
        const float far = random.uniform(1e6f, 2e7f);
        scene.centers[i].x += random.chance(0.5f) ? far : -far;
    }
    return scene;
}

} // namespace

std::vector<Scene> ordinary(std::size_t size) {
    return {uniform(size),         clustered(size),          one_hot_spot(size),
            one_row(size),         one_column(size),         wide_world(size),
            negative_origin(size), outside_the_bounds(size), opposing_streams(size),
            teleporting(size),     all_touch(size),          denser_inward(size),
            cities(size),          building(size),           sizes_follow_spacing(size),
            strays(size)};
}

} // namespace throng::scenes
