// SPDX-License-Identifier: MIT
// Neighbours with a limit, in discs that hold far more of them: cells that lie wholly in reach are counted without a
// test, and the true number stays that of the published predicate, to the last rounding at the rim.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/pathological.hpp"
#include "tests/support/runners.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

struct Scene {
    std::string name;
    std::vector<Vec2> at;
    std::vector<Vec2> half; // half extents
    std::vector<float> radii;
};

float one_ulp(float value, int way) { return way == 0 ? value : std::nextafter(value, way < 0 ? -infinity : infinity); }

std::vector<Vec2> sized(const std::vector<Vec2>& at, float half) { return std::vector<Vec2>(at.size(), {half, half}); }

// A lattice on which many elements lie exactly on the rim of each other's disc of radius 5 or 13, a third of them moved
// by one ulp inward, another third outward.
Scene lattice(const std::string& name, float begin, float spacing) {
    std::vector<Vec2> at;
    for (int row = 0; row < 36; ++row)
        for (int column = 0; column < 36; ++column) {
            const int way = (row * 7 + column * 5) % 3 - 1;
            at.push_back({one_ulp(begin + spacing * static_cast<float>(column), way),
                          one_ulp(begin + spacing * static_cast<float>(row), (row + column) % 3 - 1)});
        }
    return {name, at, sized(at, 0), {5 * spacing, 13 * spacing, one_ulp(13 * spacing, -1), one_ulp(13 * spacing, 1)}};
}

Scene tall_and_wide() {
    Scene scene{"tall and wide", spread(1300, {0, 0}, {36, 36}), {}, {4, 13}};
    for (std::size_t i = 0; i < scene.at.size(); ++i)
        scene.half.push_back(i % 40 == 3 ? Vec2{0.1f, 9} : i % 40 == 7 ? Vec2{11, 0.2f} : Vec2{0.5f, 0.6f});
    scene.half[100] = {70, 70};
    return scene;
}

// Crowds with many empty rows between them, and some elements alone.
Scene islands() {
    Scene scene{"islands", spread(30, {0, 0}, {700, 700}), {}, {9, 150, 2000}};
    for (const Vec2 at : {Vec2{40, 40}, Vec2{52, 300}, Vec2{600, 44}, Vec2{620, 640}})
        for (const Vec2 p : spread(300, {0, 0}, {17, 17})) scene.at.push_back({at.x + p.x, at.y + p.y});
    scene.half = sized(scene.at, 0.4f);
    return scene;
}

std::vector<Scene> scenes() {
    std::vector<Scene> all{lattice("lattice", 0, 1),
                           lattice("far lattice", 0x1p21f, 1),
                           lattice("tiny lattice", 0, 1e-21f),
                           lattice("vast lattice", -2e19f, 1e18f),
                           tall_and_wide(),
                           islands()};
    all[3].radii.insert(all[3].radii.end(), {1.8446743e19f, 3e19f, infinity});
    const std::vector<Vec2> upright = spread(1300, {0, 0}, {9, 150});
    all.push_back({"upright corridor", upright, sized(upright, 0.3f), {3, 11}});
    const std::vector<Vec2> even = spread(1300, {-18, -18}, {18, 18});
    all.push_back({"crowd", even, sized(even, 0.6f), {2.5f, 8, 17, 70}});
    return all;
}

std::vector<Aabb> boxes_of(const Scene& scene) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < scene.at.size(); ++i)
        boxes.push_back(predicates::box_around(scene.at[i], scene.half[i]));
    return boxes;
}

// Slots in the order of a grid's memory: neighbours are then searched in the order of slots.
void sort_in_memory_order(Scene& scene) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(boxes_of(scene)));
    const Scene before = scene;
    for (std::size_t i = 0; i < scene.at.size(); ++i) {
        scene.at[i] = before.at[grid.order()[i]];
        scene.half[i] = before.half[grid.order()[i]];
    }
}

void shuffle(Scene& scene) {
    scenes::Generator random(5);
    for (std::size_t i = scene.at.size() - 1; i > 0; --i) {
        const auto other = std::size_t(random.uniform(0, float(i)));
        std::swap(scene.at[i], scene.at[other]), std::swap(scene.half[i], scene.half[other]);
    }
}

class LimitedNeighbors : public testing::Test {
protected:
    // Each runner's answers to `options` agree with brute force, and test the same number of candidates.
    template <class Index>
    void check(const Index& index, const oracle::Content& content, float radius, const QueryOptions& options) {
        const auto expected = oracle::neighbors(content, radius, options);
        std::vector<Slot> of(content.slot_count() / 2);
        for (std::size_t i = 0; i < of.size(); ++i) of[i] = Slot(2 * i - (i % 19 == 0 ? i : 0)); // some jump far
        const auto expected_of = oracle::neighbors_of(content, of, radius, options);
        std::optional<std::uint64_t> tested;
        for (const Runner& runner : hosts_.runners()) {
            SCOPED_TRACE(runner.name);
            const ForcedIsa forced(runner.isa);
            Hits hits; // whose memory has to grow
            ASSERT_TRUE(index.neighbors(radius, hits, options, runner.executor));
            ASSERT_TRUE(agrees(expected, hits));
            ASSERT_EQ(hits.candidates(), tested.value_or(hits.candidates()));
            tested = hits.candidates();
            if (!options.exclude.empty()) continue;
            ASSERT_TRUE(index.neighbors_of(of, radius, hits, options, runner.executor));
            ASSERT_TRUE(agrees(expected_of, hits));
        }
    }

    Hosts hosts_;
};

TEST_F(LimitedNeighbors, AreTheNearestFewOfTheirTrueNumberWhereverTheRimRuns) {
    for (Scene scene : scenes()) {
        for (const bool sorted : {true, false}) {
            SCOPED_TRACE(scene.name + (sorted ? ", in memory order" : ", in no order"));
            sorted ? sort_in_memory_order(scene) : shuffle(scene);
            const std::vector<Aabb> boxes = boxes_of(scene);
            RowGrid grid{RowGridDesc{}}, points{RowGridDesc{}};
            ASSERT_TRUE(grid.build(boxes));
            ASSERT_TRUE(points.build(PointView(scene.at)));

            for (const float radius : scene.radii) {
                SCOPED_TRACE(radius);
                check(grid, content_of(boxes), radius, {.limit = sorted ? 1u : 7u, .distances = true});
                if (!sorted) check(points, content_of(scene.at), radius, {.limit = 40, .order = Order::BySlot});
            }
        }
    }
}

TEST_F(LimitedNeighbors, CountOnlyWhatFiltersAndCategoriesLetPass) {
    Scene scene = tall_and_wide();
    sort_in_memory_order(scene);
    const std::vector<Aabb> boxes = boxes_of(scene);
    const oracle::Content content = content_of(boxes);
    World world{WorldDesc{}};
    std::vector<Id> ids(boxes.size());
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
    std::vector<std::uint32_t> categories(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) categories[i] = i % 3 == 0 ? 2 : 4;
    ASSERT_TRUE(world.categorize(ids, categories));
    ASSERT_TRUE(world.commit());
    HierarchicalBitset thirds;
    ASSERT_TRUE(thirds.resize(boxes.size()));
    for (Slot slot = 0; slot < boxes.size(); slot += 3) thirds.set(slot);
    std::vector<Slot> others(boxes.size());
    std::iota(others.rbegin(), others.rend(), Slot{0});

    for (const float radius : scene.radii) {
        SCOPED_TRACE(radius);
        check(world, content, radius, {.limit = 7});
        check(world, content, radius, {.among = &thirds, .limit = 7});
        check(world, content, radius, {.exclude = others, .limit = 7});
        const auto expected = oracle::neighbors(content, radius, {.among = &thirds, .limit = 7});
        for (const Runner& runner : hosts_.runners()) {
            const ForcedIsa forced(runner.isa);
            Hits hits;
            ASSERT_TRUE(world.neighbors(radius, hits, {.mask = 2, .limit = 7}, runner.executor));
            ASSERT_TRUE(agrees(expected, hits)) << runner.name;
        }
    }
}

// An answer that was full on the way has to begin some rows again, which must leave no trace.
TEST_F(LimitedNeighbors, AreCountedAlikeWhateverRoomThereIs) {
    Scene scene{"crowd", spread(3000, {0, 0}, {50, 50}), {}, {}};
    scene.half = sized(scene.at, 0.5f);
    sort_in_memory_order(scene);
    World world{WorldDesc{}}, layered{WorldDesc{}};
    std::vector<std::uint16_t> layers(scene.at.size());
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i] = static_cast<std::uint16_t>(i / 37 % 2);
    std::vector<Id> ids(scene.at.size());
    ASSERT_TRUE(world.spawn(boxes_of(scene), Motion::Dynamic, ids));
    ASSERT_TRUE(layered.spawn(boxes_of(scene), Motion::Dynamic, ids, {}, layers));
    ASSERT_TRUE(world.commit());
    ASSERT_TRUE(layered.commit());
    std::vector<Slot> all(scene.at.size());
    std::iota(all.begin(), all.end(), Slot{0});

    for (const World* const asked : {&world, &layered}) {
        SCOPED_TRACE(asked == &world ? "one layer" : "two layers");
        for (const bool each : {true, false}) {
            const auto ask = [&](Hits& hits) { // one block after the other, straight into the answer
                return each ? asked->neighbors(9, hits, {.limit = 7}, serial())
                            : asked->neighbors_of(all, 9, hits, {.limit = 7}, serial());
            };
            Hits roomy;
            ASSERT_TRUE(asked->within(DiscView(scene.at, 9), roomy, {.limit = 100}, serial()));
            ASSERT_TRUE(ask(roomy));
            for (const std::uint32_t limit : {0u, 1u, 2u, 3u, 5u}) { // of the answer before
                Hits hits;
                const DiscView discs(scene.at, limit == 0 ? 0.f : 9.f);
                ASSERT_TRUE(asked->within(discs, hits, {.limit = limit}, serial()));
                ASSERT_TRUE(ask(hits));
                EXPECT_EQ(hits.candidates(), roomy.candidates()) << "with room for " << limit << " each";
                EXPECT_EQ(hits.hash(), roomy.hash()) << "with room for " << limit << " each";
            }
        }
    }
}

TEST_F(LimitedNeighbors, AreNotTestedOneByOneWhereTheyAreSurelyInReach) {
    const std::vector<Vec2> at = spread(20000, {0, 0}, {141, 141});
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(PointView(at)));

    Hits limited, whole;
    ASSERT_TRUE(grid.neighbors(40, limited, {.limit = 3}));
    ASSERT_TRUE(grid.neighbors(40, whole));

    const std::uint64_t found = std::accumulate(limited.found().begin(), limited.found().end(), std::uint64_t{0});
    EXPECT_EQ(found, whole.slots().size());
    EXPECT_LT(limited.candidates(), found / 2);
}

} // namespace
} // namespace throng::test
