// SPDX-License-Identifier: MIT
// The crowd's boxes in an order of one's own, with room behind them for whole vectors.
#pragma once

#include "bench/peers/brute_force_row.hpp"

#include <throng/types.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace throng::bench {

struct SortedColumns {
    std::vector<float> min_x, min_y, max_x, max_y;
    std::vector<Slot> slots;

    void resize(std::size_t size) {
        if (slots.size() == size) return;
        constexpr float nowhere = std::numeric_limits<float>::infinity();
        for (auto* column : {&min_x, &min_y}) column->assign(size + beyond_the_end, nowhere);
        for (auto* column : {&max_x, &max_y}) column->assign(size + beyond_the_end, -nowhere);
        slots.resize(size);
    }

    void set(std::size_t at, Slot slot, const Aabb& box) noexcept {
        min_x[at] = box.min.x;
        min_y[at] = box.min.y;
        max_x[at] = box.max.x;
        max_y[at] = box.max.y;
        slots[at] = slot;
    }

    Aabb box(std::size_t at) const noexcept { return {{min_x[at], min_y[at]}, {max_x[at], max_y[at]}}; }

    BoxColumns up_to(std::size_t end) const noexcept {
        return {min_x.data(), min_y.data(), max_x.data(), max_y.data(), end};
    }
};

} // namespace throng::bench
