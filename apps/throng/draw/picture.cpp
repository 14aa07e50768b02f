// SPDX-License-Identifier: MIT
// The picture of a crowd: each person is a disc in the colour of the heading.
#include "apps/throng/draw/picture.hpp"

#include "apps/throng/crowd/plan.hpp"
#include "apps/throng/draw/lettering.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace throng::app {

namespace {

constexpr float margin = 40, world_side = 1560, panel_left = margin + world_side + margin, panel_side = 720;

void draw_obstacles(Canvas& canvas, const CrowdScene& scene, const Plan& plan) {
    const Theme& theme = scene.theme;
    for (const Aabb& wall : scene.walls) canvas.rectangle(plan.area_of(wall), theme.faint);
    for (const Aabb& tram : scene.trams) {
        const Rectangle area = plan.area_of(tram);
        canvas.rectangle(area, theme.line);
        canvas.frame(area, std::max(1.0f, 0.12f * plan.scale()), theme.text, 0.8f);
    }
}

void draw_people(Canvas& canvas, const CrowdScene& scene, const Plan& plan) {
    const float radius = scene.body_radius * plan.scale();
    const Colour nose = oklch(0.97f, 0.02f, 90);
    canvas.clip(plan.area());
    draw_obstacles(canvas, scene, plan);
    for (std::size_t i = 0; i < scene.x.size(); ++i) {
        const float east = scene.velocity_x[i], north = scene.velocity_y[i];
        const Point at = plan.at(scene.x[i], scene.y[i]);
        canvas.disc(at, radius, heading_colour(east, north, scene.theme.heading));
        const float speed = std::hypot(east, north);
        if (radius < 4 || speed == 0) continue;
        canvas.disc({at.x + 0.5f * radius * east / speed, at.y - 0.5f * radius * north / speed}, 0.28f * radius, nose);
    }
    canvas.clip(canvas.whole());
}

void draw_wheel(Canvas& canvas, Point center, float radius, const Theme& theme) {
    constexpr int steps = 240;
    for (int i = 0; i < steps; ++i) {
        const float angle = static_cast<float>(i) * 2 * std::numbers::pi_v<float> / steps;
        const float east = std::cos(angle), north = std::sin(angle);
        canvas.disc({center.x + radius * east, center.y - radius * north}, 0.2f * radius,
                    heading_colour(east, north, theme.heading));
    }
    const float size = 0.52f * radius, away = 1.5f * radius, half_capital = 0.25f * size;
    struct Label {
        const char* text;
        float east, north;
    };
    for (const Label& label : {Label{"E", 1, 0}, {"N", 0, 1}, {"W", -1, 0}, {"S", 0, -1}}) {
        write(canvas, label.text, {center.x + away * label.east, center.y - away * label.north + half_capital},
              {size, theme.faint, Align::Center, 1.2f});
    }
}

// The magnified part, its place in the whole, and lines from one to the other.
void draw_zoom(Canvas& canvas, const CrowdScene& scene, const Plan& whole, const Theme& theme) {
    const Plan zoom(scene.zoom, {panel_left, margin, panel_left + panel_side, margin + panel_side});
    const Rectangle from = whole.area_of(scene.zoom), to = zoom.area();
    const std::array<Segment, 2> rays{Segment{{from.right, from.top}, {to.left, to.top}},
                                      Segment{{from.right, from.bottom}, {to.left, to.bottom}}};
    canvas.stroke(rays, 2, theme.text, 0.5f);
    canvas.frame(from, 3, theme.page);
    canvas.frame(from, 2, theme.text);
    canvas.rectangle(to, theme.ground, 1);
    draw_people(canvas, scene, zoom);
    canvas.frame(to, 2, theme.text);
    const float bar = round_number(0.3f * to.width() / zoom.scale()) * zoom.scale();
    canvas.rectangle({to.left, to.bottom - 92, to.left + bar + 48, to.bottom}, theme.page, 0.8f);
    draw_scale_bar(canvas, zoom, {to.left + 24, to.bottom - 24}, 0.3f * to.width(), 48, theme.text);
}

} // namespace

Canvas crowd_picture(const CrowdScene& scene) {
    const Theme& theme = scene.theme;
    Canvas canvas(2400, 1640, theme.page);
    const Plan plan(scene.world, {margin, margin, margin + world_side, margin + world_side});
    canvas.rectangle(plan.area(), theme.ground);
    draw_people(canvas, scene, plan);
    draw_scale_bar(canvas, plan, {plan.area().left + 40, plan.area().bottom - 40}, 0.2f * plan.area().width(), 56,
                   theme.text);
    draw_zoom(canvas, scene, plan, theme);

    float baseline = margin + panel_side + 140;
    write(canvas, scene.title, {panel_left, baseline}, {108, theme.text, Align::Left, 1.35f});
    baseline += 20;
    for (const std::string& line : scene.lines)
        write(canvas, line, {panel_left, baseline += 62}, {50, theme.faint, Align::Left, 1.1f});
    draw_wheel(canvas, {panel_left + 170, 1640 - margin - 180}, 98, theme);
    write(canvas, "colour:", {panel_left + 380, 1640 - margin - 192}, {50, theme.faint, Align::Left, 1.1f});
    write(canvas, "heading", {panel_left + 380, 1640 - margin - 132}, {50, theme.faint, Align::Left, 1.1f});
    return canvas;
}

Canvas crowd_map(const CrowdScene& scene, int pixels) {
    const float width = scene.world.max.x - scene.world.min.x, height = scene.world.max.y - scene.world.min.y;
    const float scale = static_cast<float>(pixels) / std::max(width, height);
    const auto side = [scale](float length) { return std::max(1, static_cast<int>(std::lround(length * scale))); };
    Canvas canvas(side(width), side(height), scene.theme.ground);
    draw_people(canvas, scene, Plan(scene.world, canvas.whole()));
    return canvas;
}

} // namespace throng::app
