// SPDX-License-Identifier: MIT
// Persons per square metre, on average over frames.
#pragma once

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

class DensityField {
public:
    /// Cells of at most `cell` metres cover `bounds`, with_ground; there are at most 2048 along a side, and they are
    /// larger if that is too few.
    explicit DensityField(Aabb bounds, float cell = 0.1f);

    /// Adds all people at a moment; slots with present[slot] == 0 are left out. People outside the bounds are not
    /// counted.
    void add_frame(std::span<const float> x, std::span<const float> y, std::span<const std::uint8_t> present = {});

    /// Persons per square metre of every cell, row by row from the lower left, each smoothed over about `blur` metres
    /// (the standard deviation of a nearly normal distribution). The sum stays the same: density beyond the bounds is
    /// reflected.
    std::vector<float> persons_per_square_metre(float blur) const;

    /// The standard deviation by which persons_per_square_metre(blur) really smooths, as cells allow; 0: it does not.
    float smoothing(float blur) const noexcept;

    Aabb bounds() const noexcept { return bounds_; }
    std::uint32_t columns() const noexcept { return columns_; }
    std::uint32_t rows() const noexcept { return rows_; }
    float cell() const noexcept { return cell_; }
    std::uint64_t frames() const noexcept { return frames_; }

private:
    std::ptrdiff_t cells_aside(float blur) const noexcept;

    Aabb bounds_;
    float cell_;
    std::uint32_t columns_, rows_;
    std::uint64_t frames_ = 0;
    std::vector<std::uint32_t> counts_;
};

} // namespace throng::app
