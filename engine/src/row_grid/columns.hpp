// SPDX-License-Identifier: MIT
// The columns of a grid's elements.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/src/base/column.hpp"

#include <cstring>
#include <utility>

namespace throng {

/// min_x min_y max_x max_y slots; points have no max columns.
class GridColumns {
public:
    GridColumns(Memory memory, bool points) noexcept
        : min_x_(memory), min_y_(memory), max_x_(memory), max_y_(memory), slots_(memory), points_(points) {}

    /// Room for `count` elements in all columns. The content is not kept. False: out of memory, nothing has changed.
    [[nodiscard]] bool reserve_discard(std::size_t count) noexcept {
        if (count <= slots_.capacity() && count <= min_x_.capacity() && min_x_.capacity() != 0) return true;
        GridColumns fresh(slots_.memory(), points_);
        if (!(fresh.min_x_.reserve(count) && fresh.min_y_.reserve(count) && fresh.slots_.reserve(count))) return false;
        if (!points_ && !(fresh.max_x_.reserve(count) && fresh.max_y_.reserve(count))) return false;
        swap(fresh);
        return true;
    }
    /// The same, only for the slots column.
    [[nodiscard]] bool reserve_slots_discard(std::size_t count) noexcept {
        return count <= slots_.capacity() || slots_.resize_discard(count);
    }
    /// Copies the first `count` elements of `other`, of the same kind. False: out of memory, nothing has changed.
    [[nodiscard]] bool assign(const GridColumns& other, std::size_t count) noexcept {
        if (!reserve_discard(count > capacity() ? other.capacity() : count)) return false;
        const kernels::BoxColumns to = columns();
        const kernels::ElementColumns from = other.elements(0);
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
    void swap(GridColumns& other) noexcept { std::swap(*this, other); }
    kernels::BoxColumns columns() noexcept {
        return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), slots_.data()};
    }
    /// For points, the max columns are the min columns.
    kernels::ElementColumns elements(float half_extent) const noexcept {
        const Column<float>&right = points_ ? min_x_ : max_x_, &upper = points_ ? min_y_ : max_y_;
        return {min_x_.data(), min_y_.data(), right.data(), upper.data(), slots_.data(), half_extent};
    }
    /// Becomes these columns, of boxes.
    void take(Column<float>& min_x, Column<float>& min_y, Column<float>& max_x, Column<float>& max_y,
              Column<std::uint32_t>& slots) noexcept {
        min_x_.swap(min_x);
        min_y_.swap(min_y);
        max_x_.swap(max_x);
        max_y_.swap(max_y);
        slots_.swap(slots);
    }
    /// Only the slots column, for which alone there may be memory.
    kernels::BoxColumns slots_alone() noexcept { return {nullptr, nullptr, nullptr, nullptr, slots_.data()}; }
    void swap_slots(GridColumns& other) noexcept { slots_.swap(other.slots_); }
    /// Writes an element, which is a box; at < capacity().
    void set(std::size_t at, const Aabb& box, Slot slot) noexcept {
        const kernels::BoxColumns to = columns();
        to.min_x[at] = box.min.x, to.min_y[at] = box.min.y;
        to.max_x[at] = box.max.x, to.max_y[at] = box.max.y;
        to.slots[at] = slot;
    }
    void release() noexcept { *this = GridColumns(memory(), points_); }
    std::size_t capacity() const noexcept { return min_x_.capacity(); }
    std::size_t bytes() const noexcept { return bytes_of(min_x_, min_y_, max_x_, max_y_, slots_); }
    const Memory& memory() const noexcept { return slots_.memory(); }
    bool points() const noexcept { return points_; }

private:
    Column<float> min_x_, min_y_, max_x_, max_y_;
    Column<std::uint32_t> slots_;
    bool points_;
};

} // namespace throng
