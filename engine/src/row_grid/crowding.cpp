// SPDX-License-Identifier: MIT
#include "engine/src/base/grid_geometry.hpp"

#include "engine/src/base/space_curve.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace throng {
namespace {

constexpr int levels = 16; // of the quadtree, below its root

// What an update and pairs of one thread take for a row, and for a candidate that shares a square cell with an element,
// in times for one element. Where cells are narrower than rows, most of such candidates lie in other cells.
constexpr double cost_of_row = 25, cost_of_candidate = 1.0 / 60, cost_in_narrow_cells = 1.0 / 700;
// Other cells are worth their while only if they make a tick faster by more than the estimate is wrong.
constexpr double worth_it = 0.75;
constexpr std::size_t fewest = 257; // fewer share one row

/// The probability that two elements share a cell, by level.
class SharedCells {
public:
    SharedCells(std::span<const Aabb> sample, const Aabb& around) noexcept {
        const double low_x = static_cast<double>(around.min.x), low_y = static_cast<double>(around.min.y);
        side_ = std::max(static_cast<double>(around.max.x) - low_x, static_cast<double>(around.max.y) - low_y);
        std::array<std::uint32_t, largest_sample> cells;
        std::size_t inside = 0;
        for (const Aabb& box : sample) {
            const Vec2 at = predicates::center_of(box);
            const double x = (static_cast<double>(at.x) - low_x) / side_ * 65536;
            const double y = (static_cast<double>(at.y) - low_y) / side_ * 65536;
            if (!(x >= 0 && x < 65536 && y >= 0 && y < 65536)) continue;
            const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
            cells[inside++] = on_z_curve(column >> 8, row >> 8) << 16 | on_z_curve(column & 255u, row & 255u);
        }
        std::sort(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(inside));
        std::array<std::uint32_t, levels + 1> before{}; // elements before this one in its cell, by level
        std::array<std::uint64_t, levels + 1> pairs{};
        for (std::size_t i = 1; i < inside; ++i) {
            const int shared = std::countl_zero(cells[i - 1] ^ cells[i]) / 2;
            for (int level = 0; level <= levels; ++level) {
                const auto l = static_cast<std::size_t>(level);
                before[l] = level <= shared ? before[l] + 1 : 0;
                pairs[l] += before[l];
            }
        }
        const double all = static_cast<double>(std::max<std::uint64_t>(pairs[0], 1));
        for (std::size_t l = 0; l <= levels; ++l) probability_[l] = static_cast<double>(pairs[l]) / all;
    }

    /// In cells of any size, between the two levels.
    double operator()(double cell) const noexcept {
        const double level = std::clamp(std::log2(side_ / cell), 0.0, static_cast<double>(levels));
        const auto above = std::min(static_cast<std::size_t>(level), static_cast<std::size_t>(levels - 1));
        const double part = level - static_cast<double>(above);
        return probability_[above] + part * (probability_[above + 1] - probability_[above]);
    }

private:
    double side_;
    std::array<double, levels + 1> probability_;
};

} // namespace

float crowded_cell(std::span<const Aabb> sample, const Extent& extent, float usual) noexcept {
    const double width = static_cast<double>(extent.middle.max.x) - static_cast<double>(extent.middle.min.x);
    const double height = static_cast<double>(extent.middle.max.y) - static_cast<double>(extent.middle.min.y);
    if (!(width > 0 && height > 0) || extent.elements < fewest) return 0;
    const SharedCells shared(sample, extent.middle);
    const double elements = static_cast<double>(extent.elements);
    const double across = 1.5 * (is_turned(extent, false) ? width : height); // as the grid is laid out
    const auto cost = [&](double cell, double of_candidate) {
        return elements + cost_of_row * across / cell + of_candidate * elements * elements * shared(cell);
    };
    const double first = static_cast<double>(usual);
    double best = first, least = worth_it * cost(first, cost_of_candidate);
    for (double cell = first / 2; cell >= std::max(static_cast<double>(extent.half_extent), first / 65536); cell /= 2) {
        const double now = cost(cell, cost_in_narrow_cells);
        if (now >= least) continue;
        least = now;
        best = cell;
    }
    return best < first ? static_cast<float>(best) : 0.f;
}

bool differs_in_crowding(float crowded_a, float crowded_b, float usual) noexcept {
    const float even = 2 * usual; // because narrow cells of half the usual size are smaller by far
    const float a = crowded_a > 0 ? crowded_a : even, b = crowded_b > 0 ? crowded_b : even;
    return a > 3 * b || b > 3 * a;
}

} // namespace throng
