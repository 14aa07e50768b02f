// SPDX-License-Identifier: MIT
// A picture being painted, in linear light: discs, lines, rectangles, each with smooth edges from its analytic
// distance.
#pragma once

#include "apps/throng/draw/colour.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace throng::app {

struct Point {
    float x, y; // pixels; x to the right, y downwards; a pixel's middle is at .5
};
struct Rectangle {
    float left, top, right, bottom;
    float width() const noexcept { return right - left; }
    float height() const noexcept { return bottom - top; }
};
struct Segment {
    Point from, to;
};

/// The share of the pixel with its middle at `p` that the rectangle covers, in [0, 1].
float coverage_of(const Rectangle& area, Point p) noexcept;

/// The four rectangles of a frame around `area`.
std::array<Rectangle, 4> sides_of_frame(const Rectangle& area, float thickness) noexcept;

class Canvas {
public:
    struct Range {
        int left, top, right, bottom;
        bool operator==(const Range&) const = default;
    };

    Canvas(int width, int height, Colour background);

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    Rectangle whole() const noexcept { return {0, 0, static_cast<float>(width_), static_cast<float>(height_)}; }

    /// Nothing is painted outside until the next call. Fractions of pixels are cut off.
    void clip(Rectangle inside) noexcept;

    /// The pixels within the clip that `area` reaches.
    Range pixels(Rectangle area) const noexcept;

    void rectangle(Rectangle area, Colour colour, float opacity = 1);
    void frame(Rectangle area, float thickness, Colour colour, float opacity = 1);
    void disc(Point center, float radius, Colour colour, float opacity = 1);
    void ring(Point center, float radius, float thickness, Colour colour, float opacity = 1);

    /// Segments with round ends, joined without seams: a pixel takes its nearest one.
    void stroke(std::span<const Segment> segments, float thickness, Colour colour, float opacity = 1);

    void set(int x, int y, Colour colour) noexcept { pixels_[place_of(x, y)] = colour; } // must be inside
    Colour at(int x, int y) const noexcept { return pixels_[place_of(x, y)]; }

    /// Gamma-encoded rows of red, green, blue.
    std::vector<unsigned char> bytes() const;

private:
    template <class Coverage> void paint(Rectangle area, Colour colour, float opacity, Coverage&& coverage);
    std::size_t place_of(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }

    int width_, height_;
    Range clip_;
    std::vector<Colour> pixels_;
};

/// A PNG file of 8-bit red, green and blue.
std::string png(const Canvas& canvas);

} // namespace throng::app
