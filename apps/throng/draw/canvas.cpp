// SPDX-License-Identifier: MIT
// A picture being painted, in linear light: discs, lines, rectangles, each with smooth edges from its analytic
// distance.
#include "apps/throng/draw/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace throng::app {

namespace {

// The covered share of a pixel with an edge at `distance` from its middle (negative: the middle is inside).
float edge(float distance) { return std::clamp(0.5f - distance, 0.0f, 1.0f); }

float distance_to(Point p, const Segment& s) {
    const float dx = s.to.x - s.from.x, dy = s.to.y - s.from.y;
    const float length2 = dx * dx + dy * dy;
    const float along =
        length2 > 0 ? std::clamp(((p.x - s.from.x) * dx + (p.y - s.from.y) * dy) / length2, 0.0f, 1.0f) : 0;
    return std::hypot(p.x - s.from.x - along * dx, p.y - s.from.y - along * dy);
}

// For a disc of a few pixels edge() does not paint its area, because it treats every edge as a straight one.
float painted_area(Point center, float radius) {
    float area = 0;
    for (float y = std::floor(center.y - radius - 0.5f) + 0.5f; y < center.y + radius + 0.5f; ++y) {
        for (float x = std::floor(center.x - radius - 0.5f) + 0.5f; x < center.x + radius + 0.5f; ++x) {
            area += edge(std::hypot(x - center.x, y - center.y) - radius);
        }
    }
    return area;
}

} // namespace

float coverage_of(const Rectangle& area, Point p) noexcept {
    const auto part = [](float middle, float low, float high) {
        return std::clamp(std::min(middle + 0.5f, high) - std::max(middle - 0.5f, low), 0.0f, 1.0f);
    };
    return part(p.x, area.left, area.right) * part(p.y, area.top, area.bottom);
}

std::array<Rectangle, 4> sides_of_frame(const Rectangle& area, float thickness) noexcept {
    const float t = thickness;
    return {Rectangle{area.left - t, area.top - t, area.right + t, area.top},
            Rectangle{area.left - t, area.bottom, area.right + t, area.bottom + t},
            Rectangle{area.left - t, area.top, area.left, area.bottom},
            Rectangle{area.right, area.top, area.right + t, area.bottom}};
}

Canvas::Canvas(int width, int height, Colour background)
    : width_(width), height_(height), clip_{0, 0, width, height},
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

void Canvas::clip(Rectangle inside) noexcept {
    clip_ = {0, 0, width_, height_};
    clip_ = pixels(inside);
}

Canvas::Range Canvas::pixels(Rectangle area) const noexcept {
    const auto bounded = [](float v, int low, int high) {
        return v <= static_cast<float>(low) ? low : v >= static_cast<float>(high) ? high : static_cast<int>(v);
    };
    return {bounded(std::floor(area.left), clip_.left, clip_.right),
            bounded(std::floor(area.top), clip_.top, clip_.bottom),
            bounded(std::ceil(area.right), clip_.left, clip_.right),
            bounded(std::ceil(area.bottom), clip_.top, clip_.bottom)};
}

template <class Coverage> void Canvas::paint(Rectangle area, Colour colour, float opacity, Coverage&& coverage) {
    const Range range = pixels(area);
    for (int y = range.top; y < range.bottom; ++y) {
        for (int x = range.left; x < range.right; ++x) {
            const float share = opacity * coverage(Point{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f});
            if (share <= 0) continue;
            set(x, y, blended(at(x, y), colour, share));
        }
    }
}

void Canvas::rectangle(Rectangle area, Colour colour, float opacity) {
    paint(area, colour, opacity, [&](Point p) { return coverage_of(area, p); });
}

void Canvas::frame(Rectangle area, float thickness, Colour colour, float opacity) {
    for (const Rectangle& side : sides_of_frame(area, thickness)) rectangle(side, colour, opacity);
}

void Canvas::disc(Point center, float radius, Colour colour, float opacity) {
    // Nothing smaller falls between the middles of four pixels; the factor makes up for it.
    const float shape = std::max(radius, 0.5f), reach = shape + 0.5f;
    const float factor = radius > 3 ? 1 : std::numbers::pi_v<float> * radius * radius / painted_area(center, shape);
    paint({center.x - reach, center.y - reach, center.x + reach, center.y + reach}, colour, opacity,
          [&](Point p) { return std::min(1.0f, factor * edge(std::hypot(p.x - center.x, p.y - center.y) - shape)); });
}

void Canvas::ring(Point center, float radius, float thickness, Colour colour, float opacity) {
    const float reach = radius + 0.5f * thickness + 0.5f;
    paint({center.x - reach, center.y - reach, center.x + reach, center.y + reach}, colour, opacity, [&](Point p) {
        return edge(std::abs(std::hypot(p.x - center.x, p.y - center.y) - radius) - 0.5f * thickness);
    });
}

void Canvas::stroke(std::span<const Segment> segments, float thickness, Colour colour, float opacity) {
    constexpr float far = std::numeric_limits<float>::max();
    Rectangle area{far, far, -far, -far};
    const float reach = 0.5f * thickness + 0.5f;
    for (const Segment& s : segments) {
        area.left = std::min({area.left, s.from.x - reach, s.to.x - reach});
        area.top = std::min({area.top, s.from.y - reach, s.to.y - reach});
        area.right = std::max({area.right, s.from.x + reach, s.to.x + reach});
        area.bottom = std::max({area.bottom, s.from.y + reach, s.to.y + reach});
    }
    if (segments.empty()) return;
    paint(area, colour, opacity, [&](Point p) {
        float nearest = far;
        for (const Segment& s : segments) nearest = std::min(nearest, distance_to(p, s));
        return edge(nearest - 0.5f * thickness);
    });
}

std::vector<unsigned char> Canvas::bytes() const {
    // The gamma curve by table: 4096 steps of linear light are finer than 256 of the curve wherever it matters to the
    // eye.
    static const auto table = [] {
        std::array<unsigned char, 4097> levels{};
        for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = encoded(static_cast<float>(i) / 4096);
        return levels;
    }();
    const auto level = [](float v) { return table[static_cast<std::size_t>(std::clamp(v, 0.0f, 1.0f) * 4096 + 0.5f)]; };
    std::vector<unsigned char> result;
    result.reserve(pixels_.size() * 3);
    for (const Colour& p : pixels_) {
        result.push_back(level(p.red));
        result.push_back(level(p.green));
        result.push_back(level(p.blue));
    }
    return result;
}

} // namespace throng::app
