// SPDX-License-Identifier: MIT
// What a World has after restore() or load() of its own WorldDesc, of that of the snapshot and of the saved one:
// the table of docs/world.md, member by member.
#include "support/counting_memory.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

/// A host that notes its calls, on the calling thread.
struct NotedHost {
    std::size_t calls = 0;
    Executor executor() {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    ++static_cast<NotedHost*>(self)->calls;
                    for (std::uint32_t i = 0; i < count; ++i) task(context, i);
                },
                this};
    }
};

/// A member of WorldDesc that shapes the states of a World, so that a snapshot has to be of a world with an equal one.
struct Rule {
    const char* member;
    void (*change)(WorldDesc& desc);
};
constexpr Rule saved_rules[] = {
    {"bounds",
     [](WorldDesc& d) {
         d.bounds = {{0, 0}, {9, 9}};
     }},
    {"agent_half_extent", [](WorldDesc& d) { d.agent_half_extent = 2; }},
    {"prop_half_extent", [](WorldDesc& d) { d.prop_half_extent = 20; }},
    {"track_overlaps", [](WorldDesc& d) { d.track_overlaps = true; }},
    {"tracked", [](WorldDesc& d) { d.tracked = 1; }},
    {"tracked_against", [](WorldDesc& d) { d.tracked_against = 1; }},
    {"track_across_layers", [](WorldDesc& d) { d.track_across_layers = true; }},
    {"capacity.elements", [](WorldDesc& d) { d.capacity.elements = 9000; }},
    {"capacity.static_elements", [](WorldDesc& d) { d.capacity.static_elements = 9000; }},
    {"capacity.hits", [](WorldDesc& d) { d.capacity.hits = 9000; }},
};

WorldDesc with(const Rule& rule) {
    WorldDesc desc;
    rule.change(desc);
    return desc;
}

/// restore() takes only what a world with equal rules has made.
bool has_rules(World& world, const WorldDesc& desc) { return world.restore(World(desc).snapshot()).applied(); }

TEST(TakenOver, AWorldThatLoadsKeepsItsOwnRules) {
    World plain(WorldDesc{});
    (void)settle(plain, row_of(5));
    const Bytes bytes = saved(plain);
    for (const Rule& rule : saved_rules) {
        SCOPED_TRACE(rule.member);
        World world(with(rule));
        ASSERT_TRUE(load(world, bytes));
        EXPECT_EQ(world.size(), 5u);
        EXPECT_FALSE(has_rules(world, {}));
        EXPECT_TRUE(has_rules(world, with(rule)));
    }
    World tagged({.tag = 4});
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), load(tagged, bytes)));
}

TEST(TakenOver, AWorldThatIsNotOpenAndASnapshotLoadTheSavedRules) {
    const auto check = [](const WorldDesc& desc) {
        World before(desc);
        (void)settle(before, row_of(5));
        const Bytes bytes = saved(before);
        World world;
        ASSERT_TRUE(load(world, bytes));
        WorldSnapshot snapshot;
        ASSERT_TRUE(load(snapshot, bytes));
        EXPECT_FALSE(has_rules(world, {}));
        EXPECT_TRUE(world.restore(snapshot));
        EXPECT_EQ(world.size(), 5u);
        EXPECT_TRUE(has_rules(world, desc));
    };
    for (const Rule& rule : saved_rules) {
        SCOPED_TRACE(rule.member);
        check(with(rule));
    }
    check({.tag = 4});
}

TEST(TakenOver, MemoryIsThatOfTheWorldOrOfTheCall) {
    CountingMemory saver, loader, of_call;
    Bytes bytes;
    {
        World before({.memory = saver.memory()});
        (void)settle(before, row_of(5));
        bytes = saved(before);
    }
    World open({.memory = loader.memory()}), closed;
    const std::size_t by_saver = saver.requests(), by_loader = loader.requests();

    ASSERT_TRUE(load(open, bytes));
    EXPECT_GT(loader.requests(), by_loader);
    ASSERT_TRUE(load(closed, bytes));
    EXPECT_TRUE(has_rules(closed, {})) << "default memory";
    WorldSnapshot snapshot;
    Rest rest{bytes.data(), bytes.size()};
    ASSERT_TRUE(snapshot.load(reader_of(rest), of_call.memory()));
    EXPECT_GT(of_call.live_bytes(), 0u);

    EXPECT_EQ(saver.requests(), by_saver);
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), open.restore(snapshot))) << "of another Memory";
}

TEST(TakenOver, TheOriginComesWithTheContent) {
    World from({.origin = {1000, -500}}), to({.origin = {3, 3}}), loaded({.origin = {4, 4}});
    (void)settle(from, row_of(2));

    ASSERT_TRUE(to.restore(from.snapshot()));
    ASSERT_TRUE(load(loaded, saved(from)));

    EXPECT_EQ(to.origin(), (DoubleVec2{1000, -500}));
    EXPECT_EQ(loaded.origin(), (DoubleVec2{1000, -500}));
}

// Enough elements for several blocks: small batches never reach a host.
constexpr std::size_t enough = 5000;

void ask_in_floats_and_doubles(const WorldSnapshot& snapshot) {
    Hits hits;
    Pairs pairs;
    const std::vector<Vec2> at(enough, Vec2{5, 0});
    const std::vector<DoubleVec2> places(enough, DoubleVec2{5, 0});
    const std::vector<Query> queries(enough, Query::within({{5, 0}, 1}));
    std::vector<std::uint32_t> counts(enough);
    std::vector<std::uint8_t> seen(enough);
    EXPECT_TRUE(snapshot.neighbors(1, hits));
    EXPECT_TRUE(snapshot.pairs(pairs));
    EXPECT_TRUE(snapshot.within(DiscView(at, 1), hits));
    EXPECT_TRUE(snapshot.count(DiscView(at, 1), counts));
    EXPECT_TRUE(snapshot.query(queries, hits));
    EXPECT_TRUE(snapshot.visible(at, at, 1, seen));
    EXPECT_TRUE(snapshot.nearest(DoublePointView(places), 1, 9, hits));
    EXPECT_TRUE(snapshot.visible(DoublePointView(places), DoublePointView(places), 1, seen));
}

TEST(TakenOver, EachWorldAndItsSnapshotsRunOnTheExecutorOfTheWorld) {
    NotedHost first, second;
    auto from = std::make_unique<World>(WorldDesc{.executor = first.executor()});
    World to({.executor = second.executor()});
    (void)settle(*from, row_of(enough));
    {
        const WorldSnapshot snapshot = from->snapshot();
        ASSERT_TRUE(to.restore(snapshot));
        second.calls = 0;
        ask_in_floats_and_doubles(snapshot);
        EXPECT_EQ(second.calls, 0u);
    }
    EXPECT_GT(first.calls, 0u);
    from.reset();
    first.calls = 0;

    for (int tick = 0; tick < 3; ++tick) {
        second.calls = 0;
        WorldSnapshot made = to.snapshot();
        WorldSnapshot snapshot(std::move(made));
        ask_in_floats_and_doubles(snapshot);
        EXPECT_GT(second.calls, 0u);
        ask_in_floats_and_doubles(made);
        ASSERT_TRUE(to.commit(row_of(enough)));
    }

    EXPECT_EQ(first.calls, 0u) << "the host of a world that has ended";
}

TEST(TakenOver, ALoadedSnapshotRunsOnTheExecutorOfTheCall) {
    NotedHost saver, of_call;
    World world({.executor = saver.executor()});
    (void)settle(world, row_of(enough));
    const Bytes bytes = saved(world);
    saver.calls = 0;
    WorldSnapshot snapshot;
    Rest rest{bytes.data(), bytes.size()};
    ASSERT_TRUE(snapshot.load(reader_of(rest), {}, of_call.executor()));
    of_call.calls = 0;

    ask_in_floats_and_doubles(snapshot);

    EXPECT_GT(of_call.calls, 0u);
    EXPECT_EQ(saver.calls, 0u);
}

} // namespace
} // namespace throng::test
