// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>

namespace throng::bench {

std::vector<CallFigure> limit_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    const Town town(setup.n, {.executor = serial()});
    std::vector<Slot> selves(town.size());
    std::iota(selves.begin(), selves.end(), Slot{0});
    // The centres that neighbors measures from: of the boxes, with their rounded corners.
    std::vector<Vec2> centers(town.size());
    for (std::size_t i = 0; i < centers.size(); ++i) {
        const auto [x, y, h] = std::array{town.x[i], town.y[i], Town::half_extent};
        centers[i] = {0.5f * (x - h) + 0.5f * (x + h), 0.5f * (y - h) + 0.5f * (y + h)};
    }
    Hits ours, beside;
    for (const std::uint32_t k : {1u, 10u, 30u}) {
        for (const float radius : {2.f, 5.f, 8.f, 20.f}) {
            figures.push_back(compare(
                {.name = "limit",
                 .ours = "neighbors(" + digits(static_cast<double>(radius)) + ", {.limit = " + std::to_string(k) + "})",
                 .beside = "nearest(" + std::to_string(k) + ", " + digits(static_cast<double>(radius)) + ")",
                 .must = 1.1,
                 .items = static_cast<double>(town.size())},
                setup.rounds,
                [&] { return seconds([&] { require(town.world.neighbors(radius, ours, {.limit = k}, serial())); }); },
                [&] {
                    return seconds([&] {
                        require(town.world.nearest(centers, k, radius, beside,
                                                   {.exclude = selves, .measure = Measure::Center}, serial()));
                    });
                }));
            if (!std::ranges::equal(ours.offsets(), beside.offsets()) ||
                !std::ranges::equal(ours.slots(), beside.slots()))
                throw std::runtime_error("neighbors with a limit and nearest differ");
        }
    }
    return figures;
}

} // namespace throng::bench
