// SPDX-License-Identifier: MIT
#include "engine/src/base/grid_geometry.hpp"

#include "engine/src/base/space_curve.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

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
        for (std::size_t i = 0; i < sample.size(); ++i) {
            const Vec2 at = predicates::center_of(sample[i]);
            const double x = (static_cast<double>(at.x) - low_x) / side_ * 65536;
            const double y = (static_cast<double>(at.y) - low_y) / side_ * 65536;
            if (!(x >= 0 && x < 65536 && y >= 0 && y < 65536)) continue;
            const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
            const std::uint32_t cell = on_z_curve(column >> 8, row >> 8) << 16 | on_z_curve(column & 255u, row & 255u);
            cells_[inside_++] = std::uint64_t{cell} << 32 | i;
        }
        std::sort(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(inside_));
        std::array<std::uint32_t, levels + 1> before{}; // elements before this one in its cell, by level
        std::array<std::uint64_t, levels + 1> pairs{};
        for (std::size_t i = 1; i < inside_; ++i) {
            const int shared = shared_levels(i - 1, i);
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
        const double level = level_of(cell);
        const auto above = std::min(static_cast<std::size_t>(level), static_cast<std::size_t>(levels - 1));
        const double part = level - static_cast<double>(above);
        return probability_[above] + part * (probability_[above + 1] - probability_[above]);
    }

    /// The share of overlapping pairs among those that share a cell of this size, of some that lie close together. Few
    /// pairs say little, so that the share is low.
    double overlapping(std::span<const Aabb> sample, double cell) const noexcept {
        constexpr std::size_t companions = 8, few = 6;
        const int level = static_cast<int>(level_of(cell));
        std::size_t all = 0, some = 0;
        for (std::size_t i = 0; i < inside_; ++i)
            for (std::size_t j = i + 1; j < std::min(inside_, i + companions) && shared_levels(i, j) >= level; ++j) {
                ++all;
                some += predicates::overlaps(box(sample, i), box(sample, j)) ? 1 : 0;
            }
        return static_cast<double>(some) / static_cast<double>(all + few);
    }

    /// Estimates by which factor the lengths of elements raise the number of candidates in leaves of sixteen. Elements
    /// of the sample stand for others that lie as close together.
    double growth_of_leaves(std::span<const Aabb> sample, double elements_of_each) const noexcept {
        constexpr std::size_t group = 8, fewest_groups = 8; // fewer say little
        std::array<double, largest_sample / group> growths; // their median: a few in line do not count
        std::size_t groups = 0;
        for (std::size_t begin = 0; begin + group <= inside_; begin += group) {
            Extremes x, y;
            for (std::size_t i = begin; i < begin + group; ++i) {
                const Aabb& b = box(sample, i);
                x.include(b.min.x, b.max.x), y.include(b.min.y, b.max.y);
            }
            const double side =
                std::sqrt(x.extent_of_centres() * y.extent_of_centres() * 16 / (group * elements_of_each));
            if (!(side > 0)) continue;
            growths[groups++] = (1 + (x.longest + x.sum / group) / side) * (1 + (y.longest + y.sum / group) / side);
        }
        if (groups < fewest_groups) return 1;
        std::nth_element(growths.begin(), growths.begin() + groups / 2, growths.begin() + groups);
        return growths[groups / 2];
    }

private:
    // Describes some elements along one axis.
    struct Extremes {
        double low = std::numeric_limits<double>::infinity(), high = -low; // of their centres
        double longest = 0, sum = 0;                                       // of their lengths

        void include(float min, float max) noexcept {
            const double begin = static_cast<double>(min), end = static_cast<double>(max);
            low = std::min(low, 0.5 * (begin + end)), high = std::max(high, 0.5 * (begin + end));
            longest = std::max(longest, end - begin);
            sum += end - begin;
        }
        double extent_of_centres() const noexcept { return high - low; }
    };

    double level_of(double cell) const noexcept {
        return std::clamp(std::log2(side_ / cell), 0.0, static_cast<double>(levels));
    }
    int shared_levels(std::size_t i, std::size_t j) const noexcept {
        return std::countl_zero(static_cast<std::uint32_t>((cells_[i] ^ cells_[j]) >> 32)) / 2;
    }
    const Aabb& box(std::span<const Aabb> sample, std::size_t i) const noexcept {
        return sample[static_cast<std::uint32_t>(cells_[i])];
    }

    double side_;
    std::array<std::uint64_t, largest_sample> cells_; // and the element, in the order of cells on a Z curve
    std::size_t inside_ = 0;
    std::array<double, levels + 1> probability_;
};

/// The cells that suit a crowd, and its shape.
class Crowding {
public:
    Crowding(std::span<const Aabb> sample, const Extent& extent, float usual) noexcept
        : shared_(sample, extent.middle), elements_(static_cast<double>(extent.elements)), cell_(usual),
          narrow_(false) {
        const double width = side(extent.middle.min.x, extent.middle.max.x);
        const double height = side(extent.middle.min.y, extent.middle.max.y);
        turned_ = is_turned(extent, false); // as the grid is laid out
        across_ = beyond * (turned_ ? width : height);
        along_ = beyond * (turned_ ? height : width);
        const double first = cell_, smallest = std::max(static_cast<double>(extent.half_extent), first / 65536);
        double least = worth_it * cost(first, cost_of_candidate);
        for (double cell = first / 2; cell >= smallest; cell /= 2) {
            const double now = cost(cell, cost_in_narrow_cells);
            if (now >= least) continue;
            least = now;
            cell_ = cell;
            narrow_ = true;
        }
    }

    double cell() const noexcept { return cell_; }
    bool is_narrow() const noexcept { return narrow_; }

    /// Where searches reach elements of this width and height. A row has so many cells only as it has elements.
    /// Candidates that are pairs are no waste.
    double cost_for(std::span<const Aabb> sample, double width, double height) const noexcept {
        constexpr double of_candidate = 1.0 / 50, cells_per_element = 2, columns_per_cell = 16;
        const double finest = along_ * across_ / (cells_per_element * elements_ * cell_);
        const double column = std::max(narrow_ ? cell_ / columns_per_cell : cell_, finest);
        // A cell is as high as a row and as wide as a column: its share lies between those of the two squares.
        const double of_row = shared_(std::max(cell_, turned_ ? width : height));
        const double share = std::sqrt(of_row * shared_(std::max(column, turned_ ? height : width)));
        const double in_vain = 1 - shared_.overlapping(sample, cell_);
        return 1 + cost_of_row * across_ / cell_ / elements_ + of_candidate * elements_ * share * in_vain;
    }

private:
    static constexpr double beyond = 1.5; // of the extent of the middle
    static double side(float low, float high) noexcept { return static_cast<double>(high) - static_cast<double>(low); }
    double cost(double cell, double of_candidate) const noexcept {
        return elements_ + cost_of_row * across_ / cell + of_candidate * elements_ * elements_ * shared_(cell);
    }

    SharedCells shared_;
    double elements_, cell_, across_ = 0, along_ = 0;
    bool turned_ = false, narrow_;
};

} // namespace

bool may_be_crowded(const Extent& extent) noexcept {
    const Aabb& middle = extent.middle;
    return middle.max.x > middle.min.x && middle.max.y > middle.min.y && extent.elements >= fewest;
}

float crowded_cell(std::span<const Aabb> sample, const Extent& extent, float usual) noexcept {
    if (!may_be_crowded(extent)) return 0;
    const Crowding crowding(sample, extent, usual);
    return crowding.is_narrow() ? static_cast<float>(crowding.cell()) : 0.f;
}

double row_grid_cost(std::span<const Aabb> sample, const Extent& extent, std::size_t rare) noexcept {
    if (!may_be_crowded(extent)) return 1;
    std::array<float, largest_sample> lengths{};
    const std::size_t long_one = sample.size() - 1 - sample.size() / rare; // the longest ones of all are rare in a row
    const auto of_long_one = [&](auto&& length) {
        std::transform(sample.begin(), sample.end(), lengths.begin(), length);
        std::nth_element(lengths.begin(), lengths.begin() + long_one, lengths.begin() + sample.size());
        return static_cast<double>(lengths[long_one]);
    };
    const double width = of_long_one([](const Aabb& box) { return box.max.x - box.min.x; });
    const double height = of_long_one([](const Aabb& box) { return box.max.y - box.min.y; });
    return Crowding(sample, extent, usual_cell(extent)).cost_for(sample, width, height);
}

double tree_cost(std::span<const Aabb> sample, const Extent& extent) noexcept {
    constexpr double of_usual = 2, of_long = 3; // about, if elements are half as large as the distance between them
    if (!may_be_crowded(extent)) return 1;
    const double elements_of_each = static_cast<double>(extent.elements) / static_cast<double>(sample.size());
    const double growth = SharedCells(sample, extent.middle).growth_of_leaves(sample, elements_of_each);
    return growth < of_long ? 1 : growth / of_usual;
}

bool differs_in_crowding(float crowded_a, float crowded_b, float usual) noexcept {
    const float even = 2 * usual; // because narrow cells of half the usual size are smaller by far
    const float a = crowded_a > 0 ? crowded_a : even, b = crowded_b > 0 ? crowded_b : even;
    return a > 3 * b || b > 3 * a;
}

} // namespace throng
