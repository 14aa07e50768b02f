// SPDX-License-Identifier: MIT
// A World far from zero: with an origin its answers are those of doubles, and what it stores of a place is
// float(place - origin), however the place is given.
#include "support/counting_memory.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/same_bytes.hpp"
#include "tests/support/utm.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

constexpr double nan_double = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

World world_of(const std::vector<DoubleVec2>& centers, DoubleVec2 origin, std::vector<Id>& ids) {
    World world(WorldDesc{.origin = origin});
    ids.resize(centers.size());
    EXPECT_TRUE(world.spawn(DoubleBoxView::around(centers, 0.5f), Motion::Dynamic, ids));
    EXPECT_TRUE(world.commit());
    return world;
}

Vec2 stored(DoubleVec2 place, DoubleVec2 origin) {
    return {static_cast<float>(place.x - origin.x), static_cast<float>(place.y - origin.y)};
}

bool same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

struct Errors {
    std::size_t falsely, missed, right;
};

Errors pair_errors(const World& world, const std::set<std::pair<Slot, Slot>>& expected) {
    Pairs pairs;
    EXPECT_TRUE(world.pairs(pairs));
    Errors errors{0, expected.size(), 0};
    for (const Pair& pair : pairs.view()) {
        const std::size_t found = expected.count({pair.a, pair.b});
        errors.falsely += 1 - found;
        errors.right += found;
    }
    errors.missed -= errors.right;
    return errors;
}

std::size_t wrong_nearest(const World& world, const std::vector<DoubleVec2>& people,
                          const std::vector<DoubleVec2>& from) {
    Hits hits;
    EXPECT_TRUE(world.nearest(from, 1, std::numeric_limits<float>::infinity(), hits, {.measure = Measure::Center}));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto squared = [&](Slot slot) {
            const double x = people[slot].x - from[i].x, y = people[slot].y - from[i].y;
            return x * x + y * y;
        };
        Slot best = 0;
        for (Slot slot = 1; slot < people.size(); ++slot)
            if (squared(slot) < squared(best)) best = slot;
        wrong += hits[i].size() != 1 || hits[i][0] != best ? 1 : 0;
    }
    return wrong;
}

TEST(WorldOrigin, AnswersAtUtmAreThoseOfDoublesWithAnOriginAndNotWithout) {
    const std::vector<DoubleVec2> people = utm_crowd(20'000, 278, 1), from = utm_crowd(300, 278, 2);
    const auto expected = overlapping_in_doubles(people, 0.5);
    std::vector<Id> ids;
    const World near = world_of(people, {500'100, 5'000'100}, ids), far = world_of(people, {0, 0}, ids);

    const Errors with = pair_errors(near, expected), without = pair_errors(far, expected);
    const std::size_t wrong_with = wrong_nearest(near, people, from), wrong_without = wrong_nearest(far, people, from);

    EXPECT_GT(expected.size(), 10'000u);
    EXPECT_EQ(with.falsely, 0u);
    EXPECT_LE(with.missed, 1u);
    EXPECT_EQ(wrong_with, 0u);
    EXPECT_GT(without.falsely, 2000u) << "floats suffice there, so that nothing is shown";
    EXPECT_GT(wrong_without, 30u);
}

// Members in doubles, as a program has them.
struct Agent {
    float health;
    DoubleVec2 at;
    struct Space {
        double x, y, z;
    } where;
    DoubleVec2 half;
};

TEST(WorldOrigin, EveryFormOfViewIsStoredAsTheFloatNearestToTheDifference) {
    const DoubleVec2 origin{499'999.3, 5'000'000.7};
    const std::vector<DoubleVec2> places = utm_crowd(300, 4000, 3);
    std::vector<Agent> agents;
    std::vector<DoubleAabb> boxes;
    std::vector<Aabb> around, corners;
    std::vector<double> x, y, h;
    std::vector<float> half;
    for (const DoubleVec2 p : places) {
        const double extent = 0.1 + 0.01 * static_cast<double>(agents.size());
        const auto float_extent = static_cast<float>(extent);
        agents.push_back({1, p, {p.x, 7, p.y}, {extent, extent}});
        boxes.push_back({p, {p.x + extent, p.y + 2 * extent}});
        x.push_back(p.x), y.push_back(p.y), h.push_back(extent), half.push_back(float_extent);
        const Vec2 at = stored(p, origin);
        around.push_back({{at.x - float_extent, at.y - float_extent}, {at.x + float_extent, at.y + float_extent}});
        corners.push_back({at, stored({p.x + extent, p.y + 2 * extent}, origin)});
    }
    const DoublePointView columns(x.data(), y.data(), x.size());
    const std::pair<DoubleBoxView, const std::vector<Aabb>*> forms[] = {
        {boxes, &corners},
        {DoubleBoxView::around(columns, std::span<const double>(h)), &around},
        {DoubleBoxView::around(columns, std::span<const float>(half)), &around},
        {DoubleBoxView::around(DoublePointView::xz(agents, &Agent::where), DoublePointView::of(agents, &Agent::half)),
         &around},
        {DoubleBoxView::around(DoublePointView::of(agents, &Agent::at),
                               PointView(half.data(), half.data(), half.size())),
         &around}};

    for (const auto& [view, expected] : forms) {
        World world(WorldDesc{.origin = origin});
        std::vector<Id> ids(view.size()), again(view.size());
        ASSERT_TRUE(world.spawn(view, Motion::Dynamic, ids));
        ASSERT_TRUE(world.spawn(std::vector<Aabb>(view.size(), Aabb{{0, 0}, {1, 1}}), Motion::Dynamic, again));
        ASSERT_TRUE(world.commit());
        ASSERT_TRUE(world.move(again, view));
        ASSERT_TRUE(world.commit());
        for (std::size_t i = 0; i < view.size(); ++i) {
            const Aabb box = world.bounds_of(ids[i].slot), moved = world.bounds_of(again[i].slot);
            EXPECT_TRUE(same(box.min, (*expected)[i].min) && same(box.max, (*expected)[i].max)) << i;
            EXPECT_TRUE(same(moved.min, box.min) && same(moved.max, box.max)) << i;
            const DoubleVec2 back = world.absolute(world.relative(places[i]));
            EXPECT_NEAR(back.x, places[i].x, 1.3e-4) << "half a spacing at 2048";
            EXPECT_NEAR(back.y, places[i].y, 1.3e-4);
        }
        EXPECT_TRUE(world.validate());
    }
}

TEST(WorldOrigin, MoveAllTakesDoublesBySlotAndLeavesTheArraysAlone) {
    std::vector<DoubleVec2> people = utm_crowd(500, 100, 4);
    std::vector<Id> ids;
    World world = world_of(people, utm, ids);
    for (DoubleVec2& p : people) p = {p.x + 3.25, p.y - 1.5};
    std::vector<DoubleVec2> given = people;
    given[7].x = nan_double, given[9].y = 1e300;
    given.push_back({0, 0}); // beyond the slots

    ASSERT_TRUE(world.move_all(DoubleBoxView::around(given, 0.5f)));
    given.assign(given.size(), {nan_double, nan_double});
    const Status status = world.commit();

    EXPECT_EQ(status.faults, Fault::InvalidBounds);
    EXPECT_EQ(status.first, 7u);
    EXPECT_EQ(status.count, 2u);
    for (Slot slot = 0; slot < people.size(); ++slot) {
        const Vec2 at = stored(people[slot], utm);
        const bool faulty = slot == 7 || slot == 9;
        EXPECT_EQ(world.bounds_of(slot).min.x == at.x - 0.5f && world.bounds_of(slot).max.y == at.y + 0.5f, !faulty);
    }
}

TEST(WorldOrigin, FaultyPlacesAreFaultsOfTheirItems) {
    World world(WorldDesc{.origin = utm});
    const std::vector<DoubleAabb> boxes = {{utm, {utm.x + 1, utm.y + 1}},
                                           {{nan_double, 0}, {1, 1}},
                                           {utm, {infinite, utm.y}},
                                           {{-1e39, utm.y}, utm},      // out of the range of floats
                                           {{utm.x + 1, utm.y}, utm}}; // min > max
    std::vector<Id> ids(boxes.size());

    const Status spawned = world.spawn(boxes, Motion::Static, ids);
    ASSERT_TRUE(world.commit());
    const Status moved = world.move(std::vector<Id>(boxes.size(), ids[0]), boxes);

    for (const Status& status : {spawned, moved}) {
        EXPECT_EQ(status.faults, Fault::InvalidBounds);
        EXPECT_EQ(status.first, 1u);
        EXPECT_EQ(status.count, 4u);
    }
    EXPECT_EQ(world.size(), 1u);
    Hits hits;
    const Status asked = world.overlap(boxes, hits);
    EXPECT_EQ(asked.faults, Fault::InvalidBounds);
    EXPECT_EQ(asked.count, 4u);
    EXPECT_EQ(hits[0].size(), 1u);
    EXPECT_EQ(hits.slots().size(), 1u);
}

// Their columns are null: the sanitizers see arithmetic on them.
TEST(WorldOrigin, ViewsOfNothingStageAndFindNothing) {
    World world(WorldDesc{.origin = utm});
    const std::vector<DoubleAabb> boxes;
    const std::vector<DoubleVec2> centers;
    const std::vector<double> halves;
    std::vector<Id> ids;
    Hits hits;
    for (const DoubleBoxView& none :
         {DoubleBoxView(boxes), DoubleBoxView::around(centers, 1.f), DoubleBoxView::around(centers, halves)}) {
        EXPECT_TRUE(world.spawn(none, Motion::Dynamic, ids));
        EXPECT_TRUE(world.move(ids, none));
        EXPECT_TRUE(world.move_all(none));
        EXPECT_TRUE(world.overlap(none, hits));
        EXPECT_EQ(hits.size(), 0u);
    }
    EXPECT_TRUE(world.nearest(centers, 3, 5, hits));
    EXPECT_TRUE(world.query(std::vector<DoubleQuery>(), hits));
    EXPECT_EQ(hits.size(), 0u);
    EXPECT_TRUE(world.commit());

    EXPECT_EQ(world.slot_count(), 0u);
}

TEST(WorldOrigin, FaultyViewsAndOriginsAreRefused) {
    World world(WorldDesc{.origin = utm});
    const std::vector<DoubleVec2> places = utm_crowd(4, 10, 5);
    const std::vector<float> three(3, 1.f), bad{1, -1, 1, 1};
    std::array<Id, 4> ids;
    const double* const none = nullptr;
    const DoublePointView points(places), null_data(none, none, 4), odd(&places[0].x, &places[0].y, 4, 12),
        short_one = points.slice(0, 3);

    for (const DoubleBoxView& view :
         {DoubleBoxView::around(null_data, 1.f), DoubleBoxView::around(odd, 1.f), DoubleBoxView::around(points, -1.f),
          DoubleBoxView::around(points, std::numeric_limits<float>::quiet_NaN()),
          DoubleBoxView::around(points, std::span<const float>(three)), DoubleBoxView(points, short_one),
          DoubleBoxView(points, odd), DoubleBoxView::around(points, null_data)}) {
        EXPECT_EQ(world.spawn(view, Motion::Dynamic, ids).faults, Fault::InvalidArgument);
        EXPECT_EQ(world.move(ids, view).faults, Fault::InvalidArgument);
        EXPECT_EQ(world.move_all(view).faults, Fault::InvalidArgument);
        Hits hits;
        EXPECT_EQ(world.overlap(view, hits).faults, Fault::InvalidArgument);
        std::array<std::uint32_t, 4> counts{5, 5, 5, 5};
        EXPECT_EQ(world.count(view, counts).faults, Fault::InvalidArgument);
        EXPECT_EQ(counts[0], 5u);
    }
    EXPECT_EQ(world.spawn(DoubleBoxView::around(points, 1.f), Motion::Dynamic, std::span(ids).first(3)).faults,
              Fault::OutputTooSmall);
    EXPECT_EQ(world.move(std::span(ids).first(3), DoubleBoxView::around(points, 1.f)).faults, Fault::InvalidArgument);
    const DoubleBoxView endless =
        DoubleBoxView::around(DoublePointView(&places[0].x, &places[0].y, std::size_t{1} << 32, 0), 1.f);
    Hits hits;
    EXPECT_EQ(world.overlap(endless, hits).faults, Fault::OutOfCapacity);
    for (const double wrong : {nan_double, infinite, -infinite}) {
        EXPECT_EQ(World().open({.origin = {wrong, 0}}).faults, Fault::InvalidArgument);
        EXPECT_EQ(World().open({.origin = {0, wrong}}).faults, Fault::InvalidArgument);
        EXPECT_EQ(world.rebase({wrong, 0}).faults, Fault::InvalidArgument);
    }
    World closed;
    EXPECT_EQ(closed.spawn(DoubleBoxView::around(points, 1.f), Motion::Dynamic, ids).faults, Fault::InvalidArgument);
    EXPECT_EQ(closed.move_all(DoubleBoxView::around(points, 1.f)).faults, Fault::InvalidArgument);
    EXPECT_EQ(closed.rebase({1, 1}).faults, Fault::InvalidArgument);
    EXPECT_TRUE(closed.nearest(points, 1, 1, hits));
    EXPECT_EQ(hits.size(), 4u);
    EXPECT_EQ(closed.origin(), (DoubleVec2{0, 0}));
}

// One tick of all calls that take doubles.
void tick(World& world, std::vector<Id>& ids, const std::vector<DoubleVec2>& places, Hits& hits, Executor on) {
    EXPECT_TRUE(world.despawn(std::span(ids).first(50)));
    EXPECT_TRUE(world.spawn(DoubleBoxView::around(DoublePointView(places).slice(0, 50), 0.5f), Motion::Dynamic,
                            std::span(ids).first(50)));
    EXPECT_TRUE(
        world.move(std::span(ids).subspan(50, 50), DoubleBoxView::around(DoublePointView(places).slice(50, 50), 0.7f)));
    EXPECT_TRUE(world.move_all(DoubleBoxView::around(places, 0.5f)));
    EXPECT_TRUE(world.commit(on));
    static constexpr Vec2 direction{1, 0.5f};
    const PointView along(&direction.x, &direction.y, places.size(), 0);
    EXPECT_TRUE(world.overlap(DoubleBoxView::around(places, 1.f), hits, {}, on));
    EXPECT_TRUE(world.within(DoubleDiscView(places, 2.f), hits, {.limit = 3}, on));
    EXPECT_TRUE(world.nearest(places, 3, 9, hits, {}, on));
    EXPECT_TRUE(world.cast(DoubleRayView(places, along, 9.f), hits, {}, on));
    EXPECT_TRUE(world.along(DoubleRayView(places, along, 9.f), hits, {}, on));
}

TEST(WorldOrigin, ATickInDoublesLikeTheOneBeforeAllocatesNothing) {
    for (const std::size_t people : {600u, 12'000u}) {
        CountingMemory memory;
        const double side = std::sqrt(4.0 * static_cast<double>(people));
        const std::vector<DoubleVec2> places =
            utm_crowd(people + 50, side, 6); // and those that are despawned meanwhile
        World world(WorldDesc{.memory = memory.memory(), .origin = utm});
        std::vector<Id> ids(people);
        ASSERT_TRUE(
            world.spawn(DoubleBoxView::around(DoublePointView(places).slice(0, people), 0.5f), Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit());
        Hits hits(memory.memory()), mixed(memory.memory());
        std::vector<DoubleQuery> queries;
        for (const DoubleVec2 p : places) queries.push_back(DoubleQuery::nearest(p, 2, 5));
        std::vector<std::uint32_t> counts(places.size());
        std::vector<std::uint8_t> seen(places.size());
        const DoublePointView one_place(&places[0].x, &places[0].y, places.size(), 0);
        const auto all = [&] {
            tick(world, ids, places, hits, serial());
            EXPECT_TRUE(world.query(queries, mixed, {}, serial()));
            EXPECT_TRUE(world.count(DoubleBoxView::around(places, 1.f), counts, {}, serial()));
            EXPECT_TRUE(world.visible(places, one_place, ~0u, seen, serial()));
        };
        for (int i = 0; i < 4; ++i) all();
        const std::size_t before = memory.requests();

        for (int i = 0; i < 3; ++i) all();

        EXPECT_EQ(memory.requests(), before);
        EXPECT_FALSE(memory.mismatched());
    }
}

TEST(WorldOrigin, WhereMemoryIsRefusedNothingHasChanged) {
    const std::vector<DoubleVec2> places = utm_crowd(3000, 100, 7), others = utm_crowd(3000, 100, 8);
    bool refused = true;
    for (std::size_t k = 1; refused; ++k) {
        CountingMemory memory;
        World world(WorldDesc{.memory = memory.memory(), .origin = utm});
        std::vector<Id> ids(places.size());
        Hits hits(memory.memory());
        ASSERT_TRUE(
            world.spawn(DoubleBoxView::around(DoublePointView(places).slice(0, 2000), 0.5f), Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit(serial()));
        const auto step = [&](auto&& call) {
            Status status = call();
            if (!status) {
                EXPECT_EQ(status.faults, Fault::OutOfMemory);
                EXPECT_EQ(status.count, 0u);
                EXPECT_TRUE(world.validate());
                status = call();
            }
            EXPECT_TRUE(status);
        };

        memory.refuse(k);
        const DoublePointView first = DoublePointView(others).slice(0, 1000), few = first.slice(0, 500);
        const std::vector<float> half(500, 0.5f);
        step([&] { return world.move_all(DoubleBoxView::around(places, 0.5f)); });
        step([&] { return world.move(std::span(ids).first(1000), DoubleBoxView::around(first, 0.5f)); });
        step([&] {
            return world.spawn(DoubleBoxView::around(few, std::span<const float>(half)), Motion::Static,
                               std::span(ids).subspan(2000, 500));
        });
        step([&] { return world.commit(serial()); });
        step([&] { return world.nearest(others, 3, 5, hits, {}, serial()); });
        step([&] { return world.rebase({utm.x + 10, utm.y - 30}, serial()); });
        refused = memory.refused();
        memory.refuse(0);

        EXPECT_TRUE(world.validate());
        EXPECT_EQ(world.size(), 2500u);
        const Vec2 moved = stored(places[1500], utm);
        EXPECT_TRUE(same(world.bounds_of(1500).min, {(moved.x - 0.5f) - 10, (moved.y - 0.5f) + 30})) << k;
        EXPECT_FALSE(memory.mismatched());
    }
}

TEST(WorldOrigin, AnswersAreTheSameBytesForEveryThreadInstructionSetAndFloatMode) {
    const std::vector<DoubleVec2> places = utm_crowd(9000, 300, 9), others = utm_crowd(9000, 300, 10);
    const auto play = [&](Executor on) {
        Fingerprint print;
        World world(WorldDesc{.origin = {utm.x + 0.1, utm.y - 0.3}});
        std::vector<Id> ids(places.size());
        print.add(world.spawn(DoubleBoxView::around(places, 0.5f), Motion::Dynamic, ids));
        print.add(world.commit(on));
        print.add(world.move_all(DoubleBoxView::around(others, 0.5f)));
        print.add(world.commit(on));
        Hits hits;
        const auto ask = [&] {
            print.add(hits, world.overlap(DoubleBoxView::around(places, 1.f), hits, {}, on));
            print.add(hits, world.nearest(places, 3, 4, hits, {}, on));
            std::vector<DoubleQuery> mixed;
            for (std::size_t i = 0; i < places.size(); ++i)
                mixed.push_back(i % 2 == 0 ? DoubleQuery::within(places[i], 2)
                                           : DoubleQuery::cone(places[i], {1, 1}, 0.5f, 3));
            print.add(hits, world.query(mixed, hits, {.distances = true}, on));
            std::vector<std::uint8_t> seen(places.size());
            print.add(world.visible(places, others, ~0u, seen, on));
            for (const std::uint8_t one : seen) print.add(one);
            std::vector<std::uint32_t> counts(places.size());
            print.add(counts, world.count(DoubleDiscView(places, 1.5f), counts, {}, on));
        };
        ask();
        print.add(world.rebase({utm.x + 77.7, utm.y - 11.1}, on));
        for (Slot slot = 0; slot < world.slot_count(); ++slot)
            print.add(std::bit_cast<std::uint32_t>(world.bounds_of(slot).min.x));
        ask();
        return print.value();
    };
    const std::uint64_t expected = play(serial());
    Hosts hosts;

    for (const Runner& runner : hosts.runners()) {
        const ForcedIsa isa(runner.isa);
        EXPECT_EQ(play(runner.executor), expected) << runner.name;
    }
    for (const FloatMode::Kind kind : FloatMode::all) {
        const FloatMode mode(kind);
        EXPECT_EQ(play(serial()), expected) << FloatMode::names[kind];
    }
}

} // namespace
} // namespace throng::test
