// SPDX-License-Identifier: MIT
#include "engine/src/base/grid_geometry.hpp"

#include "engine/src/base/box_input.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace throng {
namespace {

constexpr float largest = 3e38f;
// Where elements are placed unevenly, a row with many of them has cells narrower than it is high.
constexpr double columns_per_cell = 16;
// With short rows the cost of a row outweighs the additional candidates of wider cells. Still fewer elements share
// one row, sorted only by column. Elements so few that comparing all with all is no slower share one cell, which
// none can leave.
constexpr std::size_t max_in_wide_cells = 4096, max_in_one_row = 256, max_in_one_cell = 96;
constexpr std::uint32_t max_columns = 1u << 24; // exact as a float: kernels/cells.hpp relies on it

// The ends of the middle 96 % of one coordinate; `of` reads it from a box. In a small sample a few elements that are
// far from all others may be a larger share than of the crowd.
template <class Coordinate> void middle(std::span<Aabb> sample, Coordinate of, float& low, float& high) {
    const auto less = [&](const Aabb& a, const Aabb& b) { return of(a) < of(b); };
    const std::size_t size = sample.size();
    const auto cut = static_cast<std::ptrdiff_t>(std::max(size / 50, std::min<std::size_t>(size / 16, 3)));
    const auto lower = sample.begin() + cut, upper = sample.end() - 1 - cut;
    std::nth_element(sample.begin(), lower, sample.end(), less);
    low = of(*lower);
    std::nth_element(lower, upper, sample.end(), less);
    high = of(*upper);
}

double extent_of(float low, float high) { return static_cast<double>(high) - static_cast<double>(low); }

std::uint32_t cells_across(double extent, double cell, std::uint32_t most) {
    return static_cast<std::uint32_t>(std::clamp(std::floor(extent / cell) + 1, 1.0, static_cast<double>(most)));
}

// Columns are so wide that cell keys distinguish them, otherwise updates cannot sweep.
double narrow_column(double side, double width, std::uint32_t rows) {
    const int key_bits = 31 - static_cast<int>(std::bit_width(rows - 1));
    return std::min(side, std::max(side / columns_per_cell, width / (std::ldexp(1.0, key_bits) - 1)));
}

double usual_cell_of(const Extent& extent) {
    const double width = extent.width(), height = extent.height();
    const double elements = std::max<double>(static_cast<double>(extent.elements), 1);
    // One dimension may be degenerate: then elements line up along the other.
    const double spacing = std::max(std::sqrt(width * height / elements), std::max(width, height) / elements);
    const double cell =
        std::max((extent.elements <= max_in_wide_cells ? 2 : 1.4) * spacing, static_cast<double>(extent.half_extent));
    return cell == 0 ? 1 : cell;
}

} // namespace

bool Whereabouts::see_jump(std::span<const Aabb> boxes) noexcept {
    Whereabouts now;
    const double share = 1 / std::max<double>(static_cast<double>(boxes.size()), 1);
    const auto center = [](float low, float high) {
        return 0.5 * static_cast<double>(low) + 0.5 * static_cast<double>(high);
    };
    for (const Aabb& box : boxes) {
        now.x_ += share * center(box.min.x, box.max.x);
        now.y_ += share * center(box.min.y, box.max.y);
    }
    for (const Aabb& box : boxes) {
        now.width_ += share * std::abs(center(box.min.x, box.max.x) - now.x_);
        now.height_ += share * std::abs(center(box.min.y, box.max.y) - now.y_);
    }
    const auto differ = [](double one, double other) { return one > 2 * other || other > 2 * one; };
    const bool is_jump = std::abs(now.x_ - x_) > width_ || std::abs(now.y_ - y_) > height_ ||
                         differ(now.width_, width_) || differ(now.height_, height_);
    if (is_jump) *this = now;
    return is_jump;
}

float usual_cell(const Extent& extent) noexcept {
    return static_cast<float>(std::clamp(usual_cell_of(extent), 1e-30, 1e37));
}

float Extent::density() const noexcept {
    const double area = width() * height();
    return area > 0 ? static_cast<float>(static_cast<double>(elements) / area) : 0.f;
}

Aabb Extent::area_beyond(double x, double y) const noexcept {
    const auto beyond = [](float v, double by) {
        return static_cast<float>(std::clamp(static_cast<double>(v) + by, -3e38, 3e38));
    };
    return {{beyond(middle.min.x, -x), beyond(middle.min.y, -y)}, {beyond(middle.max.x, x), beyond(middle.max.y, y)}};
}

bool Extent::resembles(const Extent& other) const noexcept {
    const auto near = [](float a, float b, double most) { return std::abs(extent_of(a, b)) <= most; };
    const auto near_side = [&](float low, float high, float other_low, float other_high) {
        const double most = extent_of(low, high) / 8;
        return near(low, other_low, most) && near(high, other_high, most);
    };
    const Aabb &a = middle, &b = other.middle;
    const auto count = static_cast<double>(elements), other_count = static_cast<double>(other.elements);
    // Cells of half the size suit almost as well; of none, only none.
    return near_side(a.min.x, a.max.x, b.min.x, b.max.x) && near_side(a.min.y, a.max.y, b.min.y, b.max.y) &&
           near(half_extent, other.half_extent, static_cast<double>(half_extent) / 4) &&
           std::abs(count - other_count) <= count / 4 && crowded_cell <= 2 * other.crowded_cell &&
           other.crowded_cell <= 2 * crowded_cell;
}

Extent estimate_extent(std::span<Aabb> sample, std::size_t elements) noexcept {
    Extent result{.elements = elements};
    if (sample.empty()) return result;
    middle(
        sample, [](const Aabb& b) { return predicates::center_of(b).x; }, result.middle.min.x, result.middle.max.x);
    middle(
        sample, [](const Aabb& b) { return predicates::center_of(b).y; }, result.middle.min.y, result.middle.max.y);
    const auto side = [](const Aabb& b) { return std::max(b.max.x - b.min.x, b.max.y - b.min.y); };
    const auto median = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
    std::nth_element(sample.begin(), median, sample.end(),
                     [&](const Aabb& a, const Aabb& b) { return side(a) < side(b); });
    result.half_extent = std::min(0.5f * side(*median), largest);
    return result;
}

std::span<Aabb> sample_of(const kernels::BoxSource& source, std::size_t count,
                          std::array<Aabb, largest_sample>& places) noexcept {
    const auto valid_box = [&](std::size_t i, Aabb& box) { return is_valid(box = box_at(source, i)); };
    return take_sample(places, count, sample_step(count, count), valid_box);
}

Extent sample_extent(const kernels::BoxSource& source, std::size_t count) noexcept {
    std::array<Aabb, largest_sample> sample;
    return estimate_extent(sample_of(source, count, sample), count);
}

GridGeometry choose_geometry(const Extent& extent, const Aabb& bounds, float cell_size) noexcept {
    const bool bounded = has_area(bounds);
    const double elements = std::max<double>(static_cast<double>(extent.elements), 1);

    double cell = static_cast<double>(cell_size);
    if (cell_size == 0) {
        cell = extent.crowded_cell > 0 ? static_cast<double>(extent.crowded_cell) : usual_cell_of(extent);
    }
    // A quarter of the middle and a cell more on every side, for what the sample left out; farther elements are kept in
    // the border cells.
    const Aabb area =
        bounded ? bounds : extent.area_beyond(0.25 * extent.width() + cell, 0.25 * extent.height() + cell);
    GridGeometry result;
    if (cell_size == 0) {
        result.one_row = extent.elements <= max_in_one_row;
        result.one_cell = extent.elements <= max_in_one_cell;
        result.least = result.one_cell ? 0 : result.one_row ? max_in_one_cell : max_in_one_row;
        result.most = result.one_cell ? max_in_one_cell : result.one_row ? max_in_one_row : SIZE_MAX;
    }
    const double width = extent_of(area.min.x, area.max.x), height = extent_of(area.min.y, area.max.y);
    const double max_rows = std::min(std::max(65536.0, 4 * elements), static_cast<double>(max_columns));
    cell = std::max({cell, height / max_rows, 1e-30});
    if (bounded && cell_size == 0) cell = std::max(cell, width / max_columns);
    cell = std::min(cell, 1e37);

    result.origin_x = area.min.x;
    result.origin_y = area.min.y;
    result.cell_size = static_cast<float>(cell);
    result.inverse_cell = 1.f / result.cell_size;
    const double side = static_cast<double>(result.cell_size);
    result.rows = result.one_row ? 1 : cells_across(height, side, static_cast<std::uint32_t>(max_rows));
    const bool narrow = cell_size == 0 && extent.crowded_cell > 0;
    const double column = narrow ? narrow_column(side, width, result.rows) : side;
    result.column_size = static_cast<float>(std::max(column, width / max_columns));
    result.inverse_column = 1.f / result.column_size;
    result.columns = result.one_cell ? 1 : cells_across(width, static_cast<double>(result.column_size), max_columns);
    return result;
}

bool is_turned(const Extent& extent, bool now) noexcept {
    return now ? extent.width() <= 2 * extent.height() : extent.height() > 2 * extent.width();
}

GridGeometry choose_long_rows(const Extent& extent, const Aabb& bounds, float cell_size, bool turned) noexcept {
    const bool turn = is_turned(extent, turned);
    GridGeometry result = choose_geometry(exchanged(extent, turn), exchanged(bounds, turn), cell_size);
    result.turned = turn;
    return result;
}

} // namespace throng
