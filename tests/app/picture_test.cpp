// SPDX-License-Identifier: MIT
// Pictures: what is painted covers what it should, is in its colour, and comes out of the file again.
#include "apps/throng/crowd/plan.hpp"
#include "apps/throng/draw/axes.hpp"
#include "apps/throng/draw/lettering.hpp"
#include "apps/throng/draw/picture.hpp"

#include <gtest/gtest.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <string_view>

namespace throng::app {
namespace {

constexpr Colour black{0, 0, 0}, white{1, 1, 1};

struct Decoded {
    explicit Decoded(const std::string& file)
        : pixels(stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()),
                                       &width, &height, &channels, 3),
                 stbi_image_free) {}

    int at(int x, int y, int channel) const { return pixels.get()[(y * width + x) * 3 + channel]; }

    int width = 0, height = 0, channels = 0;
    std::unique_ptr<stbi_uc, void (*)(void*)> pixels;
};

double painted(const Canvas& canvas) {
    double sum = 0;
    for (int y = 0; y < canvas.height(); ++y) {
        for (int x = 0; x < canvas.width(); ++x) sum += static_cast<double>(canvas.at(x, y).green);
    }
    return sum;
}

TEST(Canvas, ADiscCoversItsAreaWhereverItLies) {
    for (const float radius : {0.1f, 0.3f, 0.5f, 1.2f, 3.0f, 9.5f}) {
        for (const Point center : {Point{20, 20}, Point{20.5f, 20.5f}, Point{20.25f, 19.9f}}) {
            Canvas canvas(40, 40, black);
            canvas.disc(center, radius, white);
            const double area = std::numbers::pi * static_cast<double>(radius * radius);
            EXPECT_NEAR(painted(canvas), area, 0.03 * area) << radius << " at " << center.x << ", " << center.y;
        }
    }
}

TEST(Canvas, RectanglesCoverFractionsOfPixels) {
    Canvas canvas(10, 10, black);
    canvas.rectangle({2.25f, 3, 5, 7.5f}, white);
    EXPECT_NEAR(painted(canvas), 2.75 * 4.5, 1e-4);
}

TEST(Canvas, PaintsNothingOutsideTheClip) {
    Canvas canvas(20, 20, black);
    canvas.clip({5, 5, 10, 10});
    canvas.disc({7, 7}, 30, white);
    EXPECT_NEAR(painted(canvas), 25, 1e-4);

    canvas.clip(canvas.whole());
    canvas.rectangle({-100, -100, 100, 100}, white);
    EXPECT_NEAR(painted(canvas), 400, 1e-3);
}

TEST(Png, HoldsTheSizeAndTheColours) {
    Canvas canvas(37, 23, {0, 0, 0});
    canvas.set(0, 0, {1, 0, 0});
    canvas.set(36, 22, {0, 0, 1});
    canvas.set(5, 6, {0.5f, 0.5f, 0.5f});

    const Decoded decoded(png(canvas));

    ASSERT_NE(decoded.pixels, nullptr);
    EXPECT_EQ(decoded.width, 37);
    EXPECT_EQ(decoded.height, 23);
    EXPECT_EQ(decoded.at(0, 0, 0), 255);
    EXPECT_EQ(decoded.at(0, 0, 2), 0);
    EXPECT_EQ(decoded.at(36, 22, 2), 255);
    EXPECT_EQ(decoded.at(5, 6, 1), 188) << "half of the light is level 188";
    EXPECT_EQ(decoded.at(20, 10, 0), 0);
}

TEST(Colours, TellHeadingsApart) {
    const auto farthest = [](Colour a, Colour b) {
        return std::max({std::abs(encoded(a.red) - encoded(b.red)), std::abs(encoded(a.green) - encoded(b.green)),
                         std::abs(encoded(a.blue) - encoded(b.blue))});
    };
    const Colour east = heading_colour(1, 0), north = heading_colour(0, 1), west = heading_colour(-1, 0),
                 south = heading_colour(0, -1);

    for (const auto& [a, b] :
         {std::pair{east, north}, {north, west}, {west, south}, {south, east}, {east, west}, {north, south}}) {
        EXPECT_GT(farthest(a, b), 60);
    }
    EXPECT_EQ(hex(heading_colour(2, 0)), hex(east)) << "the speed is no part of it";
    EXPECT_EQ(hex(viridis(0)), "#440154");
    EXPECT_EQ(hex(viridis(1)), "#fde725");
    EXPECT_EQ(hex(viridis(7)), "#fde725");
}

TEST(Lettering, EveryCharacterThatPicturesUseHasAGlyph) {
    for (const std::string_view text : {"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789",
                                        ".,:;!?-+=/()[]%&#'_\u00b2\u00d7"}) {
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t bytes = static_cast<unsigned char>(text[i]) < 0x80 ? 1 : 2;
            Canvas canvas(60, 60, black);
            write(canvas, text.substr(i, bytes), {20, 40}, {40, white, Align::Left, 1});
            EXPECT_GT(painted(canvas), 3) << text.substr(i, bytes);
            i += bytes;
        }
    }
}

TEST(Lettering, AlignsByItsWidth) {
    Canvas canvas(300, 60, black);
    write(canvas, "100 m", {280, 40}, {40, white, Align::Right, 1});

    const auto column_is_dark = [&](int x) {
        for (int y = 0; y < 60; ++y) {
            if (canvas.at(x, y).green > 0) return false;
        }
        return true;
    };
    EXPECT_TRUE(column_is_dark(285));
    EXPECT_TRUE(column_is_dark(static_cast<int>(275 - width_of("100 m", 40))));
    EXPECT_FALSE(column_is_dark(279));
    EXPECT_GT(painted(canvas), 50);
}

TEST(Plan, PutsTheWorldIntoTheMiddleNorthUp) {
    const Plan plan({{-10, 0}, {10, 10}}, {0, 0, 100, 100});

    EXPECT_EQ(plan.scale(), 5);
    EXPECT_EQ(plan.at(-10, 0).x, 0);
    EXPECT_EQ(plan.at(-10, 0).y, 75);
    EXPECT_EQ(plan.at(0, 10).y, 25);
    EXPECT_EQ(plan.x_at(plan.at(3, 4).x), 3);
    EXPECT_EQ(round_number(0.7f), 0.5f);
    EXPECT_EQ(round_number(49), 20);
    EXPECT_EQ(metres(0.5f), "0.5 m");
}

using TickNames = std::vector<std::string>;

TEST(Axes, HaveRoundNumbersInTheCoordinatesOfTheFile) {
    const Plan plan({{-1, 0}, {9, 5}}, {100, 50, 600, 300}); // 50 pixels a metre
    const Axes metres({}, plan, 20);
    EXPECT_EQ(metres.names_along_x(), (TickNames{"0", "2", "4", "6", "8"}));
    EXPECT_EQ(metres.names_along_y(), (TickNames{"0", "2", "4"}));
    const Axes centimetres(coordinates_of("cm", {0, 0}), plan, 20);
    EXPECT_EQ(centimetres.names_along_x(), (TickNames{"0", "200", "400", "600", "800"}));
    const Axes pixels(coordinates_of("px", {0, 0}), plan, 20);
    EXPECT_EQ(pixels.names_along_x(), metres.names_along_x());
    const Coordinates of_map{{5'000'000, 1'000}};
    const Axes far(of_map, plan, 20);
    EXPECT_EQ(far.names_along_x(), (TickNames{"5000000", "5000002", "5000004", "5000006", "5000008"}));
    EXPECT_EQ(Axes(of_map, plan, 30).names_along_x(), (TickNames{"5000000", "5000005"})) << "they would touch";
    EXPECT_EQ(Axes({}, plan, 30).names_along_x(), metres.names_along_x());
    EXPECT_EQ(far.names_along_y(), (TickNames{"1000", "1002", "1004"}));
    const Axes close({{0.5, 0}}, Plan({{0, 0}, {0.1f, 0.05f}}, {100, 50, 600, 300}), 20);
    EXPECT_EQ(close.names_along_x(), (TickNames{"0.50", "0.52", "0.54", "0.56", "0.58", "0.60"}));
}

TEST(Axes, AreOutsideOfTheAreaWhereTheirTicksAre) {
    const Theme theme = dark_theme();
    Canvas canvas(700, 400, theme.page);
    const Plan plan({{-1, 0}, {9, 5}}, {100, 50, 600, 300});
    const Axes axes({}, plan, 20);
    axes.draw(canvas, theme);
    for (const int x : {150, 250, 550}) EXPECT_EQ(hex(canvas.at(x, 304)), hex(theme.faint)) << "tick at " << x;
    for (const int y : {200, 100}) EXPECT_EQ(hex(canvas.at(97, y)), hex(theme.faint)) << "tick at " << y;
    EXPECT_EQ(hex(canvas.at(200, 304)), hex(theme.page)) << "no tick is between";
    const float left = 100 - axes.left(), below = 300 + axes.below();
    std::size_t outside = 0, labels_beside = 0, labels_below = 0;
    for (int y = 0; y < 400; ++y) {
        for (int x = 0; x < 700; ++x) {
            if (hex(canvas.at(x, y)) == hex(theme.page)) continue;
            const auto px = static_cast<float>(x), py = static_cast<float>(y);
            const bool is_inside = px >= 100 && px < 600 && py >= 50 && py < 300;
            labels_beside += px < 90 ? 1u : 0u;
            labels_below += px > 100 && py > 310 ? 1u : 0u;
            outside += is_inside || px < left - 2 || py > below + 2 ? 1u : 0u;
        }
    }
    EXPECT_GT(labels_beside, 100u);
    EXPECT_GT(labels_below, 100u);
    EXPECT_EQ(outside, 0u) << "pixels in the area, or farther out than the axes say";
}

TEST(CrowdPicture, ShowsEachPersonInTheColourOfTheHeading) {
    const std::vector<float> x{25, 75}, y{25, 75}, velocity_x{1, 0}, velocity_y{0, 1.3f};
    CrowdScene scene;
    scene.x = x;
    scene.y = y;
    scene.velocity_x = velocity_x;
    scene.velocity_y = velocity_y;
    scene.body_radius = 4;
    scene.world = {{0, 0}, {100, 100}};
    scene.zoom = {{20, 20}, {40, 40}};
    scene.walls = {{{45, 80}, {55, 90}}};
    scene.trams = {{{80, 20}, {95, 40}}};
    scene.title = "2 people";

    const Canvas map = crowd_map(scene, 200);
    const Decoded picture(png(crowd_picture(scene)));

    EXPECT_EQ(hex(map.at(46, 150)), hex(heading_colour(1, 0)));
    EXPECT_EQ(hex(map.at(150, 54)), hex(heading_colour(0, 1)));
    EXPECT_EQ(hex(map.at(100, 100)), hex(dark_theme().ground));
    EXPECT_EQ(hex(map.at(100, 30)), hex(dark_theme().faint)) << "the wall";
    EXPECT_EQ(hex(map.at(175, 140)), hex(dark_theme().line)) << "the tram";
    ASSERT_NE(picture.pixels, nullptr);
    EXPECT_EQ(picture.width, 2400);
    EXPECT_EQ(picture.height, 1640);
    const Colour east = heading_colour(1, 0);
    EXPECT_EQ(picture.at(400, 1210, 0), encoded(east.red)) << "the left one in the whole";
    EXPECT_EQ(picture.at(1740, 580, 0), encoded(east.red)) << "and in the magnified part";

    scene.theme = light_theme();
    const Canvas light = crowd_map(scene, 200);
    EXPECT_EQ(hex(light.at(100, 100)), hex(light_theme().ground));
    EXPECT_EQ(hex(light.at(100, 30)), hex(light_theme().faint)) << "the wall";
    EXPECT_EQ(hex(light.at(46, 150)), hex(heading_colour(1, 0, light_theme().heading)));
    EXPECT_EQ(hex(crowd_picture(scene).at(5, 5)), "#ffffff");
}

TEST(DensityField, LosesNoPersonInBlurring) {
    DensityField field({{0, 0}, {10, 5}}, 0.1f);
    field.add_frame(std::vector<float>{5, 0, 10}, std::vector<float>{2, 0, 5}); // the last two on the bounds
    field.add_frame(std::vector<float>{5, 20}, std::vector<float>{2, 2});
    field.add_frame(std::vector<float>{1, 2}, std::vector<float>{1, 1}, std::vector<std::uint8_t>{0, 1});

    for (const float blur : {0.0f, 0.3f, 2.0f, 50.0f}) {
        double people = 0;
        for (const float density : field.persons_per_square_metre(blur)) people += static_cast<double>(density) * 0.01;
        EXPECT_NEAR(people, 5.0 / 3, 1e-3)
            << blur << ": five of those added in three frames are within the bounds and present";
    }
}

TEST(DensityField, SmoothsAsFarAsAskedFor) {
    DensityField field({{0, 0}, {20, 20}}, 0.1f);
    field.add_frame(std::vector<float>{10.05f}, std::vector<float>{10.05f});
    for (const float blur : {0.0f, 0.5f, 1.0f}) {
        const std::vector<float> density = field.persons_per_square_metre(blur);
        double people = 0, squares = 0;
        for (std::size_t cell = 0; cell < density.size(); ++cell) {
            const double share = 0.01 * static_cast<double>(density[cell]);
            const double east = 0.1 * (static_cast<double>(cell % field.columns()) + 0.5) - 10.05;
            people += share;
            squares += share * east * east;
        }
        const double deviation = std::sqrt(squares / people);
        EXPECT_NEAR(deviation, blur, 0.051) << "by no more than half a cell";
        EXPECT_NEAR(field.smoothing(blur), deviation, 1e-3);
    }
}

TEST(DensityField, CoversSmallAndLargeWorldsWithAtMost2048Cells) {
    EXPECT_EQ(DensityField({{0, 0}, {0, 0}}).columns(), 10u) << "one spot, with ground around";
    const DensityField large({{0, 0}, {1e5f, 10}});
    EXPECT_EQ(large.columns(), 2048u);
    EXPECT_EQ(large.rows(), 1u);
}

TEST(DensityPicture, IsBrightWherePeopleAre) {
    DensityField field({{0, 0}, {10, 10}});
    const std::vector<float> x{2.5f, 2.5f, 2.6f, 7.5f}, y{2.5f, 2.6f, 2.5f, 7.5f};
    field.add_frame(x, y);

    const Canvas map = density_map(field, 0.5f, 100);
    const Decoded picture(png(density_picture(field, {"Test", {"one frame"}, 0.5f})));

    EXPECT_GT(map.at(25, 75).green, map.at(75, 25).green);
    EXPECT_GT(map.at(75, 25).green, map.at(75, 75).green);
    ASSERT_NE(picture.pixels, nullptr);
    EXPECT_GT(picture.width, 1200);
}

TEST(DensityPicture, HasAxesAndTheThemeAskedFor) {
    DensityField field({{0, 0}, {10, 5}}, 0.1f);
    field.add_frame(std::vector<float>{3}, std::vector<float>{2});
    const Canvas bar = density_picture(field, {"Test", {"one frame"}, 0.3f});
    const Canvas axes = density_picture(field, {"Test", {"one frame"}, 0.3f, Coordinates{}, light_theme()});
    EXPECT_GT(axes.width(), bar.width() + 20) << "the axis of y is beside the map";
    EXPECT_EQ(axes.height(), bar.height()) << "that of x is in the place of the scale bar";
    EXPECT_EQ(hex(axes.at(2, 2)), "#ffffff");
    EXPECT_EQ(hex(axes.at(axes.width() / 2, axes.height() / 2)), hex(light_theme().ground)) << "no person is there";
}

TEST(DensityPicture, OfOneSpotShowsTheGroundAround) {
    for (const Vec2 spot : {Vec2{0, 0}, Vec2{-7, 1e6f}, Vec2{1e20f, 3}}) {
        DensityField field({spot, spot});
        field.add_frame(std::vector<float>{spot.x}, std::vector<float>{spot.y});

        const Canvas map = density_map(field, 0.1f, 100);
        ASSERT_EQ(std::max(map.width(), map.height()), 100);
        if (map.width() == map.height()) {
            EXPECT_GT(map.at(50, 50).green, 2 * map.at(5, 5).green);
            const Canvas picture = density_picture(field, {"Test", {"one frame"}, 0.1f});
            EXPECT_GT(picture.at(790, 958).green, 2 * picture.at(60, 230).green);
        }
    }
}

TEST(DensityPicture, HasABarWhereverItsCellsAreLarge) {
    for (const float side : {1e10f, 1e19f, 1e29f}) {
        DensityField field({{0, 0}, {side, side}});
        field.add_frame(std::vector<float>{0}, std::vector<float>{0});
        EXPECT_GT(density_picture(field, {"Test", {"one frame"}, 0.5f}).width(), 1200);
    }
}

} // namespace
} // namespace throng::app
