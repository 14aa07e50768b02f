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
    AdaptiveCurve(std::span<Vec2> sample, std::uint32_t bits) noexcept {
        Aabb all = sample.empty() ? Aabb{} : Aabb{sample[0], sample[0]};
        for (const Vec2 p : sample) {
            all.min = {std::min(all.min.x, p.x), std::min(all.min.y, p.y)};
            all.max = {std::max(all.max.x, p.x), std::max(all.max.y, p.y)};
        }
        depth_ = std::min(bits, looks_depth);
        divide(sample, all, 1);
        // An even sample needs only enough halvings to make parts square: equal cells are found in a fraction of the
        // time.
        if (bits > looks_depth && parts_are_even()) {
            depth_ = halvings_to_squares(all);
            cell_bits_ = (bits - depth_) & ~1u;
        } else {
            cell_bits_ = cell_bits_of(bits);
            depth_ = std::min(bits - cell_bits_, most_depth);
        }
        divide(sample, all, 1);
    }

    std::uint32_t count() const noexcept { return 1u << (depth_ + cell_bits_); }

    /// Writes the places of points [first, last) on the curve, below count(); of one that is not finite, any of them.
    void write_places(const kernels::NumberColumn& x, const kernels::NumberColumn& y, std::uint32_t first,
                      std::uint32_t last, std::uint32_t* places) const noexcept {
        for (std::uint32_t begin = first; begin < last; begin += descents_at_once)
            write_places_at_once(x, y, begin, std::min(descents_at_once, last - begin), places + begin);
    }

private:
    struct Cut {
        float at;
        std::uint32_t axis; // 0: x
    };
    struct Part {
        Aabb area;
        float inverse_x, inverse_y; // cells in a unit of length
    };

    // Cells within parts are found faster than parts, but have one size.
    static std::uint32_t cell_bits_of(std::uint32_t bits) noexcept {
        return bits < 5 ? 0 : bits < 8 ? 2 : bits < 12 ? 4 : 6;
    }

    // The first parts have as many samples each, so that their areas tell whether places are spread evenly.
    static constexpr std::uint32_t looks_depth = 4;
    bool parts_are_even() const noexcept {
        const auto area_of = [](const Part& part) {
            return (part.area.max.x - part.area.min.x) * (part.area.max.y - part.area.min.y);
        };
        float least = area_of(parts_[0]), most = least;
        for (std::uint32_t i = 1; i < 1u << depth_; ++i) {
            least = std::min(least, area_of(parts_[i]));
            most = std::max(most, area_of(parts_[i]));
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
                const Cut cut = cuts_[parts[i]]; // a branch by the axis or by the side would be mispredicted
                parts[i] = 2 * parts[i] + static_cast<std::uint32_t>(along[cut.axis][i] >= cut.at);
            }
        // The clamp is to a place within the last cell, in which many are, so that it is needed for few, and predicted.
        const float beyond = static_cast<float>(1u << cell_bits_ / 2) - 0.125f;
        const auto cell = [beyond](float distance, float inverse_cell) {
            const float at = distance * inverse_cell, low = at > 0.f ? at : 0.f;
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(low < beyond ? low : beyond));
        };
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t part = parts[i] - (1u << depth_);
            const Part& in = parts_[part];
            const std::uint32_t column = cell(along[0][i] - in.area.min.x, in.inverse_x);
            const std::uint32_t row = cell(along[1][i] - in.area.min.y, in.inverse_y);
            places[i] = part << cell_bits_ | on_z_curve(column, row);
        }
    }
    // The halves of part i are 2 i and 2 i + 1.
    void divide(std::span<Vec2> sample, const Aabb& area, std::uint32_t part) noexcept {
        if (part >> depth_ != 0) {
            parts_[part - (1u << depth_)] = {area, inverse_cell(area.min.x, area.max.x),
                                             inverse_cell(area.min.y, area.max.y)};
            return;
        }
        const bool across_y = area.max.y - area.min.y > area.max.x - area.min.x;
        const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
        if (across_y)
            std::nth_element(sample.begin(), middle, sample.end(), [](Vec2 a, Vec2 b) { return a.y < b.y; });
        else
            std::nth_element(sample.begin(), middle, sample.end(), [](Vec2 a, Vec2 b) { return a.x < b.x; });
        const float at =
            across_y ? (sample.empty() ? area.min.y : middle->y) : (sample.empty() ? area.min.x : middle->x);
        cuts_[part] = {at, across_y ? 1u : 0u};
        Aabb low = area, high = area;
        (across_y ? low.max.y : low.max.x) = at;
        (across_y ? high.min.y : high.min.x) = at;
        divide(sample.first(sample.size() / 2), low, 2 * part);
        divide(sample.subspan(sample.size() / 2), high, 2 * part + 1);
    }
    float inverse_cell(float low, float high) const noexcept {
        const float inverse = static_cast<float>(1u << cell_bits_ / 2) / (high - low);
        return high > low && kernels::finite(inverse) ? inverse : 1;
    }

    std::uint32_t cell_bits_ = 0, depth_ = 0;
    std::array<Cut, std::size_t{1} << most_depth> cuts_;
    std::array<Part, std::size_t{1} << most_depth> parts_;
};

} // namespace throng
