// SPDX-License-Identifier: MIT
// Columns, arrays of structs, corners, centres with half extents: whatever form boxes and queries come in, the answers
// are the same.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

// An engine's own struct, with what we need somewhere inside.
struct Agent {
    double mood;
    Vec2 place;
    std::int32_t health;
    Vec2 half;
    Aabb box;
    char name[12];
};

template <class Base> class ViewFormsOf : public Base {
protected:
    ViewFormsOf() {
        // Every square has the same half extent, so that the form of a common one can take part.
        crowd.half_extent.assign(crowd.size(), 0.375f);
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            const Vec2 place{crowd.x[i], crowd.y[i]};
            const Aabb box = predicates::box_around(place, {0.375f, 0.375f});
            agents.push_back({1.5, place, 7, {0.375f, 0.375f}, box, "agent"});
            boxes.push_back(box);
            places.push_back(place);
            min_x.push_back(box.min.x);
            min_y.push_back(box.min.y);
            max_x.push_back(box.max.x);
            max_y.push_back(box.max.y);
        }
    }

    std::vector<std::pair<std::string, BoxView>> box_forms() const {
        const std::size_t n = boxes.size();
        const std::span<const Agent> all(agents);
        const PointView centers = crowd.centers();
        const Vec2& one_half = agents[0].half;
        return {
            {"array of boxes", BoxView(boxes)},
            {"four columns",
             BoxView(PointView(min_x.data(), min_y.data(), n), PointView(max_x.data(), max_y.data(), n))},
            {"boxes inside structs", BoxView(PointView(&agents[0].box.min.x, &agents[0].box.min.y, n, sizeof(Agent)),
                                             PointView(&agents[0].box.max.x, &agents[0].box.max.y, n, sizeof(Agent)))},
            {"centres, a common half extent", BoxView::around(centers, 0.375f)},
            {"centres, half extents of squares", BoxView::around(centers, std::span<const float>(crowd.half_extent))},
            {"centres and half extents inside structs",
             BoxView::around(PointView::of(all, &Agent::place), PointView::of(all, &Agent::half))},
            {"centres, one half extent repeated", BoxView::around(places, PointView(&one_half.x, &one_half.y, n, 0))},
        };
    }
    std::vector<std::pair<std::string, PointView>> point_forms() const {
        return {
            {"two columns", crowd.centers()},
            {"array of points", PointView(places)},
            {"points inside structs", PointView::of(std::span<const Agent>(agents), &Agent::place)},
        };
    }

    Crowd crowd{700};
    std::vector<Agent> agents;
    std::vector<Aabb> boxes;
    std::vector<Vec2> places;
    std::vector<float> min_x, min_y, max_x, max_y;
};

class ViewForms : public ViewFormsOf<testing::TestWithParam<IndexKind>> {};
INSTANTIATE_TEST_SUITE_P(Each, ViewForms, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

using ViewFormsOfRowGrids = ViewFormsOf<testing::Test>;

TEST_P(ViewForms, OfBoxesBuildTheSameIndex) {
    const auto reference = GetParam().open();
    ASSERT_TRUE(reference->build(boxes));
    Hits expected;
    ASSERT_TRUE(reference->overlap(boxes, expected));
    for (const auto& [name, form] : box_forms()) {
        SCOPED_TRACE(name);
        const auto index = GetParam().open();
        Hits got;
        ASSERT_TRUE(index->build(form));
        ASSERT_TRUE(index->overlap(boxes, got));
        EXPECT_EQ(got.hash(), expected.hash());
        ASSERT_TRUE(index->update(form));
        ASSERT_TRUE(index->overlap(boxes, got));
        EXPECT_EQ(got.hash(), expected.hash());
        const std::vector<Slot> some = {3, 600, 44};
        ASSERT_TRUE(index->move(some, form.slice(100, 3)));
        for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(index->bounds_of(some[i]).min.x, boxes[100 + i].min.x);
    }
}

TEST_P(ViewForms, OfBoxesAskTheSame) {
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(boxes));
    oracle::Content content;
    ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
    for (const auto& [name, form] : box_forms()) {
        SCOPED_TRACE(name);
        Hits got;
        ASSERT_TRUE(index->overlap(form, got, {.limit = 4, .distances = true}));
        EXPECT_TRUE(agrees(oracle::overlap(content, boxes, {.limit = 4, .distances = true}), got));
        ASSERT_TRUE(index->overlap(form.slice(17, 200), got));
        EXPECT_TRUE(agrees(oracle::overlap(content, std::span<const Aabb>(boxes).subspan(17, 200)), got));
        std::vector<std::uint32_t> counts(boxes.size());
        ASSERT_TRUE(index->count(form, counts));
        EXPECT_EQ(counts, oracle::overlap(content, boxes).found);
    }
}

TEST_P(ViewForms, OneOfEachIsABatchOfOne) {
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(boxes));
    Hits hits;
    ASSERT_TRUE(index->overlap(boxes[5], hits));
    EXPECT_EQ(hits.size(), 1u);
    ASSERT_TRUE(index->within(Disc{places[5], 0.0f}, hits));
    EXPECT_GE(hits.slots().size(), 1u);
    ASSERT_TRUE(index->nearest(places[5], 1, 1.0f, hits, {.measure = Measure::Center}));
    ASSERT_EQ(hits.slots().size(), 1u);
    EXPECT_EQ(hits.slots()[0], 5u);
    ASSERT_TRUE(index->cast(Ray{places[5], {1, 0}, 1.0f}, hits));
    EXPECT_EQ(hits.distances(0)[0], 0.0f);
}

TEST_P(ViewForms, ArraysOfDiscsAndRaysAreBatches) {
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(boxes));
    std::vector<Disc> discs;
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < places.size(); ++i) {
        discs.push_back({places[i], 0.5f + 0.25f * static_cast<float>(i % 5)});
        rays.push_back({places[i], {1, static_cast<float>(i % 3)}, 2 + static_cast<float>(i % 4)});
    }
    Hits of_range, of_members;
    ASSERT_TRUE(index->within(discs, of_range));
    ASSERT_TRUE(index->within(DiscView::of(discs, &Disc::center, &Disc::radius), of_members));
    EXPECT_EQ(of_range.hash(), of_members.hash());
    ASSERT_TRUE(index->along(rays, of_range)); // how far a ray reaches decides how many boxes it touches
    ASSERT_TRUE(index->along(RayView::of(rays, &Ray::origin, &Ray::direction, &Ray::max_t), of_members));
    EXPECT_EQ(of_range.hash(), of_members.hash());
    discs.clear(), rays.clear();
    EXPECT_TRUE(index->within(discs, of_range) && of_range.size() == 0);
    EXPECT_TRUE(index->cast(rays, of_range) && of_range.size() == 0);
}

TEST_F(ViewFormsOfRowGrids, OfPointsBuildAndAskTheSame) {
    oracle::Content content(0.25f);
    ASSERT_TRUE(content.build(std::span<const Vec2>(places)));
    const std::vector<float> radii(places.size(), 1.25f);
    const oracle::Answer expected = oracle::within(content, places, radii);
    const oracle::Answer expected_nearest = oracle::nearest(content, places, 3, 5);
    std::vector<Ray> rays;
    for (const Vec2 place : places) rays.push_back({place, place, 1});
    const oracle::Answer expected_cast = oracle::cast(content, rays, 0);

    for (const auto& [name, form] : point_forms()) {
        SCOPED_TRACE(name);
        RowGrid grid{RowGridDesc{.max_half_extent = 0.25f}};
        ASSERT_TRUE(grid.build(form));
        Hits got;
        ASSERT_TRUE(grid.within(DiscView(form, 1.25f), got));
        EXPECT_TRUE(agrees(expected, got));
        ASSERT_TRUE(grid.within(DiscView(form, std::span<const float>(radii)), got));
        EXPECT_TRUE(agrees(expected, got));
        ASSERT_TRUE(grid.nearest(form, 3, 5, got));
        EXPECT_TRUE(agrees(expected_nearest, got));
        ASSERT_TRUE(grid.cast(RayView(form, form, 1.0f), got));
        EXPECT_TRUE(agrees(expected_cast, got));
    }
}

// Each job of a foreign system queries for its own slice; together they are the whole.
TEST_F(ViewFormsOfRowGrids, SlicesOfTheOrderMakeTheWhole) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(boxes));
    Hits whole;
    ASSERT_TRUE(grid.neighbors(2, whole, {.limit = 10, .distances = true}));

    const std::span<const Slot> order = grid.order();
    ASSERT_EQ(order.size(), boxes.size());
    for (std::size_t begin = 0; begin < order.size(); begin += 64) {
        const auto job = order.subspan(begin, std::min<std::size_t>(64, order.size() - begin));
        Hits part;
        ASSERT_TRUE(grid.neighbors_of(job, 2, part, {.limit = 10, .distances = true}, serial()));
        for (std::size_t i = 0; i < job.size(); ++i) {
            ASSERT_TRUE(std::equal(part[i].begin(), part[i].end(), whole[job[i]].begin(), whole[job[i]].end()));
            ASSERT_TRUE(
                std::equal(part.distances(i).begin(), part.distances(i).end(), whole.distances(job[i]).begin()));
        }
    }
}

} // namespace
} // namespace throng::test
