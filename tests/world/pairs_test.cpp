// SPDX-License-Identifier: MIT
// Pairs of a World of agents with things of many sizes between them.
#include "tests/support/runners.hpp"
#include "tests/support/world_steps.hpp"

#include "scenes/generator.hpp"

#include <throng/hierarchical_bitset.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using SlotPairs = std::vector<std::pair<Slot, Slot>>;

// Along x, each box is compared with those that begin before it ends.
SlotPairs overlapping(const std::vector<Aabb>& boxes) {
    std::vector<Slot> order(boxes.size());
    std::iota(order.begin(), order.end(), Slot{0});
    std::sort(order.begin(), order.end(), [&](Slot a, Slot b) { return boxes[a].min.x < boxes[b].min.x; });
    SlotPairs pairs;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& a = boxes[order[i]];
        for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].min.x <= a.max.x; ++j)
            if (const Aabb& b = boxes[order[j]]; a.min.y <= b.max.y && b.min.y <= a.max.y)
                pairs.push_back(std::minmax(order[i], order[j]));
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

SlotPairs sorted(const Pairs& found) {
    SlotPairs pairs;
    for (const Pair& pair : found.view()) pairs.emplace_back(pair.a, pair.b);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

// Agents, then things between them, in a square.
class Land {
public:
    Land(std::uint64_t seed, float side) : random_(seed), side_(side) {}

    Land& add(int count, float least, float most) { return add(count, least, most, least, most); }
    // `wide` is half the width, `high` half the height.
    Land& add(int count, float least_wide, float most_wide, float least_high, float most_high) {
        for (int i = 0; i < count; ++i) {
            const float w = random_.uniform(least_wide, most_wide), h = random_.uniform(least_high, most_high);
            const float x = random_.uniform(0, side_), y = random_.uniform(0, side_);
            boxes_.push_back({{x - w, y - h}, {x + w, y + h}});
        }
        return *this;
    }
    const std::vector<Aabb>& boxes() const { return boxes_; }

private:
    scenes::Generator random_;
    float side_;
    std::vector<Aabb> boxes_;
};

struct Inhabitants {
    std::size_t agents, props;
};

// All pairs, and those among every third, by each instruction set, and once more into an answer that is as large
// already.
void expect_all_pairs(const std::vector<Aabb>& boxes, float agent_half_extent, const Inhabitants& least) {
    World world({.agent_half_extent = agent_half_extent, .prop_half_extent = 500});
    (void)settle(world, boxes);
    ASSERT_GE(world.stats().row_grid, least.agents);
    ASSERT_GE(world.stats().loose_quadtree + world.stats().static_tree, least.props);
    const SlotPairs expected = overlapping(boxes);
    HierarchicalBitset thirds(boxes.size());
    for (Slot slot = 0; slot < boxes.size(); slot += 3) thirds.set(slot);
    SlotPairs expected_among;
    for (const auto& [a, b] : expected)
        if (a % 3 == 0 && b % 3 == 0) expected_among.emplace_back(a, b);
    ASSERT_FALSE(expected_among.empty());
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        Pairs found, among;
        ASSERT_TRUE(world.pairs(found));
        EXPECT_TRUE(sorted(found) == expected)
            << simd::name(set) << ": " << found.size() << " pairs, not " << expected.size();
        EXPECT_GE(found.candidates(), found.size());
        const std::uint64_t first_answer = found.hash();
        ASSERT_TRUE(world.pairs(found));
        EXPECT_EQ(found.hash(), first_answer);
        ASSERT_TRUE(world.pairs(among, {.among = &thirds}));
        EXPECT_TRUE(sorted(among) == expected_among)
            << simd::name(set) << ": " << among.size() << ", not " << expected_among.size();
    }
}

TEST(WorldPairs, OfManyStripsAreEachFoundOnce) {
    Land land(3, 240);
    land.add(50'000, 0.2f, 0.5f).add(1'400, 0.6f, 2).add(150, 4, 20); // several levels of the loose grid
    expect_all_pairs(land.boxes(), 0.5f, {2u * 16'384u, 1'000});
}

TEST(WorldPairs, OfWhatMeetsManyInEachRow) {
    Land land(4, 30);
    land.add(9'000, 0.2f, 0.5f).add(70, 1, 4);
    expect_all_pairs(land.boxes(), 0.5f, {8'000, 50});
}

TEST(WorldPairs, OfWhatIsLongOrHigh) {
    Land land(5, 100);
    land.add(8'000, 0.2f, 0.5f).add(60, 0.1f, 0.2f, 10, 60).add(60, 10, 60, 0.1f, 0.2f).add(40, 0.6f, 2);
    expect_all_pairs(land.boxes(), 0.5f, {7'000, 100});
}

TEST(WorldPairs, WithAgentsThatReachUnusuallyFar) {
    for (const bool high : {false, true}) {
        Land land(6, 100);
        land.add(9'000, 0.2f, 0.5f).add(100, 9, 30);
        for (int i = 0; i < 2; ++i)
            land.add(1, high ? 0.2f : 8.f, high ? 0.3f : 8.5f, high ? 8.f : 0.2f, high ? 8.5f : 0.3f);
        expect_all_pairs(land.boxes(), 8.6f, {9'000, 90});
    }
}

// So many that they are written past the caches.
TEST(WorldPairs, OfMoreThanCachesHold) {
    Land land(8, 120);
    land.add(60'000, 0.2f, 0.5f).add(1'800, 2, 8);
    expect_all_pairs(land.boxes(), 0.5f, {50'000, 1'500});
    EXPECT_GT(overlapping(land.boxes()).size(), 600'000u);
}

// One row of agents, all covered by each thing: tiles that are listed are full, and met whole. Their number is odd,
// so that the pairs of the second thing and those after it do not begin where a cache line does.
TEST(WorldPairs, OfTilesThatAreMetWhole) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 30'007; ++i) boxes.push_back(box_at(2 * static_cast<float>(i)));
    for (int i = 0; i < 21; ++i) boxes.push_back({{-10.f - static_cast<float>(i), -1}, {60'100, 2}});
    World world({.agent_half_extent = 1, .prop_half_extent = 40'000});
    (void)settle(world, boxes);
    ASSERT_EQ(world.stats().row_grid, 30'007u);
    ASSERT_EQ(world.stats().loose_quadtree, 21u);
    const SlotPairs expected = overlapping(boxes);
    ASSERT_GT(expected.size(), 600'000u);
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        Pairs found;
        ASSERT_TRUE(world.pairs(found));
        EXPECT_TRUE(sorted(found) == expected)
            << simd::name(set) << ": " << found.size() << " pairs, not " << expected.size();
    }
}

// Each layer is so large that its pairs are found in several blocks, which begin and end within the layer.
TEST(WorldPairs, OfSeveralLargeLayersAreEachFoundOnce) {
    Land land(9, 160);
    land.add(20'000, 0.2f, 0.5f);
    constexpr Slot of_layer = 20'000;
    World world(WorldDesc{});
    std::vector<Id> ids(of_layer);
    SlotPairs expected;
    for (std::uint16_t layer = 0; layer < 3; ++layer) {
        const std::vector<std::uint16_t> layers(of_layer, layer);
        ASSERT_TRUE(world.spawn(BoxView(land.boxes()), Motion::Dynamic, ids, {}, layers));
        for (const auto& [a, b] : overlapping(land.boxes()))
            expected.emplace_back(a + layer * of_layer, b + layer * of_layer);
    }
    ASSERT_TRUE(world.commit());
    for (const Executor& executor : {serial(), Executor{}}) {
        Pairs found;
        ASSERT_TRUE(world.pairs(found, {}, executor));
        EXPECT_TRUE(sorted(found) == expected) << found.size() << " pairs, not " << expected.size();
    }
}

TEST(WorldPairs, OfFewAgentsUnderWhatIsLargerThanTheirLand) {
    Land land(7, 20);
    land.add(300, 0.2f, 0.5f).add(40, 15, 40);
    expect_all_pairs(land.boxes(), 0.5f, {300, 40});
}

} // namespace
} // namespace throng::test
