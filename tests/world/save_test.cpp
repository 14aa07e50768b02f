// SPDX-License-Identifier: MIT
// Worlds and trees as bytes: what comes back is what went, equal contents give equal bytes, and bytes that were changed
// anywhere are refused, whatever their checksums say.
#include "engine/src/base/saved_bytes.hpp"
#include "engine/src/world/saved_world.hpp"
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

const Status corrupt = failed_call(Fault::Corrupt);

std::vector<Aabb> crowd(std::size_t count, std::uint64_t seed) {
    scenes::Generator random(seed);
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        const float half = random.below(20) == 0 ? random.uniform(1, 20) : random.uniform(0, 1);
        const float x = random.uniform(-100, 100), y = random.uniform(-100, 100);
        box = {{x - half, y - half}, {x + half, y + half}};
    }
    return boxes;
}

// Elements of every kind, dead slots between them and behind them.
World busy_world(WorldDesc desc = {.tag = 5}) {
    World world(desc);
    std::vector<Id> ids = settle(world, crowd(3000, 1));
    const std::vector<Id> walls = settle(world, crowd(500, 2), Motion::Static);
    const std::vector<std::uint32_t> categories(40, 6);
    EXPECT_TRUE(world.categorize(std::span(ids).first(40), categories));
    EXPECT_TRUE(world.set_layers(std::span(ids).subspan(100, 40), std::vector<std::uint16_t>(40, 7)));
    EXPECT_TRUE(world.despawn(std::span(ids).subspan(200, 700)));
    EXPECT_TRUE(world.despawn(std::span(walls).last(3)));
    EXPECT_TRUE(world.commit());
    return world;
}

TEST(SavedWorld, ComesBackWithItsHandles) {
    World world = busy_world(), joiner({.tag = 5});
    (void)settle(joiner, crowd(50, 9));
    const Bytes bytes = saved(world);

    ASSERT_TRUE(load(joiner, bytes));

    EXPECT_TRUE(joiner.validate());
    EXPECT_EQ(joiner.size(), world.size());
    EXPECT_EQ(joiner.slot_count(), world.slot_count());
    EXPECT_EQ(joiner.hash(), world.hash());
    for (Slot slot = 0; slot < world.slot_count(); ++slot) ASSERT_EQ(joiner.id_of(slot), world.id_of(slot));
    EXPECT_EQ(saved(joiner), bytes) << "bytes of the same content";
    EXPECT_EQ(saved(world.snapshot()), bytes);
    for (int tick = 0; tick < 3; ++tick) {
        EXPECT_EQ(settle(joiner, crowd(300, 3)), settle(world, crowd(300, 3))) << "the next handles";
        EXPECT_EQ(joiner.hash(), world.hash());
    }
}

TEST(SavedWorld, IsTheSameForEveryLoader) {
    const Bytes bytes = saved(busy_world());
    World one({.tag = 5}), other({.tag = 5});
    (void)settle(one, crowd(5000, 4));
    ASSERT_TRUE(load(one, bytes));
    ASSERT_TRUE(load(other, bytes));

    for (std::uint64_t tick = 0; tick < 5; ++tick) {
        const std::vector<Aabb> boxes = crowd(one.slot_count(), tick);
        ASSERT_TRUE(one.commit(boxes));
        ASSERT_TRUE(other.commit(boxes));
        Pairs a, b;
        ASSERT_TRUE(one.pairs(a));
        ASSERT_TRUE(other.pairs(b));
        ASSERT_EQ(a.hash(), b.hash()) << "the order of answers, too";
    }
}

TEST(SavedWorld, OpensAClosedWorldWithItsDesc) {
    const WorldDesc desc{.bounds = {{-200, -200}, {200, 200}},
                         .agent_half_extent = 2,
                         .track_overlaps = true,
                         .capacity = {.elements = 9000},
                         .tag = 8};
    const World world = busy_world(desc);
    World loaded;

    ASSERT_TRUE(load(loaded, saved(world)));

    EXPECT_TRUE(loaded.restore(world.snapshot())) << "the same WorldDesc";
    Pairs begun, ended;
    EXPECT_TRUE(loaded.overlaps_changed(begun, ended));
    WorldSnapshot snapshot;
    ASSERT_TRUE(load(snapshot, saved(world)));
    EXPECT_EQ(snapshot.hash(), world.hash());
    EXPECT_TRUE(loaded.restore(snapshot));
}

TEST(SavedWorld, MayBeEmptyOrHaveDeadSlotsAlone) {
    World empty(WorldDesc{}), dead(WorldDesc{}), loaded(WorldDesc{});
    ASSERT_TRUE(load(loaded, saved(empty)));
    EXPECT_EQ(loaded.size() + loaded.slot_count(), 0u);
    const std::vector<Id> ids = settle(dead, row_of(70));
    ASSERT_TRUE(dead.despawn(ids));
    ASSERT_TRUE(dead.commit());

    ASSERT_TRUE(load(loaded, saved(dead)));

    EXPECT_EQ(loaded.size(), 0u);
    EXPECT_EQ(loaded.slot_count(), 70u);
    EXPECT_TRUE(loaded.validate());
    EXPECT_EQ(spawn(loaded, row_of(2)), spawn(dead, row_of(2)));
}

TEST(SavedWorld, OfAnotherTagOrBeyondTheCapacityIsRefused) {
    const Bytes bytes = saved(busy_world());
    World other({.tag = 6}), small({.capacity = {.elements = 100}, .tag = 5}), closed;
    const std::vector<Id> ids = settle(small, row_of(2));

    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), load(other, bytes)));
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), load(small, bytes)));
    EXPECT_TRUE(small.alive(ids[1]));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), small.load({})));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), small.save({})));
    Bytes none;
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), closed.save(writer_to(none))));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), WorldSnapshot().save(writer_to(none))));
    LimitedWriter full{1000, {}};
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), small.save(full.writer())) || full.taken.size() < 1000);
    LimitedWriter tiny{50, {}};
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), small.save(tiny.writer())));
}

TEST(SavedWorld, ThatWasShortenedOrChangedAnywhereIsCorrupt) {
    World small({.tag = 5}), loaded({.tag = 5});
    (void)settle(small, row_of(3));
    const std::vector<Id> kept = settle(loaded, row_of(2));
    ASSERT_TRUE(small.categorize(std::vector<Id>{small.id_of(1)}, std::vector<std::uint32_t>{4}));
    ASSERT_TRUE(small.commit());
    const Bytes bytes = saved(small);

    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_TRUE(same_status(corrupt, load(loaded, Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(size)))));
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        Bytes changed = bytes;
        changed[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
        const Status status = load(loaded, changed);
        const bool version = bit / 8 >= 8 && bit / 8 < 10; // of the format
        ASSERT_TRUE(same_status(version ? failed_call(Fault::InvalidArgument) : corrupt, status)) << "bit " << bit;
    }
    EXPECT_TRUE(loaded.alive(kept[1]));
    ASSERT_TRUE(load(loaded, bytes));
}

TEST(SavedWorld, KeepsTheLayersOfElementsInTheFirstTwo) {
    World world(WorldDesc{}), loaded;
    std::vector<Id> ids(3);
    ASSERT_TRUE(world.spawn(row_of(3), Motion::Dynamic, ids, {}, std::vector<std::uint16_t>{0, 1, 0}));
    ASSERT_TRUE(world.commit());

    ASSERT_TRUE(load(loaded, saved(world)));

    EXPECT_EQ(loaded.layer_of(1), 1u);
    EXPECT_EQ(loaded.hash(), world.hash());
}

// How many times what the world then keeps.
double most_memory_of_load(const Bytes& bytes) {
    CountingMemory memory;
    World world({.memory = memory.memory(), .tag = 5});
    EXPECT_TRUE(load(world, bytes));
    return static_cast<double>(memory.most_bytes()) / static_cast<double>(memory.live_bytes());
}

TEST(SavedWorld, TakesLittleMoreMemoryThanItsContentToLoad) {
    World agents({.tag = 5}), gone({.tag = 5}), mixed({.tag = 5});
    const std::vector<Aabb> alike = row_of(50'000);
    (void)settle(agents, alike);
    const std::vector<Id> ids = settle(gone, alike);
    ASSERT_TRUE(gone.despawn(std::span(ids).subspan(1000, 9000)));
    ASSERT_TRUE(gone.commit());
    (void)settle(mixed, crowd(40'000, 1));
    (void)settle(mixed, crowd(10'000, 2), Motion::Static);
    World fixed({.tag = 5}), layered({.tag = 5});
    std::vector<Aabb> pillars = crowd(50'000, 3);
    for (Aabb& box : pillars) box = {box.min, {box.min.x + 0.5f, box.min.y + 0.5f}};
    (void)settle(fixed, pillars, Motion::Static);
    EXPECT_EQ(fixed.stats().row_grid, 50'000u);
    std::vector<Id> in_layers(alike.size());
    std::vector<std::uint16_t> layers(alike.size());
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i] = static_cast<std::uint16_t>(i % 5);
    ASSERT_TRUE(layered.spawn(alike, Motion::Dynamic, in_layers, {}, layers));
    ASSERT_TRUE(layered.commit());

    EXPECT_LE(most_memory_of_load(saved(agents)), 1.1);

    EXPECT_LE(most_memory_of_load(saved(gone)), 1.2);
    EXPECT_LE(most_memory_of_load(saved(mixed)), 1.25);
    EXPECT_LE(most_memory_of_load(saved(fixed)), 1.1);
    EXPECT_LE(most_memory_of_load(saved(layered)), 1.1);
}

TEST(SavedWorld, CountsTheMemoryOfLoadedLayersOnce) {
    const Bytes bytes = saved(busy_world());
    CountingMemory memory;
    World world({.memory = memory.memory(), .tag = 5});
    const std::size_t other = memory.live_bytes() - world.bytes();
    std::vector<WorldSnapshot> past;

    ASSERT_TRUE(load(world, bytes));

    EXPECT_EQ(memory.live_bytes() - world.bytes(), other);
    for (std::uint64_t tick = 0; tick < 4; ++tick) {
        past.push_back(world.snapshot());
        (void)settle(world, crowd(10, tick)); // the layer rests
        EXPECT_EQ(memory.live_bytes() - world.bytes(), other) << tick;
    }
}

TEST(SavedWorld, LeavesAllAsItWasWhereMemoryIsRefused) {
    const Bytes bytes = saved(busy_world());
    bool refused = true;
    for (std::size_t k = 1; refused; k += 1 + k / 8) {
        CountingMemory memory;
        World world({.memory = memory.memory(), .tag = 5});
        const std::vector<Id> ids = settle(world, row_of(3)), staged = spawn(world, row_of(1));
        memory.refuse(k);
        const Status status = load(world, bytes);
        refused = memory.refused();
        memory.refuse(0);
        if (status) continue;
        ASSERT_TRUE(same_status(failed_call(Fault::OutOfMemory), status));
        ASSERT_TRUE(world.alive(ids[2]));
        ASSERT_TRUE(world.commit());
        ASSERT_TRUE(world.alive(staged[0]));
        ASSERT_TRUE(load(world, bytes));
        ASSERT_TRUE(world.validate());
    }
}

TEST(SavedTree, ComesBackSlotBySlot) {
    std::vector<Aabb> boxes = crowd(5000, 5);
    for (std::size_t i = 0; i < boxes.size(); i += 7) boxes[i].min.x = nan;
    StaticTree tree(StaticTreeDesc{}), loaded;
    (void)tree.build(boxes);
    const Bytes bytes = saved(tree);

    ASSERT_TRUE(load(loaded, bytes));

    EXPECT_TRUE(loaded.validate());
    EXPECT_EQ(loaded.size(), tree.size());
    EXPECT_EQ(loaded.slot_count(), tree.slot_count());
    for (Slot slot = 0; slot < boxes.size(); ++slot)
        ASSERT_TRUE(same_box(tree.bounds_of(slot), loaded.bounds_of(slot)));
    EXPECT_EQ(saved(loaded), bytes);
    Hits a, b;
    ASSERT_TRUE(tree.nearest(std::vector<Vec2>{{3, 4}}, 50, 1000, a));
    ASSERT_TRUE(loaded.nearest(std::vector<Vec2>{{3, 4}}, 50, 1000, b));
    EXPECT_EQ(a.hash(), b.hash());
}

TEST(SavedTree, ThatAHostGivesUpToLoadLeavesTheTreeAsItWas) {
    StaticTree tree(StaticTreeDesc{}), closed, open(StaticTreeDesc{});
    ASSERT_TRUE(tree.build(crowd(20'000, 5))); // a load of fewer runs on the calling thread alone
    ASSERT_TRUE(open.build(row_of(9)));
    const Bytes bytes = saved(tree);
    const Executor idle{[](void*, std::uint32_t, Executor::Task*, void*) {}, nullptr};
    for (int times = 0; times < 2; ++times) {
        Rest rest{bytes.data(), bytes.size()}, again = rest;
        EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), closed.load(reader_of(rest), idle)));
        EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), open.load(reader_of(again), idle)));
    }

    EXPECT_EQ(closed.build(row_of(1)).reason, Reason::IndexNotOpen) << "a load that failed opened a closed tree";
    EXPECT_EQ(open.size(), 9u);
    EXPECT_TRUE(open.validate());
    EXPECT_TRUE(load(closed, bytes));
    EXPECT_TRUE(load(open, bytes));
    EXPECT_EQ(saved(closed), bytes);
    EXPECT_EQ(saved(open), bytes);
}

TEST(SavedTree, TakesLessThanTwiceItsMemoryToLoad) {
    StaticTree tree(StaticTreeDesc{});
    ASSERT_TRUE(tree.build(crowd(50'000, 5)));
    CountingMemory memory;
    StaticTree loaded({.memory = memory.memory()});

    ASSERT_TRUE(load(loaded, saved(tree)));

    EXPECT_LE(memory.most_bytes(), 2 * memory.live_bytes());
}

// Its boxes have no address: the sanitizers see a use of one.
TEST(SavedTree, OfNothingComesBack) {
    for (const std::size_t absent : {std::size_t{0}, std::size_t{3}}) {
        StaticTree tree(StaticTreeDesc{}), loaded(StaticTreeDesc{});
        (void)tree.build(std::vector<Aabb>(absent, Aabb{{nan, 0}, {0, 0}}));
        ASSERT_TRUE(loaded.build(row_of(9)));

        ASSERT_TRUE(load(loaded, saved(tree)));

        EXPECT_EQ(loaded.size(), 0u);
        EXPECT_EQ(loaded.slot_count(), absent);
        EXPECT_TRUE(loaded.validate());
    }
}

TEST(SavedTree, ThatWasChangedAnywhereIsCorrupt) {
    StaticTree tree(StaticTreeDesc{}), loaded(StaticTreeDesc{});
    ASSERT_TRUE(tree.build(row_of(3)));
    ASSERT_TRUE(loaded.build(row_of(9)));
    const Bytes bytes = saved(tree);
    World world(WorldDesc{});

    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_TRUE(same_status(corrupt, load(loaded, Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(size)))));
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        Bytes changed = bytes;
        changed[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
        ASSERT_FALSE(load(loaded, changed)) << "bit " << bit;
    }
    EXPECT_TRUE(same_status(corrupt, load(world, bytes))) << "a tree is no world";
    EXPECT_EQ(loaded.size(), 9u);
}

TEST(SavedBytes, AreThoseOfTheFirstVersion) {
    World world({.tag = 5});
    (void)settle(world, row_of(3));
    (void)settle(world, row_of(1), Motion::Static);
    Checksum sum;

    const Bytes bytes = saved(world);

    sum.add(bytes.data(), bytes.size());
    EXPECT_EQ(bytes.size(), 332u);
    EXPECT_EQ(sum.value(), 13945268049010311747u)
        << "what was saved once is read for ever: a change needs another version of the format";
}

} // namespace
} // namespace throng::test
