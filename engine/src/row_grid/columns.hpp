// SPDX-License-Identifier: MIT
// The columns of a grid's elements, and of elements on their way to another cell.
#pragma once

#include "engine/kernels/row_grid/change.hpp"
#include "engine/src/base/column.hpp"

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
        if (count <= slots_.capacity() && count <= min_x_.capacity() && min_x_.capacity() != 0) return true;
        GridColumns fresh(slots_.memory(), points_);
        if (!(fresh.min_x_.reserve(count) && fresh.min_y_.reserve(count) && fresh.slots_.reserve(count))) return false;
        if (!points_ && !(fresh.max_x_.reserve(count) && fresh.max_y_.reserve(count))) return false;
        swap(fresh);
        return true;
    }
    /// As much of the slots column alone.
    [[nodiscard]] bool reserve_slots_discard(std::size_t count) noexcept {
        return count <= slots_.capacity() || slots_.resize_discard(count);
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
    kernels::BoxColumns columns() noexcept {
        return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), slots_.data()};
    }
    /// The slots column, which may have been reserved alone.
    kernels::BoxColumns slots_alone() noexcept { return {nullptr, nullptr, nullptr, nullptr, slots_.data()}; }
    void swap_slots(GridColumns& other) noexcept { slots_.swap(other.slots_); }
    std::size_t capacity() const noexcept { return min_x_.capacity(); }
    std::size_t bytes() const noexcept {
        return min_x_.bytes() + min_y_.bytes() + max_x_.bytes() + max_y_.bytes() + slots_.bytes();
    }
    const Memory& memory() const noexcept { return slots_.memory(); }

private:
    Column<float> min_x_, min_y_, max_x_, max_y_;
    Column<std::uint32_t> slots_;
    bool points_;
};

/// What a row grid keeps from one pass of a change to the next, and nobody asks for afterwards.
struct BetweenPasses {
    BetweenPasses(Memory memory, bool points) noexcept : back(memory, points), swept_boxes(memory), leaving(memory) {}

    void swap(BetweenPasses& other) noexcept {
        back.swap(other.back);
        swept_boxes.swap(other.swept_boxes);
        leaving.swap(other.leaving);
    }
    std::size_t bytes() const noexcept { return back.bytes() + swept_boxes.bytes() + leaving.bytes(); }

    GridColumns back;              // stayers, or the slots that a sweep's rows write next
    Column<float> swept_boxes;     // by slot, side by side
    Column<std::uint64_t> leaving; // a bit per slot
};

/// Elements on their way, with the row and grid column they go to, and with their boxes or with where they come from.
/// Grows, and keeps its content when it does.
class MoverColumns {
public:
    explicit MoverColumns(Memory memory) noexcept
        : min_x_(memory), min_y_(memory), max_x_(memory), max_y_(memory), slots_(memory), row_(memory), column_(memory),
          from_row_(memory), from_column_(memory) {}

    /// Nobody is on the way, in the memory that is there.
    void begin(bool points, bool with_boxes) noexcept {
        points_ = points, with_boxes_ = with_boxes;
        view_.size = 0;
        show();
    }
    /// Room for `count` movers and a tile more; the content stays. False: out of memory, with as much room as before or
    /// more.
    [[nodiscard]] bool grow(std::size_t count) noexcept {
        if (count > UINT32_MAX - 16) return false;
        const std::size_t room = count + 16;
        const bool grown = (!with_boxes_ || (min_x_.grow(room) && min_y_.grow(room))) &&
                           (!with_max() || (max_x_.grow(room) && max_y_.grow(room))) && slots_.grow(room) &&
                           row_.grow(room) && column_.grow(room) &&
                           (with_boxes_ || (from_row_.grow(room) && from_column_.grow(room)));
        for (Column<float>* column : {&min_x_, &min_y_, &max_x_, &max_y_})
            column->resize(column->capacity()); // what the next growth keeps
        for (Column<std::uint32_t>* column : {&slots_, &row_, &column_, &from_row_, &from_column_})
            column->resize(column->capacity());
        show(); // columns that did grow have moved, whether or not all of them did
        return grown;
    }
    void release() noexcept { *this = MoverColumns(slots_.memory()); }
    kernels::Movers& view() noexcept { return view_; }
    const kernels::Movers& view() const noexcept { return view_; }
    std::size_t bytes() const noexcept {
        return min_x_.bytes() + min_y_.bytes() + max_x_.bytes() + max_y_.bytes() + slots_.bytes() + row_.bytes() +
               column_.bytes() + from_row_.bytes() + from_column_.bytes();
    }

private:
    bool with_max() const noexcept { return with_boxes_ && !points_; }
    void show() noexcept {
        std::size_t room = std::min({slots_.capacity(), row_.capacity(), column_.capacity()});
        room = with_boxes_ ? std::min({room, min_x_.capacity(), min_y_.capacity()})
                           : std::min({room, from_row_.capacity(), from_column_.capacity()});
        if (with_max()) room = std::min({room, max_x_.capacity(), max_y_.capacity()});
        view_.boxes = {with_boxes_ ? min_x_.data() : nullptr, with_boxes_ ? min_y_.data() : nullptr,
                       with_max() ? max_x_.data() : nullptr, with_max() ? max_y_.data() : nullptr, slots_.data()};
        view_.row = row_.data();
        view_.column = column_.data();
        view_.from_row = from_row_.data();
        view_.from_column = from_column_.data();
        view_.capacity = static_cast<std::uint32_t>(std::max<std::size_t>(room, 16) - 16);
    }

    Column<float> min_x_, min_y_, max_x_, max_y_;
    Column<std::uint32_t> slots_, row_, column_, from_row_, from_column_;
    kernels::Movers view_{};
    bool points_ = false, with_boxes_ = true;
};

/// The room that movers of which there are more than `room` are given: twice as much, so that a steady crowd soon needs
/// no more.
inline std::size_t more_movers(std::uint32_t room) noexcept { return 2 * std::size_t{room} + 64; }

} // namespace throng
