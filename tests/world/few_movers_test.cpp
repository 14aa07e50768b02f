// SPDX-License-Identifier: MIT
// Overlaps that began and ended where few elements of many have changed, against all pairs of both commits.
#include "support/counting_memory.hpp"
#include "tests/support/changing_town.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

// Of these, few are one or two.
constexpr std::size_t size_of_a_town = 200;

struct Told {
    std::size_t begun, ended;
    friend bool operator==(const Told&, const Told&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Told& told) {
        return out << told.begun << " begun, " << told.ended << " ended";
    }
};
Told told_by(const World& world) {
    Pairs begun, ended;
    EXPECT_TRUE(world.overlaps_changed(begun, ended));
    return {begun.ids().size(), ended.ids().size()};
}
void place(World& world, const std::vector<Id>& ids, const std::vector<Aabb>& boxes) {
    ASSERT_TRUE(world.move(ids, boxes));
    ASSERT_TRUE(world.commit());
}

TEST(FewMovers, BeginAndEndTheOverlapsThatAllPairsTell) {
    std::vector<TownPlan> plans;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        plans.push_back({.seed = seed});
        plans.push_back({.seed = seed, .tracked = 1});
        plans.push_back({.seed = seed, .tracked = 1, .against = 6});
        plans.push_back({.seed = seed, .tracked = 1, .categories_come_later = true});
    }
    expect_histories(plans, 80);
}

// A restored world has numbers of versions that it had before: what changed after them counts.
TEST(FewMovers, BeginAnOverlapAgainAfterARollbackUndidIt) {
    World world({.track_overlaps = true, .executor = serial()});
    const std::vector<Id> ids = settle(world, row_of(size_of_a_town));
    std::vector<Aabb> walls = row_of(size_of_a_town), others = walls;
    for (Aabb& wall : walls) wall.min.y += 100, wall.max.y += 100;
    const std::vector<Id> fixed = settle(world, walls, Motion::Static);
    ASSERT_EQ(told_by(world), (Told{0, 0}));
    const WorldSnapshot snapshot = world.snapshot();
    const std::vector<Id> one{ids[50]}, many(ids.begin() + 100, ids.end());
    const std::vector<Aabb> beside_another{box_at(2.5f)};
    others.erase(others.begin(), others.begin() + 100);
    for (Aabb& box : others) box.max.y += 0.5f;
    for (Aabb& wall : walls) wall.max.y += 0.5f;

    place(world, one, beside_another);
    EXPECT_EQ(told_by(world), (Told{1, 0}));
    ASSERT_TRUE(world.restore(snapshot));
    EXPECT_EQ(told_by(world), (Told{0, 1})) << "the overlap that the rollback undid";
    place(world, fixed, walls);
    EXPECT_EQ(told_by(world), (Told{0, 0})) << "by static elements alone";
    ASSERT_TRUE(world.move(many, others));
    place(world, one, beside_another);
    EXPECT_EQ(told_by(world), (Told{1, 0})) << "it began once more, and its listeners are not told";
}

// Until then there is no column of categories.
TEST(FewMovers, EndAndBeginWithTheFirstCategoryThatIsGiven) {
    World world({.track_overlaps = true, .tracked = 1, .executor = serial()});
    std::vector<Aabb> boxes = row_of(size_of_a_town);
    boxes[1] = box_at(0.5f);
    const std::vector<Id> ids = settle(world, boxes), both{ids[0], ids[1]}, first{ids[0]};
    ASSERT_EQ(told_by(world), (Told{1, 0}));

    ASSERT_TRUE(world.categorize(both, std::vector<std::uint32_t>{2, 2}));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(told_by(world), (Told{0, 1})) << "neither of both is tracked any more";
    place(world, first, {box_at(0.25f)});
    EXPECT_EQ(told_by(world), (Told{0, 0})) << "neither of both is tracked";
    ASSERT_TRUE(world.categorize(first, std::vector<std::uint32_t>{1}));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(told_by(world), (Told{1, 0})) << "one of both is tracked again";
}

TEST(FewMovers, AreCountedInTheBytesOfTheWorldBetweenTwoQuestions) {
    CountingMemory memory;
    World world({.track_overlaps = true, .memory = memory.memory(), .executor = serial()});
    const std::vector<Id> ids = settle(world, row_of(size_of_a_town));
    for (int question = 0; question < 2; ++question) {
        ASSERT_EQ(told_by(world), (Told{0, 0}));
        for (std::size_t i = 0; i < 100; ++i) {
            place(world, {ids[i]}, {box_at(2 * static_cast<float>(i) + 0.25f)});
            ASSERT_EQ(world.stats().bytes, memory.live_bytes()) << "after commit " << i;
        }
        place(world, ids, row_of(size_of_a_town));
    }
}

TEST(FewMovers, ThatOverlapManyBeginAllTheirPairs) {
    constexpr std::size_t size = 2000;
    World world({.track_overlaps = true, .executor = serial()});
    const std::vector<Id> ids = settle(world, row_of(size));
    Pairs begun, ended;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));

    for (const float right : {1000.f, 4000.f}) { // of the first one
        ASSERT_TRUE(world.move(std::vector{ids[0]}, std::vector{Aabb{{0, 0}, {right, 1}}}));
        ASSERT_TRUE(world.commit());
        ASSERT_TRUE(world.overlaps_changed(begun, ended));
        EXPECT_EQ(begun.size(), right == 1000 ? 500 : size - 501);
        EXPECT_EQ(ended.size(), 0u);
    }
    ASSERT_TRUE(world.move(std::vector{ids[0]}, std::vector{box_at(0)}));
    ASSERT_TRUE(world.commit());
    ASSERT_TRUE(world.overlaps_changed(begun, ended));

    EXPECT_EQ(begun.size(), 0u);
    EXPECT_EQ(ended.size(), size - 1);
}

// It searches around what has moved: the call takes no memory in proportion to the world.
TEST(FewMovers, AreFoundWithoutAnotherListOfAllPairs) {
    CountingMemory memory;
    World world({.track_overlaps = true, .memory = memory.memory(), .executor = serial()});
    const std::vector<Id> ids = settle(world, row_of(20'000));
    Pairs begun, ended;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    const std::size_t before = memory.live_bytes();

    ASSERT_TRUE(world.move(std::vector{ids[7]}, std::vector{box_at(16.5f)}));
    ASSERT_TRUE(world.commit());
    const std::size_t committed = memory.live_bytes();
    ASSERT_TRUE(world.overlaps_changed(begun, ended));

    ASSERT_EQ(begun.size(), 1u);
    EXPECT_EQ(begun.ids()[0].b, ids[8]);
    EXPECT_EQ(ended.size(), 0u);
    EXPECT_LT(memory.live_bytes() - committed, 150'000u) << "4 bytes a slot, and little else; " << before;
}

} // namespace
} // namespace throng::test
