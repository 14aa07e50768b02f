// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/common/subject.hpp"
#include "scenes/generator.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <span>
#include <string>
#include <utility>

namespace throng::bench {
namespace {

// A corridor of density 1 whose elements walk to and fro along it.
class Corridor {
public:
    Corridor(std::size_t size, float width, bool standing) : world_({.executor = serial()}), ids_(size) {
        scenes::Generator random(7);
        const float length = static_cast<float>(size) / width, half = 0.25f;
        for (std::size_t i = 0; i < size; ++i) {
            const float x = random.uniform(0, length), y = random.uniform(0, width), step = random.uniform(-0.1f, 0.1f);
            for (std::size_t tick = 0; tick < 2; ++tick) {
                Aabb box{{x - half, y - half}, {x + half, y + half}};
                box.min.x += static_cast<float>(tick) * step, box.max.x += static_cast<float>(tick) * step;
                if (standing) std::swap(box.min.x, box.min.y), std::swap(box.max.x, box.max.y);
                boxes_[tick].push_back(box);
            }
        }
        require(grid_.build(boxes_[0], serial()));
        require(world_.spawn(boxes_[0], Motion::Dynamic, ids_));
        require(world_.commit(serial()));
        for (int warm_up = 0; warm_up < 20; ++warm_up) tick_grid(), tick_world();
    }

    double tick_grid() {
        const std::span<const Aabb> next = boxes_[++ticks_ % 2];
        return seconds([&] {
            require(grid_.update(next, serial()));
            require(grid_.pairs(pairs_, {}, serial()));
        });
    }
    double tick_world() {
        const std::span<const Aabb> next = boxes_[++ticks_ % 2];
        return seconds([&] {
            require(world_.move_all(next));
            require(world_.commit(serial()));
            require(world_.pairs(pairs_, {}, serial()));
        });
    }

private:
    std::vector<Aabb> boxes_[2];
    RowGrid grid_{RowGridDesc{}};
    World world_;
    std::vector<Id> ids_;
    Pairs pairs_;
    std::size_t ticks_ = 0;
};

} // namespace

// The same crowd with x and y exchanged.
std::vector<CallFigure> corridor_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    for (const std::size_t n : {setup.n / 50 + 1, setup.n, 20 * setup.n}) {
        for (const float width : {1.f, 3.f, 10.f}) {
            Corridor standing(n, width, true), lying(n, width, false);
            const auto add = [&](const char* index, double (Corridor::*tick)()) {
                figures.push_back(compare(
                    {.name = "corridor",
                     .ours = std::string(index) + ", a tick of " + std::to_string(n) + " standing, " +
                             digits(static_cast<double>(width)) + " wide",
                     .beside = "lying",
                     .must = 1.15,
                     .items = static_cast<double>(n)},
                    setup.rounds, [&] { return (standing.*tick)(); }, [&] { return (lying.*tick)(); }));
            };
            add("RowGrid", &Corridor::tick_grid);
            add("World", &Corridor::tick_world);
        }
    }
    return figures;
}

} // namespace throng::bench
