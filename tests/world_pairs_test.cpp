// SPDX-License-Identifier: MIT
// Pairs of a World that is large enough for several strips of its row grid, with things of many sizes between them.
#include "tests/support/world_steps.hpp"

#include "scenes/generator.hpp"

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

// Along x, everybody is compared with those who begin before he ends.
SlotPairs overlapping(const std::vector<Aabb>& boxes) {
    std::vector<Slot> order(boxes.size());
    std::iota(order.begin(), order.end(), Slot{0});
    std::sort(order.begin(), order.end(), [&](Slot a, Slot b) { return boxes[a].min.x < boxes[b].min.x; });
    SlotPairs pairs;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& a = boxes[order[i]];
        for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].min.x <= a.max.x; ++j)
            if (const Aabb& b = boxes[order[j]]; a.min.y <= b.max.y && b.min.y <= a.max.y) pairs.push_back(std::minmax(order[i], order[j]));
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

TEST(WorldPairs, OfManyStripsAreEachFoundOnce) {
    throng_scenes::Generator random(3);
    const auto box = [&](float least, float most) {
        const float half = random.uniform(least, most), x = random.uniform(0, 240), y = random.uniform(0, 240);
        return Aabb{{x - half, y - half}, {x + half, y + half}};
    };
    World world({.agent_half_extent = 0.5f, .prop_half_extent = 30});
    std::vector<Aabb> boxes;
    for (int i = 0; i < 50'000; ++i) boxes.push_back(box(0.2f, 0.5f));
    for (int i = 0; i < 1'500; ++i) boxes.push_back(i % 10 == 0 ? box(4, 20) : box(0.6f, 2)); // several levels of the loose grid
    (void)settle(world, boxes);
    ASSERT_GT(world.stats().row_grid, 2u * 16'384u);
    ASSERT_GT(world.stats().loose_grid, 1'000u);

    Pairs found;
    ASSERT_TRUE(world.pairs(found));

    SlotPairs pairs;
    for (const Pair& pair : found.view()) pairs.emplace_back(pair.a, pair.b);
    std::sort(pairs.begin(), pairs.end());
    EXPECT_TRUE(pairs == overlapping(boxes)) << pairs.size() << " pairs";
}

} // namespace
} // namespace throng::test
