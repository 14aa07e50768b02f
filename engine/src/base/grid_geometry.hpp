// SPDX-License-Identifier: MIT
// The position and size of a row grid's cells. They never change an answer.
#pragma once

#include "engine/kernels/base/box_source.hpp"

#include <throng/types.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace throng {

struct GridGeometry {
    float origin_x = 0, origin_y = 0;
    float cell_size = 1, inverse_cell = 1;     // of a row's height
    float column_size = 1, inverse_column = 1; // of a column's width
    std::uint32_t rows = 1, columns = 1;
    // Chosen for few elements: then no element lies outside in y, or outside at all.
    bool one_row = false, one_cell = false;
    bool turned = false;                    // for elements whose x and y are exchanged
    std::size_t least = 0, most = SIZE_MAX; // numbers of elements for which this shape is chosen

    /// Whether there are at most twice as many elements as this shape is chosen for, and more than half as many.
    bool suits(std::size_t elements) const noexcept { return elements / 2 <= most && elements > least / 2; }
};

/// Properties of elements, estimated from a sample of their boxes.
struct Extent {
    // Around the middle 96 % of the centres in x and in y, less in small samples, so that a few far elements do not
    // stretch the grid.
    Aabb middle{};
    float half_extent = 0; // the median of half the boxes' longer sides
    std::size_t elements = 0;
    float crowded_cell = 0; // a row grid's cell size where elements are placed unevenly, otherwise 0

    double width() const noexcept { return static_cast<double>(middle.max.x) - static_cast<double>(middle.min.x); }
    double height() const noexcept { return static_cast<double>(middle.max.y) - static_cast<double>(middle.min.y); }
    /// The middle, and so much more on every side, as far as floats reach.
    Aabb area_beyond(double x, double y) const noexcept;

    /// Elements per unit area; 0 if the extent is degenerate.
    float density() const noexcept;

    /// Whether a layout for one extent is as good for the other: the middle has moved by at most an eighth of its
    /// length, and sizes and numbers differ by at most a quarter.
    bool resembles(const Extent& other) const noexcept;
};

/// The extent for which an index without given bounds or cells was last laid out, as its own sample shows it. Content
/// that still resembles it is never laid out again, whatever the layout is like: the result would be the same. So a
/// layout becomes stable if its content does.
using LaidFor = std::optional<Extent>;
inline bool is_laid_for(const LaidFor& laid, const Extent& extent) noexcept { return laid && laid->resembles(extent); }

/// Whether a Desc has bounds; otherwise an index is laid out around its elements.
inline bool has_area(const Aabb& bounds) noexcept { return bounds.min.x < bounds.max.x && bounds.min.y < bounds.max.y; }

/// Whether a crowd from low to high extends beyond [begin, end] by more than an eighth of its own length. A crowd of
/// length 0 never does: it shares a cell wherever it is.
inline bool juts_out(float low, float high, double begin, double end) noexcept {
    const double a = static_cast<double>(low), b = static_cast<double>(high);
    return a < b && (a < begin - (b - a) / 8 || b > end + (b - a) / 8);
}

/// The cell size that a row grid chooses for elements of this extent if they are placed evenly.
float usual_cell(const Extent& extent) noexcept;

/// `sample` is reordered. It represents `elements` elements.
Extent estimate_extent(std::span<Aabb> sample, std::size_t elements) noexcept;

/// Where a few of the elements are, on average, and how far from there: enough to see that a crowd has jumped, so that
/// its layout is checked at once instead of after some changes.
class Whereabouts {
public:
    /// Looks at the elements, of which box_at(i, box) tells whether there is one at place i < `places`. Returns whether
    /// the crowd is elsewhere since the last jump, or more than twice or less than half as wide. No layout of few
    /// elements is far from the best, so that they never jump.
    template <class BoxAt> bool see_jump(std::size_t elements, std::size_t places, BoxAt&& box_at) noexcept {
        if (elements < fewest_elements) return false;
        std::array<Aabb, samples> boxes;
        std::size_t count = 0;
        for (std::size_t n = 0; n < samples; ++n) {
            std::size_t i = places * n / samples;
            const std::size_t end = std::min(places, i + stand_ins);
            while (i < end && !box_at(i, boxes[count])) ++i;
            count += i < end ? 1 : 0;
        }
        return see_jump({boxes.data(), count});
    }

private:
    static constexpr std::size_t samples = 32, stand_ins = 8, fewest_elements = 256;

    bool see_jump(std::span<const Aabb> boxes) noexcept;

    double x_ = 0, y_ = 0, width_ = 0, height_ = 0; // the mean, and the mean distance from it along each axis
};

inline constexpr std::size_t largest_sample = 512;

/// At most 512 of `count` boxes at even distances; an invalid box is replaced by one of the next ones.
std::span<Aabb> sample_of(const kernels::BoxSource& source, std::size_t count,
                          std::array<Aabb, largest_sample>& places) noexcept;

/// From such a sample.
Extent sample_extent(const kernels::BoxSource& source, std::size_t count) noexcept;

/// A sixteenth of a small world, at most 512 of a large one.
constexpr std::size_t sample_step(std::size_t places, std::size_t elements) noexcept {
    return std::max<std::size_t>(places / largest_sample + 1, std::min<std::size_t>(elements / 16, 16));
}

/// Up to 512 of the boxes at `places`; box_at(i, box) returns whether there is one. Every step-th is taken, or one
/// of the next if it is missing. If hardly any is found in this way, which may depend on their positions, all
/// places are visited.
template <class BoxAt>
std::span<Aabb> take_sample(std::array<Aabb, largest_sample>& sample, std::size_t places, std::size_t step,
                            BoxAt&& box_at) noexcept {
    constexpr std::size_t max_stand_ins = 64, hardly_any = 16;
    std::size_t taken = 0;
    for (std::size_t first = 0; first < places && taken < sample.size(); first += step) {
        const std::size_t end = std::min(places, first + std::min(step, max_stand_ins));
        std::size_t i = first;
        while (i < end && !box_at(i, sample[taken])) ++i;
        if (i < end) ++taken;
    }
    if (taken >= hardly_any || step <= max_stand_ins) return {sample.data(), taken};

    // Every `apart`-th of all boxes found is kept; the distance doubles whenever the sample is full.
    std::size_t found = 0, apart = 1;
    taken = 0;
    for (std::size_t i = 0; i < places; ++i) {
        Aabb box;
        if (!box_at(i, box) || found++ % apart != 0) continue;
        if (taken == sample.size()) {
            for (taken = 0; 2 * taken < sample.size(); ++taken) sample[taken] = sample[2 * taken];
            apart *= 2;
            if ((found - 1) % apart != 0) continue;
        }
        sample[taken++] = box;
    }
    return {sample.data(), taken};
}

/// The geometry for elements of this extent. `bounds` empty: taken from the extent. `cell_size` 0: chosen so that the
/// mean cell of a uniform world holds two elements (four if there are at most 4096), but at least half the longer side
/// of the median element, and smaller if the extent has a `crowded_cell`; up to 256 elements share one row, up to 64
/// one cell. Cells are enlarged until there are at most 2^16 rows or four per element, whichever is more, and at most
/// 2^24 columns.
GridGeometry choose_geometry(const Extent& extent, const Aabb& bounds, float cell_size) noexcept;

/// The same with long rows, because a row costs as much as some elements: the grid is turned if the elements extend
/// more than twice as far in y as in x, and turned back if it is the other way round. `turned`: what it is now.
GridGeometry choose_long_rows(const Extent& extent, const Aabb& bounds, float cell_size, bool turned) noexcept;

/// Whether a grid of such elements is turned.
bool is_turned(const Extent& extent, bool now) noexcept;

inline Vec2 exchanged(Vec2 v, bool exchange) noexcept { return exchange ? Vec2{v.y, v.x} : v; }
inline Aabb exchanged(const Aabb& box, bool exchange) noexcept {
    return {exchanged(box.min, exchange), exchanged(box.max, exchange)};
}
inline Extent exchanged(Extent extent, bool exchange) noexcept {
    extent.middle = exchanged(extent.middle, exchange);
    return extent;
}

/// Whether there are enough elements in a plane for the estimates below, not in a line.
bool may_be_crowded(const Extent& extent) noexcept;

/// 0 if elements are even enough for `usual`, the cell size that suits their mean density. Otherwise the smaller cell
/// size for which rows and candidates together cost least, estimated from the elements' `sample`. A few microseconds.
///
/// The number of candidates follows from pairs of the sample that share a cell of a quadtree, for each of its levels:
/// an estimate of the correlation sum (Grassberger and Procaccia 1983) by counts in boxes.
float crowded_cell(std::span<const Aabb> sample, const Extent& extent, float usual) noexcept;

/// How many times as long an update and pairs of a row grid take as for elements that are placed evenly: its searches
/// test candidates where many elements are much closer to each other than rows and cells are wide, or than the largest
/// elements are long. Estimated as crowded_cell() does; at least 1, and 1 for so few elements that they share a row.
/// One of `rare` elements may be longer in each direction without being counted.
double row_grid_cost(std::span<const Aabb> sample, const Extent& extent, std::size_t rare = 32) noexcept;

/// Estimates by which factor a tree's searches test more candidates than for elements of usual length: a box around a
/// leaf reaches beyond the places of its elements as far as they are long. At least 1.
double tree_cost(std::span<const Aabb> sample, const Extent& extent) noexcept;

/// Whether cells for one estimate of the same grid are unsuitable for the other: they differ by more than a factor of
/// three, or only one of them is for elements that are placed unevenly.
bool differs_in_crowding(float crowded_a, float crowded_b, float usual) noexcept;

// Wires are elements that are long in one direction alone. A box around wide and tall ones is as large as their length
// both ways, and almost empty, so indexes keep the two apart where wires are common.

/// Whether a box is longer than `long_side` in one direction alone.
inline bool is_wire(const Aabb& box, float long_side) noexcept {
    return (box.max.x - box.min.x > long_side) != (box.max.y - box.min.y > long_side);
}

/// Whether more than one element in eight is a wire; in sixteen if they are `kept_apart` already, so that a crowd at
/// the limit is not laid out again and again. Of the smallest floats, whose squares vanish, none is.
inline bool wires_are_common(std::span<const Aabb> sample, float long_side, bool kept_apart) noexcept {
    const auto wires = static_cast<std::size_t>(
        std::count_if(sample.begin(), sample.end(), [&](const Aabb& box) { return is_wire(box, long_side); }));
    return long_side > 0 && wires * (kept_apart ? 16 : 8) > sample.size();
}

} // namespace throng
