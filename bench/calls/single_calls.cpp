// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/common/subject.hpp"
#include "scenes/generator.hpp"

#include <throng/throng.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr float radius = 2;
constexpr std::size_t calls_a_round = 20'000;

// A crowd of density 1, and what a program without a library does: it looks at everybody.
struct SmallCrowd {
    explicit SmallCrowd(std::size_t count) {
        scenes::Generator random(1);
        const float side = std::sqrt(static_cast<float>(count));
        for (std::size_t i = 0; i < count; ++i) {
            const float x = side * random.unit();
            at.push_back({x, side * random.unit()});
        }
        require(grid.build(at));
        std::vector<Id> ids(count);
        require(world.spawn(BoxView::around(at, 0.25f), Motion::Dynamic, ids));
        require(world.commit());
    }

    /// Visits those around element i.
    std::uint64_t loop(std::size_t i) const {
        std::uint64_t sum = 0;
        for (std::size_t other = 0; other < at.size(); ++other) {
            const float dx = at[other].x - at[i].x, dy = at[other].y - at[i].y;
            if (dx * dx + dy * dy <= radius * radius) sum += other;
        }
        return sum;
    }

    std::vector<Vec2> at;
    RowGrid grid{RowGridDesc{.executor = serial()}};
    World world{WorldDesc{.executor = serial()}};
};

struct SingleCall {
    const char* name;
    std::function<void(std::size_t)> ask; // around element i
    std::array<double, 3> most;           // nanoseconds, of crowds of 10, 100 and 2,000
};

} // namespace

std::vector<CallFigure> single_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    constexpr std::array<std::size_t, 3> sizes = {10, 100, 2000};
    for (std::size_t s = 0; s < sizes.size(); ++s) {
        const SmallCrowd crowd(sizes[s]);
        const Reader reader(crowd.grid);
        Hits hits;
        std::uint32_t counted = 0;
        std::uint64_t sum = 0;
        const auto disc = [&](std::size_t i) { return Disc{crowd.at[i], radius}; };
        const std::vector<SingleCall> calls = {
            {"RowGrid::within", [&](std::size_t i) { require(crowd.grid.within(disc(i), hits)); }, {45, 55, 70}},
            {"RowGrid::neighbors_of",
             [&](std::size_t i) { require(crowd.grid.neighbors_of({static_cast<Slot>(i)}, radius, hits)); },
             {55, 65, 85}},
            {"RowGrid::nearest(1)",
             [&](std::size_t i) { require(crowd.grid.nearest(crowd.at[i], 1, radius, hits)); },
             {80, 110, 140}},
            {"RowGrid::cast",
             [&](std::size_t i) {
                 require(crowd.grid.cast(Ray{crowd.at[i], {0.8f, 0.6f}, 10}, hits));
             },
             {90, 120, 130}},
            {"RowGrid::count",
             [&](std::size_t i) { require(crowd.grid.count(disc(i), std::span(&counted, 1))); },
             {35, 45, 60}},
            {"World::within", [&](std::size_t i) { require(crowd.world.within(disc(i), hits)); }, {56, 69, 88}},
            {"Reader::within", [&](std::size_t i) { require(reader.within(disc(i), hits)); }, {45, 55, 70}},
            {"Reader::for_each_within",
             [&](std::size_t i) { require(reader.for_each_within(disc(i), [&](Slot slot) { sum += slot; })); },
             {45, 55, 70}},
        };
        for (const SingleCall& call : calls) {
            const auto in_turn = [&](auto&& ask) {
                return seconds([&] {
                    for (std::size_t n = 0; n < calls_a_round; ++n) ask(n % crowd.at.size());
                });
            };
            CallFigure figure = compare(
                {.name = "single of " + std::to_string(sizes[s]),
                 .ours = call.name,
                 .beside = "a loop over all",
                 .must = 0,
                 .items = static_cast<double>(calls_a_round)},
                setup.rounds, [&] { return in_turn(call.ask); },
                [&] { return in_turn([&](std::size_t i) { sum += crowd.loop(i); }); });
            figure.must = call.most[s] / figure.beside_ns.median; // the must is one of nanoseconds
            figures.push_back(figure);
        }
        if (sum == 1) throw std::runtime_error("the loops were left out");
    }
    return figures;
}

} // namespace throng::bench
