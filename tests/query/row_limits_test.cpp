// SPDX-License-Identifier: MIT
// A limit for each row, a radius for each slot, and answers without the number of matches beyond a limit: each row is
// that of the call with one limit or one radius for all.
#include "scenes/generator.hpp"
#include "tests/support/runners.hpp"

#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace throng::test {
namespace {

// Loose and dense places, and a pile: discs hold from none to a few hundred elements.
std::vector<Aabb> crowd(std::size_t count) {
    scenes::Generator random(11);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const float side = i % 3 == 0 ? 30.f : i % 3 == 1 ? 6.f : 1.f, half = 0.02f * random.unit();
        const Vec2 at = i % 16 == 0 ? Vec2{3, 3} : Vec2{side * random.unit(), side * random.unit()};
        boxes.push_back({{at.x - half, at.y - half}, {at.x + half, at.y + half}});
    }
    return boxes;
}

constexpr std::uint32_t limits_in_use[] = {0, 1, 3, 10, 60, ~0u};
constexpr float radii_in_use[] = {0, 0.3f, 2, 5};

using Ask = std::function<Status(const Space&, Hits&, const QueryOptions&)>;

struct Call {
    const char* name;
    std::size_t rows;
    Ask ask;
};

void expect_row(const Hits& got, const Hits& expected, std::size_t row, bool with_found) {
    ASSERT_TRUE(std::ranges::equal(got[row], expected[row])) << "row " << row;
    ASSERT_TRUE(std::ranges::equal(got.distances(row), expected.distances(row))) << "row " << row;
    ASSERT_EQ(got.found(row), with_found ? expected.found(row) : got[row].size()) << "row " << row;
}

std::vector<Call> calls(const std::vector<Aabb>& boxes, const std::vector<Vec2>& centers,
                        const std::vector<Slot>& some) {
    const auto overlap = [&](const Space& s, Hits& out, const QueryOptions& o) {
        return s.overlap(BoxView::around(centers, 2.5f), out, o);
    };
    const auto within = [&](const Space& s, Hits& out, const QueryOptions& o) {
        return s.within(DiscView(centers, 2.5f), out, o);
    };
    const auto nearest = [&](const Space& s, Hits& out, const QueryOptions& o) {
        return s.nearest(centers, 40, 2.5f, out, o);
    };
    const auto neighbors = [](const Space& s, Hits& out, const QueryOptions& o) { return s.neighbors(2.5f, out, o); };
    const auto of_some = [&](const Space& s, Hits& out, const QueryOptions& o) {
        return s.neighbors_of(some, 2.5f, out, o);
    };
    return {{"overlap", boxes.size(), overlap},
            {"within", boxes.size(), within},
            {"nearest", boxes.size(), nearest},
            {"neighbors", boxes.size(), neighbors},
            {"neighbors_of", some.size(), of_some}};
}

void expect_each_row_cut_by_its_limit(const Space& space, const Call& call, Measure measure) {
    std::vector<std::uint32_t> limits(call.rows);
    for (std::size_t row = 0; row < call.rows; ++row) limits[row] = limits_in_use[row * 7 % std::size(limits_in_use)];
    QueryOptions each{.limits = limits, .measure = measure, .distances = true};
    Hits got, uncounted, expected;
    ASSERT_TRUE(call.ask(space, got, each)) << call.name;
    each.count_found = false;
    ASSERT_TRUE(call.ask(space, uncounted, each)) << call.name;
    for (const std::uint32_t limit : limits_in_use) {
        const std::uint32_t same = limit == ~0u ? 1000 : limit; // neither cuts a row, both rank it
        ASSERT_TRUE(call.ask(space, expected, {.limit = same, .measure = measure, .distances = true}));
        for (std::size_t row = 0; row < call.rows; ++row) {
            if (limits[row] != limit) continue;
            SCOPED_TRACE(std::string(call.name) + ", limit " + std::to_string(limit));
            expect_row(got, expected, row, true);
            expect_row(uncounted, expected, row, false);
        }
        if (testing::Test::HasFatalFailure()) return;
    }
}

void expect_each_slot_with_its_radius(const Space& space, std::uint32_t limit) {
    std::vector<float> radii(space.slot_count());
    for (std::size_t slot = 0; slot < radii.size(); ++slot)
        radii[slot] = radii_in_use[slot * 5 % std::size(radii_in_use)];
    Hits got, expected;
    ASSERT_TRUE(space.neighbors(radii, got, {.limit = limit, .order = Order::BySlot, .distances = true}));
    for (const float radius : radii_in_use) {
        ASSERT_TRUE(space.neighbors(radius, expected, {.limit = limit, .order = Order::BySlot, .distances = true}));
        SCOPED_TRACE("radius " + std::to_string(radius));
        for (std::size_t slot = 0; slot < radii.size(); ++slot)
            if (radii[slot] == radius) expect_row(got, expected, slot, true);
        if (testing::Test::HasFatalFailure()) return;
    }
}

void expect_rows_of_their_own(const Space& space, const std::vector<Aabb>& boxes) {
    std::vector<Vec2> centers;
    std::vector<Slot> some;
    for (const Aabb& box : boxes) centers.push_back(predicates::center_of(box));
    for (Slot slot = 0; slot < boxes.size(); slot += 2) some.push_back((slot * 31) % static_cast<Slot>(boxes.size()));
    for (const Call& call : calls(boxes, centers, some))
        for (const Measure measure : {Measure::Box, Measure::Center}) {
            expect_each_row_cut_by_its_limit(space, call, measure);
            if (testing::Test::HasFatalFailure()) return;
        }
    for (const std::uint32_t limit : {0u, 10u}) expect_each_slot_with_its_radius(space, limit);
}

template <class Index, class Desc> void expect_in(const char* name, const Desc& desc, const std::vector<Aabb>& boxes) {
    SCOPED_TRACE(name);
    Index index{desc};
    ASSERT_TRUE(index.build(BoxView(boxes)));
    expect_rows_of_their_own(index, boxes);
}

TEST(RowLimits, AreThoseOfCallsWithOneLimitInEveryIndex) {
    const std::vector<Aabb> boxes = crowd(400);
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        expect_in<RowGrid>("RowGrid", RowGridDesc{}, boxes);
        expect_in<LooseGrid>("LooseGrid", LooseGridDesc{}, boxes);
        expect_in<Quadtree>("Quadtree", QuadtreeDesc{}, boxes);
        expect_in<LooseQuadtree>("LooseQuadtree", LooseQuadtreeDesc{}, boxes);
        expect_in<StaticTree>("StaticTree", StaticTreeDesc{}, boxes);
    }
}

TEST(RowLimits, AreThoseOfCallsWithOneLimitInWorldsOfSeveralStructuresAndLayers) {
    std::vector<Aabb> boxes = crowd(400);
    boxes[5] = {{0, 0}, {30, 30}};
    for (const std::size_t layers : {1u, 3u}) {
        World world{WorldDesc{}};
        std::vector<Id> ids(boxes.size());
        std::vector<std::uint16_t> layer(boxes.size());
        for (std::size_t i = 0; i < layer.size(); ++i) layer[i] = static_cast<std::uint16_t>(i % layers);
        const auto spawn = [&](std::size_t first, std::size_t end, Motion motion) {
            const std::span<const Aabb> some = std::span(boxes).subspan(first, end - first);
            return world.spawn(BoxView(some), motion, std::span(ids).subspan(first, end - first), {},
                               std::span(layer).subspan(first, end - first));
        };
        ASSERT_TRUE(spawn(0, 300, Motion::Dynamic));
        ASSERT_TRUE(spawn(300, boxes.size(), Motion::Static));
        ASSERT_TRUE(world.commit());
        SCOPED_TRACE(std::to_string(layers) + " layers");
        expect_rows_of_their_own(world, boxes);
    }
}

TEST(RowLimits, CutThePileOfOneSpot) {
    std::vector<Aabb> boxes = crowd(100);
    boxes.resize(500, Aabb{{3, 3}, {3, 3}});
    expect_in<RowGrid>("RowGrid", RowGridDesc{}, boxes);
}

// They are executed in packets of one kind, in the order of space.
TEST(RowLimits, OfMixedQueriesLeaveOtherRowsAsTheyAre) {
    const std::vector<Aabb> boxes = crowd(700);
    World world{WorldDesc{}};
    std::vector<Id> ids(boxes.size());
    ASSERT_TRUE(world.spawn(BoxView(boxes), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    std::vector<Query> queries;
    for (std::size_t i = 0; i < 60; ++i) {
        queries.push_back(Query::within({predicates::center_of(boxes[11 * i]), i % 2 == 0 ? 1.f : 4.f}));
        queries.back().k = i % 3 == 0 ? 0 : 4;
    }
    Hits all, alone;
    ASSERT_TRUE(world.query(queries, all));
    for (std::size_t i = 0; i < queries.size(); ++i) {
        ASSERT_TRUE(world.query(std::span(queries).subspan(i, 1), alone));
        ASSERT_TRUE(std::ranges::equal(all[i], alone[0])) << "query " << i;
    }
}

TEST(RowLimits, AreRefusedInAnotherNumberThanRows) {
    const std::vector<Aabb> boxes = crowd(20);
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView(boxes)));
    Hits hits;
    const std::vector<std::uint32_t> limits(19, 3);
    EXPECT_EQ(grid.neighbors(1, hits, {.limits = limits}).reason, Reason::LimitsLength);
    const std::vector<float> too_few(19, 1.f);
    EXPECT_EQ(grid.neighbors(too_few, hits).reason, Reason::NeighborRadiiLength);
    std::vector<float> radii(20, 1.f);
    radii[7] = -1;
    const Status status = grid.neighbors(radii, hits);
    EXPECT_EQ(status.reason, Reason::NeighborRadius);
    EXPECT_EQ(status.first, 7u);
    EXPECT_EQ(hits.size(), 0u);
}

} // namespace
} // namespace throng::test
