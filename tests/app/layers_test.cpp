// SPDX-License-Identifier: MIT
// Layers on each other: the same picture as by painting them one after the other, at the price of those that are seen.
#include "apps/throng/draw/layers.hpp"
#include "scenes/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace throng::app {
namespace {

constexpr Colour dark{0, 0, 0}, ground{0.02f, 0.03f, 0.05f};

// Rectangles of many colours and opacities, each on `side` pixels at most, anywhere on a square of 200 pixels.
std::vector<Layer> scattered(std::size_t count, float side) {
    scenes::Generator random(3);
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = random.uniform(-5, 205), y = random.uniform(-5, 205);
        const Rectangle area{x, y, x + random.uniform(0, side), y + random.uniform(0, side)};
        layers.push_back(
            {area, {random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)}, random.chance(0.3f) ? 1 : 0.3f});
    }
    return layers;
}

// Those within three pixels of one spot, of two colours.
std::vector<Layer> on_one_spot(std::size_t count) {
    scenes::Generator random(4);
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = 20 + random.uniform(0, 3), y = 30 + random.uniform(0, 3);
        layers.push_back(
            {{x, y, x + 150, y + 120}, i % 2 == 0 ? Colour{0.9f, 0.2f, 0.1f} : Colour{0.1f, 0.3f, 0.8f}, 0.07f});
    }
    return layers;
}

std::uint64_t paint_together(Canvas& canvas, const std::vector<Layer>& layers) {
    return paint_layers(canvas, layers.size(),
                        [&](std::size_t i, std::vector<Layer>& out) { out.push_back(layers[i]); });
}

void paint_one_by_one(Canvas& canvas, const std::vector<Layer>& layers) {
    for (const Layer& layer : layers) canvas.rectangle(layer.area, layer.colour, layer.opacity);
}

float farthest_apart(const Canvas& a, const Canvas& b) {
    float farthest = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const Colour p = a.at(x, y), q = b.at(x, y);
            farthest =
                std::max({farthest, std::abs(p.red - q.red), std::abs(p.green - q.green), std::abs(p.blue - q.blue)});
        }
    }
    return farthest;
}

TEST(Layers, ThatAreFewOnAPixelAreTheSameToTheLastBit) {
    const std::vector<Layer> layers = scattered(500, 30);
    Canvas one_by_one(200, 203, ground), together(200, 203, ground);

    paint_one_by_one(one_by_one, layers);
    paint_together(together, layers);

    EXPECT_EQ(farthest_apart(one_by_one, together), 0);
}

TEST(Layers, ThatAreManyOnAPixelAreTheSameToTheEye) {
    for (const std::vector<Layer>& layers : {scattered(20'000, 60), on_one_spot(2000)}) {
        Canvas one_by_one(200, 203, ground), together(200, 203, ground);

        paint_one_by_one(one_by_one, layers);
        paint_together(together, layers);

        EXPECT_LT(farthest_apart(one_by_one, together), 2e-6f);
    }
}

TEST(Layers, OnOneSpotCostTheirPixelsAndNotTheirNumber) {
    Canvas some(200, 200, dark), many(200, 200, dark);

    const std::uint64_t painted_some = paint_together(some, on_one_spot(2000));
    const std::uint64_t painted_many = paint_together(many, on_one_spot(60'000));

    EXPECT_GT(painted_some, 150u * 120u * 200u) << "of a tint many layers are seen";
    EXPECT_LT(painted_many, painted_some + painted_some / 4);
}

TEST(Layers, StayWithinTheClip) {
    Canvas one_by_one(200, 200, ground), together(200, 200, ground);
    for (Canvas* canvas : {&one_by_one, &together}) canvas->clip({31, 17, 90, 101});

    paint_one_by_one(one_by_one, scattered(500, 30));
    paint_together(together, scattered(500, 30));
    paint_together(together, {{{300, 300, 400, 400}, dark, 1}});

    EXPECT_EQ(farthest_apart(one_by_one, together), 0);
}

TEST(Layers, OfAShapeLieInTheirOrder) {
    const auto shape = [](std::size_t, std::vector<Layer>& out) {
        out.push_back({{0, 0, 20, 20}, {1, 0, 0}, 1});
        out.push_back({{0, 0, 20, 20}, {0, 1, 0}, 1});
    };
    for (const std::size_t shapes : {1u, 100u}) {
        Canvas canvas(20, 20, ground);

        paint_layers(canvas, shapes, shape);

        EXPECT_LT(canvas.at(10, 10).red, 1e-6f) << shapes;
        EXPECT_GT(canvas.at(10, 10).green, 1 - 1e-6f) << shapes;
    }
}

TEST(Layers, TellHowManyShapesArePainted) {
    // Wide enough to be painted in more than one band.
    Canvas canvas(8000, 1200, ground);
    std::vector<std::size_t> told;

    paint_layers(
        canvas, 40, [](std::size_t, std::vector<Layer>&) {}, [&](std::size_t painted) { told.push_back(painted); });

    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_LE(told.front(), 1u);
    EXPECT_EQ(told.back(), 40u);
}

TEST(Layers, OfManyBandsAreTheSameAsOfOne) {
    std::vector<Layer> layers = scattered(50, 30);
    for (Layer& layer : layers)
        layer.area = {40 * layer.area.left, 6 * layer.area.top, 40 * layer.area.right, 6 * layer.area.bottom};
    Canvas one_by_one(8000, 1200, ground), together(8000, 1200, ground);

    paint_one_by_one(one_by_one, layers);
    paint_together(together, layers);

    EXPECT_EQ(farthest_apart(one_by_one, together), 0);
}

} // namespace
} // namespace throng::app
