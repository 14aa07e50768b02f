// SPDX-License-Identifier: MIT
#include "engine/src/row_grid/store.hpp"

#include "engine/kernels/base/region.hpp"

#include <limits>

namespace throng {
namespace {

constexpr std::uint32_t lanes = 4;

// Four extremes at a time: a single one would wait for the last comparison at every element.
struct Extremes {
    float low[lanes], high[lanes], longest[lanes];

    Extremes() noexcept {
        constexpr float none = std::numeric_limits<float>::infinity();
        for (std::uint32_t l = 0; l < lanes; ++l) low[l] = none, high[l] = -none, longest[l] = -none;
    }
    void add(std::uint32_t lane, float min, float max) noexcept {
        const float length = max - min;
        low[lane] = min < low[lane] ? min : low[lane];
        high[lane] = max > high[lane] ? max : high[lane];
        longest[lane] = length > longest[lane] ? length : longest[lane];
    }
    void join() noexcept {
        for (std::uint32_t l = 1; l < lanes; ++l) {
            low[0] = low[l] < low[0] ? low[l] : low[0];
            high[0] = high[l] > high[0] ? high[l] : high[0];
            longest[0] = longest[l] > longest[0] ? longest[l] : longest[0];
        }
    }
};

void measure(const float* min, const float* max, std::uint32_t size, float& low, float& high, float& reach) noexcept {
    Extremes found;
    std::uint32_t i = 0;
    for (; i + lanes <= size; i += lanes)
        for (std::uint32_t l = 0; l < lanes; ++l) found.add(l, min[i + l], max[i + l]);
    for (; i < size; ++i) found.add(0, min[i], max[i]);
    found.join();
    low = kernels::surely_below(found.low[0], 0.f);
    high = kernels::surely_above(found.high[0], 0.f);
    reach = kernels::surely_above(0.5f * found.longest[0], 0.f);
}

} // namespace

void measure_row(kernels::GridRow& row, const kernels::BoxColumns& columns) noexcept {
    const std::uint32_t begin = row.begin;
    measure(columns.min_x + begin, columns.max_x + begin, row.size, row.min_x, row.max_x, row.reach_x);
    measure(columns.min_y + begin, columns.max_y + begin, row.size, row.min_y, row.max_y, row.reach_y);
}

} // namespace throng
