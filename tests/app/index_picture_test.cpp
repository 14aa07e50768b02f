// SPDX-License-Identifier: MIT
// The picture of an index: every depth in its colour, elements below the lines, and a legend.
#include "apps/throng/draw/index_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace throng::app {
namespace {

bool is_near(Colour a, Colour b) {
    return std::abs(a.red - b.red) < 0.02f && std::abs(a.green - b.green) < 0.02f && std::abs(a.blue - b.blue) < 0.02f;
}

std::size_t pixels_of(const Canvas& canvas, Colour colour) {
    std::size_t pixels = 0;
    for (int y = 0; y < canvas.height(); ++y) {
        for (int x = 0; x < canvas.width(); ++x) pixels += is_near(canvas.at(x, y), colour) ? 1u : 0u;
    }
    return pixels;
}

struct IndexPicture : testing::Test {
    IndexPicture() {
        scene.x = x;
        scene.y = y;
        scene.half_extents = half_extents;
        scene.bounds = {{0, 0}, {10, 10}};
        scene.nodes = nodes;
        scene.structure = Route::Quadtree;
        scene.title = "Quadtree";
        scene.lines = {"2 elements"};
    }

    std::vector<float> x{2, 8}, y{2, 7}, half_extents{0.5f, 0};
    std::vector<Node> nodes{{{{0, 0}, {10, 10}}, 0, 2, false, Route::Quadtree},
                            {{{0, 0}, {5, 5}}, 1, 1, true, Route::Quadtree},
                            {{{5, 5}, {10, 10}}, 1, 1, false, Route::Quadtree},
                            {{{7.5f, 5}, {10, 7.5f}}, 2, 1, true, Route::Quadtree}};
    IndexScene scene;
};

TEST_F(IndexPicture, HasTheWidthAskedForAndRoomForAllOfTheWorld) {
    for (const int width : {200, 1200, 3000}) {
        const Canvas canvas = index_picture(scene, width);
        EXPECT_EQ(canvas.width(), width);
        EXPECT_GT(canvas.height(), width);
        EXPECT_LT(canvas.height(), 2 * width);
    }
    scene.bounds = {{0, 0}, {1000, 10}};
    EXPECT_LT(index_picture(scene, 1200).height(), 600);
}

TEST_F(IndexPicture, ShowsEveryDepthInItsColour) {
    const Canvas with = index_picture(scene, 2400);
    scene.nodes = {};
    const Canvas without = index_picture(scene, 2400);

    // Sides of 10, 5 and 2.5 of 10.2 units, on 2280 pixels: four of the root, eight of its children, four of the
    // deepest node.
    const std::size_t at_least[] = {8000, 6000, 1500};
    for (std::uint32_t depth = 0; depth <= 2; ++depth) {
        const Colour colour = depth_colour(depth, 2);
        EXPECT_GE(pixels_of(with, colour), at_least[depth]) << depth;
        EXPECT_LT(pixels_of(without, colour), at_least[depth] / 4) << depth;
    }
}

// Rounded to pixels, lines 2.3 pixels apart are two or three: bands that no index has.
TEST_F(IndexPicture, ShowsNoPatternOfManySmallNodes) {
    std::vector<Node> small;
    constexpr std::uint32_t a_side = 500;
    constexpr float side = 10.0f / static_cast<float>(a_side);
    for (std::uint32_t i = 0; i < a_side * a_side; ++i) {
        const Vec2 low{side * static_cast<float>(i % a_side), side * static_cast<float>(i / a_side)};
        small.push_back({{low, {low.x + side, low.y + side}}, 0, 1, true, Route::Quadtree});
    }
    scene.nodes = small;
    scene.x = scene.y = scene.half_extents = {};
    const Canvas canvas = index_picture(scene, 1200);

    const Colour middle = canvas.at(600, canvas.height() / 2);
    std::size_t others = 0;
    for (int row = canvas.height() / 2 - 200; row < canvas.height() / 2 + 200; ++row)
        for (int column = 400; column < 800; ++column) others += is_near(canvas.at(column, row), middle) ? 0u : 1u;
    EXPECT_EQ(others, 0u) << "of 160,000 pixels";
}

TEST_F(IndexPicture, ShowsAThinNodeWithNoneBesideIt) {
    const Canvas without = index_picture(scene, 1200);
    nodes.push_back({{{1, 9}, {9, 9.01f}}, 2, 0, true, Route::Quadtree});
    scene.nodes = nodes;
    EXPECT_GT(pixels_of(index_picture(scene, 1200), depth_colour(2, 2)), pixels_of(without, depth_colour(2, 2)) + 800)
        << "8 of 10.2 metres, on 1140 pixels";
}

TEST_F(IndexPicture, ShowsElementsInTheColoursOfTheirValues) {
    const std::vector<float> values{1, 3};
    half_extents = {2, 2};
    scene.half_extents = half_extents;
    scene.nodes = {};
    const Canvas plain = index_picture(scene, 1200);
    scene.values = values;
    scene.value_name = "speed";
    const Canvas coloured = index_picture(scene, 1200);
    EXPECT_GT(pixels_of(coloured, viridis(1)), 500u) << "the border of the element with the greatest value";
    EXPECT_EQ(pixels_of(plain, viridis(1)), 0u);
    scene.zoom = Aabb{{0, 0}, {4.5f, 4.5f}};
    const Canvas part = index_picture(scene, 1200);
    EXPECT_LT(pixels_of(part, viridis(1)), 100u) << "only the legend has it";
    EXPECT_GT(pixels_of(part, viridis(1)), 80u) << "the legend has a rectangle of it";
    EXPECT_GT(pixels_of(part, viridis(0.15f)), 500u);
}

TEST_F(IndexPicture, HasAxesOutsideOfItsGround) {
    scene.nodes = {};
    const Canvas without = index_picture(scene, 1200);
    scene.axes = Coordinates{};
    const Canvas with = index_picture(scene, 1200);
    EXPECT_EQ(with.width(), 1200);
    // The ground is as wide as high, and loses on the left what the axis takes; all else is as it was.
    EXPECT_LT(pixels_of(with, scene.theme.ground), pixels_of(without, scene.theme.ground));
    EXPECT_LT(with.height(), without.height() + 30);
    const Colour left_of_ground = with.at(40, with.height() / 2);
    EXPECT_TRUE(is_near(left_of_ground, scene.theme.page)) << "where the ground was without axes";
    EXPECT_TRUE(is_near(without.at(40, without.height() / 2), scene.theme.ground));
}

TEST_F(IndexPicture, IsDarkOnWhiteInTheLightTheme) {
    scene.theme = light_theme();
    const Canvas canvas = index_picture(scene, 1200);
    EXPECT_EQ(hex(canvas.at(2, 2)), "#ffffff");
    const auto brightness = [](Colour c) { return (c.red + c.green + c.blue) / 3; };
    EXPECT_LT(brightness(scene.theme.text), 0.1f);
    for (std::uint32_t depth = 0; depth <= 2; ++depth) {
        const Colour line = depth_colour(depth, 2, scene.theme);
        EXPECT_LT(brightness(line), 0.45f) << "visible on white";
        EXPECT_GT(pixels_of(canvas, line), 500u) << depth;
    }
    EXPECT_LT(brightness(amount_colour(1, scene.theme)), brightness(amount_colour(0.2f, scene.theme)));
    EXPECT_GT(brightness(amount_colour(1, dark_theme())), brightness(amount_colour(0.2f, dark_theme())));
}

TEST_F(IndexPicture, DrawsPointsAndBoxesOfNoExtent) {
    x = {3, 3};
    y = {3, 3};
    half_extents = {0, 0};
    scene.x = x;
    scene.y = y;
    scene.bounds = {{3, 3}, {3, 3}};
    nodes = {{{{3, 3}, {3, 3}}, 0, 2, true, Route::StaticTree}};
    scene.nodes = nodes;

    const Canvas canvas = index_picture(scene, 400);

    EXPECT_EQ(canvas.width(), 400);
    EXPECT_GT(pixels_of(canvas, depth_colour(0, 0)), 0u);
}

TEST_F(IndexPicture, TellsHowManyShapesArePainted) {
    std::size_t told = 0;

    index_picture(scene, 400, [&](std::size_t painted) { told = painted; });

    EXPECT_EQ(told, shapes_in(scene));
    EXPECT_EQ(told, 2u + 2u * 4u);
}

// Painted one by one, they would take minutes.
TEST_F(IndexPicture, DrawsACrowdOnOneSpot) {
    x.assign(200'000, 3);
    y.assign(200'000, 3);
    half_extents.assign(200'000, 0.2f);
    scene.x = x;
    scene.y = y;
    scene.half_extents = half_extents;
    scene.bounds = {{2.8f, 2.8f}, {3.2f, 3.2f}};
    nodes.assign(10'000, {scene.bounds, 1, 20, true, Route::StaticTree});
    nodes[0] = {scene.bounds, 0, 200'000, false, Route::StaticTree};
    scene.nodes = nodes;

    const Canvas canvas = index_picture(scene, 400);

    EXPECT_TRUE(is_near(canvas.at(200, canvas.height() / 2), dark_theme().text))
        << "thousands of tints are the colour itself";
}

TEST(IndexLevels, CountNodesAndLeavesByDepth) {
    const std::vector<Node> nodes{{{}, 0, 3, false, Route::RowGrid},
                                  {{}, 1, 3, false, Route::RowGrid},
                                  {{}, 2, 2, true, Route::RowGrid},
                                  {{}, 2, 1, true, Route::RowGrid}};

    const std::vector<IndexLevel> levels = levels_of(nodes);

    ASSERT_EQ(levels.size(), 3u);
    EXPECT_EQ(levels[1].nodes, 1u);
    EXPECT_EQ(levels[1].leaves, 0u);
    EXPECT_EQ(levels[2].leaves, 2u);
    EXPECT_EQ(levels[2].elements, 3u);
    EXPECT_EQ(contents_of(levels[0], Route::RowGrid), "1 grid");
    EXPECT_EQ(contents_of(levels[1], Route::RowGrid), "1 row");
    EXPECT_EQ(contents_of(levels[2], Route::LooseGrid), "2 cells");
    EXPECT_EQ(contents_of(levels[2], Route::StaticTree), "2 nodes");
    EXPECT_TRUE(levels_of({}).empty());
}

} // namespace
} // namespace throng::app
