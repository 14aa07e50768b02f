// SPDX-License-Identifier: MIT
// Boxes by slot, in columns that a row grid can take as its own.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/src/base/column.hpp"

#include <throng/types.hpp>

#include <utility>

namespace throng {

struct UnsortedBoxes {
    explicit UnsortedBoxes(const Memory& memory) noexcept
        : min_x(memory), min_y(memory), max_x(memory), max_y(memory) {}

    Column<float> min_x, min_y, max_x, max_y;

    /// Room for `count` boxes; the content stays. False: out of memory.
    [[nodiscard]] bool reserve(std::size_t count) noexcept {
        return min_x.reserve(count) && min_y.reserve(count) && max_x.reserve(count) && max_y.reserve(count);
    }
    /// There has to be room for them.
    void resize(std::size_t count) noexcept {
        for (Column<float>* column : {&min_x, &min_y, &max_x, &max_y}) column->resize(count);
    }
    void release() noexcept {
        for (Column<float>* column : {&min_x, &min_y, &max_x, &max_y}) column->release();
    }
    /// x becomes y, as in a grid that is turned.
    void exchange_axes() noexcept {
        min_x.swap(min_y);
        max_x.swap(max_y);
    }
    void put(std::size_t slot, const Aabb& box) noexcept {
        min_x[slot] = box.min.x, min_y[slot] = box.min.y;
        max_x[slot] = box.max.x, max_y[slot] = box.max.y;
    }
    Aabb operator[](std::size_t slot) const noexcept {
        return {{min_x[slot], min_y[slot]}, {max_x[slot], max_y[slot]}};
    }
    std::size_t size() const noexcept { return min_x.size(); }
    kernels::BoxSource source() const noexcept {
        return {.a_x = min_x.data(),
                .a_y = min_y.data(),
                .b_x = max_x.data(),
                .b_y = max_y.data(),
                .a_stride = sizeof(float),
                .b_stride = sizeof(float),
                .form = kernels::BoxSource::Form::Corners};
    }
};

/// The slots s < end with marks[s] == mark. There are `count`; slot end - 1 is one of them.
struct MarkedSlots {
    const std::uint8_t* marks = nullptr;
    std::uint8_t mark = 0;
    std::size_t end = 0, count = 0;

    bool all() const noexcept { return count == end; }
    bool has(std::size_t slot) const noexcept { return marks[slot] == mark; }
};

} // namespace throng
