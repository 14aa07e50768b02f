// SPDX-License-Identifier: MIT
// An order of places in the plane in which close places follow each other, whatever their density: a k-d tree (Bentley
// 1975) of a sample halves the longer side of its parts at the median, and a Z curve (Morton 1966) orders the cells of
// each part.
#pragma once

#include "engine/kernels/base/region.hpp"
#include "engine/kernels/query/batch.hpp"
#include "engine/src/base/space_curve.hpp"

#include <throng/types.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace throng {

class AdaptiveCurve {
public:
    /// How many places the sample should have for a curve through 2^`bits` cells.
    static std::uint32_t samples_for(std::uint32_t bits) noexcept {
        return samples_of_part << std::min(bits - cell_bits_of(bits), most_depth);
    }
    static constexpr std::uint32_t samples_of_part = 4, most_depth = 8, most_samples = samples_of_part << most_depth;

    /// Divides the plane into up to 2^`bits` cells. Reorders the sample, whose places are finite; it may be empty.
    AdaptiveCurve(std::span<Vec2> sample, std::uint32_t bits) noexcept
        : cell_bits_(cell_bits_of(bits)), depth_(std::min(bits - cell_bits_, most_depth)) {
        Aabb all = sample.empty() ? Aabb{} : Aabb{sample[0], sample[0]};
        for (const Vec2 p : sample) {
            all.min = {std::min(all.min.x, p.x), std::min(all.min.y, p.y)};
            all.max = {std::max(all.max.x, p.x), std::max(all.max.y, p.y)};
        }
        divide(sample, all, 1);
        // An even sample needs only enough halvings to make parts square: equal cells are found in a fraction of the
        // time.
        if (depth_ >= looks_depth && parts_are_even()) {
            depth_ = halvings_to_squares(all);
            cell_bits_ = (bits - depth_) & ~1u;
        }
    }

    std::uint32_t count() const noexcept { return 1u << (depth_ + cell_bits_); }

    /// Writes the places of points [first, last) on the curve, below count(); of one that is not finite, any of them.
    void write_places(const kernels::NumberColumn& x, const kernels::NumberColumn& y, std::uint32_t first,
                      std::uint32_t last, std::uint32_t* places) const noexcept {
        for (std::uint32_t begin = first; begin < last; begin += descents_at_once)
            write_places_at_once(x, y, begin, std::min(descents_at_once, last - begin), places + begin);
    }

private:
    // The halves of part i are 2 i and 2 i + 1, on both sides of its cut.
    struct Part {
        Vec2 origin, inverse_extent; // 0: of an extent that is none, or not known as a float
        float cut;
        std::uint32_t axis; // 0: x
    };

    // Cells within parts are found faster than parts, but have one size.
    static std::uint32_t cell_bits_of(std::uint32_t bits) noexcept {
        return bits < 5 ? 0 : bits < 8 ? 2 : bits < 12 ? 4 : 6;
    }

    // The parts of one depth have as many samples each, so that their areas tell whether places are spread evenly.
    static constexpr std::uint32_t looks_depth = 4;
    bool parts_are_even() const noexcept {
        float least = INFINITY, most = 0; // of the inverse areas
        for (std::uint32_t part = 1u << looks_depth; part < 2u << looks_depth; ++part) {
            const float inverse = parts_[part].inverse_extent.x * parts_[part].inverse_extent.y;
            least = std::min(least, inverse);
            most = std::max(most, inverse);
        }
        return most < 8 * least;
    }
    // How often an area has to be halved to have parts that are about square, up to looks_depth.
    static std::uint32_t halvings_to_squares(const Aabb& area) noexcept {
        const float width = area.max.x - area.min.x, height = area.max.y - area.min.y;
        float longer = std::max(width, height);
        std::uint32_t halvings = 0;
        for (const float shorter = std::min(width, height); longer > 1.5f * shorter && halvings < looks_depth;
             longer /= 2)
            ++halvings;
        return halvings;
    }

    // The steps of one descent wait for each other, those of several do not.
    static constexpr std::uint32_t descents_at_once = 32;
    void write_places_at_once(const kernels::NumberColumn& x, const kernels::NumberColumn& y, std::size_t first,
                              std::uint32_t count, std::uint32_t* places) const noexcept {
        float along[2][descents_at_once];
        std::uint32_t parts[descents_at_once];
        for (std::uint32_t i = 0; i < count; ++i) along[0][i] = x[first + i], along[1][i] = y[first + i], parts[i] = 1;
        for (std::uint32_t level = 0; level < depth_; ++level)
            for (std::uint32_t i = 0; i < count; ++i) {
                const Part& part = parts_[parts[i]]; // a branch by the axis or by the side would be mispredicted
                parts[i] = 2 * parts[i] + static_cast<std::uint32_t>(along[part.axis][i] >= part.cut);
            }
        // The clamp is to a place within the last cell, in which many are, so that it is needed for few, and predicted.
        const float side = static_cast<float>(1u << cell_bits_ / 2), beyond = side - 0.125f;
        const auto cell = [&](float distance, float inverse_extent) {
            const float at = distance * inverse_extent * side, low = at > 0.f ? at : 0.f;
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(low < beyond ? low : beyond));
        };
        for (std::uint32_t i = 0; i < count; ++i) {
            const Part& part = parts_[parts[i]];
            const std::uint32_t column = cell(along[0][i] - part.origin.x, part.inverse_extent.x);
            const std::uint32_t row = cell(along[1][i] - part.origin.y, part.inverse_extent.y);
            places[i] = (parts[i] - (1u << depth_)) << cell_bits_ | on_z_curve(column, row);
        }
    }

    void divide(std::span<Vec2> sample, const Aabb& area, std::uint32_t part) noexcept {
        const float width = area.max.x - area.min.x, height = area.max.y - area.min.y;
        const std::uint32_t axis = height > width ? 1 : 0;
        const auto inverse = [](float extent) { return extent > 0 && kernels::finite(1 / extent) ? 1 / extent : 0; };
        parts_[part] = {area.min, {inverse(width), inverse(height)}, 0, axis};
        if (part >> depth_ != 0) return;
        const auto along = [axis](Vec2 p) { return axis == 0 ? p.x : p.y; };
        const std::size_t half = sample.size() / 2;
        std::nth_element(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(half), sample.end(),
                         [along](Vec2 a, Vec2 b) { return along(a) < along(b); });
        const float cut = along(sample.empty() ? area.min : sample[half]);
        parts_[part].cut = cut;
        Aabb low = area, high = area;
        (axis == 0 ? low.max.x : low.max.y) = cut;
        (axis == 0 ? high.min.x : high.min.y) = cut;
        divide(sample.first(half), low, 2 * part);
        divide(sample.subspan(half), high, 2 * part + 1);
    }

    std::uint32_t cell_bits_, depth_;
    std::array<Part, std::size_t{2} << most_depth> parts_;
};

} // namespace throng
