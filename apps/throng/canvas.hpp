// SPDX-License-Identifier: MIT
// A picture being painted, in linear light: discs, lines, rectangles, each with smooth edges from its analytic distance.
#pragma once

#include "colour.hpp"

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

class Canvas {
public:
    Canvas(int width, int height, Colour background);

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    Rectangle whole() const noexcept { return {0, 0, static_cast<float>(width_), static_cast<float>(height_)}; }

    /// Nothing is painted outside until the next call. Fractions of pixels are cut off.
    void clip(Rectangle inside) noexcept;

    void rectangle(Rectangle area, Colour colour, float opacity = 1);
    void frame(Rectangle area, float thickness, Colour colour, float opacity = 1);
    void disc(Point center, float radius, Colour colour, float opacity = 1);
    void ring(Point center, float radius, float thickness, Colour colour, float opacity = 1);

    /// Segments with round ends, joined without seams: a pixel takes its nearest one.
    void stroke(std::span<const Segment> segments, float thickness, Colour colour, float opacity = 1);

    void set(int x, int y, Colour colour) noexcept; // must be inside
    Colour at(int x, int y) const noexcept;

    /// Gamma-encoded rows of red, green, blue.
    std::vector<unsigned char> bytes() const;

private:
    struct Range {
        int left, top, right, bottom;
    };
    template <class Coverage> void paint(Rectangle area, Colour colour, float opacity, Coverage&& coverage);
    Range pixels(Rectangle area) const noexcept;

    int width_, height_;
    Range clip_;
    std::vector<Colour> pixels_;
};

/// A PNG file of 8-bit red, green and blue.
std::string png(const Canvas& canvas);

} // namespace throng::app
