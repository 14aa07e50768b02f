// SPDX-License-Identifier: MIT
// Creation, motion and rearrangement of the crowd workload.
#include "crowd.hpp"

#include "generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace throng::scenes {
namespace {

constexpr float step_length = 0.05f, stream_step = 0.5f;

// One axis of one element. A step is far shorter than the side, so that one reflection suffices; in the smallest worlds
// the clamp keeps it in [0, side].
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

// 0.05 * 1000^u for u in [0, 1), bit by bit of u: roots are the same on every machine, powers of the standard library
// are not.
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

Vec2 scaled(float by, const Vec2& v) { return {by * v.x, by * v.y}; }

// The initial place and direction of elements.
class Ground {
public:
    Ground(Places places, std::size_t n, float side, std::uint64_t seed) : places_(places), side_(side) {
        const auto people = static_cast<float>(n);
        spot_ = std::sqrt(people / (hot_one_in * hot_density));
        if (places != Places::Clusters) return;
        const std::size_t count = std::max<std::size_t>(1, n / cluster_size);
        // A quarter of a cluster's share is a square twice as wide.
        reach_ = side / 4 / std::sqrt(static_cast<float>(count));
        Generator random(seed + 1);
        for (std::size_t i = 0; i < count; ++i) middles_.push_back(anywhere(random, reach_, side - reach_));
    }

    Vec2 place(std::size_t i, Generator& random) const {
        if (places_ == Places::Clusters) {
            const Vec2 middle = middles_[i % middles_.size()];
            const Vec2 one = anywhere(random, -reach_ / 2, reach_ / 2);
            const Vec2 other = anywhere(random, -reach_ / 2, reach_ / 2);
            return {middle.x + one.x + other.x, middle.y + one.y + other.y};
        }
        if (in_hot_spot(i)) return anywhere(random, (side_ - spot_) / 2, (side_ + spot_) / 2);
        return anywhere(random, 0, side_);
    }
    Vec2 direction(std::size_t i, Generator& random) const {
        const Vec2 own = random.direction();
        return in_hot_spot(i) ? Vec2{0.6f, 0.8f} : own;
    }

private:
    static constexpr std::size_t cluster_size = 10'000, hot_one_in = 100, hot_density = 100;

    bool in_hot_spot(std::size_t i) const { return places_ == Places::HotSpot && i % hot_one_in == 0; }

    static Vec2 anywhere(Generator& random, float low, float high) {
        const float of_x = random.uniform(low, high); // compilers evaluate arguments in any order
        return {of_x, random.uniform(low, high)};
    }

    Places places_;
    float side_, spot_, reach_ = 0;
    std::vector<Vec2> middles_;
};

} // namespace

Crowd::Crowd(std::size_t n, std::uint64_t seed, const CrowdForm& form)
    : x(n), y(n), half_extent(n), velocity_x(n), velocity_y(n),
      side(form.places == Places::Heap ? 0.25f : std::sqrt(static_cast<float>(n) * form.area_each)) {
    Generator random(seed);
    const Ground ground(form.places, n, side, seed);
    for (std::size_t i = 0; i < n; ++i) {
        half_extent[i] = size_of(form.sizes, random, side);
        const Vec2 place = ground.place(i, random);
        x[i] = place.x;
        y[i] = place.y;
        const Vec2 velocity = form.ways == Ways::Streaming ? Vec2{i % 2 == 0 ? stream_step : -stream_step, 0}
                                                           : scaled(step_length, ground.direction(i, random));
        velocity_x[i] = velocity.x;
        velocity_y[i] = velocity.y;
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
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    arrange(order);
}

} // namespace throng::scenes
