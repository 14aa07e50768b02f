// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/ticked_crowd.hpp"
#include "scenes/generator.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

// `place` draws the place of element i and its step.
template <class Place> TickedCrowd crowd(std::size_t size, float half, Place&& place) {
    scenes::Generator random(7);
    std::vector<Aabb> here, there;
    for (std::size_t i = 0; i < size; ++i) {
        const auto [at, step] = place(random, i);
        const Vec2 next{at.x + step, at.y - 0.5f * step};
        here.push_back({{at.x - half, at.y - half}, {at.x + half, at.y + half}});
        there.push_back({{next.x - half, next.y - half}, {next.x + half, next.y + half}});
    }
    return {std::move(here), std::move(there)};
}

struct Placed {
    Vec2 at;
    float step;
};

TickedCrowd even(std::size_t size) {
    const float side = std::sqrt(static_cast<float>(size));
    return crowd(size, 0.25f, [side](scenes::Generator& random, std::size_t) {
        const float x = random.uniform(0, side), y = random.uniform(0, side);
        return Placed{{x, y}, random.uniform(-0.05f, 0.05f)};
    });
}

// Distances from a centre are uniform on a logarithmic scale, from 1 to 10^decades.
TickedCrowd denser_inward(std::size_t size, float decades) {
    return crowd(size, 0.004f, [decades](scenes::Generator& random, std::size_t) {
        const float away = std::pow(10.f, random.uniform(0, decades));
        const Vec2 direction = random.direction();
        return Placed{{away * direction.x, away * direction.y}, random.uniform(-0.001f, 0.001f)};
    });
}

// Fifty cities of as many elements each, whose densities are uniform on a logarithmic scale from 1 to 1000.
TickedCrowd cities(std::size_t size) {
    struct City {
        Vec2 middle;
        float radius;
    };
    scenes::Generator plan(3);
    const float side = 90 * std::sqrt(static_cast<float>(size));
    std::vector<City> all;
    for (int city = 0; city < 50; ++city) {
        const float x = plan.uniform(0, side), y = plan.uniform(0, side);
        const float density = std::pow(10.f, plan.uniform(-1.5f, 1.5f));
        all.push_back({{x, y}, std::sqrt(static_cast<float>(size) / 50 / 3.1415927f / density)});
    }
    return crowd(size, 0.1f, [all](scenes::Generator& random, std::size_t i) {
        const City& city = all[i % all.size()];
        const float away = city.radius * std::sqrt(random.unit());
        const Vec2 direction = random.direction();
        return Placed{{city.middle.x + away * direction.x, city.middle.y + away * direction.y},
                      random.uniform(-0.05f, 0.05f)};
    });
}

} // namespace

// Per element and pair, since dense crowds have more pairs.
std::vector<CallFigure> uneven_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    TickedCrowd beside = even(setup.n);
    const auto per_answer = [](TickedCrowd& crowd, double (TickedCrowd::*tick)()) {
        const double seconds = (crowd.*tick)();
        return seconds / static_cast<double>(crowd.size() + crowd.pairs());
    };
    const auto add = [&](const std::string& name, double must, TickedCrowd&& crowd) {
        const auto compared = [&](const char* index, double (TickedCrowd::*tick)()) {
            figures.push_back(compare(
                {.name = "uneven",
                 .ours = std::string(index) + ", a tick of " + name,
                 .beside = "of an even crowd",
                 .must = must,
                 .items = 1},
                setup.rounds, [&] { return per_answer(crowd, tick); }, [&] { return per_answer(beside, tick); }));
        };
        compared("RowGrid", &TickedCrowd::tick_grid);
        compared("World", &TickedCrowd::tick_world);
    };
    add("three decades", 3, denser_inward(setup.n, 3));
    add("four decades", 4, denser_inward(setup.n, 4));
    add("fifty cities", 2.5, cities(setup.n));
    return figures;
}

} // namespace throng::bench
