// SPDX-License-Identifier: MIT
// Views of columns and structures in doubles; and a list in braces alone is always the view of floats.
#include <throng/double_views.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

namespace throng {
namespace {

struct Place {
    double x, y;
};
struct SpacePlace {
    double x, y, z;
};
struct Agent {
    int name;
    SpacePlace position;
    Place goal;
};

static_assert(DoublePlanePoint<Place> && DoublePlanePoint<DoubleVec2> && !DoublePlanePoint<SpacePlace>);
static_assert(!DoublePlanePoint<Vec2> && !PlanePoint<DoubleVec2>);
static_assert(std::convertible_to<std::vector<Place>, DoublePointView> && std::convertible_to<Place, DoublePointView>);
static_assert(!std::convertible_to<std::vector<Vec2>, DoublePointView> &&
              !std::convertible_to<std::vector<SpacePlace>, DoublePointView> &&
              !std::convertible_to<std::vector<Place>, PointView>);
static_assert(std::convertible_to<std::array<DoubleAabb, 2>, DoubleBoxView> &&
              !std::convertible_to<std::array<DoubleAabb, 2>, BoxView>);

std::vector<Place> points_of(const DoublePointView& view) {
    std::vector<Place> points;
    for (std::size_t i = 0; i < view.size; ++i) {
        const std::size_t at = i * (view.stride / sizeof(double));
        points.push_back({view.x[at], view.y[at]});
    }
    return points;
}

bool same(const std::vector<Place>& a, const std::vector<Place>& b) {
    bool equal = a.size() == b.size();
    for (std::size_t i = 0; equal && i < a.size(); ++i) equal = a[i].x == b[i].x && a[i].y == b[i].y;
    return equal;
}

TEST(DoubleViews, ReadColumnsStructuresAndTheirMembers) {
    const std::vector<double> x{1, 2, 3}, y{4, 5, 6};
    const std::vector<Place> places{{1, 4}, {2, 5}, {3, 6}};
    const std::vector<SpacePlace> in_space{{1, 4, 7}, {2, 5, 8}, {3, 6, 9}};
    const std::vector<Agent> agents{{0, in_space[0], {1, 4}}, {0, in_space[1], {2, 5}}, {0, in_space[2], {3, 6}}};
    const std::vector<Place> ground{{1, 7}, {2, 8}, {3, 9}};

    EXPECT_TRUE(same(points_of(DoublePointView(x.data(), y.data(), 3)), places));
    EXPECT_TRUE(same(points_of(places), places));
    EXPECT_TRUE(same(points_of(std::span(places)), places));
    EXPECT_TRUE(same(points_of(DoublePointView::xy(in_space)), places));
    EXPECT_TRUE(same(points_of(DoublePointView::xz(in_space)), ground));
    EXPECT_TRUE(same(points_of(DoublePointView::of(agents, &Agent::goal)), places));
    EXPECT_TRUE(same(points_of(DoublePointView::xy(agents, &Agent::position)), places));
    EXPECT_TRUE(same(points_of(DoublePointView::xz(agents, &Agent::position)), ground));
    EXPECT_TRUE(same(points_of(places[1]), {places[1]}));
    EXPECT_TRUE(same(points_of(DoublePointView(&x[1], &y[1], 2, 0)), {places[1], places[1]}));
    EXPECT_EQ(DoublePointView(std::vector<Place>()).size, 0u);
    EXPECT_EQ(DoublePointView::xy(std::vector<SpacePlace>()).size, 0u);
}

TEST(DoubleViews, SlicesEndWhereTheViewDoes) {
    const std::vector<Place> places{{1, 4}, {2, 5}, {3, 6}};
    const std::vector<float> radii{7, 8, 9};
    const std::vector<Vec2> directions{{1, 0}, {2, 0}, {3, 0}};

    EXPECT_TRUE(same(points_of(DoublePointView(places).slice(1, 9)), {places[1], places[2]}));
    EXPECT_EQ(DoublePointView(places).slice(3, 1).size, 0u);
    EXPECT_EQ(DoublePointView(places).slice(7, 1).size, 0u);
    const DoubleBoxView boxes = DoubleBoxView::around(places, std::span<const float>(radii)).slice(1, 2);
    EXPECT_EQ(boxes.size(), 2u);
    EXPECT_EQ(*boxes.float_half_extents.x, 8);
    const DoubleDiscView discs = DoubleDiscView(places, radii).slice(2, 2);
    EXPECT_EQ(discs.radii.size(), 1u);
    EXPECT_EQ(discs.radii[0], 9);
    EXPECT_EQ(DoubleDiscView(places, radii).slice(3, 1).radius, 0) << "empty, so that nothing is missing";
    const DoubleRayView rays = DoubleRayView(places, directions, radii).slice(1, 1);
    EXPECT_EQ(rays.max_ts[0], 8);
    EXPECT_EQ(rays.directions.x[0], 2);
    EXPECT_EQ(rays.origins.x[0], 2);
    EXPECT_EQ(DoubleRayView(places, directions, radii).slice(3, 1).max_t, 0);
}

TEST(DoubleViews, AListInBracesIsTheFloatsView) {
    World world;
    Hits hits;
    const std::vector<Vec2> floats{{1, 2}};
    const std::vector<Place> doubles{{1, 2}};

    EXPECT_TRUE(world.overlap({}, hits));
    EXPECT_TRUE(world.query({}, hits));
    EXPECT_TRUE(world.nearest({{1, 2}}, 1, 1, hits));
    EXPECT_TRUE(world.overlap({{{0, 0}, {1, 1}}}, hits));
    EXPECT_TRUE(world.within({{{0, 0}, 1}}, hits));
    EXPECT_EQ(world.nearest({nullptr, nullptr, 3}, 1, 1, hits).faults, Fault::InvalidArgument);
    EXPECT_TRUE(world.overlap({floats, floats}, hits));
    EXPECT_TRUE(world.overlap({doubles, doubles}, hits));
    EXPECT_TRUE(world.within({floats, 1.f}, hits));
    EXPECT_TRUE(world.within({doubles, 1.f}, hits));
    EXPECT_EQ(hits.size(), 1u);
}

} // namespace
} // namespace throng
