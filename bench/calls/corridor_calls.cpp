// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/ticked_crowd.hpp"
#include "scenes/generator.hpp"

#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

// A corridor of density 1 whose elements walk to and fro along it.
TickedCrowd corridor(std::size_t size, float width, bool standing) {
    scenes::Generator random(7);
    const float length = static_cast<float>(size) / width, half = 0.25f;
    std::vector<Aabb> boxes[2];
    for (std::size_t i = 0; i < size; ++i) {
        const float x = random.uniform(0, length), y = random.uniform(0, width), step = random.uniform(-0.1f, 0.1f);
        for (std::size_t tick = 0; tick < 2; ++tick) {
            Aabb box{{x - half, y - half}, {x + half, y + half}};
            box.min.x += static_cast<float>(tick) * step;
            box.max.x += static_cast<float>(tick) * step;
            if (standing) {
                std::swap(box.min.x, box.min.y);
                std::swap(box.max.x, box.max.y);
            }
            boxes[tick].push_back(box);
        }
    }
    return {std::move(boxes[0]), std::move(boxes[1])};
}

} // namespace

// The same crowd with x and y exchanged.
std::vector<CallFigure> corridor_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    for (const std::size_t n : {setup.n / 50 + 1, setup.n, 20 * setup.n}) {
        for (const float width : {1.f, 3.f, 10.f}) {
            TickedCrowd standing = corridor(n, width, true), lying = corridor(n, width, false);
            const auto add = [&](const char* index, double (TickedCrowd::*tick)()) {
                figures.push_back(compare(
                    {.name = "corridor",
                     .ours = std::string(index) + ", a tick of " + std::to_string(n) + " standing, " +
                             digits(static_cast<double>(width)) + " wide",
                     .beside = "lying",
                     .must = 1.15,
                     .items = static_cast<double>(n)},
                    setup.rounds, [&] { return (standing.*tick)(); }, [&] { return (lying.*tick)(); }));
            };
            add("RowGrid", &TickedCrowd::tick_grid);
            add("World", &TickedCrowd::tick_world);
        }
    }
    return figures;
}

} // namespace throng::bench
