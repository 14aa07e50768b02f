// SPDX-License-Identifier: MIT
// The axes of a picture: ticks at round numbers, with them in the coordinates of the file that it shows.
#include "apps/throng/draw/axes.hpp"

#include "apps/throng/draw/lettering.hpp"
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace throng::app {

namespace {

// These are shares of the lettering's size.
constexpr float tick_length = 0.3f, gap = 0.3f, capital = 0.5f, least_between = 0.9f;

// 1, 2 or 5 times a power of ten: the least such number that is not below `least`.
double step_from(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

// The multiples of `step` from `low` to `high`; none where the numbers are too large to tell one from the next.
std::vector<double> multiples(double step, double low, double high) {
    std::vector<double> values;
    const double first = std::ceil(low / step - 1e-6), last = std::floor(high / step + 1e-6);
    if (first + 1 == first) return values;
    for (int i = 0; i <= last - first; ++i) values.push_back(first + i == 0 ? 0 : (first + i) * step);
    return values;
}

std::string name_of_tick(double value, double step) {
    constexpr double all_digits_below = 1e12;
    if (std::abs(value) >= all_digits_below) return fmt::format("{:.6g}", value);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    return fmt::format("{:.{}f}", value, decimals);
}

float widest(const std::vector<std::string>& names, float size) {
    float width = 0;
    for (const std::string& name : names) width = std::max(width, width_of(name, size));
    return width;
}

} // namespace

Coordinates coordinates_of(std::string_view unit, const std::array<double, 2>& origin) {
    const Unit* known = length_named(unit);
    return {origin, known ? known->size : 1, std::string(unit)};
}

Axes::Axes(const Coordinates& coordinates, const Plan& plan, float size) : area_(plan.area()), size_(size) {
    // `room` gives the pixels that a label takes along the axis, `place` the pixel of a coordinate in metres.
    const auto ticks = [&](double origin, float low, float high, const auto& room, const auto& place) {
        const double from = (origin + static_cast<double>(low)) / coordinates.unit,
                     to = (origin + static_cast<double>(high)) / coordinates.unit,
                     pixels = static_cast<double>(plan.scale()) * coordinates.unit;
        std::vector<Tick> result;
        for (double step = step_from(3 * static_cast<double>(size) / pixels);; step = step_from(1.5 * step)) {
            result.clear();
            float most = 0;
            for (const double value : multiples(step, from, to)) {
                std::string name = name_of_tick(value, step);
                most = std::max(most, room(name));
                result.push_back({place(static_cast<float>(value * coordinates.unit - origin)), std::move(name)});
            }
            if (result.size() < 2 || static_cast<double>(most + least_between * size) <= step * pixels) return result;
        }
    };
    x_ = ticks(
        coordinates.origin[0], plan.x_at(area_.left), plan.x_at(area_.right),
        [size](const std::string& name) { return width_of(name, size); }, [&](float x) { return plan.at(x, 0).x; });
    y_ = ticks(
        coordinates.origin[1], plan.y_at(area_.bottom), plan.y_at(area_.top),
        [size](const std::string&) { return capital * size; }, [&](float y) { return plan.at(0, y).y; });
}

std::vector<std::string> Axes::names_of(const std::vector<Tick>& ticks) {
    std::vector<std::string> names;
    for (const Tick& tick : ticks) names.push_back(tick.name);
    return names;
}

float Axes::left() const noexcept { return (tick_length + gap) * size_ + widest(names_along_y(), size_); }

float Axes::below() const noexcept { return (tick_length + gap + capital) * size_; }

void Axes::draw(Canvas& canvas, const Theme& theme) const {
    const float line = std::max(1.0f, std::round(0.07f * size_)), length = tick_length * size_;
    const Lettering lettering{size_, theme.faint, Align::Center, 1.1f};
    canvas.frame(area_, line, theme.line);
    float end = -std::numeric_limits<float>::infinity(); // of the label before
    for (const Tick& tick : x_) {
        const float at = std::round(tick.at - 0.5f * line);
        canvas.rectangle({at, area_.bottom, at + line, area_.bottom + length}, theme.faint);
        // The first and the last label may be wider than what is left of the picture beside them.
        const float half = 0.5f * width_of(tick.name, size_);
        const float middle = std::clamp(tick.at, half, std::max(half, static_cast<float>(canvas.width()) - half));
        if (middle - half < end + gap * size_) continue;
        end = middle + half;
        write(canvas, tick.name, {middle, area_.bottom + below()}, lettering);
    }
    for (const Tick& tick : y_) {
        const float at = std::round(tick.at - 0.5f * line);
        canvas.rectangle({area_.left - length, at, area_.left, at + line}, theme.faint);
        Lettering right = lettering;
        right.align = Align::Right;
        write(canvas, tick.name, {area_.left - (tick_length + gap) * size_, tick.at + 0.5f * capital * size_}, right);
    }
}

} // namespace throng::app
