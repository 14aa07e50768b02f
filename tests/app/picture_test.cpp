// SPDX-License-Identifier: MIT
// Pictures: what is painted covers what it should, is in its colour, and comes out of the file again.
#include "apps/throng/crowd/plan.hpp"
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
}

TEST(DensityField, LosesNoPersonInBlurring) {
    DensityField field({{0, 0}, {10, 5}}, 0.1f);
    field.add_frame(std::vector<float>{5, 0.01f, 9.99f}, std::vector<float>{2, 0, 5});
    field.add_frame(std::vector<float>{5, 20}, std::vector<float>{2, 2});
    field.add_frame(std::vector<float>{1, 2}, std::vector<float>{1, 1}, std::vector<std::uint8_t>{0, 1});

    for (const float blur : {0.0f, 0.3f, 2.0f, 50.0f}) {
        double people = 0;
        for (const float density : field.persons_per_square_metre(blur)) people += static_cast<double>(density) * 0.01;
        EXPECT_NEAR(people, 5.0 / 3, 1e-3)
            << blur << ": five of those added in three frames are within the bounds and present";
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
