// SPDX-License-Identifier: MIT
// Both trees as they are built, updated and asked.
#include "bench/common/hashes.hpp"
#include "bench/trees/tree_content.hpp"
#include "bench/trees/tree_figures.hpp"

#include <throng/hits.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace throng::bench {
namespace {

constexpr float anywhere = std::numeric_limits<float>::infinity();

double ns_each(double seconds, std::size_t items) { return seconds * 1e9 / static_cast<double>(items); }

} // namespace

std::vector<TreeFigure> content_figures(std::string_view kind, const TreeSetup& setup) {
    TreeContent content;
    std::uint64_t drawn = 0; // the seed of the content
    Pairs pairs;
    Hits nearest, overlapping, struck;
    const auto measure = [&](support::AnyIndex& tree, std::string_view, std::uint64_t seed) {
        if (seed != drawn) content = tree_content(kind, setup.n, drawn = seed);
        const double build = seconds([&] { require(tree.build(content.boxes)); });
        double update = 0, all_pairs = 0, moves = 0;
        for (const std::vector<Aabb>& step : content.steps) {
            update += seconds([&] { require(tree.update(step)); });
            all_pairs += seconds([&] { require(tree.pairs(pairs)); });
        }
        const std::size_t bytes = tree.bytes();
        const double near = seconds([&] { require(tree.nearest(content.points, 10, anywhere, nearest)); });
        const double overlap = seconds([&] { require(tree.overlap(content.queries, overlapping)); });
        const double cast = seconds([&] { require(tree.cast(content.rays, struck)); });
        std::size_t moved = 0;
        for (const FewMoves& few : content.moves) {
            moves += seconds([&] { require(tree.move(few.slots, few.boxes)); });
            moved += few.slots.size();
        }
        const std::size_t ticked = setup.n * content.steps.size(), asked = content.points.size();
        return TreeRound{{ns_each(build, setup.n), ns_each(update, ticked), ns_each(update + all_pairs, ticked),
                          ns_each(near, asked), ns_each(overlap, asked), ns_each(cast, asked), ns_each(moves, moved),
                          static_cast<double>(bytes) / static_cast<double>(setup.n)},
                         hash_pairs(pairs.view()) + hash_ranked_rows(nearest.offsets(), nearest.slots()) +
                             hash_rows(overlapping.offsets(), overlapping.slots()) +
                             hash_rows(struck.offsets(), struck.slots())};
    };
    return figures_of_trees(std::string(kind),
                            {{"build", "ns/element"},
                             {"update", "ns/element"},
                             {"update_and_pairs", "ns/element"},
                             {"nearest_10", "ns/query"},
                             {"overlap", "ns/query"},
                             {"cast", "ns/query"},
                             {"move_100", "ns/move"},
                             {"bytes", "bytes/element"}},
                            setup.rounds, measure);
}

std::vector<TreeFigure> wire_figures(std::uint32_t length, const TreeSetup& setup) {
    scenes::Generator random(4);
    std::vector<Vec2> points;
    const float side = std::sqrt(static_cast<float>(setup.n));
    for (std::size_t i = 0; i < setup.n; i += 4) {
        const float x = random.uniform(0.2f, 0.8f) * side;
        points.push_back({x, random.uniform(0.2f, 0.8f) * side});
    }
    Hits nearest;
    const auto measure = [&](support::AnyIndex& tree, std::string_view, std::uint64_t seed) {
        const std::vector<Aabb> wires = crossing_wires(setup.n, static_cast<float>(length), seed);
        const double build = seconds([&] { require(tree.build(wires)); });
        const double near = seconds([&] { require(tree.nearest(points, 5, anywhere, nearest)); });
        return TreeRound{{ns_each(build, wires.size()), ns_each(near, points.size())},
                         hash_ranked_rows(nearest.offsets(), nearest.slots())};
    };
    return figures_of_trees("wires_" + std::to_string(length), {{"build", "ns/element"}, {"nearest_5", "ns/query"}},
                            setup.rounds, measure);
}

} // namespace throng::bench
