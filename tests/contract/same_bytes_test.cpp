// SPDX-License-Identifier: MIT
// Answers are the same bytes for every number of threads, instruction set and floating-point mode of the caller, and
// the same as ever: same_bytes_values.inc holds what they were. THRONG_REGENERATE=<file> writes that file anew after a
// deliberate change.
#include "scenes/scene.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/same_bytes.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/subjects.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using scenes::Scene;

// The frames and questions of one scene, made before any mode is set.
struct Script {
    Script(const Subject& subject, Scene scene)
        : content(subject.max_half_extent(scene)), scenario(first_content(subject, scene), 64, 7) {
        for (int frame = 0; frame < 3; ++frame) {
            points.push_back(scene.centers);
            boxes.push_back(scene.boxes());
            scene.step(static_cast<std::uint64_t>(frame));
        }
    }

    static oracle::Content first_content(const Subject& subject, const Scene& scene) {
        oracle::Content content(subject.max_half_extent(scene));
        const std::vector<Aabb> boxes = scene.boxes();
        static_cast<void>(content.build(std::span<const Aabb>(boxes)));
        return content;
    }

    oracle::Content content;
    Scenario scenario;
    std::vector<std::vector<Vec2>> points;
    std::vector<std::vector<Aabb>> boxes;
};

Fingerprints play(const Subject& subject, const Script& script, AnyIndex& index, Executor executor) {
    Fingerprints prints;
    Fingerprint& print = prints.first;
    for (std::size_t frame = 0; frame < script.boxes.size(); ++frame) {
        const bool first = frame == 0;
        const BoxView boxes(script.boxes[frame]);
        const PointView points(script.points[frame]);
        if (subject.points) print.add(first ? index.build(points, executor) : index.update(points, executor));
        if (!subject.points) print.add(first ? index.build(boxes, executor) : index.update(boxes, executor));
    }
    for (const Slot slot : index.order()) print.add(slot);

    const Scenario& ask = script.scenario;
    Hits hits;
    std::vector<std::uint32_t> counts(ask.boxes.size());
    for (const std::size_t c : {0u, 3u, 7u}) {
        print.add(hits, index.overlap(ask.boxes, hits, ask.options(c), executor));
        print.add(hits, index.within(ask.discs(), hits, ask.options(c), executor));
        print.add(hits, index.nearest(ask.points, ask.k(c), ask.max_distance(c), hits, ask.options(c), executor));
        print.add(hits, index.cast(ask.ray_view(0), hits, ask.options(c), executor));
        print.add(hits, index.along(ask.ray_view(0.25f), hits, ask.options(c), executor));
        print.add(hits, index.neighbors(ask.neighbor_radius(c), hits, ask.options_by_slot(c), executor));
        Pairs pairs;
        print.add(index.pairs(pairs, ask.pair_options(c), executor));
        print.add(pairs.hash());

        prints.since.add(index.pairs(pairs, ask.distance_pair_options(c), executor));
        prints.since.add(pairs.hash());
        prints.since.add(counts, index.count(ask.boxes, counts, ask.options(c), executor));
        prints.since.add(counts, index.count(ask.discs(), counts, ask.options(c), executor));
        prints.since.add(hits, index.neighbors_of(ask.of, ask.neighbor_radius(c), hits, ask.options(c), executor));
    }
    return prints;
}

class SameBytes : public testing::TestWithParam<Subject> {};
INSTANTIATE_TEST_SUITE_P(Each, SameBytes, testing::ValuesIn(thorough_subjects()), name_of);

// All scenes, one so large that every change and batch is several blocks, and some so small that a row grid is one row,
// or one cell.
std::vector<Scene> scenes() {
    std::vector<Scene> scenes = scenes::all(400);
    scenes.push_back(scenes::ordinary(6000).front());
    scenes.back().name += "_of_many_blocks";
    for (const std::size_t few : {std::size_t{200}, std::size_t{50}}) {
        scenes.push_back(scenes::ordinary(few).front());
        scenes.back().name += "_of_" + std::to_string(few);
    }
    return scenes;
}

TEST_P(SameBytes, FromEveryThreadCountInstructionSetAndFloatMode) {
    const Subject& subject = GetParam();
    Hosts hosts;
    std::size_t scene_number = 0;
    for (const Scene& scene : scenes()) {
        ++scene_number;
        SCOPED_TRACE("scene " + scene.name);
        const std::string key = std::string(subject.name) + '/' + scene.name;
        const Script script(subject, scene);
        Fingerprints first;

        std::size_t number = 0, runner_number = 0;
        for (const Runner& runner : hosts.runners()) {
            ++runner_number;
            SCOPED_TRACE(runner.name);
            const ForcedIsa forced(runner.isa);
            for (const FloatMode::Kind kind : FloatMode::all) {
                // Each runner is in two modes a scene, and in all of them in three scenes.
                if (!everything_asked() && (kind + runner_number + scene_number) % 3 != 0) continue;
                SCOPED_TRACE(FloatMode::names[kind]);
                const auto index = subject.open(scene);
                const FloatMode mode(kind);
                const Fingerprints prints = play(subject, script, *index, runner.executor);
                const bool kept = mode.kept();
                if (number++ == 0) first = prints;
                ASSERT_TRUE(prints == first);
                ASSERT_TRUE(kept) << "the caller's floating-point mode was changed";
            }
        }

        expect_stored(key, first);
    }
}

// A box with a centre below the border of a row, and above it when rounded up; and a point with a rounded box.
TEST(SameBytesOfReads, WhateverTheCallersMode) {
    RowGrid boxes{RowGridDesc{.bounds = {{0, 0}, {100, 100}}, .cell_size = 1}};
    RowGrid points{RowGridDesc{.max_half_extent = 0.1f}};
    ASSERT_TRUE(boxes.build(Aabb{{0, 0x1p-40f}, {1, 6 - 0x1p-21f}}));
    ASSERT_TRUE(points.build(PointView(Vec2{1, 1})));
    const Aabb before = points.bounds_of(0);
    for (const auto kind : FloatMode::all) {
        SCOPED_TRACE(FloatMode::names[kind]);
        const FloatMode mode(kind);
        const Status sound = boxes.validate();
        const Aabb after = points.bounds_of(0);
        EXPECT_TRUE(mode.kept());
        EXPECT_TRUE(sound);
        EXPECT_EQ(after.min.x, before.min.x);
        EXPECT_EQ(after.max.y, before.max.y);
    }
}

// A host's threads may be in a mode of their own. Here each of a left-hand column of boxes ends where the least
// denormal number keeps it apart from its neighbour on the right, and touches it where denormals are nothing.
class SameBytesOfHosts : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, SameBytesOfHosts, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(SameBytesOfHosts, WhateverModeTheirThreadsAreIn) {
    constexpr std::size_t each = 5000; // queries, and elements, of several blocks
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < each; ++i) {
        const float low = static_cast<float>(i), high = low + 0.5f;
        boxes.push_back({{-1, low}, {0, high}});
        boxes.push_back({{1e-40f, low}, {1, high}});
    }
    std::vector<Aabb> left;
    for (std::size_t i = 0; i < boxes.size(); i += 2) left.push_back(boxes[i]);

    for (FloatMode::Kind kind : FloatMode::all) {
        SCOPED_TRACE(FloatMode::names[kind]);
        const Executor host{[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                                const FloatMode mode(*static_cast<const FloatMode::Kind*>(self));
                                for (std::uint32_t i = 0; i < count; ++i) task(context, i);
                            },
                            &kind};
        const auto index = GetParam().open();
        ASSERT_TRUE(index->build(BoxView(boxes), host));
        ASSERT_TRUE(index->validate());
        Pairs pairs;
        ASSERT_TRUE(index->pairs(pairs, {}, host));
        EXPECT_EQ(pairs.size(), 0u);
        Hits hits;
        ASSERT_TRUE(index->overlap(BoxView(left), hits, {}, host));
        EXPECT_EQ(hits.slots().size(), each);
        std::vector<std::uint32_t> counts(each);
        ASSERT_TRUE(index->count(BoxView(left), counts, {}, host));
        EXPECT_EQ(counts, std::vector<std::uint32_t>(each, 1u));
    }
}

} // namespace
} // namespace throng::test
