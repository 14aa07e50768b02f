// SPDX-License-Identifier: MIT
// Both trees after many ticks in which elements jump, or come and go.
#include "bench/common/hashes.hpp"
#include "bench/trees/tree_content.hpp"
#include "bench/trees/tree_figures.hpp"

#include <throng/hits.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace throng::bench {
namespace {

constexpr std::size_t plain_ticks = 10, ticks = 60;

std::vector<Vec2> points_anywhere(std::size_t count, float side, scenes::Generator& random) {
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(square_anywhere(random, side, 0).min);
    return points;
}

struct Aged {
    double nearest_over_fresh;
    std::uint64_t hash; // of the nearest
};

// The better of three, since both do little. `fresh` is built from what `tree` holds.
Aged beside_fresh(const support::AnyIndex& tree, const std::vector<Aabb>& boxes, std::string_view kind,
                  const std::vector<Vec2>& points) {
    const auto fresh = open_index(kind);
    require(fresh->build(boxes));
    Hits hits;
    const auto asked = [&](const support::AnyIndex& index) {
        return seconds([&] { require(index.nearest(points, 10, std::numeric_limits<float>::infinity(), hits)); });
    };
    double aged = asked(tree), built = asked(*fresh);
    for (int again = 0; again < 2; ++again) {
        aged = std::min(aged, asked(tree));
        built = std::min(built, asked(*fresh));
    }
    return {aged / built, hash_ranked_rows(hits.offsets(), hits.slots())};
}

} // namespace

std::vector<TreeFigure> teleport_figures(std::size_t n, double share, const std::string& share_name,
                                         std::size_t rounds) {
    const float side = side_of(n);
    const std::size_t jumps = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(n) * share));
    const auto measure = [&](support::AnyIndex& tree, std::string_view kind, std::uint64_t seed) {
        scenes::Generator random(seed + 1000); // not that of the boxes
        std::vector<Aabb> now = squares_alike(n, seed);
        require(tree.build(now));
        const auto tick = [&](std::size_t jumping) {
            for (Aabb& box : now) walk(box, 0.1f, random);
            for (std::size_t i = 0; i < jumping; ++i)
                now[random.below(static_cast<std::uint32_t>(n))] = square_anywhere(random, side, 0.25f);
            return seconds([&] { require(tree.update(now)); });
        };
        double plain = 0, jumping = 0;
        for (std::size_t i = 0; i < plain_ticks; ++i) plain += tick(0) / plain_ticks;
        for (std::size_t i = 0; i < ticks; ++i) jumping += tick(jumps) / ticks;
        const Aged aged = beside_fresh(tree, now, kind, points_anywhere(n / 2, side, random));
        return TreeRound{{aged.nearest_over_fresh, jumping / plain}, aged.hash};
    };
    return figures_of_trees("teleports/" + std::to_string(n) + "/" + share_name,
                            {{"nearest_over_fresh", "ratio"}, {"update_over_plain", "ratio"}}, rounds, measure);
}

std::vector<TreeFigure> coming_figures(const TreeSetup& setup) {
    const float side = side_of(setup.n);
    const auto count = static_cast<std::uint32_t>(setup.n);
    const std::size_t batch = std::max<std::size_t>(1, setup.n / 1000);
    const auto measure = [&](support::AnyIndex& tree, std::string_view kind, std::uint64_t seed) {
        scenes::Generator random(seed + 1000); // not that of the boxes
        std::vector<Aabb> now = squares_alike(setup.n, seed);
        require(tree.open({.executor = serial()})); // the first insertion pays for what it needs
        require(tree.build(now));
        now.push_back(square_anywhere(random, side, 0.25f));
        const std::vector<Slot> newest{count};
        const double first = seconds([&] { require(tree.insert(newest, std::span(now).last(1))); });
        double insert = 0, erase = 0;
        for (std::size_t tick = 0; tick < ticks; ++tick) {
            std::vector<Slot> slots;
            std::vector<Aabb> come;
            const std::uint32_t start = random.below(count);
            for (std::size_t i = 0; i < batch; ++i) {
                slots.push_back(static_cast<Slot>((start + i * (setup.n / batch)) % setup.n));
                come.push_back(now[slots.back()] = square_anywhere(random, side, 0.25f));
            }
            erase += seconds([&] { require(tree.erase(slots)); });
            insert += seconds([&] { require(tree.insert(slots, come)); });
        }
        const Aged aged = beside_fresh(tree, now, kind, points_anywhere(setup.n / 2, side, random));
        const double ns = 1e9 / static_cast<double>(ticks * batch);
        return TreeRound{{aged.nearest_over_fresh, insert * ns, erase * ns, first * 1e6}, aged.hash};
    };
    return figures_of_trees(
        "comings/" + std::to_string(setup.n),
        {{"nearest_over_fresh", "ratio"}, {"insert", "ns/insertion"}, {"erase", "ns/erasure"}, {"first_insert", "us"}},
        setup.rounds, measure);
}

} // namespace throng::bench
