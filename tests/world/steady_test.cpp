// SPDX-License-Identifier: MIT
// Memory of a World that is used for long: nothing is allocated by a tick like the last one, and no more states are
// kept than snapshots hold and two.
#include "scenes/crowd.hpp"
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "support/pool_executor.hpp"
#include "tests/support/global_new.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::CountingMemory;
using support::PoolExecutor;

constexpr std::size_t people = 3000;

// People and carts among walls; each tick they walk, some leave and as many come. After twenty ticks all is where it
// was. In layers none leaves; some climb, and after forty ticks are on their floor again.
class Town {
public:
    Town(Memory memory, bool track_overlaps, const Executor& executor = serial(), std::uint32_t tracked = ~0u,
         std::size_t layers = 1)
        : world({.agent_half_extent = 1,
                 .prop_half_extent = 9,
                 .track_overlaps = track_overlaps,
                 .tracked = tracked,
                 .memory = memory}),
          executor_(executor), layers_(layers), hits_(memory), pairs_(memory), begun_(memory), ended_(memory) {
        std::vector<Aabb> walls;
        for (std::size_t i = 0; i < 200; ++i)
            walls.push_back({{static_cast<float>(i % 20) * 3, static_cast<float>(i / 20) * 5},
                             {static_cast<float>(i % 20) * 3 + 2, static_cast<float>(i / 20) * 5 + 1}});
        std::vector<Id> still(walls.size());
        EXPECT_TRUE(world.spawn(walls, Motion::Static, still, std::vector<std::uint32_t>(walls.size(), 1),
                                floors(walls.size(), 0)));
        for (std::size_t i = 0; i < people; ++i) crowd_.half_extent[i] = i % 50 == 0 ? 3.f : 0.4f;
        first_ = crowd_;
        EXPECT_TRUE(world.spawn(crowd_.boxes(), Motion::Dynamic, ids_, std::vector<std::uint32_t>(people, 3),
                                floors(people, 0)));
        EXPECT_TRUE(world.commit(serial()));
    }

    void tick() {
        if (++ticks_ % 20 == 0) crowd_ = first_;
        for (int i = 0; i < 3; ++i) crowd_.step();
        const std::size_t begin = ticks_ % 20 * 100;
        const std::span<Id> some = std::span(ids_).subspan(begin, 100);
        if (layers_ == 1) {
            EXPECT_TRUE(world.despawn(some.first(50)));
            EXPECT_TRUE(world.spawn(crowd_.boxes().slice(begin, 50), Motion::Dynamic, some.first(50), sixes_));
        } else {
            EXPECT_TRUE(world.set_layers(some, std::span(floors_).subspan(ticks_ % 20 + ticks_ / 20 % 2, some.size())));
        }
        EXPECT_TRUE(world.categorize(some.last(50), fives_));
        by_slot_.assign(world.slot_count(), Aabb{});
        for (std::size_t i = 0; i < people; ++i) {
            by_slot_[ids_[i].slot < by_slot_.size() ? ids_[i].slot : 0] =
                predicates::box_around({crowd_.x[i], crowd_.y[i]}, crowd_.half_extent[i]);
        }
        EXPECT_TRUE(world.move_all(by_slot_));
        EXPECT_TRUE(world.commit(executor_));
    }
    void ask() {
        mixed_.clear();
        for (std::size_t i = 0; i < 500; ++i) {
            const Vec2 at{crowd_.x[i], crowd_.y[i]};
            mixed_.push_back(i % 3 == 0   ? Query::nearest(at, 3, 9)
                             : i % 3 == 1 ? Query::within({at, 2})
                                          : Query::cast({at, {2, 1}, 5}));
        }
        EXPECT_TRUE(world.query(mixed_, hits_, {}, executor_));
        EXPECT_TRUE(world.overlap(crowd_.boxes(), hits_, {.mask = 4}, executor_));
        EXPECT_TRUE(world.neighbors(2, hits_, {.limit = 4}, executor_));
        EXPECT_TRUE(world.pairs(pairs_, {}, executor_));
        EXPECT_TRUE(world.overlaps_changed(begun_, ended_, executor_));
    }

    World world;

private:
    std::vector<std::uint16_t> floors(std::size_t count, std::size_t first) const {
        std::vector<std::uint16_t> floors(layers_ == 1 ? 0 : count);
        for (std::size_t i = 0; i < floors.size(); ++i) floors[i] = static_cast<std::uint16_t>((first + i) % layers_);
        return floors;
    }

    Executor executor_;
    std::size_t layers_;
    const std::vector<std::uint16_t> floors_ = floors(150, 0);
    Hits hits_;
    Pairs pairs_, begun_, ended_;
    Crowd crowd_{people}, first_{people};
    std::vector<Id> ids_ = std::vector<Id>(people);
    std::vector<Aabb> by_slot_;
    std::vector<Query> mixed_;
    const std::vector<std::uint32_t> sixes_ = std::vector<std::uint32_t>(50, 6),
                                     fives_ = std::vector<std::uint32_t>(50, 5);
    std::size_t ticks_ = 0;
};

// Neither by the given Memory nor by operator new. `snapshots` at most are held at a time, the last of each tick.
void expect_quiet_ticks(std::size_t snapshots, const Executor& executor, std::uint32_t tracked = ~0u,
                        std::size_t layers = 1) {
    CountingMemory memory;
    Town town(memory.memory(), true, executor, tracked, layers);
    std::vector<WorldSnapshot> held(snapshots);
    std::size_t requests = 0, calls = 0;
    for (std::size_t tick = 0; tick < 120; ++tick) {
        town.tick();
        town.ask();
        if (!held.empty()) held[tick % held.size()] = town.world.snapshot();
        if (tick == 79) requests = memory.requests(), calls = global_new::calls();
    }
    EXPECT_EQ(memory.requests(), requests);
    EXPECT_EQ(global_new::calls(), calls);
}

class SteadyWorld : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(WithSnapshots, SteadyWorld, testing::Values(0, 1, 3), testing::PrintToStringParamName());

TEST_P(SteadyWorld, AllocatesNothingInATickLikeTheLast) { expect_quiet_ticks(GetParam(), serial()); }

TEST(SteadyWorldOfHosts, AllocatesNothingInATickLikeTheLastWhateverTheSchedule) {
    PoolExecutor pool(4);
    expect_quiet_ticks(1, pool.executor());
    expect_quiet_ticks(1, reversed());
}

TEST(SteadyWorldInLayers, AllocatesNothingInATickLikeTheLast) {
    PoolExecutor pool(4);
    for (const std::size_t snapshots : {0u, 2u}) expect_quiet_ticks(snapshots, serial(), ~0u, 6);
    expect_quiet_ticks(1, pool.executor(), 2, 6);
}

// Those of half the town, and those of few: each tick makes elements of category 4, which a later one takes back.
TEST(SteadyWorldOverlaps, OfSomeElementsTakeNothingInATickLikeTheLast) {
    PoolExecutor pool(4);
    for (const std::uint32_t tracked : {2u, 4u}) {
        SCOPED_TRACE(tracked);
        expect_quiet_ticks(0, serial(), tracked);
        expect_quiet_ticks(0, pool.executor(), tracked);
    }
}

TEST(SteadyWorldOverlaps, ThatBecomeMoreByOneATickTakeMemoryNowAndThen) {
    constexpr std::size_t ticks = 200;
    CountingMemory memory;
    World world({.track_overlaps = true, .memory = memory.memory()});
    Pairs begun(memory.memory()), ended(memory.memory());
    std::vector<Aabb> boxes = row_of(2 * ticks);
    const std::vector<Id> ids = settle(world, boxes);
    std::size_t requests = 0;
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        if (tick == 50) requests = memory.requests();
        ASSERT_TRUE(world.move(std::span(ids).subspan(2 * tick, 1), std::span(boxes).subspan(2 * tick + 1, 1)));
        ASSERT_TRUE(world.commit(serial()));
        ASSERT_TRUE(world.overlaps_changed(begun, ended));
        ASSERT_EQ(begun.size(), 1u);
    }
    EXPECT_LT(memory.requests() - requests, 30u);
}

TEST(SteadyWorldOverlaps, CountInTheBytesOfTheWorld) {
    for (const std::uint32_t tracked : {~0u, 2u, 4u}) {
        SCOPED_TRACE(tracked);
        CountingMemory memory;
        Town town(memory.memory(), true, serial(), tracked);
        Pairs begun, ended;
        for (int tick = 0; tick < 3; ++tick) {
            town.tick();
            const std::size_t live = memory.live_bytes(), bytes = town.world.bytes();
            ASSERT_TRUE(town.world.overlaps_changed(begun, ended, serial()));
            EXPECT_EQ(town.world.bytes() - bytes, memory.live_bytes() - live) << tick;
            EXPECT_TRUE(tick > 0 || memory.live_bytes() > live + 1000);
        }
    }
}

// Pairs are found before it is known whether they are wanted: what that takes is the same each time.
TEST(SteadyWorldPairs, ThatAreFilteredNeedNoMoreFromTheSecondTime) {
    PoolExecutor pool(3);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        scenes::Generator random(seed);
        const std::size_t size = std::size_t{1} << (4 + seed % 9);
        const float side = random.uniform(3, 60) * (size > 1024 ? 4.f : 1.f);
        std::vector<Aabb> boxes(size);
        for (Aabb& box : boxes) {
            const float half = random.below(30) == 0 ? 4.f : 0.4f;
            box = predicates::box_around({random.uniform(0, side), random.uniform(0, side)}, {half, half});
        }
        std::vector<std::uint32_t> wanted(size);
        for (std::uint32_t& categories : wanted) categories = random.below(4);
        World world(WorldDesc{});
        std::vector<Id> ids(size);
        ASSERT_TRUE(world.spawn(boxes, seed % 2 == 0 ? Motion::Static : Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit());
        const PairOptions options{.collides_with = wanted, .static_static = true};
        Pairs expected;
        ASSERT_TRUE(world.pairs(expected, options, serial()));
        for (const Executor& executor : {serial(), ascending(), reversed(), pool.executor()}) {
            CountingMemory memory;
            Pairs pairs(memory.memory());
            ASSERT_TRUE(world.pairs(pairs, options, executor));
            const std::size_t requests = memory.requests();

            for (int i = 0; i < 3; ++i) ASSERT_TRUE(world.pairs(pairs, options, executor));

            EXPECT_EQ(memory.requests(), requests);
            EXPECT_EQ(pairs.hash(), expected.hash());
        }
        CountingMemory memory;
        Pairs pairs(memory.memory());
        for (const Executor& first : {ascending(), reversed()}) ASSERT_TRUE(world.pairs(pairs, options, first));
        const std::size_t requests = memory.requests();
        for (const Executor& then : {pool.executor(), reversed(), ascending()})
            ASSERT_TRUE(world.pairs(pairs, options, then));
        EXPECT_EQ(memory.requests(), requests) << "by other schedules";
    }
}

// The last block finds thousands of pairs and keeps none. In reverse order it fills a list of its own; in ascending
// order it fills the answer, which then needs as much room.
TEST(SteadyWorldPairs, OfWhichABlockKeepsNoneNeedNoMoreByAnotherSchedule) {
    constexpr std::size_t apart = 8'000, heaped = 200;
    std::vector<Aabb> boxes(apart + heaped);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Vec2 at =
            i < apart ? Vec2{static_cast<float>(3 * (i % 100)), static_cast<float>(3 * (i / 100))} : Vec2{300, 300};
        boxes[i] = predicates::box_around(at, 1);
    }
    World world(WorldDesc{});
    std::vector<Id> ids(boxes.size());
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    const std::vector<std::uint32_t> none_wanted(boxes.size(), 0);
    const PairOptions options{.collides_with = none_wanted};
    CountingMemory memory;
    Pairs pairs(memory.memory());
    ASSERT_TRUE(world.pairs(pairs, options, reversed()));
    const std::size_t requests = memory.requests();

    ASSERT_TRUE(world.pairs(pairs, options, ascending()));

    EXPECT_EQ(pairs.size(), 0u);
    EXPECT_EQ(memory.requests(), requests);
}

// Versions take turns, and what a change needs on its way is there once for all. The grid beside them is given boxes
// that lie apart, which its update sets side by side, 16 bytes an element.
TEST(WorldMemory, OfAVersionIsWithoutWhatAChangeNeedsOnItsWay) {
    constexpr std::size_t size = 20'000;
    Crowd crowd(size);
    World world(WorldDesc{});
    RowGrid grid{RowGridDesc{}};
    std::vector<Id> ids(size);
    std::vector<Slot> slots(size);
    std::vector<Aabb> apart(4 * size);
    std::iota(slots.begin(), slots.end(), Slot{0});
    ASSERT_TRUE(grid.insert(slots, crowd.boxes(), serial())); // as a world does
    ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit(serial()));
    for (int tick = 0; tick < 10; ++tick) {
        crowd.step();
        for (std::size_t i = 0; i < size; ++i)
            apart[4 * i] =
                predicates::box_around({crowd.x[i], crowd.y[i]}, {crowd.half_extent[i], crowd.half_extent[i]});
        const PointView low(&apart[0].min.x, &apart[0].min.y, size, 4 * sizeof(Aabb)),
            high(&apart[0].max.x, &apart[0].max.y, size, 4 * sizeof(Aabb));
        ASSERT_TRUE(grid.update(BoxView(low, high), serial()));
        ASSERT_TRUE(world.move_all(crowd.boxes()));
        ASSERT_TRUE(world.commit(serial()));
    }
    ASSERT_EQ(world.stats().row_grid, size);
    const std::size_t version = world.snapshot().bytes();
    EXPECT_LT(version, grid.bytes() - 10 * size);
    EXPECT_LT(version, 40 * size) << "boxes and slots 20, cell keys 4, generations, routes and flags 6, cells";
    EXPECT_LT(world.bytes(), 2 * version + 160 * size) << "what was staged, and one change";
}

TEST(WorldMemory, ThatSnapshotsLetGoIsThereForTheCommitThatNeedsIt) {
    CountingMemory memory;
    World world({.memory = memory.memory()});
    const std::vector<Id> ids = settle(world, row_of(5'000));
    std::vector<WorldSnapshot> held;
    for (int i = 0; i < 8; ++i) {
        held.push_back(world.snapshot());
        ASSERT_TRUE(world.move(std::span(ids).first(1), std::vector<Aabb>{box_at(static_cast<float>(i))}));
        ASSERT_TRUE(world.commit());
    }
    held.clear();
    (void)spawn(world, row_of(5'000));
    memory.limit(memory.live_bytes() + 1'000);
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfMemory), world.commit()));
    EXPECT_TRUE(world.commit());
    EXPECT_EQ(world.size(), 10'000u);
}

// What a town takes at most while so many commits are held beside the last one, and the largest state of them. When
// these are let go it takes no more than `after`.
struct Taken {
    std::size_t bytes = 0, state = 0;
};
Taken taken_by_town(std::size_t commits_held, std::size_t after) {
    CountingMemory memory;
    Taken taken;
    {
        Town town(memory.memory(), false);
        std::vector<WorldSnapshot> held(commits_held);
        for (std::size_t tick = 0; tick < 20; ++tick) {
            if (!held.empty()) held[tick % held.size()] = town.world.snapshot();
            town.tick();
            taken.state = std::max(taken.state, town.world.snapshot().bytes());
            taken.bytes = std::max(taken.bytes, town.world.bytes());
            EXPECT_GE(memory.live_bytes() + sizeof(WorldDesc), town.world.bytes());
        }
        held.clear();
        EXPECT_TRUE(town.world.commit(serial()));
        EXPECT_LE(town.world.bytes(), after) << "what is let go is given back, even by a commit of nothing";
        town.tick();
        town.tick();
        EXPECT_LE(town.world.bytes(), after);
    }
    EXPECT_EQ(memory.live_blocks(), 0u);
    return taken;
}

TEST(SteadyWorldBytes, AreAStateForEachCommitHeldAndTwoMore) {
    constexpr std::size_t two_states = people * 140, beside = people * 250;
    const Taken none = taken_by_town(0, two_states + beside);
    EXPECT_LT(2 * none.state, two_states);
    EXPECT_LT(none.bytes, two_states + beside) << "what is staged, sorted out and needed by the changes of a commit";
    for (const std::size_t held : {1u, 2u, 3u, 8u}) {
        const Taken some = taken_by_town(held, none.bytes + none.state);
        EXPECT_LE(some.bytes, (held + 2) * some.state + (none.bytes - 2 * none.state)) << held;
    }
}

} // namespace
} // namespace throng::test
