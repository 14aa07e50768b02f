// SPDX-License-Identifier: MIT
// A rebase leaves elements where they are in the plane: every box is shifted by the published formula and the rest of
// the world stays; it happens as a whole or not at all.
#include "tests/support/faults.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/utm.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

float shifted(float coordinate, double by) { return static_cast<float>(double{coordinate} + by); }

bool is_shifted(const Aabb& before, const Aabb& after, DoubleVec2 by) {
    return after.min.x == shifted(before.min.x, by.x) && after.min.y == shifted(before.min.y, by.y) &&
           after.max.x == shifted(before.max.x, by.x) && after.max.y == shifted(before.max.y, by.y);
}

// Of every structure, motion, category and layer, with dead slots among them and at the end.
struct Town {
    explicit Town(std::size_t people = 4000)
        : world(WorldDesc{.agent_half_extent = 1, .prop_half_extent = 4, .track_overlaps = true, .origin = utm}) {
        const std::vector<DoubleVec2> places = utm_crowd(people, 200, 21);
        std::vector<std::uint32_t> categories;
        std::vector<std::uint16_t> floors;
        std::vector<float> half;
        for (std::size_t i = 0; i < places.size(); ++i) {
            categories.push_back(1u << i % 4);
            floors.push_back(static_cast<std::uint16_t>(i % 4 == 0 ? i % 3 : 0));
            half.push_back(i % 50 == 0 ? 9.f : i % 20 == 0 ? 3.f : 0.4f);
        }
        ids.resize(places.size());
        for (std::size_t part = 0; part < 2; ++part) {
            const std::size_t count = people / 2, begin = count * part;
            EXPECT_TRUE(world.spawn(DoubleBoxView::around(DoublePointView(places).slice(begin, count),
                                                          std::span<const float>(half).subspan(begin, count)),
                                    part == 0 ? Motion::Dynamic : Motion::Static, std::span(ids).subspan(begin, count),
                                    std::span(categories).subspan(begin, count),
                                    std::span(floors).subspan(begin, count)));
        }
        EXPECT_TRUE(world.commit());
        std::vector<Id> gone(ids.end() - 10, ids.end());
        for (std::size_t i = 0; i < ids.size() - 10; i += 17) gone.push_back(ids[i]);
        EXPECT_TRUE(world.despawn(gone));
        EXPECT_TRUE(world.commit());
    }
    std::vector<Aabb> boxes() const {
        std::vector<Aabb> all;
        for (Slot slot = 0; slot < world.slot_count(); ++slot) all.push_back(world.bounds_of(slot));
        return all;
    }

    World world;
    std::vector<Id> ids;
};

TEST(WorldRebase, KeepsHandlesOfEachCommit) {
    World world(WorldDesc{});
    const std::vector<Id> first = settle(world, row_of(3)), second = settle(world, row_of(3));
    ASSERT_TRUE(world.despawn(std::vector<Id>{first[1]}));
    ASSERT_TRUE(world.commit());
    const std::vector<Id> third = settle(world, row_of(1));

    ASSERT_TRUE(world.rebase({16, 0}));

    for (const Id id : {first[0], first[2], second[0], second[2], third[0]}) EXPECT_TRUE(world.alive(id));
    EXPECT_FALSE(world.alive(first[1]));
    EXPECT_EQ(world.id_of(third[0].slot), third[0]);
    EXPECT_TRUE(world.validate());
}

TEST(WorldRebase, ShiftsEveryBoxByTheFormulaAndKeepsTheRest) {
    Town town;
    World& world = town.world;
    const std::vector<Aabb> before = town.boxes();
    const WorldSnapshot snapshot = world.snapshot();
    const DoubleVec2 to{utm.x + 1234.567, utm.y - 0.001};
    const DoubleVec2 by{utm.x - to.x, utm.y - to.y};
    const std::size_t size = world.size(), slots = world.slot_count();

    ASSERT_TRUE(world.rebase(to));

    EXPECT_EQ(world.origin(), to);
    EXPECT_EQ(snapshot.origin(), utm);
    EXPECT_TRUE(world.validate());
    EXPECT_EQ(world.size(), size);
    EXPECT_EQ(world.slot_count(), slots);
    for (Slot slot = 0; slot < slots; ++slot) {
        const Id id = snapshot.id_of(slot);
        EXPECT_EQ(world.id_of(slot), id);
        EXPECT_EQ(world.layer_of(slot), snapshot.layer_of(slot));
        EXPECT_TRUE(same_box(snapshot.bounds_of(slot), before[slot]));
        if (id.generation == 0) continue;
        EXPECT_TRUE(is_shifted(before[slot], world.bounds_of(slot), by)) << slot;
    }
    for (std::uint32_t category = 1; category < 16; category *= 2) {
        Hits then, now;
        const DoubleAabb all{{utm.x - 1e4, utm.y - 1e4}, {utm.x + 1e4, utm.y + 1e4}};
        for (const bool only_dynamic : {true, false}) {
            const QueryOptions options{.mask = category, .order = Order::BySlot, .only_dynamic = only_dynamic};
            EXPECT_TRUE(snapshot.overlap(all, then, options));
            EXPECT_TRUE(world.overlap(all, now, options));
            EXPECT_EQ(now.hash(), then.hash());
        }
        EXPECT_GT(now[0].size(), 500u);
    }
}

TEST(WorldRebase, ByMultiplesOfAPowerOfTwoIsExactAndComesBack) {
    World world(WorldDesc{.track_overlaps = true, .origin = {1024, -2048}});
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < 3000; ++i) { // multiples of 2^-6
        const float x = static_cast<float>(i * 7919 % 6000) / 64, y = static_cast<float>(i * 104'729 % 6000) / 64;
        boxes.push_back({{x, y}, {x + 1, y + 1}});
    }
    const std::vector<Id> ids = settle(world, boxes);
    Pairs begun, ended, before, after;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_TRUE(world.pairs(before, {.order = Order::BySlot}));

    ASSERT_TRUE(world.rebase({1024 * 100, -2048 - 65'536}));

    ASSERT_TRUE(world.pairs(after, {.order = Order::BySlot}));
    EXPECT_EQ(after.hash(), before.hash());
    EXPECT_GT(before.size(), 100u);
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    EXPECT_EQ(begun.size() + ended.size(), 0u);
    EXPECT_EQ(world.absolute(Vec2{1, 2}), (DoubleVec2{1024 * 100 + 1, -2048 - 65'536 + 2}));
    ASSERT_TRUE(world.rebase({1024, -2048}));
    for (const Id id : ids) EXPECT_TRUE(same_box(world.bounds_of(id.slot), boxes[id.slot]));
}

TEST(WorldRebase, LeavesAWorldThatGoesOnAsOneThatWasAlwaysThere) {
    const DoubleVec2 to{utm.x + 96, utm.y - 160};
    Town town;
    ASSERT_TRUE(town.world.rebase(to));
    World other(WorldDesc{.agent_half_extent = 1, .prop_half_extent = 4, .origin = to}); // all of it from the beginning
    std::vector<std::pair<Id, Id>> both;
    for (Slot slot = 0; slot < town.world.slot_count(); ++slot) {
        const Id id = town.world.id_of(slot);
        Id twin;
        const bool still = slot >= 2000;
        const std::uint32_t category = 1u << slot % 4;
        const std::uint16_t layer = town.world.layer_of(slot);
        const Aabb box = id.generation == 0 ? Aabb{} : town.world.bounds_of(slot);
        ASSERT_TRUE(other.spawn(box, still ? Motion::Static : Motion::Dynamic, std::span(&twin, 1),
                                std::span(&category, 1), std::span(&layer, 1)));
        both.push_back({id, twin});
    }
    ASSERT_TRUE(other.commit());
    for (const auto& [id, twin] : both)
        if (id.generation == 0) {
            ASSERT_TRUE(other.despawn(std::span(&twin, 1)));
        }
    ASSERT_TRUE(other.commit());

    for (std::size_t tick = 0; tick < 4; ++tick) {
        const std::vector<DoubleVec2> places = utm_crowd(4000, 200, 30 + tick);
        for (World* world : {&town.world, &other}) {
            std::vector<Id> some;
            for (std::size_t i = tick; i < both.size(); i += 7)
                if (const Id id = world == &other ? both[i].second : both[i].first; both[i].first.generation != 0)
                    some.push_back(id);
            ASSERT_TRUE(world->move(some, DoubleBoxView::around(DoublePointView(places).slice(0, some.size()), 0.6f)));
            if (tick % 2 == 1) {
                ASSERT_TRUE(world->move_all(DoubleBoxView::around(places, 0.5f)));
            }
            ASSERT_TRUE(world->commit());
            ASSERT_TRUE(world->validate());
        }
        Hits got, expected;
        ASSERT_TRUE(town.world.overlap(DoubleBoxView::around(places, 2.f), got, {.order = Order::BySlot}));
        ASSERT_TRUE(other.overlap(DoubleBoxView::around(places, 2.f), expected, {.order = Order::BySlot}));
        EXPECT_EQ(got.hash(), expected.hash()) << tick;
    }
}

TEST(WorldRebase, IsRefusedWhileSomethingIsStaged) {
    Town town;
    World& world = town.world;
    const Id alive = world.id_of(1);
    const std::vector<DoubleVec2> places(world.slot_count(), utm);
    const std::uint32_t category = 2;
    const std::vector<Status> staged = {world.move(std::span(&alive, 1), Aabb{{0, 0}, {1, 1}}),
                                        world.move_all(DoubleBoxView::around(places, 1.f)),
                                        world.categorize(std::span(&alive, 1), std::span(&category, 1))};
    for (const Status& status : staged) EXPECT_TRUE(status);

    EXPECT_TRUE(same_status(world.rebase({0, 0}), failed_call(Fault::InvalidArgument)));
    EXPECT_EQ(world.origin(), utm);
    world.discard();
    EXPECT_TRUE(world.rebase({utm.x, utm.y + 1}));
    EXPECT_EQ(world.origin().y, utm.y + 1);
}

TEST(WorldRebase, ThatIsTooFarNamesTheFirstBoxAndChangesNothing) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, {{{0, 0}, {1, 1}}, {{3e38f, 0}, {3.2e38f, 1}}, {{3e38f, 0}, {3e38f, 1}}});
    Hits before, after;
    ASSERT_TRUE(world.overlap(Aabb{{0, 0}, {3.3e38f, 1}}, before));

    const Status status = world.rebase({-1e38, 0});

    EXPECT_TRUE(same_status(status, Status{Fault::InvalidBounds, 1, 0}));
    EXPECT_FALSE(status.applied());
    EXPECT_EQ(world.origin(), (DoubleVec2{0, 0}));
    ASSERT_TRUE(world.overlap(Aabb{{0, 0}, {3.3e38f, 1}}, after));
    EXPECT_EQ(after.hash(), before.hash());
    EXPECT_TRUE(world.rebase({1e38, 0}));
    EXPECT_EQ(world.bounds_of(1).min.x, shifted(3e38f, -1e38));
}

TEST(WorldRebase, ToNoPlaceIsRefusedAndLosesNothing) {
    constexpr double nowhere[] = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
    World world(WorldDesc{}), empty(WorldDesc{});
    (void)settle(world, row_of(3));
    const std::uint64_t hash = world.hash();

    for (const double bad : nowhere)
        for (const DoubleVec2 to : {DoubleVec2{bad, 0}, DoubleVec2{0, bad}, DoubleVec2{bad, bad}})
            for (World* one : {&world, &empty}) {
                const Status status = one->rebase(to);
                EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), status)) << to.x << ", " << to.y;
                EXPECT_TRUE(says(status, Reason::OriginNotFinite));
                EXPECT_EQ(one->origin(), (DoubleVec2{0, 0})) << "no place of the world is left";
            }

    EXPECT_EQ(world.hash(), hash);
    EXPECT_TRUE(world.rebase({1, 2}));
}

TEST(WorldRebase, ThatIsCancelledChangesNothing) {
    Town town(20'000);
    const std::vector<Aabb> before = town.boxes();
    const Executor quitter{[](void*, std::uint32_t count, Executor::Task* task, void* context) {
        for (std::uint32_t i = 0; i < count / 2; ++i) task(context, i);
    }};

    EXPECT_EQ(town.world.rebase({0, 5e6}, quitter).faults, Fault::Cancelled);

    EXPECT_EQ(town.world.origin(), utm);
    EXPECT_TRUE(town.world.validate());
    for (Slot slot = 0; slot < before.size(); ++slot) EXPECT_TRUE(same_box(town.world.bounds_of(slot), before[slot]));
    EXPECT_TRUE(town.world.rebase({5e5, 5e6 + 3}));
}

TEST(WorldRebase, AnswersInAStableOrderWhateverSnapshotsAreHeld) {
    std::vector<std::uint64_t> hashes;
    for (const bool held : {false, true}) {
        Town town(20'000);
        std::vector<WorldSnapshot> snapshots;
        std::uint64_t hash = 0;
        for (std::size_t tick = 0; tick < 6; ++tick) {
            const std::vector<DoubleVec2> places = utm_crowd(20'000, 200, 50 + tick);
            if (held) snapshots.push_back(town.world.snapshot());
            if (held && tick == 4) snapshots.clear();
            if (tick % 2 == 0) {
                ASSERT_TRUE(town.world.rebase({utm.x + 40.7 * static_cast<double>(tick + 1), utm.y}));
            }
            if (held) snapshots.push_back(town.world.snapshot());
            ASSERT_TRUE(town.world.move_all(DoubleBoxView::around(places, 0.5f)));
            ASSERT_TRUE(town.world.commit());
            Hits hits;
            Pairs pairs;
            ASSERT_TRUE(town.world.overlap(DoubleBoxView::around(places, 1.f), hits));
            ASSERT_TRUE(town.world.pairs(pairs));
            hash = hash * 31 + hits.hash();
            hash = hash * 31 + pairs.hash();
        }
        hashes.push_back(hash);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(WorldRebase, IsUndoneByRestoreAndKeptBySaving) {
    Town town;
    World& world = town.world;
    const WorldSnapshot before = world.snapshot();
    const std::vector<Aabb> boxes = town.boxes();
    const DoubleVec2 to{utm.x + 512, utm.y + 0.25};
    ASSERT_TRUE(world.rebase(to));
    Bytes bytes;
    ASSERT_TRUE(world.save(writer_to(bytes)));
    const std::vector<Aabb> shifted_boxes = town.boxes();
    const std::uint64_t hash = world.hash();

    EXPECT_NE(hash, before.hash());
    ASSERT_TRUE(world.restore(before));
    EXPECT_EQ(world.origin(), utm);
    EXPECT_EQ(world.hash(), before.hash());
    for (Slot slot = 0; slot < boxes.size(); ++slot) EXPECT_TRUE(same_box(world.bounds_of(slot), boxes[slot]));
    World fresh;
    Rest rest{bytes.data(), bytes.size()}, again = rest;
    ASSERT_TRUE(fresh.load(reader_of(rest)));
    ASSERT_TRUE(world.load(reader_of(again)));
    for (const World* loaded : {&fresh, &world}) {
        EXPECT_EQ(loaded->origin(), to);
        EXPECT_EQ(loaded->hash(), hash);
        EXPECT_TRUE(loaded->validate());
        for (Slot slot = 0; slot < boxes.size(); ++slot)
            EXPECT_TRUE(same_box(loaded->bounds_of(slot), shifted_boxes[slot]));
    }
}

TEST(WorldRebase, OfContentThatIsEqualButForTheOriginHasAnotherHash) {
    World one(WorldDesc{.origin = {1, 2}}), two(WorldDesc{.origin = {2, 1}}), none(WorldDesc{.origin = {-0.0, 0}});

    EXPECT_NE(one.hash(), two.hash());
    EXPECT_EQ(none.hash(), World(WorldDesc{}).hash());
}

TEST(WorldRebase, OfAnEmptyWorldSetsItsOrigin) {
    World world(WorldDesc{});
    ASSERT_TRUE(world.rebase(utm));
    EXPECT_EQ(world.origin(), utm);
    const std::vector<DoubleVec2> one{{utm.x + 1, utm.y}};
    Id id;
    ASSERT_TRUE(world.spawn(DoubleBoxView::around(one, 1.f), Motion::Dynamic, std::span(&id, 1)));
    ASSERT_TRUE(world.commit());
    EXPECT_TRUE(same_box(world.bounds_of(id.slot), {{0, -1}, {2, 1}}));
    ASSERT_TRUE(world.despawn(std::span(&id, 1)));
    ASSERT_TRUE(world.commit());
    ASSERT_TRUE(world.rebase({0, 0}));
    EXPECT_EQ(world.slot_count(), 1u) << "the highest slot that was ever alive is kept";
    EXPECT_TRUE(world.validate());
}

} // namespace
} // namespace throng::test
