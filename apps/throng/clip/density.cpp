// SPDX-License-Identifier: MIT
// Persons per square metre, on average over frames.
#include "apps/throng/clip/density.hpp"

#include "apps/throng/crowd/plan.hpp"

#include <algorithm>
#include <cmath>

namespace throng::app {

namespace {

constexpr float most_cells_a_side = 2048;

std::uint32_t cells_along(float length, float cell) {
    return static_cast<std::uint32_t>(std::clamp(std::ceil(length / cell), 1.0f, most_cells_a_side));
}

// The mean of each window of 2 * reach + 1 values; beyond the ends the values are mirrored. By a running sum in
// doubles: its error does not grow to anything that a colour could show.
void box_blur(const float* in, float* out, std::size_t size, std::size_t stride, std::ptrdiff_t reach) {
    const auto n = static_cast<std::ptrdiff_t>(size);
    const auto mirrored = [n](std::ptrdiff_t i) {
        i = i < 0 ? -1 - i : i;
        i %= 2 * n;
        return i < n ? i : 2 * n - 1 - i;
    };
    const auto value = [&](std::ptrdiff_t i) {
        return static_cast<double>(in[static_cast<std::size_t>(mirrored(i)) * stride]);
    };
    double sum = 0;
    for (std::ptrdiff_t i = -reach; i <= reach; ++i) sum += value(i);
    for (std::ptrdiff_t i = 0; i < n; ++i) {
        out[static_cast<std::size_t>(i) * stride] =
            static_cast<float>(std::max(sum, 0.0) / static_cast<double>(2 * reach + 1));
        sum += value(i + reach + 1) - value(i - reach);
    }
}

} // namespace

DensityField::DensityField(Aabb bounds, float cell) : bounds_(with_ground(bounds)), cell_(cell) {
    const float width = bounds_.max.x - bounds_.min.x, height = bounds_.max.y - bounds_.min.y;
    cell_ = std::max({cell, width / most_cells_a_side, height / most_cells_a_side});
    columns_ = cells_along(width, cell_);
    rows_ = cells_along(height, cell_);
    counts_.resize(static_cast<std::size_t>(columns_) * rows_);
}

void DensityField::add_frame(std::span<const float> x, std::span<const float> y,
                             std::span<const std::uint8_t> present) {
    ++frames_;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!present.empty() && present[i] == 0) continue;
        if (x[i] < bounds_.min.x || x[i] > bounds_.max.x || y[i] < bounds_.min.y || y[i] > bounds_.max.y) continue;
        const auto column = std::min(static_cast<std::uint32_t>((x[i] - bounds_.min.x) / cell_), columns_ - 1);
        const auto row = std::min(static_cast<std::uint32_t>((y[i] - bounds_.min.y) / cell_), rows_ - 1);
        ++counts_[static_cast<std::size_t>(row) * columns_ + column];
    }
}

// Three box means have the variance 3 * ((2 reach + 1)^2 - 1) / 12.
std::ptrdiff_t DensityField::cells_aside(float blur) const noexcept {
    const float cells = blur / cell_;
    return static_cast<std::ptrdiff_t>(std::lround(0.5f * (std::sqrt(4 * cells * cells + 1) - 1)));
}

float DensityField::smoothing(float blur) const noexcept {
    const auto width = static_cast<float>(2 * cells_aside(blur) + 1);
    return 0.5f * cell_ * std::sqrt(width * width - 1);
}

std::vector<float> DensityField::persons_per_square_metre(float blur) const {
    std::vector<float> field(counts_.size()), scratch(counts_.size());
    const float unit = frames_ == 0 ? 0 : 1 / (static_cast<float>(frames_) * cell_ * cell_);
    for (std::size_t i = 0; i < field.size(); ++i) field[i] = static_cast<float>(counts_[i]) * unit;

    const std::ptrdiff_t reach = cells_aside(blur);
    if (reach == 0) return field;
    for (int round = 0; round < 3; ++round) {
        for (std::size_t row = 0; row < rows_; ++row)
            box_blur(&field[row * columns_], &scratch[row * columns_], columns_, 1, reach);
        for (std::size_t column = 0; column < columns_; ++column)
            box_blur(&scratch[column], &field[column], rows_, columns_, reach);
    }
    return field;
}

} // namespace throng::app
