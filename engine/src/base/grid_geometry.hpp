// SPDX-License-Identifier: MIT
// Where a row grid's cells lie, and how large they are chosen. None of it ever changes an answer.
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
    float cell_size = 1, inverse_cell = 1;
    std::uint32_t rows = 1, columns = 1;
    // By choice, because elements are few: then nobody ever lies outside in y, or anywhere.
    bool one_row = false, one_cell = false;
    std::size_t least = 0, most = SIZE_MAX; // elements, as one shape is chosen for

    /// Whether there are not twice as many elements as such a shape is chosen for, or half as few.
    bool suits(std::size_t elements) const noexcept { return elements / 2 <= most && elements > least / 2; }
};

/// What elements are like, estimated from a sample of their boxes.
struct Extent {
    Aabb
        // around the middle 96 % of the centres in x and in y: one far element is no reason to stretch the grid
        middle{};
    float half_extent = 0; // the median of half the boxes' longer sides
    std::size_t elements = 0;

    /// Elements per unit area, or 0 where the extent is degenerate.
    float density() const noexcept;

    /// Whether a layout for the one is as good for the other: the middle has moved by no more than an eighth of its
    /// length, and sizes and numbers differ by no more than a quarter.
    bool resembles(const Extent& other) const noexcept;
};

/// What an index without given bounds or cells was last laid out for, as its own sample shows it. Content that still
/// looks like that is never laid out anew, whatever its layout is like: no other could be found for it. So an index
/// whose content rests comes to rest as well.
using LaidFor = std::optional<Extent>;
inline bool is_laid_for(const LaidFor& laid, const Extent& extent) noexcept { return laid && laid->resembles(extent); }

/// Whether a Desc gave bounds; else an index lays itself around its elements.
inline bool has_area(const Aabb& bounds) noexcept { return bounds.min.x < bounds.max.x && bounds.min.y < bounds.max.y; }

/// Whether a crowd from low to high juts out of [begin, end] by more than an eighth of its own length. One of no length
/// never does: it shares a cell wherever it is.
inline bool juts_out(float low, float high, double begin, double end) noexcept {
    const double a = static_cast<double>(low), b = static_cast<double>(high);
    return a < b && (a < begin - (b - a) / 8 || b > end + (b - a) / 8);
}

/// `sample` is reordered. `elements` is how many it stands for.
Extent estimate_extent(std::span<Aabb> sample, std::size_t elements) noexcept;

/// From at most 512 of `count` boxes, evenly taken; for an invalid one the next ones stand in.
Extent sample_extent(const kernels::BoxSource& source, std::size_t count) noexcept;

inline constexpr std::size_t largest_sample = 512;

/// A sixteenth of a small world, at most 512 of a large one.
constexpr std::size_t sample_step(std::size_t places, std::size_t elements) noexcept {
    return std::max<std::size_t>(places / largest_sample + 1, std::min<std::size_t>(elements / 16, 16));
}

/// Up to 512 of the boxes at `places`, where box_at(i, box) tells whether there is one: every step-th, or where that
/// one is missing one of the next. Where hardly any is found like that, which may be due to where they stand, all
/// places are looked at.
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

    // Of all that are found every `apart`-th is kept, twice as far apart whenever the sample is full.
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

/// The geometry for elements of this extent. `bounds` empty: from the extent; `cell_size` 0: so that the mean cell of a
/// uniform world holds two elements (4 of fewer than 4096), but no smaller than the median element; up to 256 elements
/// share one row, up to 64 one cell. Rows number at most 2^16 or four per element, columns 2^24: cells are made larger
/// until they do.
GridGeometry choose_geometry(const Extent& extent, const Aabb& bounds, float cell_size) noexcept;

} // namespace throng
