// SPDX-License-Identifier: MIT
// A rectangle of the world drawn to scale in a rectangle of a picture, north up; and its scale bar.
#pragma once

#include "apps/throng/draw/canvas.hpp"

#include <throng/types.hpp>

namespace throng::app {

class Plan {
public:
    /// `world` as large as fits into `area`, in its middle.
    Plan(Aabb world, Rectangle area);

    Point at(float x, float y) const noexcept {
        return {area_.left + (x - world_.min.x) * scale_, area_.bottom - (y - world_.min.y) * scale_};
    }
    float x_at(float pixel) const noexcept { return world_.min.x + (pixel - area_.left) / scale_; }
    float y_at(float pixel) const noexcept { return world_.min.y + (area_.bottom - pixel) / scale_; }
    Rectangle area() const noexcept { return area_; } // the area of the world
    Rectangle area_of(Aabb part) const noexcept;
    float scale() const noexcept { return scale_; } // pixels per metre

private:
    Aabb world_;
    Rectangle area_;
    float scale_;
};

/// `world` with at least a metre each way, about its middle, or more if floats that far off need it to differ. So
/// people on one spot, or on a line, are shown with ground around.
Aabb with_ground(Aabb world);

/// 1, 2 or 5 times a power of ten: the largest such number that is not above `limit`; `limit` > 0.
float round_number(float limit);

/// "20 m", "0.5 m".
std::string metres(float length);

/// A bar of a round length, at most `most` pixels long, with its length above; `left` is the lower end of its left
/// tick.
void draw_scale_bar(Canvas& canvas, const Plan& plan, Point left, float most, float text_size, Colour colour);

} // namespace throng::app
