// SPDX-License-Identifier: MIT
// Very many rectangles on each other, at the cost of the visible ones.
#include "apps/throng/draw/layers.hpp"

#include "apps/throng/draw/done_pixels.hpp"

#include <algorithm>

namespace throng::app {

namespace {

constexpr float no_light = 0x1p-24f; // a share of the light that is lost in the rounding of the layers above
// The shapes painted at once: their scratch must not be larger than the canvas itself.
constexpr int band_pixels = 8 * 1024 * 1024;

// The sum of the layers on a pixel, from the uppermost downwards.
struct Above {
    Colour light{0, 0, 0};
    float passes = 1; // of the light from below
    int layers = 0;
};

Canvas::Range common(const Canvas::Range& a, const Canvas::Range& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

float share_of(const Layer& layer, int x, int y) {
    return layer.opacity * coverage_of(layer.area, {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f});
}

// First from the top downwards, until no light passes: pixels that are done then are final. Then from the bottom
// upwards all other pixels.
class Band {
public:
    Band(Canvas& canvas, const Canvas::Range& range)
        : canvas_(canvas), range_(range), done_(range), above_(place_of(range.left, range.bottom)) {}

    std::uint64_t look_down(const Layer& layer) {
        return visit(layer, [&](int x, int y) {
            Above& above = above_[place_of(x, y)];
            const float share = share_of(layer, x, y);
            if (share <= 0) return false;
            const float seen = share * above.passes;
            above.light.red += seen * layer.colour.red;
            above.light.green += seen * layer.colour.green;
            above.light.blue += seen * layer.colour.blue;
            above.passes *= 1 - share;
            above.layers = std::min(above.layers + 1, deep);
            if (above.passes > no_light || above.layers < deep) return false;
            canvas_.set(x, y, above.light);
            return true;
        });
    }

    std::uint64_t paint(const Layer& layer) {
        return visit(layer, [&](int x, int y) {
            const float share = share_of(layer, x, y);
            if (share > 0) canvas_.set(x, y, blended(canvas_.at(x, y), layer.colour, share));
            return false;
        });
    }

private:
    template <class Paint> std::uint64_t visit(const Layer& layer, const Paint& paint) {
        return done_.visit(common(canvas_.pixels(layer.area), range_), paint);
    }
    std::size_t place_of(int x, int y) const noexcept {
        return static_cast<std::size_t>(y - range_.top) * static_cast<std::size_t>(range_.right - range_.left) +
               static_cast<std::size_t>(x - range_.left);
    }

    Canvas& canvas_;
    Canvas::Range range_;
    DonePixels done_;
    std::vector<Above> above_;
};

} // namespace

std::uint64_t paint_layers(Canvas& canvas, std::size_t shapes, const LayersOf& layers_of, const ShapesPainted& tell) {
    const Canvas::Range all = canvas.pixels(canvas.whole());
    if (all.left >= all.right || all.top >= all.bottom) return 0;
    const int rows = std::max(1, band_pixels / (all.right - all.left)),
              bands = (all.bottom - all.top + rows - 1) / rows;
    const std::size_t passes = 2 * static_cast<std::size_t>(bands);
    std::uint64_t painted = 0;
    std::size_t steps = 0;
    std::vector<Layer> layers;
    const auto step = [&](std::size_t shape, auto&& paint) {
        layers.clear();
        layers_of(shape, layers);
        paint();
        if (tell) tell(++steps / passes);
    };
    for (int top = all.top; top < all.bottom; top += rows) {
        Band band(canvas, {all.left, top, all.right, std::min(all.bottom, top + rows)});
        for (std::size_t s = shapes; s-- > 0;) {
            step(s, [&] {
                for (std::size_t i = layers.size(); i-- > 0;) painted += band.look_down(layers[i]);
            });
        }
        for (std::size_t s = 0; s < shapes; ++s) {
            step(s, [&] {
                for (const Layer& layer : layers) painted += band.paint(layer);
            });
        }
    }
    return painted;
}

} // namespace throng::app
