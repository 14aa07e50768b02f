// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/common/subject.hpp"
#include "scenes/generator.hpp"

#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/predicates.hpp>
#include <throng/quadtree.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

std::vector<Aabb> squares(std::size_t size, scenes::Generator& random) {
    const float side = std::sqrt(static_cast<float>(size));
    std::vector<Aabb> all(size);
    for (Aabb& box : all)
        box = predicates::box_around({random.uniform(0, side), random.uniform(0, side)}, {0.25f, 0.25f});
    return all;
}

// 1 to 20 long and a thousandth wide, half of them lying and half upright.
std::vector<Aabb> wires(std::size_t size, scenes::Generator& random) {
    const float side = std::sqrt(static_cast<float>(size));
    std::vector<Aabb> all(size);
    for (std::size_t i = 0; i < size; ++i) {
        const Vec2 at{random.uniform(0, side), random.uniform(0, side)};
        const float length = random.uniform(1, 20), thin = 0.001f;
        all[i] = {at, i % 2 == 0 ? Vec2{at.x + length, at.y + thin} : Vec2{at.x + thin, at.y + length}};
    }
    return all;
}

/// The five nearest of every tenth element's centre.
template <class Index> class NearestFive {
public:
    NearestFive(Index index, const std::vector<Aabb>& boxes) : index_(std::move(index)) {
        require(index_.build(boxes, serial()));
        for (std::size_t i = 0; i < boxes.size(); i += 10) from_.push_back(predicates::center_of(boxes[i]));
    }
    double ask() {
        return seconds([&] { require(index_.nearest(from_, 5, infinity, hits_, {}, serial())); });
    }
    double queries() const { return static_cast<double>(from_.size()); }

private:
    static constexpr float infinity = __builtin_inff();
    Index index_;
    std::vector<Vec2> from_;
    Hits hits_;
};

template <class Index, class Desc> CallFigure among_wires(const char* name, Desc desc, const CallSetup& setup) {
    scenes::Generator random(9);
    NearestFive<Index> even(Index{desc}, squares(setup.n, random)), long_thin(Index{desc}, wires(setup.n, random));
    return compare(
        {.name = "wires",
         .ours = std::string(name) + "::nearest(5) among wires",
         .beside = "among squares",
         .must = 5,
         .items = even.queries()},
        setup.rounds, [&] { return long_thin.ask(); }, [&] { return even.ask(); });
}

CallFigure whole_world(const CallSetup& setup) {
    constexpr std::size_t searches = 20;
    scenes::Generator random(9);
    const std::vector<Aabb> boxes = squares(setup.n, random), asked(searches, {{-1e9f, -1e9f}, {1e9f, 1e9f}});
    Quadtree tree{QuadtreeDesc{}};
    require(tree.build(boxes, serial()));
    Hits hits;
    std::vector<Slot> found(setup.n);
    const auto loop = [&] {
        return seconds([&] {
            for (const Aabb& box : asked) {
                std::size_t count = 0;
                for (std::size_t i = 0; i < boxes.size(); ++i)
                    if (predicates::overlaps(box, boxes[i])) found[count++] = static_cast<Slot>(i);
                if (count != boxes.size()) throw std::logic_error("the loop does not find all");
            }
        });
    };
    const auto search = [&] { return seconds([&] { require(tree.overlap(asked, hits, {}, serial())); }); };
    return compare({.name = "whole_world",
                    .ours = "Quadtree::overlap, a box around all",
                    .beside = "a plain loop",
                    .must = 1.5,
                    .items = static_cast<double>(searches * setup.n)},
                   setup.rounds, search, loop);
}

} // namespace

std::vector<CallFigure> extreme_calls(const CallSetup& setup) {
    return {among_wires<LooseQuadtree>("LooseQuadtree", LooseQuadtreeDesc{}, setup),
            among_wires<LooseGrid>("LooseGrid", LooseGridDesc{}, setup), whole_world(setup)};
}

} // namespace throng::bench
