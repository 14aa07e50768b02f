// SPDX-License-Identifier: MIT
// The contents, drawn from the generator of the scenes.
#include "bench/trees/tree_content.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace throng::bench {

float side_of(std::size_t n) { return std::sqrt(static_cast<float>(n)); }

namespace {

constexpr std::size_t steps = 8, batches_of_moves = 64, moves_a_batch = 100;

constexpr TreeContentKind kinds[] = {
    {"alike", "squares of half extent 0.25, one for each unit of area"},
    {"giant", "the same, but one in a thousand has a half extent of 25"},
    {"sizes", "half extents log-uniform in [0.02, 20], one for each unit of area"},
    {"density", "squares of half extent 0.25, a thousand times as dense in the middle as at the border"},
    {"spacing_3", "half extents follow the spacing, which is log-uniform over three decades"},
    {"spacing_4", "the same over four decades"}};

Aabb square(Vec2 middle, float half) {
    return {{middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}};
}

Aabb drawn(std::string_view kind, std::size_t n, std::size_t i, scenes::Generator& random) {
    const float side = side_of(n);
    if (kind == "alike") return square_anywhere(random, side, 0.25f);
    if (kind == "giant") return square_anywhere(random, side, i % 1000 == 7 ? 25 : 0.25f);
    if (kind == "sizes") return square_anywhere(random, side, 0.02f * std::pow(1000.f, random.unit()));
    if (kind == "density") {
        const float away = side / 2 * std::pow(random.unit(), 2.5f);
        const Vec2 direction = random.direction();
        return square({away * direction.x, away * direction.y}, 0.25f);
    }
    if (kind == "spacing_3") return square_by_spacing(random, n, 3);
    if (kind == "spacing_4") return square_by_spacing(random, n, 4);
    throw std::invalid_argument("there is no content '" + std::string(kind) + "'");
}

} // namespace

std::span<const TreeContentKind> tree_content_kinds() { return kinds; }

Aabb square_anywhere(scenes::Generator& random, float side, float half) {
    const float x = random.uniform(0, side);
    return square({x, random.uniform(0, side)}, half);
}

std::vector<Aabb> squares_alike(std::size_t n, std::uint64_t seed) {
    scenes::Generator random(seed);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < n; ++i) boxes.push_back(square_anywhere(random, side_of(n), 0.25f));
    return boxes;
}

std::vector<Aabb> crossing_wires(std::size_t n, float length, std::uint64_t seed) {
    scenes::Generator random(seed);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < n; ++i) {
        const float x = random.uniform(0, side_of(n)), y = random.uniform(0, side_of(n)), thin = 1e-4f * length;
        const Vec2 extent = random.below(2) == 0 ? Vec2{length, thin} : Vec2{thin, length};
        boxes.push_back({{x, y}, {x + extent.x, y + extent.y}});
    }
    return boxes;
}

Aabb square_by_spacing(scenes::Generator& random, std::size_t n, float decades) {
    const float away = side_of(n) / 2 * std::pow(10.f, -decades * random.unit());
    const Vec2 direction = random.direction();
    // Logarithms of distances are uniform over decades * ln 10, so that spacing is in proportion to the distance.
    const float spacing = away * std::sqrt(6.2831853f * 2.3025851f * decades / static_cast<float>(n));
    return square({away * direction.x, away * direction.y}, 0.25f * spacing);
}

void walk(Aabb& box, float share, scenes::Generator& random) {
    const float reach = share * (box.max.x - box.min.x);
    const float x = random.uniform(-reach, reach), y = random.uniform(-reach, reach);
    box = {{box.min.x + x, box.min.y + y}, {box.max.x + x, box.max.y + y}};
}

TreeContent tree_content(std::string_view kind, std::size_t n, std::uint64_t seed) {
    scenes::Generator random(seed);
    TreeContent content;
    for (std::size_t i = 0; i < n; ++i) content.boxes.push_back(drawn(kind, n, i, random));

    std::vector<Aabb> now = content.boxes;
    for (std::size_t step = 0; step < steps; ++step) {
        for (Aabb& box : now) walk(box, 0.1f, random);
        content.steps.push_back(now);
    }
    const std::size_t few = std::min(moves_a_batch, n);
    for (std::size_t batch = 0; batch < batches_of_moves; ++batch) {
        FewMoves moves;
        const std::size_t first = random.below(static_cast<std::uint32_t>(n));
        for (std::size_t i = 0; i < few; ++i) {
            const std::size_t slot = (first + i * (n / few)) % n;
            walk(now[slot], 0.1f, random);
            moves.slots.push_back(static_cast<Slot>(slot));
            moves.boxes.push_back(now[slot]);
        }
        content.moves.push_back(std::move(moves));
    }

    for (std::size_t i = 0; i < n; i += 4) {
        const Aabb& box = content.boxes[i];
        const float width = box.max.x - box.min.x;
        const Vec2 beside{box.max.x + width / 2, (box.min.y + box.max.y) / 2};
        content.points.push_back(beside);
        content.queries.push_back(square(beside, 2 * width));
        content.rays.push_back({beside, random.direction(), 20 * width});
    }
    return content;
}

} // namespace throng::bench
