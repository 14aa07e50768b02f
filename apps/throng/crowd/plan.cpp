// SPDX-License-Identifier: MIT
// A rectangle of the world drawn to scale in a rectangle of a picture, north up; and its scale bar.
#include "apps/throng/crowd/plan.hpp"

#include "apps/throng/draw/lettering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace throng::app {

Plan::Plan(Aabb world, Rectangle area) : world_(world) {
    const float width = world.max.x - world.min.x, height = world.max.y - world.min.y;
    scale_ =
        std::min(width > 0 ? area.width() / width : area.width(), height > 0 ? area.height() / height : area.height());
    const Point middle{0.5f * (area.left + area.right), 0.5f * (area.top + area.bottom)};
    const float across = 0.5f * width * scale_, down = 0.5f * height * scale_;
    area_ = {middle.x - across, middle.y - down, middle.x + across, middle.y + down};
}

Rectangle Plan::area_of(Aabb part) const noexcept {
    const Point low = at(part.min.x, part.min.y), high = at(part.max.x, part.max.y);
    return {low.x, high.y, high.x, low.y};
}

Aabb with_ground(Aabb world) {
    const auto widen = [](float& low, float& high) {
        const float reach = std::max(0.5f, 1e-5f * std::max(std::abs(low), std::abs(high)));
        if (high - low >= 2 * reach) return;
        const float middle = 0.5f * low + 0.5f * high;
        low = middle - reach;
        high = middle + reach;
    };
    widen(world.min.x, world.max.x);
    widen(world.min.y, world.max.y);
    return world;
}

float round_number(float limit) {
    const float power = std::pow(10.0f, std::floor(std::log10(limit)));
    for (const float factor : {5.0f, 2.0f}) {
        if (factor * power <= limit) return factor * power;
    }
    return power;
}

std::string metres(float length) { return fmt::format("{:g} m", length); }

void draw_scale_bar(Canvas& canvas, const Plan& plan, Point left, float most, float text_size, Colour colour) {
    const float length = round_number(most / plan.scale());
    const float right = left.x + length * plan.scale(), tick = 0.22f * text_size,
                thickness = std::max(1.5f, 0.06f * text_size);
    const std::array<Segment, 3> bar{Segment{{left.x, left.y - tick}, left}, Segment{left, {right, left.y}},
                                     Segment{{right, left.y}, {right, left.y - tick}}};
    canvas.stroke(bar, thickness, colour);
    write(canvas, metres(length), {0.5f * (left.x + right), left.y - 1.7f * tick},
          {text_size, colour, Align::Center, 1});
}

} // namespace throng::app
