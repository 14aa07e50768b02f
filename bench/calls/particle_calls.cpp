// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/common/subject.hpp"

#include <throng/throng.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

// Particles that interact within a distance of 1, as many as give each 2.4 pairs. They lie in no order.
class Particles {
public:
    explicit Particles(std::size_t count) : places_(count) {
        constexpr double pairs_each = 2.4;
        const auto side =
            static_cast<float>(std::sqrt(static_cast<double>(count) * std::numbers::pi / (2 * pairs_each)));
        std::uniform_real_distribution<float> anywhere(0, side);
        for (Vec2& place : places_) place = {anywhere(random_), anywhere(random_)};
        require(grid_.build(PointView(places_), serial()));
    }

    void move() {
        std::uniform_real_distribution<float> step(-0.02f, 0.02f);
        for (Vec2& place : places_) place.x += step(random_), place.y += step(random_);
    }
    void update() { require(grid_.update(PointView(places_), serial())); }
    const Pairs& near(const PairOptions& options) {
        require(grid_.pairs(near_, options, serial()));
        return near_;
    }
    // What a user does who has overlaps alone: squares of the distance, and a test of each pair.
    std::size_t overlaps_and_tests() {
        require(grid_.pairs(overlaps_, {}, serial()));
        kept_.clear();
        for (const Pair pair : overlaps_.view()) {
            const float dx = places_[pair.a].x - places_[pair.b].x, dy = places_[pair.a].y - places_[pair.b].y;
            if (dx * dx + dy * dy <= 1) kept_.push_back(pair);
        }
        return kept_.size();
    }
    std::size_t size() const { return places_.size(); }

private:
    std::mt19937 random_{7};
    std::vector<Vec2> places_;
    RowGrid grid_{RowGridDesc{.max_half_extent = 0.5f}};
    Pairs overlaps_, near_;
    std::vector<Pair> kept_;
};

} // namespace

std::vector<CallFigure> particle_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    for (const std::size_t count : {std::size_t{1000}, std::size_t{18'000}, std::size_t{91'000}}) {
        Particles particles(count);
        const std::string n = std::to_string(count) + " particles: ";
        const auto row = [&](const char* ours, const char* beside, double must, auto&& run, auto&& other) {
            figures.push_back(compare({.name = "particles",
                                       .ours = n + ours,
                                       .beside = beside,
                                       .must = must,
                                       .items = static_cast<double>(count)},
                                      setup.rounds, run, other));
        };
        const PairOptions near{.distance = 1}, ordered{.order = Order::BySlot, .distance = 1};
        std::size_t ours = 0, beside = 0;
        row(
            "update and pairs(distance)", "update, pairs and a test of each", 1,
            [&] {
                particles.move();
                return seconds([&] { particles.update(), ours = particles.near(near).size(); });
            },
            [&] {
                particles.move();
                return seconds([&] { particles.update(), beside = particles.overlaps_and_tests(); });
            });
        ours = particles.near(near).size(), beside = particles.overlaps_and_tests();
        if (ours != beside) throw std::runtime_error("pairs within a distance differ from tests of the caller");
        const auto find_near = [&] { return seconds([&] { (void)particles.near(near); }); };
        row(
            "pairs(distance, BySlot)", "pairs(distance)", 1.2,
            [&] { return seconds([&] { (void)particles.near(ordered); }); }, find_near);
        row(
            "pairs(distance, squared_distances)", "pairs(distance)", 1.5,
            [&] { return seconds([&] { (void)particles.near({.distance = 1, .squared_distances = true}); }); },
            find_near);
    }
    return figures;
}

} // namespace throng::bench
