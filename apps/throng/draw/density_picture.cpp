// SPDX-License-Identifier: MIT
// The picture of a density: a heat map, north up, with a bar of its colours.
#include "apps/throng/crowd/plan.hpp"
#include "apps/throng/draw/lettering.hpp"
#include "apps/throng/draw/picture.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace throng::app {

namespace {

// Below this the colour fades into the ground: without people the picture is empty, not violet.
constexpr float fade_below = 0.02f;

// Between the middles of the four cells around a place, in cells from the lower left corner of the field.
float interpolated(const std::vector<float>& field, const DensityField& shape, float column, float row) {
    const auto place = [](float at, std::uint32_t size, std::size_t& low, std::size_t& high) {
        const float inside = std::clamp(at - 0.5f, 0.0f, static_cast<float>(size - 1));
        low = static_cast<std::size_t>(inside);
        high = std::min<std::size_t>(low + 1, size - 1);
        return inside - static_cast<float>(low);
    };
    std::size_t left = 0, right = 0, below = 0, above = 0;
    const float x = place(column, shape.columns(), left, right), y = place(row, shape.rows(), below, above);
    const auto at = [&](std::size_t r, std::size_t c) { return field[r * shape.columns() + c]; };
    const float lower = at(below, left) + x * (at(below, right) - at(below, left));
    const float upper = at(above, left) + x * (at(above, right) - at(above, left));
    return lower + y * (upper - lower);
}

// A round number above all but a thousandth of the cells that are not empty.
float top_of_scale(std::vector<float> field) {
    std::erase_if(field, [](float v) { return v <= 0; });
    if (field.empty()) return 1;
    const auto rank = static_cast<std::ptrdiff_t>(0.999 * static_cast<double>(field.size() - 1));
    std::nth_element(field.begin(), field.begin() + rank, field.end());
    // Never 0, however large the cells are: the bar has steps of a share of it.
    const float high = std::max(field[static_cast<std::size_t>(rank)], 1e-30f), step = round_number(high / 4);
    return std::ceil(high / step - 1e-3f) * step;
}

Colour colour_of(float share, const Theme& theme) {
    const Colour colour = amount_colour(share, theme);
    const float visible = std::clamp(share / fade_below, 0.0f, 1.0f);
    const auto mixed = [visible](float ground, float over) { return ground + visible * (over - ground); };
    return {mixed(theme.ground.red, colour.red), mixed(theme.ground.green, colour.green),
            mixed(theme.ground.blue, colour.blue)};
}

void draw_field(Canvas& canvas, const Plan& plan, const DensityField& shape, const std::vector<float>& field, float top,
                const Theme& theme) {
    const Rectangle area = plan.area();
    const auto from = [](float edge) { return static_cast<int>(std::floor(edge)); };
    for (int y = std::max(0, from(area.top)); y < std::min(canvas.height(), from(area.bottom)); ++y) {
        for (int x = std::max(0, from(area.left)); x < std::min(canvas.width(), from(area.right)); ++x) {
            const float column = (plan.x_at(static_cast<float>(x) + 0.5f) - shape.bounds().min.x) / shape.cell();
            const float row = (plan.y_at(static_cast<float>(y) + 0.5f) - shape.bounds().min.y) / shape.cell();
            canvas.set(x, y, colour_of(interpolated(field, shape, column, row) / top, theme));
        }
    }
}

void draw_bar(Canvas& canvas, Rectangle bar, float top, const Theme& theme) {
    const auto height = static_cast<int>(bar.height());
    for (int i = 0; i < height; ++i) {
        const float y = bar.top + static_cast<float>(i);
        canvas.rectangle({bar.left, y, bar.right, y + 1},
                         colour_of(1 - static_cast<float>(i) / static_cast<float>(height), theme));
    }
    canvas.frame(bar, 2, theme.line);
    const float step = round_number(top / 3);
    for (int i = 0; static_cast<float>(i) * step <= top * 1.001f; ++i) {
        const float value = static_cast<float>(i) * step, y = bar.bottom - value / top * bar.height();
        canvas.rectangle({bar.right + 2, y - 1.5f, bar.right + 14, y + 1.5f}, theme.text);
        write(canvas, fmt::format("{:g}", value), {bar.right + 28, y + 12}, {48, theme.text, Align::Left, 1.1f});
    }
}

} // namespace

Canvas density_picture(const DensityField& field, const DensityLook& look) {
    constexpr float margin = 40, panel = 230, longest = 1900, header_line = 58;
    const Theme& theme = look.theme;
    const float width = field.bounds().max.x - field.bounds().min.x,
                height = field.bounds().max.y - field.bounds().min.y;
    // Long and narrow worlds still leave room for the bar and the title.
    const float scale = std::min(longest / std::max(width, 1e-6f), 1500 / std::max(height, 1e-6f));
    const float across = std::max(width * scale, 1100.0f), down = std::max(height * scale, 520.0f);
    const float header = 110 + header_line * static_cast<float>(look.lines.size());

    constexpr float axes_size = 40, below = 70; // of the map
    const float gutter = look.axes ? Axes(*look.axes, Plan(field.bounds(), {0, 0, across, down}), axes_size).left() : 0;

    Canvas canvas(static_cast<int>(across + gutter + panel + 3 * margin),
                  static_cast<int>(down + header + 2 * margin + below), theme.page);
    float baseline = margin + 44;
    write(canvas, look.title, {margin, baseline}, {76, theme.text, Align::Left, 1.35f});
    baseline += 10;
    for (const std::string& line : look.lines)
        write(canvas, line, {margin, baseline += header_line}, {46, theme.faint, Align::Left, 1.1f});

    const float left = margin + gutter, top = margin + header;
    const Rectangle place{left, top, left + across, top + down};
    const Plan plan(field.bounds(), place);
    canvas.rectangle(plan.area(), theme.ground);
    const std::vector<float> cells = field.persons_per_square_metre(look.blur);
    const float densest = top_of_scale(cells);
    draw_field(canvas, plan, field, cells, densest, theme);
    canvas.frame(plan.area(), 2, theme.line);
    if (look.axes) {
        Axes(*look.axes, plan, axes_size).draw(canvas, theme);
    } else {
        draw_scale_bar(canvas, plan, {plan.area().left, plan.area().bottom + below}, 0.25f * plan.area().width(), 48,
                       theme.text);
    }

    const float bar_left = place.right + margin + 10;
    write(canvas, "persons", {bar_left, place.top + 30}, {46, theme.text, Align::Left, 1.1f});
    write(canvas, "per m\u00b2", {bar_left, place.top + 84}, {46, theme.text, Align::Left, 1.1f});
    draw_bar(canvas, {bar_left, place.top + 125, bar_left + 56, place.bottom}, densest, theme);
    return canvas;
}

Canvas density_map(const DensityField& field, float blur, int pixels, const Theme& theme) {
    const float width = field.bounds().max.x - field.bounds().min.x,
                height = field.bounds().max.y - field.bounds().min.y;
    const float scale = static_cast<float>(pixels) / std::max({width, height, 1e-6f});
    const auto side = [scale](float length) { return std::max(1, static_cast<int>(std::lround(length * scale))); };
    Canvas canvas(side(width), side(height), theme.ground);
    const std::vector<float> cells = field.persons_per_square_metre(blur);
    draw_field(canvas, Plan(field.bounds(), canvas.whole()), field, cells, top_of_scale(cells), theme);
    return canvas;
}

} // namespace throng::app
