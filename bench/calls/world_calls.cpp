// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace throng::bench {
namespace {

CallFigure neighbors_figure(const Town& town, float radius, std::size_t rounds) {
    Hits ours, beside;
    CallFigure figure = compare(
        {.name = "world_neighbors",
         .ours = "World::neighbors(" + digits(static_cast<double>(radius)) + ") of " + std::to_string(town.size()),
         .beside = "RowGrid::neighbors",
         .must = 1.1,
         .items = static_cast<double>(town.size())},
        rounds, [&] { return seconds([&] { require(town.world.neighbors(radius, ours, {}, serial())); }); },
        [&] { return seconds([&] { require(town.grid.neighbors(radius, beside, {}, serial())); }); });
    if (!std::ranges::equal(ours.offsets(), beside.offsets()))
        throw std::runtime_error("a World's neighbours differ from its row grid's");
    return figure;
}

// Each of 32 jobs queries the neighbours of its slice, with a Hits of its own.
CallFigure slices_figure(const Town& town, std::size_t rounds) {
    constexpr std::size_t jobs = 32;
    std::vector<Slot> of_world(town.size());
    require(town.world.order(of_world));
    const std::span<const Slot> by_space = town.grid.order();
    std::vector<Hits> ours(jobs), beside(jobs);
    const auto slice = [&](std::span<const Slot> of, std::size_t job) {
        const std::size_t begin = of.size() * job / jobs, end = of.size() * (job + 1) / jobs;
        return of.subspan(begin, end - begin);
    };
    return compare(
        {.name = "slices",
         .ours = "32 jobs ask a World, each neighbors_of its slice of order()",
         .beside = "RowGrid, each neighbors_of its slice of order()",
         .must = 1.15,
         .items = static_cast<double>(town.size())},
        rounds,
        [&] {
            return seconds([&] {
                for (std::size_t job = 0; job < jobs; ++job)
                    require(town.world.neighbors_of(slice(of_world, job), 2, ours[job], {}, serial()));
            });
        },
        [&] {
            return seconds([&] {
                for (std::size_t job = 0; job < jobs; ++job)
                    require(town.grid.neighbors_of(slice(by_space, job), 2, beside[job], {}, serial()));
            });
        });
}

} // namespace

std::vector<CallFigure> world_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    for (const std::size_t n : {setup.n, 20 * setup.n}) {
        const Town town(n, {.executor = serial()});
        for (const float radius : {2.f, 5.f}) figures.push_back(neighbors_figure(town, radius, setup.rounds));
    }
    figures.push_back(slices_figure(Town(setup.n, {.executor = serial()}), setup.rounds));
    return figures;
}

} // namespace throng::bench
