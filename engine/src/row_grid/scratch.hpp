// SPDX-License-Identifier: MIT
// The memory of a change: results of its first pass for the second.
#pragma once

#include "engine/kernels/row_grid/change.hpp"
#include "engine/src/base/block_pool.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/row_grid/columns.hpp"

#include <throng/executor.hpp>
#include <throng/types.hpp>

#include <algorithm>
#include <span>

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
        const bool grown = (with_boxes_ ? grow_all(room, min_x_, min_y_) : grow_all(room, from_row_, from_column_)) &&
                           (!with_max() || grow_all(room, max_x_, max_y_)) && grow_all(room, slots_, row_, column_);
        const auto keep = [](auto&... columns) { (columns.resize(columns.capacity()), ...); };
        keep(min_x_, min_y_, max_x_, max_y_, slots_, row_, column_, from_row_, from_column_); // as the next growth does
        show(); // columns that did grow have moved, whether or not all of them did
        return grown;
    }
    void release() noexcept { *this = MoverColumns(slots_.memory()); }
    kernels::Movers& view() noexcept { return view_; }
    const kernels::Movers& view() const noexcept { return view_; }
    std::size_t bytes() const noexcept {
        return bytes_of(min_x_, min_y_, max_x_, max_y_, slots_, row_, column_, from_row_, from_column_);
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

/// One block of a first pass: its movers and faults. A block is consecutive rows, slots or new items.
struct MoverBlock {
    explicit MoverBlock(Memory memory) noexcept : movers(memory) {}

    /// Makes room for more movers. False: out of memory, which is recorded here.
    [[nodiscard]] bool grow(std::size_t count) noexcept {
        const bool grown = movers.grow(count);
        if (!grown) out_of_memory = true;
        return grown;
    }
    /// Doubles the room, so that a steady crowd soon needs no more.
    [[nodiscard]] bool grow() noexcept { return grow(2 * std::size_t{movers.view().capacity} + 64); }

    MoverColumns movers;
    kernels::ItemFaults faulty{};
    bool out_of_memory = false;
};

/// Positions among the gathered movers, sorted by row.
struct MoversByRow {
    explicit MoversByRow(const Memory& memory) noexcept : order(memory), begin(memory) {}
    Column<std::uint32_t> order, begin; // `begin` has one entry for each row, and the end

    const std::uint32_t* of(std::uint32_t row) const noexcept { return order.data() + begin[row]; }
    std::uint32_t count(std::uint32_t row) const noexcept { return begin[row + 1] - begin[row]; }
};

/// The movers of a change: found by blocks, gathered in one list, sorted by their new row and, if they have no boxes,
/// by their old row. The list is kept until the next change gathers.
class RowGridMovers {
public:
    explicit RowGridMovers(const Memory& memory) noexcept;

    // ---- the first pass ----
    /// Removes all blocks. `with_boxes`: movers have their boxes, else their old row and column.
    void begin(bool points, bool with_boxes) noexcept;
    /// Adds `more` blocks without movers. False: out of memory.
    [[nodiscard]] bool extend(std::uint32_t more) noexcept;
    std::uint32_t block_count() const noexcept { return block_count_; }
    MoverBlock& block(std::uint32_t index) noexcept { return *blocks_[index]; }
    /// Returns the fault of the blocks of a pass, and adds those of items to `faulty`. `ran`: the pass ran to its end.
    Fault collect(bool ran, kernels::ItemFaults& faulty) const noexcept;

    // ---- between the passes ----
    std::uint64_t count() const noexcept;
    /// The largest slot plus one; 0 without movers.
    std::size_t slot_end() const noexcept;
    Fault gather(std::uint32_t row_count, const Executor& executor) noexcept;
    /// Sorts the arrivals of each row. Without this they keep the order in which they were found.
    void sort_arrivals_by_slot(const Column<std::uint32_t>& block_rows, const Executor& executor) noexcept;
    /// Sorts elements that are no movers, `rows[i]` that of element i: arrivals() are their numbers. Takes no memory
    /// besides, once it returns.
    Fault sort_rows(std::span<const std::uint32_t> rows, std::uint32_t row_count, const Executor& executor) noexcept;
    Fault sort_leavers(std::uint32_t row_count, const Executor& executor) noexcept;

    // ---- the second pass ----
    const kernels::Movers& gathered() const noexcept { return gathered_.view(); }
    std::span<const Slot> slots() const noexcept { return {gathered().boxes.slots, arrivals_.order.size()}; }
    const MoversByRow& arrivals() const noexcept { return arrivals_; }
    const MoversByRow& leavers() const noexcept { return leavers_; }

    /// Frees the memory that grows with the number of movers.
    void release() noexcept;
    std::size_t bytes() const noexcept;

private:
    void copy_block(std::uint32_t index) noexcept;
    Fault sort(const std::uint32_t* row_of, std::uint32_t row_count, MoversByRow& into,
               const Executor& executor) noexcept;

    BlockPool<MoverBlock> blocks_;
    Column<std::uint32_t> block_begin_; // the begin of each block's movers in the list
    MoverColumns gathered_;
    MoversByRow arrivals_, leavers_;
    Column<std::uint32_t> sort_scratch_;
    std::uint32_t block_count_ = 0;
    bool points_ = false, with_boxes_ = true;
};

/// Elements that stay in their row, until it is written.
struct RowStayers {
    explicit RowStayers(const Memory& memory) noexcept : back(memory, false), count(memory), begin(memory) {}

    GridColumns back;            // with their boxes; of a sweep, the slots column to which rows are written next
    Column<std::uint32_t> count; // by old row
    Column<std::uint32_t> begin; // laid out as the old cell_begin; until a sweep's rows are written, the spare one
};

/// The new rows and cells.
struct NextRows {
    explicit NextRows(const Memory& memory) noexcept
        : rows(memory), block_rows(memory), front(memory, false), cell_begin(memory) {}

    GridGeometry geometry{};
    Column<kernels::GridRow> rows;
    Column<std::uint32_t> block_rows; // first row of each block, and the end
    std::uint32_t size = 0, extent = 0, cells = 0;
    std::uint32_t end_of(std::uint32_t row) const noexcept { // of its positions
        return row + 1 < rows.size() ? rows[row + 1].begin : extent;
    }
    GridColumns front; // this and cell_begin are used only if the store's must grow
    Column<std::uint32_t> cell_begin;
};

struct RowGridScratch {
    explicit RowGridScratch(const Memory& memory) noexcept
        : movers(memory), stayers(memory), next(memory), swept_boxes(memory), leaving(memory), item_of_slot(memory) {}

    RowGridMovers movers;
    RowStayers stayers;
    NextRows next;
    Column<float> swept_boxes;          // by slot, side by side
    Column<std::uint64_t> leaving;      // of a sweep: one bit per slot
    Column<std::uint32_t> item_of_slot; // no_item except during a batch

    /// Empties the columns, for elements of another kind.
    void set_points(bool points) noexcept;
    /// Frees the results of a failed change, which the next apply() would otherwise use.
    void forget_next() noexcept;
    /// Divides rows into blocks with about block_elements elements, by the content alone. False: out of memory.
    [[nodiscard]] bool partition(std::span<const kernels::GridRow> rows, std::uint32_t elements) noexcept;
    std::uint32_t row_blocks() const noexcept { return static_cast<std::uint32_t>(next.block_rows.size() - 1); }
    /// Frees the memory of a build or a large insert, which moves most elements once: later ticks need less.
    void release() noexcept;
    std::size_t bytes() const noexcept;

    static constexpr std::uint32_t block_elements = 2048;
};

} // namespace throng
