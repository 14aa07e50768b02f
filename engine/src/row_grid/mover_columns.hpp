// SPDX-License-Identifier: MIT
// The columns of elements on their way to another cell.
#pragma once

#include "engine/kernels/row_grid/change.hpp"
#include "engine/src/base/column.hpp"

#include <algorithm>

namespace throng {

/// Movers with their new row and grid column, and with their boxes or with their old row and column. Grows, and keeps
/// its content then.
class MoverColumns {
public:
    explicit MoverColumns(Memory memory) noexcept
        : min_x_(memory), min_y_(memory), max_x_(memory), max_y_(memory), slots_(memory), row_(memory), column_(memory),
          from_row_(memory), from_column_(memory) {}

    /// Removes all movers and keeps the memory. Columns that are not needed are null.
    void begin(bool points, bool with_boxes) noexcept {
        points_ = points;
        with_boxes_ = with_boxes;
        view_.size = 0;
        show();
    }
    /// Makes room for `count` movers and a tile more; the content stays. False: out of memory, with as much room as
    /// before or more.
    [[nodiscard]] bool grow(std::size_t count) noexcept {
        if (count > UINT32_MAX - 16) return false;
        const std::size_t room = count + 16;
        const bool grown = (!with_boxes_ || (min_x_.grow(room) && min_y_.grow(room))) &&
                           (!with_max() || (max_x_.grow(room) && max_y_.grow(room))) && slots_.grow(room) &&
                           row_.grow(room) && column_.grow(room) &&
                           (with_boxes_ || (from_row_.grow(room) && from_column_.grow(room)));
        for (Column<float>* column : {&min_x_, &min_y_, &max_x_, &max_y_})
            column->resize(column->capacity()); // so that the next growth keeps all of it
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

} // namespace throng
