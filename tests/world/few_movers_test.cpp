// SPDX-License-Identifier: MIT
// Overlaps that began and ended where few elements of many have changed, against all pairs of both commits.
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/world_model.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace throng::test {
namespace {

using oracle::WorldContent;
using scenes::Generator;
using support::CountingMemory;

struct Masks {
    std::uint32_t tracked, against;
};

/// A town of a thousand elements of which some change between two questions, and now and then all.
class Town {
public:
    Town(Masks masks, std::uint64_t seed)
        : random_(seed), masks_(masks), world_({.track_overlaps = true,
                                                .tracked = masks.tracked,
                                                .tracked_against = masks.against,
                                                .memory = memory_.memory(),
                                                .executor = serial()}) {
        spawn(900, Motion::Dynamic);
        spawn(100, Motion::Static);
        commit();
    }

    /// Some commits and a question.
    void step() {
        for (std::uint32_t commits = 1 + random_.below(2); commits > 0; --commits) {
            change();
            commit();
        }
        if (random_.below(8) == 0) refuse();
        ask();
        if (random_.below(3) == 0) ask_again();
    }

private:
    Aabb some_box() {
        const Vec2 at{random_.uniform(0, 40), random_.uniform(0, 40)};
        const float half = random_.below(20) == 0 ? 3.f : 0.5f;
        return {{at.x - half, at.y - half}, {at.x + half, at.y + half}};
    }
    std::vector<Id> some(std::uint32_t most) {
        std::vector<Id> ids;
        for (std::uint32_t i = 1 + random_.below(most); i > 0; --i) ids.push_back(ids_[random_.below(slots())]);
        return ids;
    }
    std::uint32_t slots() const { return static_cast<std::uint32_t>(ids_.size()); }
    std::uint32_t some_category() { return random_.below(16) == 0 ? 0 : 1u << random_.below(3); }

    void spawn(std::size_t count, Motion motion) {
        std::vector<Aabb> boxes;
        std::vector<std::uint32_t> categories;
        for (std::size_t i = 0; i < count; ++i) boxes.push_back(some_box()), categories.push_back(some_category());
        if (masks_.tracked == ~0u) categories.clear();
        std::vector<Id> ids(count), expected;
        ASSERT_TRUE(world_.spawn(boxes, motion, ids, categories));
        ASSERT_TRUE(model_.spawn(boxes, motion, expected, categories));
        ASSERT_EQ(ids, expected);
        ids_.insert(ids_.end(), ids.begin(), ids.end());
    }
    // The slots of elements that end before their first commit are new, and stay so.
    void spawn_in_vain() {
        const std::size_t known = ids_.size();
        spawn(8, Motion::Dynamic);
        const std::vector<Id> vain(ids_.begin() + static_cast<std::ptrdiff_t>(known), ids_.end());
        ids_.resize(known);
        (void)world_.despawn(vain);
        (void)model_.despawn(vain);
    }
    void move(const std::vector<Id>& ids) {
        const bool together = random_.below(3) == 0; // onto one spot
        std::vector<Aabb> boxes(ids.size(), some_box());
        for (Aabb& box : boxes) box = together ? box : some_box();
        (void)world_.move(ids, boxes);
        (void)model_.move(ids, boxes);
    }
    void change() {
        switch (random_.below(10)) {
        case 0: return spawn(1 + random_.below(3), Motion::Dynamic);
        case 1: return random_.below(2) == 0 ? spawn(1, Motion::Static) : spawn_in_vain();
        case 2:
        case 3: {
            const std::vector<Id> ids = some(2);
            (void)world_.despawn(ids);
            (void)model_.despawn(ids);
            if (random_.below(2) == 0) return;
            commit();
            return spawn(ids.size(), random_.below(4) == 0 ? Motion::Static : Motion::Dynamic); // in their slots
        }
        case 4: {
            const std::vector<Id> ids = some(3);
            std::vector<std::uint32_t> categories;
            for (std::size_t i = 0; i < ids.size(); ++i) categories.push_back(some_category());
            (void)world_.categorize(ids, categories);
            (void)model_.categorize(ids, categories);
            return;
        }
        case 5:
            if (random_.below(3) == 0) return move_all();
            [[fallthrough]];
        default: return move(some(4));
        }
    }
    void move_all() {
        all_.resize(world_.slot_count());
        for (Aabb& box : all_) box = some_box();
        ASSERT_TRUE(world_.move_all(all_));
        model_.move_all(all_);
    }
    void commit() {
        ASSERT_TRUE(world_.commit());
        ASSERT_TRUE(model_.commit());
    }

    // A call without memory changes nothing of what later calls tell.
    void refuse() {
        memory_.limit(memory_.live_bytes() + random_.below(3000));
        (void)world_.overlaps_changed(begun_, ended_);
        memory_.limit(~std::size_t{0});
    }
    void ask() {
        const auto pairs_of = [&](const WorldContent& content) {
            return content.overlaps(masks_.tracked, masks_.against);
        };
        expected_begun_.clear(), expected_ended_.clear();
        const auto before = [](const IdPair& p, const IdPair& q) {
            const auto key = [](const IdPair& r) { return std::uint64_t{r.a.slot} << 32 | r.b.slot; };
            if (key(p) != key(q)) return key(p) < key(q);
            if (p.a.generation != q.a.generation) return p.a.generation < q.a.generation;
            return p.b.generation < q.b.generation;
        };
        const std::vector<IdPair> was = pairs_of(told_), is = pairs_of(model_.now());
        std::set_difference(is.begin(), is.end(), was.begin(), was.end(), std::back_inserter(expected_begun_), before);
        std::set_difference(was.begin(), was.end(), is.begin(), is.end(), std::back_inserter(expected_ended_), before);
        told_ = model_.now();
        ask_again();
    }
    void ask_again() {
        ASSERT_TRUE(world_.overlaps_changed(begun_, ended_));
        expect(expected_begun_, begun_), expect(expected_ended_, ended_);
    }
    static void expect(const std::vector<IdPair>& expected, const Pairs& got) {
        ASSERT_EQ(got.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_EQ(got.ids()[i].a, expected[i].a) << i;
            ASSERT_EQ(got.ids()[i].b, expected[i].b) << i;
            ASSERT_EQ(got.view()[i].a, expected[i].a.slot) << i;
            ASSERT_EQ(got.view()[i].b, expected[i].b.slot) << i;
        }
    }

    Generator random_;
    const Masks masks_;
    CountingMemory memory_;
    World world_;
    oracle::WorldModel model_;
    WorldContent told_; // by the last question
    std::vector<Id> ids_;
    std::vector<Aabb> all_; // that move_all() shows
    Pairs begun_, ended_;
    std::vector<IdPair> expected_begun_, expected_ended_;
};

TEST(FewMovers, BeginAndEndTheOverlapsThatAllPairsTell) {
    for (const Masks masks : {Masks{~0u, ~0u}, Masks{1, ~0u}, Masks{1, 6}}) {
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            SCOPED_TRACE(testing::Message() << masks.tracked << ", seed " << seed);
            Town town(masks, seed);
            for (int i = 0; i < 120 && !testing::Test::HasFatalFailure(); ++i) {
                SCOPED_TRACE(i);
                town.step();
            }
        }
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
