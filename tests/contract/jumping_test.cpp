// SPDX-License-Identifier: MIT
// A crowd that jumps in one change is searched afterwards as one that was built where it is, even if it never moves
// again: it is made at the origin and set down by its first tick, called together, spread out, or sent elsewhere.
#include "scenes/generator.hpp"
#include "tests/support/index_kinds.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using Boxes = std::vector<Aabb>;
constexpr std::size_t jumpers = 6000;

Boxes crowd(Vec2 corner, float width, float height, std::size_t count = jumpers) {
    scenes::Generator random(7);
    Boxes boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 at{corner.x + random.uniform(0, width), corner.y + random.uniform(0, height)};
        boxes.push_back(predicates::box_around(at, Vec2{0.3f, 0.3f}));
    }
    return boxes;
}

struct Jump {
    const char* name;
    Boxes from, to;
};
std::vector<Jump> jumps() {
    const Boxes usual = crowd({0, 0}, 80, 80);
    return {{"from the origin", crowd({0, 0}, 0, 0), usual},
            {"from a line", crowd({0, 0}, 60000, 0), usual},
            {"from 100 times as far apart", crowd({0, 0}, 8000, 8000), usual},
            {"to elsewhere", crowd({-9000, 500}, 80, 80), usual},
            {"to a wide and low place", crowd({0, 0}, 640, 20), usual}};
}

// The candidates of all pairs tell, on every machine, how well the layout suits.
std::uint64_t cost_of(const AnyIndex& index) {
    Pairs pairs;
    EXPECT_TRUE(index.pairs(pairs));
    return pairs.candidates();
}
std::uint64_t cost_of(const World& world) {
    Pairs pairs;
    EXPECT_TRUE(world.pairs(pairs));
    return pairs.candidates();
}

class Jumping : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, Jumping, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Jumping, CostsNoMoreThanAnIndexBuiltThere) {
    for (const Jump& jump : jumps()) {
        SCOPED_TRACE(jump.name);
        const auto built = GetParam().open(), updated = GetParam().open(), moved = GetParam().open();
        ASSERT_TRUE(built->build(jump.to));
        ASSERT_TRUE(updated->build(jump.from) && updated->update(jump.to));
        EXPECT_LE(cost_of(*updated), 2 * cost_of(*built));
        std::vector<Slot> slots;
        for (Slot slot = 0; slot < jumpers; ++slot) slots.push_back(slot);
        ASSERT_TRUE(moved->build(jump.from) && moved->move(slots, jump.to));
        EXPECT_LE(cost_of(*moved), 2 * cost_of(*built));
    }
}

TEST_P(Jumping, OfFewCostsNoMoreThanAnIndexBuiltThere) {
    for (const std::size_t few : {300u, 700u, 1100u, 2000u}) {
        const Boxes from = crowd({0, 0}, 200, 200, few);
        Boxes to = crowd({50, 50}, 2, 2, few);
        for (Aabb& box : to) box.max = box.min; // pairs are few
        const auto built = GetParam().open(), updated = GetParam().open();
        ASSERT_TRUE(built->build(to));
        ASSERT_TRUE(updated->build(from) && updated->update(to));
        EXPECT_LE(cost_of(*updated), 2 * cost_of(*built) + few) << few;
    }
}

// The second one is a jump as well, although nothing has come to rest since the first.
TEST_P(Jumping, TwiceCostsNoMoreThanAnIndexBuiltThere) {
    const Boxes near = crowd({0, 0}, 0, 0), far = crowd({0, 0}, 8000, 8000), usual = crowd({0, 0}, 80, 80);
    const auto built = GetParam().open(), updated = GetParam().open();
    ASSERT_TRUE(built->build(usual));
    ASSERT_TRUE(updated->build(near) && updated->update(far) && updated->update(usual));
    EXPECT_LE(cost_of(*updated), 2 * cost_of(*built));
}

TEST(AWorld, IsSearchedAfterAJumpAsOneMadeThere) {
    for (const Jump& jump : jumps()) {
        SCOPED_TRACE(jump.name);
        World made{WorldDesc{}}, committed{WorldDesc{}}, moved{WorldDesc{}};
        std::vector<Id> ids(jumpers);
        ASSERT_TRUE(made.spawn(jump.to, Motion::Dynamic, ids) && made.commit());
        ASSERT_TRUE(committed.spawn(jump.from, Motion::Dynamic, ids) && committed.commit());
        ASSERT_TRUE(committed.commit(jump.to));
        EXPECT_LE(cost_of(committed), 2 * cost_of(made));
        ASSERT_TRUE(moved.spawn(jump.from, Motion::Dynamic, ids) && moved.commit());
        ASSERT_TRUE(moved.move(ids, jump.to) && moved.commit());
        EXPECT_LE(cost_of(moved), 2 * cost_of(made));
    }
}

// Elements that came and went before the jump have no box among the given ones.
TEST(AWorld, ReadsNoBoxBeyondThoseThatAreGiven) {
    World world{WorldDesc{}};
    std::vector<Id> ids(2048), more(2048);
    const Boxes from = crowd({0, 0}, 80, 80, 2048);
    ASSERT_TRUE(world.spawn(from, Motion::Dynamic, ids) && world.commit());
    ASSERT_TRUE(world.spawn(from, Motion::Dynamic, more) && world.despawn(std::span(more).first(2047)));
    auto exact = std::make_unique<Aabb[]>(2048); // whatever is read behind it is told by a sanitizer
    const Boxes to = crowd({9000, 0}, 80, 80, 2048);
    std::copy(to.begin(), to.end(), exact.get());
    ASSERT_TRUE(world.commit(std::span<const Aabb>(exact.get(), 2048)));
    EXPECT_EQ(world.size(), 2049u);
    EXPECT_EQ(world.bounds_of(7).min.x, to[7].min.x);
    EXPECT_TRUE(world.validate());
}

TEST(AWorld, OfFewIsSearchedAfterAJumpAsOneMadeThere) {
    for (const std::size_t few : {300u, 700u, 1100u}) {
        const Boxes from = crowd({0, 0}, 900, 900, few), to = crowd({50, 50}, 17, 17, few);
        World made{WorldDesc{}}, committed{WorldDesc{}};
        std::vector<Id> ids(few);
        ASSERT_TRUE(made.spawn(to, Motion::Dynamic, ids) && made.commit());
        ASSERT_TRUE(committed.spawn(from, Motion::Dynamic, ids) && committed.commit() && committed.commit(to));
        EXPECT_LE(cost_of(committed), 2 * cost_of(made) + few) << few;
    }
}

} // namespace
} // namespace throng::test
