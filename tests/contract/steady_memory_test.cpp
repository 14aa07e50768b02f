// SPDX-License-Identifier: MIT
// Memory of indexes that are changed for a long time: steady, whatever moves, comes and goes.
#include "scenes/crowd.hpp"
#include "scenes/generator.hpp"
#include "tests/support/index_kinds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

class SteadyMemory : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, SteadyMemory, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(SteadyMemory, OfAWalkingCrowd) {
    Crowd crowd(5000);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(crowd.boxes()));
    std::size_t early = 0, late = 0;
    for (int tick = 0; tick < 400; ++tick) {
        for (int step = 0; step < 5; ++step) crowd.step();
        ASSERT_TRUE(index->update(crowd.boxes()));
        std::size_t& most = tick < 100 ? early : late;
        most = std::max(most, index->bytes());
    }
    EXPECT_LE(late, early + early / 4);
    EXPECT_LT(late, 5000u * 300);
}

// A quarter of them is always away; elements that come back are somewhere else.
TEST_P(SteadyMemory, OfAStationWhereTravellersComeAndGo) {
    const Crowd crowd(4000);
    scenes::Generator random(8);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(crowd.boxes()));
    std::size_t early = 0, late = 0;
    std::vector<Slot> away;
    for (int tick = 0; tick < 400; ++tick) {
        const auto places = crowd.boxes().slice(random.below(3000), away.size());
        ASSERT_TRUE(index->insert(away, places));
        away.clear();
        for (Slot slot = random.below(4); slot < 4000; slot += 4) away.push_back(slot);
        ASSERT_TRUE(index->erase(away));
        ASSERT_TRUE(index->cleanup());
        ASSERT_EQ(index->size(), 3000u);
        std::size_t& most = tick < 100 ? early : late;
        most = std::max(most, index->bytes());
    }
    EXPECT_TRUE(index->validate());
    EXPECT_LE(late, early + early / 4);
}

} // namespace
} // namespace throng::test
