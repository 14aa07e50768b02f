// SPDX-License-Identifier: MIT
// The crowd workload's making, motion and rearrangement.
#include "crowd.hpp"

#include "generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace throng_scenes {
namespace {

constexpr float step_length = 0.05f;

// One axis of one walker. A step is far shorter than the side, so that one reflection suffices; in the smallest worlds
// the clamp keeps the promise of [0, side].
void walk(float& position, float& velocity, float side) {
    position += velocity;
    if (position < 0) {
        position = -position;
        velocity = -velocity;
    } else if (position > side) {
        position = side - (position - side);
        velocity = -velocity;
    }
    if (position < 0) position = 0;
    if (position > side) position = side;
}

void gather(std::vector<float>& column, std::vector<float>& scratch, std::span<const std::uint32_t> order) {
    scratch.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) scratch[i] = column[order[i]];
    column.swap(scratch);
}

float common_size(Generator& random) { return random.uniform(0.25f, 0.5f); }

// 0.05 * 1000^u for u in [0, 1), bit by bit of u: roots are the same on every machine, powers of the standard library are not.
float mixed_size(Generator& random) {
    static const std::array<double, 24> roots = [] {
        std::array<double, 24> made{};
        double root = 1000;
        for (double& each : made) each = root = std::sqrt(root);
        return made;
    }();
    const std::uint64_t u = random.next() >> 40;
    double size = 0.05;
    for (std::size_t bit = 0; bit < roots.size(); ++bit) {
        if ((u >> (roots.size() - 1 - bit) & 1) != 0) size *= roots[bit];
    }
    return static_cast<float>(size);
}

float size_of(Sizes sizes, Generator& random, float side) {
    if (sizes == Sizes::Mixed) return mixed_size(random);
    if (sizes == Sizes::Giants && random.chance(0.001f)) return side * random.uniform(0.05f, 0.25f);
    return common_size(random);
}

} // namespace

Crowd::Crowd(std::size_t n, std::uint64_t seed, Sizes sizes, float area_each)
    : x(n), y(n), half_extent(n), velocity_x(n), velocity_y(n), side(std::sqrt(static_cast<float>(n) * area_each)) {
    Generator random(seed);
    for (std::size_t i = 0; i < n; ++i) {
        half_extent[i] = size_of(sizes, random, side);
        x[i] = random.uniform(0, side);
        y[i] = random.uniform(0, side);
        const throng::Vec2 direction = random.direction();
        velocity_x[i] = step_length * direction.x;
        velocity_y[i] = step_length * direction.y;
    }
}

void Crowd::step() noexcept {
    for (std::size_t i = 0; i < x.size(); ++i) walk(x[i], velocity_x[i], side);
    for (std::size_t i = 0; i < y.size(); ++i) walk(y[i], velocity_y[i], side);
}

void Crowd::step_some(std::size_t one_in) {
    const std::size_t stride = std::clamp(x.size(), std::size_t{1}, one_in);
    moved.clear();
    for (std::size_t i = turn_++ % stride; i < x.size(); i += stride) {
        walk(x[i], velocity_x[i], side);
        walk(y[i], velocity_y[i], side);
        moved.push_back(static_cast<std::uint32_t>(i));
    }
}

void Crowd::arrange(std::span<const std::uint32_t> order) {
    std::vector<float> scratch;
    for (std::vector<float>* column : {&x, &y, &half_extent, &velocity_x, &velocity_y}) gather(*column, scratch, order);
}

void Crowd::shuffle(std::uint64_t seed) {
    std::vector<std::uint32_t> order(x.size());
    std::iota(order.begin(), order.end(), 0u);
    Generator random(seed);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    arrange(order);
}

} // namespace throng_scenes
