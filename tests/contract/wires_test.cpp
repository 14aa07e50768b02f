// SPDX-License-Identifier: MIT
// Wires are boxes much longer than the distance between them, and thin. Most of their bounds is empty, so what a search
// among them reads shows how well an index keeps those that lie in different directions apart.
#include "scenes/generator.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/node_tree.hpp"

#include <throng/hits.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t wire_count = 8192;
constexpr std::uint64_t few = 8;        // times as many as among squares; 10 to 65 if they are not kept apart
constexpr int ticks_between_looks = 17; // an index looks at its content with about every sixteenth update

enum class Shape : std::uint8_t { Squares, Crossing };

// One element per unit of area. Elements of one number have the same corner in either shape.
std::vector<Aabb> crowd(Shape shape, float length = 10) {
    scenes::Generator random(3);
    const float side = std::sqrt(static_cast<float>(wire_count));
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < wire_count; ++i) {
        const float x = random.uniform(0, side), y = random.uniform(0, side), thin = 1e-4f * length;
        const bool wide = random.below(2) == 0;
        const Vec2 extent = shape == Shape::Squares ? Vec2{0.5f, 0.5f} : wide ? Vec2{length, thin} : Vec2{thin, length};
        boxes.push_back({{x, y}, {x + extent.x, y + extent.y}});
    }
    return boxes;
}

// Elements that the index reads to find the five nearest of a hundred points, per point.
std::uint64_t read_for_nearest(const AnyIndex& index) {
    scenes::Generator random(4);
    const float side = std::sqrt(static_cast<float>(wire_count));
    std::vector<Vec2> points;
    for (int i = 0; i < 100; ++i)
        points.push_back({random.uniform(0.2f, 0.8f) * side, random.uniform(0.2f, 0.8f) * side});
    Hits hits;
    EXPECT_TRUE(index.nearest(points, 5, std::numeric_limits<float>::infinity(), hits, {}, serial()));
    return hits.candidates() / points.size();
}

class Wires : public testing::TestWithParam<IndexKind> {
protected:
    std::unique_ptr<AnyIndex> built(const std::vector<Aabb>& boxes) const {
        std::unique_ptr<AnyIndex> index = GetParam().open();
        EXPECT_TRUE(index->build(boxes));
        return index;
    }
    std::uint64_t read_among_squares() const { return read_for_nearest(*built(crowd(Shape::Squares))); }
};
INSTANTIATE_TEST_SUITE_P(Each, Wires, testing::Values(kind_of(Route::LooseGrid), kind_of(Route::LooseQuadtree)),
                         testing::PrintToStringParamName());

TEST_P(Wires, CostNearestAFewTimesWhatSquaresDo) {
    for (const float length : {8.f, 12.f, 20.f}) {
        SCOPED_TRACE(length);
        const auto index = built(crowd(Shape::Crossing, length));
        EXPECT_LE(read_for_nearest(*index), few * read_among_squares());
    }
}

TEST_P(Wires, StayApartWhenTheyTurn) {
    std::vector<Aabb> boxes = crowd(Shape::Crossing);
    const auto index = built(boxes);
    for (std::size_t first = 0; first < 8; ++first) {
        for (std::size_t i = first; i < wire_count; i += 8) {
            Aabb& box = boxes[i];
            box.max = {box.min.x + (box.max.y - box.min.y), box.min.y + (box.max.x - box.min.x)};
        }
        ASSERT_TRUE(index->update(boxes));
    }
    EXPECT_TRUE(index->validate());
    EXPECT_LE(read_for_nearest(*index), few * read_among_squares());
}

TEST_P(Wires, ThatSquaresBecomeAreKeptApartUntilTheyAreSquaresAgain) {
    const std::vector<Aabb> squares = crowd(Shape::Squares), wires = crowd(Shape::Crossing);
    const auto index = built(squares);
    const std::uint64_t among_squares = read_for_nearest(*index);

    for (int tick = 0; tick < ticks_between_looks; ++tick) ASSERT_TRUE(index->update(wires));
    EXPECT_TRUE(index->validate());
    EXPECT_LE(read_for_nearest(*index), few * among_squares);

    for (int tick = 0; tick < ticks_between_looks; ++tick) ASSERT_TRUE(index->update(squares));
    EXPECT_TRUE(index->validate());
    EXPECT_LE(read_for_nearest(*index), among_squares);
}

TEST_P(Wires, ThatCameOneByOneAreKeptApartAsWell) {
    const std::vector<Aabb> wires = crowd(Shape::Crossing);
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    for (Slot slot = 0; slot < wires.size(); ++slot)
        ASSERT_TRUE(index->insert(std::vector{slot}, std::vector{wires[slot]}));
    EXPECT_TRUE(index->validate());
    EXPECT_LE(read_for_nearest(*index), few * read_among_squares());
}

TEST(LooseQuadtreeOfWires, IsNoDeeperThanItMayBe) {
    for (const std::uint32_t depth : {0u, 1u, 2u, 5u}) {
        const auto index = kind_of(Route::LooseQuadtree).open({.max_per_leaf = 1, .max_depth = depth});
        ASSERT_TRUE(index->build(crowd(Shape::Crossing)));
        EXPECT_LE(deepest_of(nodes_of(*index)), depth);
        EXPECT_TRUE(index->validate());
    }
}

} // namespace
} // namespace throng::test
