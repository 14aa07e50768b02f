// SPDX-License-Identifier: MIT
// The loose grid's own promises: giants apart from ants, and no cell searched twice.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/node_tree.hpp"
#include "tests/support/oracle.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t ants = 2000;
constexpr float cell = 2;

// Ants in a world of 40 by 40, then `giants` that are five cells wide and more.
std::vector<Aabb> ants_and_giants(std::size_t giants) {
    scenes::Generator random(21);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < ants + giants; ++i) {
        const float x = random.uniform(0, 40), y = random.uniform(0, 40);
        const float half = i < ants ? random.uniform(0.1f, 0.9f) : random.uniform(5, 100);
        boxes.push_back(predicates::box_around({x, y}, {half, half}));
    }
    return boxes;
}

class LooseGrids : public testing::Test {
protected:
    const IndexKind kind = kind_of(Route::LooseGrid);
};

// An ant's centre is in its cell, and no ant is wider than a cell: whatever box reaches farther has a giant in it.
TEST_F(LooseGrids, KeepGiantsOutOfTheCellsOfAnts) {
    const auto index = kind.open({.bounds = {{0, 0}, {40, 40}}, .cell = cell});
    ASSERT_TRUE(index->build(ants_and_giants(100)));
    std::size_t in_narrow_cells = 0;
    for (const Node& node : nodes_of(*index)) {
        const bool narrow =
            node.bounds.max.x - node.bounds.min.x <= 2 * cell && node.bounds.max.y - node.bounds.min.y <= 2 * cell;
        if (node.leaf && narrow) in_narrow_cells += node.elements;
    }
    EXPECT_EQ(in_narrow_cells, ants);
}

TEST_F(LooseGrids, HaveOneLevelForOneSize) {
    const auto levels_of = [&](std::size_t giants) {
        const auto index = kind.open({.bounds = {{0, 0}, {40, 40}}, .cell = cell});
        EXPECT_TRUE(index->build(ants_and_giants(giants)));
        std::size_t occupied = 0;
        for (const Node& node : nodes_of(*index)) occupied += node.depth == 1 && node.elements > 0 ? 1u : 0u;
        return occupied;
    };
    EXPECT_EQ(levels_of(0), 1u);
    EXPECT_GT(levels_of(100), 1u);
}

// Tight cells far smaller than loose ones: each loose cell is met from very many of them.
TEST_F(LooseGrids, SearchALooseCellOnceFromHoweverManyTightCells) {
    const std::vector<Aabb> boxes = ants_and_giants(100);
    oracle::Content content;
    ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
    const auto index = kind.open({.bounds = {{0, 0}, {40, 40}}, .cell = 8, .tight_cell = 8});
    ASSERT_TRUE(index->build(boxes));
    const std::vector<Aabb> everywhere = {{{-300, -300}, {300, 300}}};
    Hits hits;
    ASSERT_TRUE(index->overlap(everywhere, hits));
    EXPECT_TRUE(agrees(oracle::overlap(content, everywhere), hits));
    EXPECT_LE(hits.candidates(), boxes.size() * 5 / 4);

    const std::vector<Ray> across = {{{-1, 20.1f}, {41, 0.2f}, 1}};
    ASSERT_TRUE(index->along(across[0], hits));
    EXPECT_TRUE(agrees(oracle::along(content, across, 0), hits));
    EXPECT_LE(hits.candidates(), boxes.size() * 5 / 4);
}

} // namespace
} // namespace throng::test
