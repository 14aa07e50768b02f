// SPDX-License-Identifier: MIT
// The values of all rows of a grid that searches need.
#include "engine/kernels/base/region.hpp"
#include "engine/src/row_grid/store.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace throng {

namespace {

using kernels::GridRow;

// The largest reach of all rows but a few, from a histogram by powers of two. Its limit is at least a cell, so that
// rows above it exceed it by a margin that matters.
float usual_reach(const Column<GridRow>& rows, float GridRow::*reach, float cell_size) {
    float farthest = 0;
    for (const GridRow& row : rows)
        if (row.size != 0) farthest = std::max(farthest, row.*reach);
    if (farthest <= cell_size) return farthest;

    constexpr int steps = 256;
    std::array<std::uint32_t, steps> histogram{};
    const auto step = [](float of) {
        if (!(of > 0)) return 0;
        return std::isfinite(of) ? std::clamp(std::ilogb(of) + 128, 1, steps - 1) : steps - 1;
    };
    for (const GridRow& row : rows) {
        if (row.size == 0) continue;
        ++histogram[static_cast<std::size_t>(step(row.*reach))];
    }
    const std::uint32_t few = 4 + static_cast<std::uint32_t>(rows.size()) / 256;
    std::size_t usual = steps - 1;
    for (std::uint32_t above = histogram[usual]; usual > 0 && above <= few; above += histogram[usual]) --usual;
    const float bound = std::max(cell_size, std::ldexp(4.f, static_cast<int>(usual) - 128));
    float largest = 0;
    for (const GridRow& row : rows)
        if (row.size != 0 && row.*reach <= bound) largest = std::max(largest, row.*reach);
    return largest;
}

// If each element has many candidates in a row, one element x 16 candidates wastes fewer lanes than 4 x 4 with their
// wider common run. The only row of a small world is as high as the world, and its only cell as wide: there only
// elements near each other count.
bool meets_many(const Column<GridRow>& rows, std::size_t cells, std::uint32_t size, const Aabb& around,
                const GridGeometry& geometry) {
    const double many = 12.0 * static_cast<double>(cells);
    if (size <= many) return false; // even if all were near each other
    double meeting = size;
    const auto near = [&](float reach, float side) {
        meeting *= std::min(1.0, 4 * static_cast<double>(reach) / static_cast<double>(side));
    };
    if (geometry.one_row) near(rows[0].reach_y, around.max.y - around.min.y);
    if (geometry.one_cell) near(rows[0].reach_x, around.max.x - around.min.x);
    return meeting > many;
}

} // namespace

// Searches reach beyond their region by the usual reach. The few rows with a larger one are listed, and every search
// reads each of them: so one giant costs a search one more row, not all of them.
void RowGridStore::summarize() noexcept {
    constexpr float limit = std::numeric_limits<float>::infinity();
    constexpr kernels::RowBlock nothing{limit, limit, -limit, -limit};
    occupied.fill(rows.size() / 64 + 1, 0);
    row_blocks.fill(occupied.size(), nothing);
    const auto enclose = [](auto& box, const auto& other) {
        box = {std::min(box.min_x, other.min_x), std::min(box.min_y, other.min_y), std::max(box.max_x, other.max_x),
               std::max(box.max_y, other.max_y)};
    };
    for (std::uint32_t r = 0; r < rows.size(); ++r) {
        if (rows[r].size == 0) continue;
        occupied[r / 64] |= std::uint64_t{1} << (r % 64);
        enclose(row_blocks[r / 64], rows[r]);
    }
    kernels::RowBlock all = nothing;
    for (const kernels::RowBlock& block : row_blocks) enclose(all, block);
    around = {{all.min_x, all.min_y}, {all.max_x, all.max_y}};

    reach_x = usual_reach(rows, &GridRow::reach_x, geometry.cell_size);
    reach_y = usual_reach(rows, &GridRow::reach_y, geometry.cell_size);
    dense = meets_many(rows, cell_begin.size(), size, around, geometry);
    tall_rows.resize(0);
    for (std::uint32_t r = 0; r < rows.size(); ++r) {
        if (rows[r].size == 0 || rows[r].reach_y <= reach_y) continue;
        tall_rows.append(r);
    }
}

void RowGridStore::summarize_only_row() noexcept {
    const GridRow& row = rows[0];
    if (row.reach_x > geometry.cell_size || row.reach_y > geometry.cell_size) return summarize();
    row_blocks[0] = {row.min_x, row.min_y, row.max_x, row.max_y};
    around = {{row.min_x, row.min_y}, {row.max_x, row.max_y}};
    reach_x = row.reach_x;
    reach_y = row.reach_y;
    dense = meets_many(rows, cell_begin.size(), size, around, geometry);
    tall_rows.resize(0);
}

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
