// SPDX-License-Identifier: MIT
// The columns of a grid's elements, and of elements on their way to another cell.
#pragma once

#include "engine/kernels/change.hpp"
#include "engine/src/column.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

/// min_x min_y max_x max_y slots; points have no max columns.
class GridColumns {
public:
    GridColumns(Memory memory, bool points) noexcept
        : min_x_(memory), min_y_(memory), max_x_(memory), max_y_(memory), slots_(memory), points_(points) {}

    /// All columns have room for `count` elements, or none has changed. The content is not kept.
    [[nodiscard]] bool reserve_discard(std::size_t count) noexcept {
        if (count <= slots_.capacity() && slots_.capacity() != 0) return true;
        GridColumns fresh(slots_.memory(), points_);
        if (!(fresh.min_x_.reserve(count) && fresh.min_y_.reserve(count) && fresh.slots_.reserve(count))) return false;
        if (!points_ && !(fresh.max_x_.reserve(count) && fresh.max_y_.reserve(count))) return false;
        swap(fresh);
        return true;
    }
    /// The first `count` elements of `other`, of the same kind. False: out of memory, nothing has changed.
    [[nodiscard]] bool assign(GridColumns& other, std::size_t count) noexcept {
        if (!reserve_discard(count > capacity() ? other.capacity() : count)) return false;
        const kernels::BoxColumns to = columns(), from = other.columns();
        const auto copy = [&](auto* column, const auto* part) {
            if (count != 0) std::memcpy(column, part, count * sizeof(*part));
        };
        copy(to.min_x, from.min_x);
        copy(to.min_y, from.min_y);
        if (!points_) {
            copy(to.max_x, from.max_x);
            copy(to.max_y, from.max_y);
        }
        copy(to.slots, from.slots);
        return true;
    }
    void swap(GridColumns& other) noexcept {
        min_x_.swap(other.min_x_);
        min_y_.swap(other.min_y_);
        max_x_.swap(other.max_x_);
        max_y_.swap(other.max_y_);
        slots_.swap(other.slots_);
        std::swap(points_, other.points_);
    }
    kernels::BoxColumns columns() noexcept { return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), slots_.data()}; }
    std::size_t capacity() const noexcept { return slots_.capacity(); }
    std::size_t bytes() const noexcept { return min_x_.bytes() + min_y_.bytes() + max_x_.bytes() + max_y_.bytes() + slots_.bytes(); }
    const Memory& memory() const noexcept { return slots_.memory(); }

private:
    Column<float> min_x_, min_y_, max_x_, max_y_;
    Column<std::uint32_t> slots_;
    bool points_;
};

/// Elements on their way, with the row and grid column they go to. Grows, and keeps its content when it does.
class MoverColumns {
public:
    explicit MoverColumns(Memory memory) noexcept
        : min_x_(memory), min_y_(memory), max_x_(memory), max_y_(memory), slots_(memory), row_(memory), column_(memory) {}

    /// Room for `count` movers and a tile more; the content stays. False: out of memory, with as much room as before or more.
    [[nodiscard]] bool grow(std::size_t count, bool points) noexcept {
        if (count > UINT32_MAX - 16) return false;
        const std::size_t room = count + 16;
        const bool grown = min_x_.grow(room) && min_y_.grow(room) && (points || (max_x_.grow(room) && max_y_.grow(room))) &&
                           slots_.grow(room) && row_.grow(room) && column_.grow(room);
        // Columns that did grow have moved, whether or not all of them did; the last one to grow tells what room there is.
        view_.boxes = {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), slots_.data()};
        view_.row = row_.data();
        view_.column = column_.data();
        view_.capacity = static_cast<std::uint32_t>(std::max<std::size_t>(column_.capacity(), 16) - 16);
        for (Column<float>* column : {&min_x_, &min_y_, &max_x_, &max_y_}) column->resize(column->capacity());
        for (Column<std::uint32_t>* column : {&slots_, &row_, &column_}) column->resize(column->capacity());
        return grown;
    }
    void release() noexcept { *this = MoverColumns(slots_.memory()); }
    kernels::Movers& view() noexcept { return view_; }
    const kernels::Movers& view() const noexcept { return view_; }
    std::size_t bytes() const noexcept {
        return min_x_.bytes() + min_y_.bytes() + max_x_.bytes() + max_y_.bytes() + slots_.bytes() + row_.bytes() + column_.bytes();
    }

private:
    Column<float> min_x_, min_y_, max_x_, max_y_;
    Column<std::uint32_t> slots_, row_, column_;
    kernels::Movers view_{};
};

} // namespace throng
