// SPDX-License-Identifier: MIT
// Rows of a grid that many elements leave at once: more than a change lists at a time, of all cells or of one, onward
// or back.
#include "tests/support/compare.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/runners.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t in_each_row = 1500;
constexpr float half = 0.3f;

// Three rows of cells of side 1, an element every half cell.
std::vector<Vec2> three_rows() {
    std::vector<Vec2> centers;
    for (std::size_t i = 0; i < 3 * in_each_row; ++i)
        centers.push_back(
            {0.25f + 0.5f * static_cast<float>(i % in_each_row), 0.5f + static_cast<float>(i / in_each_row)});
    return centers;
}

struct Move {
    std::string name;
    std::function<Vec2(std::size_t, Vec2)> to;
};

const std::vector<Vec2> at_first = three_rows();

const std::vector<Move> moves = {
    {"all three cells onward",
     [](std::size_t, Vec2 at) {
         return Vec2{at.x + 3, at.y};
     }},
    {"all but every seventeenth back",
     [](std::size_t i, Vec2 at) {
         return Vec2{i % 17 == 0 ? at.x : at.x - 2, at.y};
     }},
    {"all of a row to the next",
     [](std::size_t i, Vec2 at) {
         return Vec2{at.x, i < in_each_row ? at.y + 1 : at.y};
     }},
    {"all to one cell",
     [](std::size_t, Vec2) {
         return Vec2{0.5f, 0.5f};
     }},
    {"all from one cell", [](std::size_t i, Vec2) { return at_first[i]; }},
};

TEST(CrowdedRow, LosesAsManyAsItHolds) {
    const std::vector<simd::Isa> isas = instruction_sets();
    std::vector<RowGrid> grids;
    std::vector<Vec2> centers = at_first;
    for (std::size_t i = 0; i < isas.size(); ++i) {
        grids.emplace_back(RowGridDesc{.bounds = {{0, 0}, {750, 3}}, .cell_size = 1});
        ASSERT_TRUE(grids.back().build(BoxView::around(PointView(centers), half)));
    }

    for (const Move& move : moves) {
        SCOPED_TRACE(move.name);
        std::vector<Aabb> boxes, asked;
        for (std::size_t i = 0; i < centers.size(); ++i) {
            centers[i] = move.to(i, centers[i]);
            boxes.push_back(predicates::box_around(centers[i], {half, half}));
            if (i % 10 == 0) asked.push_back(boxes.back());
        }
        oracle::Content content;
        ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
        const oracle::Answer expected = oracle::overlap(content, asked);

        for (std::size_t i = 0; i < isas.size(); ++i) {
            SCOPED_TRACE(simd::name(isas[i]));
            const ForcedIsa forced(isas[i]);
            ASSERT_TRUE(grids[i].update(BoxView::around(PointView(centers), half)));
            ASSERT_TRUE(grids[i].validate());
            Hits hits;
            ASSERT_TRUE(grids[i].overlap(asked, hits));
            ASSERT_TRUE(agrees(expected, hits));
        }
    }
}

// Where all boxes overlap each other there are as many tests as pairs, however many elements the last packet of a row
// has.
TEST(CrowdedRow, TestsEveryPairOnce) {
    RowGrid grid(RowGridDesc{.bounds = {{0, 0}, {4, 3}}, .cell_size = 1});
    Pairs pairs;
    for (std::size_t count = 1; count <= 60; ++count) {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i)
            boxes.push_back(
                predicates::box_around({0.5f + static_cast<float>(i % 4), 0.5f + static_cast<float>(i % 3)}, {2, 2}));
        ASSERT_TRUE(grid.build(boxes));
        ASSERT_TRUE(grid.pairs(pairs));
        EXPECT_EQ(pairs.size(), count * (count - 1) / 2);
        EXPECT_EQ(pairs.candidates(), pairs.size());
    }
}

} // namespace
} // namespace throng::test
