// SPDX-License-Identifier: MIT
// A World is queried while it changes: a query that meets a commit returns Busy at once or is exact, and no commit
// affects a snapshot.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/thread_executor.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

constexpr std::size_t crowd_size = 1500;

struct Populated {
    World world;
    std::vector<Id> ids = std::vector<Id>(crowd_size);
};

// A crowd, and a few large things among it.
Populated populate(const Crowd& crowd, Executor executor) {
    Populated made{World({.track_overlaps = true, .executor = executor})};
    EXPECT_TRUE(made.world.spawn(crowd.boxes(), Motion::Dynamic, made.ids));
    std::vector<Id> others(3);
    EXPECT_TRUE(made.world.spawn(std::vector<Aabb>{{{0, 0}, {4, 4}}, {{10, 10}, {13, 20}}}, Motion::Static, others));
    EXPECT_TRUE(made.world.spawn(std::vector<Aabb>{{{5, 5}, {40, 30}}}, Motion::Dynamic, others));
    EXPECT_TRUE(made.world.commit());
    return made;
}

// Everything a caller may ask, as one number; 0: a call did not do its work.
template <class Index> std::uint64_t ask_everything(const Index& index, const Crowd& crowd, Executor e) {
    Hits hits;
    Pairs pairs;
    std::uint64_t hash = 17;
    const auto add = [&](const Status& status, const auto& answer) {
        hash = status && hash != 0 ? hash * 31 + answer.hash() : 0;
    };
    add(index.overlap(crowd.boxes(), hits, {.order = Order::BySlot}, e), hits);
    add(index.within(DiscView(crowd.centers(), 1.0f), hits, {.limit = 3, .distances = true}, e), hits);
    add(index.nearest(crowd.centers(), 4, 3, hits, {}, e), hits);
    add(index.neighbors(2, hits, {.order = Order::BySlot}, e), hits);
    add(index.query(std::vector<Query>{Query::cone({3, 3}, {1, 1}, 0.5f, 30), Query::cast({{0, 0}, {1, 2}, infinity})},
                    hits, {.order = Order::BySlot}, e),
        hits);
    add(index.pairs(pairs, {.order = Order::BySlot}, e), pairs);
    return hash;
}

// Every element to its place in `crowd`.
Status commit(World& world, const Crowd& crowd, std::vector<Aabb>& by_slot, Executor executor) {
    by_slot.assign(world.slot_count(), Aabb{{5, 5}, {40, 30}});
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        by_slot[i] = predicates::box_around({crowd.x[i], crowd.y[i]}, crowd.half_extent[i]);
    }
    const Status staged = world.move_all(by_slot);
    return staged ? world.commit(executor) : staged;
}

TEST(WorldConcurrency, SnapshotsAreExactWhileTheNextCommitsAreMade) {
    ThreadExecutor executor(2);
    Crowd crowd(crowd_size);
    Populated made = populate(crowd, executor);
    const Crowd questions = crowd;

    // Given snapshots of some commits, and what each answers when nothing else happens.
    struct Held {
        WorldSnapshot snapshot;
        std::uint64_t expected;
    };
    std::vector<Held> held;
    std::vector<Aabb> by_slot;
    for (int i = 0; i < 3; ++i) {
        crowd.step();
        ASSERT_TRUE(commit(made.world, crowd, by_slot, executor));
        held.push_back({made.world.snapshot(), ask_everything(made.world, questions, serial())});
        ASSERT_NE(held.back().expected, 0u);
    }

    // When threads ask them during more commits, which also add and remove.
    std::atomic<bool> done = false;
    std::atomic<int> rounds = 0;
    std::vector<std::thread> readers;
    for (const Held& one : held) {
        readers.emplace_back([&] {
            while (!done || rounds < 3) {
                EXPECT_EQ(ask_everything(one.snapshot, questions, serial()), one.expected);
                ++rounds;
            }
        });
    }
    for (int tick = 0; tick < 20; ++tick) {
        crowd.step();
        std::vector<Id> come(5);
        EXPECT_TRUE(made.world.spawn(std::vector<Aabb>(5, Aabb{{1, 1}, {2, 2}}),
                                     tick % 2 == 0 ? Motion::Static : Motion::Dynamic, come));
        EXPECT_TRUE(commit(made.world, crowd, by_slot, executor));
        EXPECT_TRUE(made.world.despawn(come));
    }
    done = true;
    for (std::thread& reader : readers) reader.join();

    // Then the world and its snapshots are still valid.
    EXPECT_TRUE(made.world.validate());
    for (const Held& one : held) EXPECT_TRUE(one.snapshot.validate());
}

TEST(WorldConcurrency, ASnapshotTakenDuringACommitIsACompletedOne) {
    Crowd crowd(crowd_size);
    Populated made = populate(crowd, serial());
    std::atomic<bool> done = false;
    std::atomic<int> taken = 0;
    std::vector<std::thread> takers;
    for (int t = 0; t < 2; ++t) {
        takers.emplace_back([&] {
            // Every commit moves all dynamic elements to one column.
            while (!done || taken < 4) {
                const WorldSnapshot snapshot = made.world.snapshot();
                const float x = snapshot.bounds_of(0).min.x;
                bool equal = true;
                for (Slot slot = 0; slot < crowd_size; ++slot) equal &= snapshot.bounds_of(slot).min.x == x;
                EXPECT_TRUE(equal || x < 100) << "before the first column";
                EXPECT_TRUE(snapshot.alive(made.ids[7]));
                if (equal) {
                    Hits hits;
                    EXPECT_TRUE(snapshot.overlap(std::vector<Aabb>{{{x, 0}, {x, 1e5f}}}, hits));
                    EXPECT_EQ(hits[0].size(), crowd_size + 1);
                    ++taken;
                }
            }
        });
    }
    for (int tick = 0; tick < 60; ++tick) {
        const float x = 100 + static_cast<float>(tick);
        std::vector<Aabb> by_slot;
        for (std::size_t slot = 0; slot < made.world.slot_count(); ++slot) {
            const float y = 2 * static_cast<float>(slot);
            by_slot.push_back({{x, y}, {x + 0.5f, y + 1}});
        }
        EXPECT_TRUE(made.world.move_all(by_slot));
        EXPECT_TRUE(made.world.commit());
    }
    done = true;
    for (std::thread& taker : takers) taker.join();
    EXPECT_TRUE(made.world.validate());
}

TEST(WorldConcurrency, AQueryThatMeetsACommitIsBusyOrExact) {
    const Crowd here(crowd_size);
    Crowd there = here;
    for (int i = 0; i < 100; ++i) there.step();
    Populated made = populate(here, serial());
    const WorldSnapshot first = made.world.snapshot();
    std::vector<Aabb> by_slot;
    ASSERT_TRUE(commit(made.world, there, by_slot, serial()));
    const auto answer = [](const auto& index, Hits& hits) {
        return index.neighbors(2, hits, {.order = Order::BySlot}, serial());
    };
    Hits hits;
    ASSERT_TRUE(answer(first, hits));
    const std::uint64_t at_first = hits.hash();
    ASSERT_TRUE(answer(made.world, hits));
    const std::uint64_t then = hits.hash();
    ASSERT_NE(at_first, then);

    // Readers rest between queries: while they overlap without a gap, a commit is refused for ever.
    std::atomic<int> reading = 3, answered = 0;
    std::vector<std::thread> readers;
    for (int t = 0; t < 3; ++t) {
        readers.emplace_back([&] {
            Hits mine;
            for (int i = 0; i < 100; ++i) {
                const Status status = answer(made.world, mine);
                if (status) {
                    EXPECT_TRUE(mine.hash() == at_first || mine.hash() == then);
                    ++answered;
                } else {
                    EXPECT_TRUE(same_status(failed_call(Fault::Busy), status));
                    EXPECT_EQ(mine.size(), 0u);
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            --reading;
        });
    }
    int committed = 0;
    while (reading > 0) {
        const Status status = commit(made.world, committed % 2 == 0 ? here : there, by_slot, serial());
        EXPECT_TRUE(status || status.faults == Fault::Busy);
        committed += status ? 1 : 0;
        std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    for (std::thread& reader : readers) reader.join();

    EXPECT_GT(answered, 0);
    EXPECT_GT(committed, 0);
    EXPECT_TRUE(made.world.validate());
}

TEST(WorldConcurrency, StagingGoesOnWhileOthersAsk) {
    const Crowd crowd(crowd_size);
    Populated made = populate(crowd, serial());
    const std::uint64_t expected = ask_everything(made.world, crowd, serial());
    constexpr int threads = 8;
    std::barrier together(threads + 1);
    std::vector<std::uint64_t> got(threads);
    std::vector<std::thread> callers;
    for (std::uint64_t& mine : got) {
        callers.emplace_back([&] {
            together.arrive_and_wait();
            mine = ask_everything(made.world, crowd, serial());
        });
    }

    together.arrive_and_wait();
    std::vector<Id> come(100);
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(made.world.spawn(std::vector<Aabb>(100, Aabb{{1, 1}, {2, 2}}), Motion::Dynamic, come));
        EXPECT_TRUE(made.world.move(made.ids, crowd.boxes()));
        EXPECT_TRUE(made.world.categorize(made.ids, std::vector<std::uint32_t>(crowd_size, 1u)));
        EXPECT_TRUE(made.world.despawn(come));
    }
    for (std::thread& caller : callers) caller.join();

    EXPECT_EQ(got, std::vector<std::uint64_t>(threads, expected));
    EXPECT_TRUE(made.world.commit());
}

// Commits take turns between two contents, so that an answer has one of three forms.
TEST(WorldConcurrency, OverlapsThatTwoThreadsAreToldAreBusyOrExact) {
    const Crowd here(crowd_size);
    Crowd there = here;
    for (int i = 0; i < 20; ++i) there.step();
    Populated made = populate(here, serial());
    std::vector<Aabb> moved;
    Pairs begun, ended;
    ASSERT_TRUE(made.world.overlaps_changed(begun, ended, serial()));
    ASSERT_TRUE(commit(made.world, there, moved, serial()));
    ASSERT_TRUE(made.world.overlaps_changed(begun, ended, serial()));
    const std::uint64_t come = begun.hash(), gone = ended.hash(), none = Pairs().hash();
    ASSERT_TRUE(come != none && gone != none && come != gone);

    std::atomic<int> asking = 2, told = 0;
    std::vector<std::thread> askers;
    for (int t = 0; t < 2; ++t) {
        askers.emplace_back([&] {
            Pairs my_begun, my_ended;
            for (int i = 0; i < 200; ++i) {
                const Status status = made.world.overlaps_changed(my_begun, my_ended, serial());
                const std::uint64_t began = my_begun.hash(), ceased = my_ended.hash();
                if (status) {
                    EXPECT_TRUE((began == come && ceased == gone) || (began == gone && ceased == come) ||
                                (began == none && ceased == none));
                    ++told;
                } else {
                    EXPECT_TRUE(same_status(failed_call(Fault::Busy), status));
                    EXPECT_TRUE(began == none && ceased == none);
                }
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
            --asking;
        });
    }
    int committed = 0;
    while (asking > 0) {
        const Status status = commit(made.world, committed % 2 == 0 ? here : there, moved, serial());
        EXPECT_TRUE(status || status.faults == Fault::Busy);
        committed += status ? 1 : 0;
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    for (std::thread& asker : askers) asker.join();

    EXPECT_GT(told, 0);
    EXPECT_GT(committed, 0);
}

} // namespace
} // namespace throng::test
