// SPDX-License-Identifier: MIT
// A World answers in the same bytes for every number of threads, instruction set and floating-point mode of the caller,
// and the same as ever; and its stable order is a function of its changes alone: neither of snapshots nor of commits
// that failed.
#include "scenes/generator.hpp"
#include "scenes/scene.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/same_bytes.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Scene;

// A tick of a scene and what is asked then, made before any mode is set.
struct Frame {
    Frame(const Scene& scene, std::size_t tick) : boxes(scene.boxes()) {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const float grown = i % 6 == 5 && tick % 8 >= 3 ? scene.cell_size * (i % 4 == 1 ? 30.f : 4.f) : 0.f;
            boxes[i].max = {boxes[i].max.x + grown, boxes[i].max.y + grown};
        }
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const Vec2 at = boxes[i].min, end = boxes[(i * 7 + 3) % boxes.size()].max,
                       direction = {end.x - at.x, end.y - at.y};
            const float reach = static_cast<float>(i % 9);
            from.push_back(at);
            to.push_back(end);
            mixed.push_back(i % 5 == 0   ? Query::nearest(at, 4, infinity)
                            : i % 5 == 1 ? Query::within({at, reach})
                            : i % 5 == 2 ? Query::cone(at, direction, 0.3f, reach)
                            : i % 5 == 3 ? Query::cast({at, direction, 2})
                                         : Query::overlap(boxes[i]));
            if (i % 4 == 0) mixed.back().mask = 5;
        }
    }

    void add_answers(Fingerprints& prints, const World& world, Executor on) const {
        Fingerprint& print = prints.first;
        Hits hits;
        print.add(hits, world.query(mixed, hits, {.distances = true}, on));
        print.add(hits.candidates());
        print.add(hits, world.query(mixed, hits, {.limit = 2, .order = Order::BySlot}, on));
        print.add(hits, world.overlap(boxes, hits, {}, on));
        print.add(hits, world.nearest(from, 3, 5, hits, {.mask = 6}, on));
        print.add(hits, world.along(RayView(from, to, 1), hits, {.limit = 3}, on));
        print.add(hits, world.neighbors(1.5f, hits, {}, on));
        std::vector<std::uint8_t> seen(from.size());
        print.add(world.visible(from, to, 3, seen, on));
        for (const std::uint8_t one : seen) print.add(one);
        Pairs pairs, ended;
        print.add(world.pairs(pairs, {}, on));
        print.add(pairs.hash());
        print.add(pairs.candidates());
        print.add(world.overlaps_changed(pairs, ended, on));
        print.add(pairs.hash() * 3 + ended.hash());
        add_more(prints.since, world, on);
    }

    void add_more(Fingerprint& print, const World& world, Executor on) const {
        Hits hits;
        std::vector<std::uint32_t> counts(boxes.size());
        print.add(counts, world.count(boxes, counts, {.mask = 6}, on));
        print.add(counts, world.count(DiscView(from, 1.5f), counts, {}, on));
        print.add(hits, world.within(DiscView(to, 1), hits, {.limit = 2, .distances = true}, on));
        print.add(hits, world.cast(RayView(from, to, 1), hits, {.mask = 3}, on));
        std::vector<Slot> some;
        for (std::size_t i = 0; i < from.size(); i += 3) some.push_back(static_cast<Slot>(i));
        print.add(hits, world.neighbors_of(some, 1.5f, hits, {.order = Order::BySlot}, on));
    }

    std::vector<Aabb> boxes;
    std::vector<Vec2> from, to;
    std::vector<Query> mixed;
};

/// A scene in a world: a third is static; some leave, some come, some grow out of their structure and back. In layers,
/// element i begins in layer i % layers, and some climb.
class Play {
public:
    Play(Scene scene, std::size_t ticks, std::uint32_t layers = 1) : layers_(layers) {
        for (std::size_t tick = 0; tick < ticks; ++tick) {
            frames_.emplace_back(scene, tick);
            scene.step(tick);
        }
    }

    /// commit(world, tick) -> Status.
    template <class Commit> Fingerprints run(World& world, Executor on, Commit&& commit) const {
        Fingerprints prints;
        Fingerprint& print = prints.first;
        std::vector<Id> ids(frames_[0].boxes.size());
        const BoxView all(frames_[0].boxes);
        const std::span<Id> some(ids);
        const std::size_t still = ids.size() / 3;
        const std::vector<std::uint16_t> floors = floors_of(ids.size(), 0);
        const std::span<const std::uint16_t> floor(floors);
        print.add(world.spawn(all.slice(0, still), Motion::Static, some.first(still), {},
                              floors.empty() ? floor : floor.first(still)));
        print.add(world.spawn(all.slice(still, ids.size() - still), Motion::Dynamic, some.subspan(still), {},
                              floors.empty() ? floor : floor.subspan(still)));
        std::vector<Aabb> by_slot;
        Pairs begun, ended;
        for (std::size_t tick = 0; tick < frames_.size(); ++tick) {
            if (tick != 0) stage(world, print, tick, ids, by_slot);
            print.add(commit(world, tick));
            (void)world.overlaps_changed(begun, ended, on); // so that later answers have the changes of one commit
            for (const Id id : ids) print.add(static_cast<std::uint64_t>(world.route(id)));
            if (tick % 5 == 2 || tick + 1 == frames_.size()) frames_[tick].add_answers(prints, world, on);
        }
        return prints;
    }

private:
    // With one layer none are given, so that the world has no layers.
    std::vector<std::uint16_t> floors_of(std::size_t count, std::size_t first) const {
        std::vector<std::uint16_t> floors(layers_ == 1 ? 0 : count);
        for (std::size_t i = 0; i < floors.size(); ++i) floors[i] = static_cast<std::uint16_t>((first + i) % layers_);
        return floors;
    }
    void stage(World& world, Fingerprint& print, std::size_t tick, std::vector<Id>& ids,
               std::vector<Aabb>& by_slot) const {
        const std::vector<Aabb>& boxes = frames_[tick].boxes;
        by_slot.assign(world.slot_count(), Aabb{});
        std::vector<Id> leave, recolour;
        std::vector<Aabb> come;
        std::vector<std::size_t> replaced;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (ids[i].slot < by_slot.size()) by_slot[ids[i].slot] = boxes[i]; // of a faulty box: none
            if (i % 17 == tick % 17) replaced.push_back(i), leave.push_back(ids[i]), come.push_back(boxes[i]);
            if (i % 13 == tick % 13) recolour.push_back(ids[i]);
        }
        if (tick % 2 == 1) print.add(world.move_all(by_slot));
        print.add(world.categorize(recolour, std::vector<std::uint32_t>(recolour.size(), 1u << tick % 4)));
        if (layers_ != 1) print.add(world.set_layers(recolour, floors_of(recolour.size(), tick)));
        print.add(world.despawn(leave));
        print.add(world.spawn(come, tick % 3 == 0 ? Motion::Static : Motion::Dynamic, leave, {},
                              floors_of(come.size(), tick)));
        for (std::size_t i = 0; i < replaced.size(); ++i) ids[replaced[i]] = leave[i];
    }

    std::vector<Frame> frames_;
    std::uint32_t layers_;
};

TEST(WorldSameBytes, FromEveryThreadCountInstructionSetAndFloatMode) {
    std::vector<Scene> scenes = scenes::all(200);
    scenes.push_back(scenes::ordinary(9000).front());
    scenes.back().name += "_of_many_blocks";
    const std::size_t flat = scenes.size();
    for (const std::size_t size : {300u, 9000u}) {
        scenes.push_back(scenes::ordinary(size).front());
        scenes.back().name += size == 300 ? "_in_layers" : "_of_many_blocks_in_layers";
    }
    Hosts hosts;
    std::size_t play_number = 0;
    for (const Scene& scene : scenes) {
        ++play_number;
        SCOPED_TRACE("scene " + scene.name);
        const Play play(scene, scene.centers.size() > 1000 ? 5 : 12, play_number > flat ? 7 : 1);
        Fingerprints first;
        std::size_t number = 0;
        for (const Runner& runner : hosts.runners()) {
            const FloatMode::Kind kind = FloatMode::all[(number + play_number) % std::size(FloatMode::all)];
            SCOPED_TRACE(runner.name + ", " + FloatMode::names[kind]);
            const ForcedIsa forced(runner.isa);
            World world({.bounds = scene.bounds, .track_overlaps = true});
            const FloatMode mode(kind);
            const Fingerprints prints =
                play.run(world, runner.executor, [&](World& of, std::size_t) { return of.commit(runner.executor); });
            const bool kept = mode.kept();
            if (number++ == 0) first = prints;
            ASSERT_TRUE(prints == first);
            ASSERT_TRUE(kept) << "the caller's floating-point mode was changed";
        }
        expect_stored("World/" + scene.name, first);
    }
}

// Half a side is rounded, and there it decides.
TEST(WorldSameBytes, InRoutesOfSizesNextToAThreshold) {
    constexpr float half = 0.3f;
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < 50; ++i) boxes.push_back({{-1e-9f * static_cast<float>(i), 0}, {2 * half, 0.5f}});
    std::vector<std::uint64_t> values;
    for (const auto kind : FloatMode::all) {
        World world({.agent_half_extent = half, .prop_half_extent = 2 * half});
        std::vector<Id> ids(boxes.size());
        const FloatMode mode(kind);
        Fingerprint print;
        print.add(world.spawn(boxes, Motion::Dynamic, ids));
        print.add(world.commit(serial()));
        for (const Id id : ids) print.add(static_cast<std::uint64_t>(world.route(id)));
        values.push_back(print.value());
        ASSERT_TRUE(mode.kept());
    }
    EXPECT_EQ(values, std::vector<std::uint64_t>(std::size(FloatMode::all), values[0]));
}

// Which elements of odd sizes turn up with which strip of the crowd decides the order of all pairs, and half a unit in
// the last place decides it here: 164 over 41 is just below 4, or 4.
TEST(WorldSameBytes, OfPairsInAStripThatEndsOnACellsBorder) {
    std::vector<Aabb> boxes;
    scenes::Generator random(3);
    for (std::size_t i = 0; i < 20'384; ++i) {
        const float x = static_cast<float>(i % 600) + 0.5f, y = i < 16'384 ? 80.f : 164.f;
        boxes.push_back({{x - 0.25f, y - 0.25f}, {x + 0.25f, y + 0.25f}});
    }
    for (std::size_t i = 0; i < 2'800; ++i) {
        const auto x = static_cast<float>(random.below(615)), y = static_cast<float>(random.below(615));
        boxes.push_back({{x, y}, {x + 41, y + 41}});
    }
    World world({.bounds = {{0, 0}, {656, 656}}, .agent_half_extent = 1, .prop_half_extent = 100});
    std::vector<Id> ids(boxes.size());
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit(serial()));
    ASSERT_GT(world.stats().loose_quadtree, 0u);
    std::vector<std::uint64_t> values;
    for (const auto kind : FloatMode::all) {
        const FloatMode mode(kind);
        Pairs pairs;
        ASSERT_TRUE(world.pairs(pairs, {}, serial()));
        values.push_back(pairs.hash());
        ASSERT_TRUE(mode.kept());
    }
    EXPECT_EQ(values, std::vector<std::uint64_t>(std::size(FloatMode::all), values[0]));
}

class WorldSameBytesInLayers : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Of, WorldSameBytesInLayers, testing::Values(1, 3), testing::PrintToStringParamName());

TEST_P(WorldSameBytesInLayers, WhateverSnapshotsAreHeldAndCommitsFailed) {
    const Executor idle{[](void*, std::uint32_t, Executor::Task*, void*) {}, nullptr};
    const bool layered = GetParam() != 1; // then each layer is large enough for the host
    const int ticks = (layered ? 12 : 40) / (everything_asked() ? 1 : instrumented ? 3 : 2);
    const Play play(scenes::ordinary(layered ? 18000 : 6000).front(), static_cast<std::size_t>(ticks), GetParam());
    const WorldDesc desc{.agent_half_extent = 1, .prop_half_extent = 6, .track_overlaps = true};
    World plain(desc), observed(desc), troubled(desc);
    const Fingerprints expected =
        play.run(plain, serial(), [](World& world, std::size_t) { return world.commit(serial()); });

    std::vector<WorldSnapshot> held(3);
    const auto observe = [&](World& world, std::size_t tick) {
        const Status status = world.commit(serial());
        held[tick % 7 % 3] = world.snapshot();
        return status;
    };
    EXPECT_TRUE(play.run(observed, serial(), observe) == expected) << "snapshots make a difference";

    int failed = 0;
    const auto fail_first = [&](World& world, std::size_t) {
        const Status status = world.commit(idle);
        failed += status ? 0 : 1;
        return status ? status : world.commit(serial());
    };
    EXPECT_TRUE(play.run(troubled, serial(), fail_first) == expected) << "commits that failed make a difference";
    EXPECT_GT(failed, ticks / 2);
}

} // namespace
} // namespace throng::test
