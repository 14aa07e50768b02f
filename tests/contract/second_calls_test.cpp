// SPDX-License-Identifier: MIT
// The same call once more, and another call into the same object: no answer has anything that an earlier call left,
// and the second of two equal changes leaves what the first did.
#include "scenes/crowd.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

// All that an answer tells.
testing::AssertionResult same_answer(const Hits& one, const Hits& other) {
    const auto fails = [](const char* what) { return testing::AssertionFailure() << "other " << what; };
    if (!std::ranges::equal(one.offsets(), other.offsets())) return fails("offsets");
    if (!std::ranges::equal(one.slots(), other.slots())) return fails("slots");
    if (!std::ranges::equal(one.distances(), other.distances())) return fails("distances");
    if (!std::ranges::equal(one.found(), other.found())) return fails("numbers of matches");
    if (one.candidates() != other.candidates()) return fails("candidates");
    return one.hash() == other.hash() ? testing::AssertionSuccess() : fails("hash");
}
testing::AssertionResult same_answer(const Pairs& one, const Pairs& other) {
    const auto fails = [](const char* what) { return testing::AssertionFailure() << "other " << what; };
    if (one.size() != other.size() || one.hash() != other.hash()) return fails("pairs");
    if (one.ids().size() != other.ids().size()) return fails("ids");
    if (!std::ranges::equal(one.squared_distances(), other.squared_distances())) return fails("distances");
    return one.candidates() == other.candidates() ? testing::AssertionSuccess() : fails("candidates");
}

using Ask = std::function<Status(const AnyIndex&, Hits&)>;
using AskPairs = std::function<Status(const AnyIndex&, Pairs&)>;
using Change = std::function<Status(AnyIndex&)>;

class SecondCalls : public testing::TestWithParam<IndexKind> {
protected:
    SecondCalls() {
        EXPECT_TRUE(index->build(crowd.boxes()));
        for (int tick = 0; tick < 5; ++tick) crowd.step();
    }
    // Each asked twice, and then what the others left is in the objects when they are asked again.
    template <class Answer, class Asks> void expect_fresh_answers(const Asks& asks) const {
        Answer used;
        for (std::size_t i = 0; i < 2 * asks.size(); ++i) {
            const auto& ask = asks[i * 5 % asks.size()];
            Answer fresh;
            const Status expected = ask(*index, fresh);
            for (const char* which : {"first", "second"}) {
                EXPECT_TRUE(same_status(expected, ask(*index, used)));
                EXPECT_TRUE(same_answer(fresh, used))
                    << "query " << i * 5 % asks.size() << ", the " << which << " time";
            }
        }
    }

    scenes::Crowd crowd{400};
    std::unique_ptr<AnyIndex> index = GetParam().open();
};
INSTANTIATE_TEST_SUITE_P(Each, SecondCalls, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

// Answers have many rows and none, with and without distances and limits, complete and refused.
TEST_P(SecondCalls, IntoTheSameHitsHaveNothingOfTheFirst) {
    const PointView points = crowd.centers();
    const BoxView boxes = crowd.boxes();
    expect_fresh_answers<Hits>(std::vector<Ask>{
        [&](const AnyIndex& i, Hits& h) { return i.neighbors(2, h, {.limit = 2, .distances = true}); },
        [&](const AnyIndex& i, Hits& h) { return i.overlap(BoxView(), h); },
        [&](const AnyIndex& i, Hits& h) { return i.within(DiscView(points, 1), h); },
        [&](const AnyIndex& i, Hits& h) { return i.overlap(boxes, h, {.order = Order::BySlot}); },
        [&](const AnyIndex& i, Hits& h) { return i.nearest(points, 3, 5, h, {.distances = true}); },
        [&](const AnyIndex& i, Hits& h) { return i.within(DiscView(points, -1), h); },
        [&](const AnyIndex& i, Hits& h) {
            return i.within(Disc{{3, 3}, 2}, h);
        },
        [&](const AnyIndex& i, Hits& h) { return i.along(RayView(points, points, 1), h, {.limit = 1}); },
        [&](const AnyIndex& i, Hits& h) { return i.neighbors(2, h); }});
}

TEST_P(SecondCalls, IntoTheSamePairsHaveNothingOfTheFirst) {
    expect_fresh_answers<Pairs>(
        std::vector<AskPairs>{[](const AnyIndex& i, Pairs& p) { return i.pairs(p, {.order = Order::BySlot}); },
                              [](const AnyIndex& i, Pairs& p) { return i.pairs(p, {.squared_distances = true}); },
                              [](const AnyIndex& i, Pairs& p) { return i.pairs(p, {.limit = 3}); },
                              [](const AnyIndex& i, Pairs& p) { return i.pairs(p); },
                              [](const AnyIndex& i, Pairs& p) { return i.pairs(p, {.mask = 0}); }});
}

// Twice on one index, once on a twin.
TEST_P(SecondCalls, OfAChangeLeaveWhatTheFirstLeft) {
    const std::vector<Slot> gone{3, 5, 8}, absent{900};
    const BoxView boxes = crowd.boxes();
    const std::pair<const char*, Change> changes[] = {
        {"build", [&](AnyIndex& i) { return i.build(boxes); }},
        {"update", [&](AnyIndex& i) { return i.update(boxes); }},
        {"move", [&](AnyIndex& i) { return i.move(gone, boxes.slice(0, 3)); }},
        {"refit", [](AnyIndex& i) { return i.refit(); }},
        {"erase", [&](AnyIndex& i) { return i.erase(gone); }},
        {"refit", [](AnyIndex& i) { return i.refit(); }},
        {"cleanup", [](AnyIndex& i) { return i.cleanup(); }},
        {"insert", [&](AnyIndex& i) { return i.insert(gone, boxes.slice(9, 3)); }},
        {"clear", [](AnyIndex& i) { return i.clear(); }},
        {"build after clear", [&](AnyIndex& i) { return i.build(boxes); }}};
    const auto twin = GetParam().open();
    ASSERT_TRUE(twin->build(scenes::Crowd(400).boxes()));
    const auto content = [&](const AnyIndex& of) {
        Hits hits;
        EXPECT_TRUE(of.within(DiscView(crowd.centers(), 2), hits, {.order = Order::BySlot}));
        return std::vector{hits.hash(), std::uint64_t{of.size()}, std::uint64_t{of.slot_count()}};
    };
    for (const auto& [name, change] : changes) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(change(*twin));
        ASSERT_TRUE(change(*index));
        const Status again = change(*index);
        const bool faulty = change(*index).faults != Fault::None; // what is erased cannot be erased again
        EXPECT_EQ(again.count, faulty ? 3u : 0u);
        EXPECT_TRUE(index->validate());
        EXPECT_EQ(content(*index), content(*twin));
    }
}

TEST_P(SecondCalls, OfOpenGiveBackWhatTheFirstTook) {
    CountingMemory first, second;
    const auto opened = GetParam().open({.memory = first.memory()});
    for (int times = 0; times < 2; ++times) {
        for (CountingMemory* const memory : {&second, &first}) {
            ASSERT_TRUE(opened->build(crowd.boxes()));
            ASSERT_TRUE(opened->open({.memory = memory->memory()}));
            EXPECT_EQ((memory == &first ? second : first).live_blocks(), 0u) << "memory of a world that is gone";
            EXPECT_EQ(opened->size(), 0u);
            EXPECT_EQ(opened->bytes(), memory->live_bytes());
        }
    }
}

TEST(SecondCallsOfAWorld, ThatOpenGiveBackWhatTheFirstTook) {
    CountingMemory memory;
    World world;
    std::size_t opened = 0;
    for (int times = 0; times < 3; ++times) {
        ASSERT_TRUE(world.open({.track_overlaps = true, .memory = memory.memory()}));
        EXPECT_EQ(world.size() + world.slot_count(), 0u);
        if (times == 0) opened = memory.live_bytes();
        EXPECT_EQ(memory.live_bytes(), opened);
        (void)settle(world, row_of(300));
        Pairs begun, ended;
        ASSERT_TRUE(world.overlaps_changed(begun, ended));
        (void)spawn(world, row_of(30));
    }
}

// Ids are of overlaps_changed() alone, and squared distances of pairs() alone.
TEST(SecondCallsOfAWorld, IntoTheSamePairsHaveNothingOfTheFirst) {
    World world({.track_overlaps = true});
    std::vector<Aabb> boxes = row_of(40);
    boxes[1] = box_at(0.5f);
    (void)settle(world, boxes);
    Pairs used, other;
    for (int times = 0; times < 3; ++times) {
        ASSERT_TRUE(world.pairs(used, {.squared_distances = true}));
        ASSERT_EQ(used.squared_distances().size(), 1u);
        EXPECT_EQ(used.ids().size(), 0u);
        ASSERT_TRUE(world.overlaps_changed(used, other));
        ASSERT_EQ(used.ids().size(), 1u);
        EXPECT_EQ(used.squared_distances().size(), 0u);
    }
}

// Each twice in a row, with the last commit told to its listeners before.
TEST(SecondCallsOfAWorld, ThatChangeAllOfItLeaveWhatTheFirstLeft) {
    CountingMemory memory;
    World world({.track_overlaps = true, .memory = memory.memory(), .origin = {8, 8}});
    (void)settle(world, row_of(300));
    (void)settle(world, row_of(300), Motion::Static);
    const Bytes bytes = saved(world);
    const std::pair<const char*, std::function<Status(const WorldSnapshot&)>> changes[] = {
        {"refit", [&](const WorldSnapshot&) { return world.refit(); }},
        {"restore", [&](const WorldSnapshot& of) { return world.restore(of); }},
        {"load", [&](const WorldSnapshot&) { return load(world, bytes); }},
        {"rebase",
         [&](const WorldSnapshot&) {
             return world.rebase({8, 8});
         }},
        {"commit", [&](const WorldSnapshot&) { return world.commit(); }},
        {"discard", [&](const WorldSnapshot&) { return world.discard(), Status(); }}};
    Pairs begun, ended;
    for (const auto& [name, change] : changes) {
        SCOPED_TRACE(name);
        const WorldSnapshot before = world.snapshot();
        ASSERT_TRUE(world.overlaps_changed(begun, ended));
        for (int times = 0; times < 2; ++times) {
            ASSERT_TRUE(change(before));
            EXPECT_EQ(world.hash(), before.hash());
            EXPECT_TRUE(world.validate());
            EXPECT_EQ(saved(world), bytes);
            ASSERT_TRUE(world.overlaps_changed(begun, ended));
            EXPECT_EQ(begun.size() + ended.size(), 0u);
        }
    }
    EXPECT_EQ(world.bytes(), memory.live_bytes());
}

} // namespace
} // namespace throng::test
