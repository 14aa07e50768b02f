// SPDX-License-Identifier: MIT
// Elements on their way to another cell, from the first pass of a change to the second.
#pragma once

#include "engine/src/base/block_pool.hpp"
#include "engine/src/row_grid/mover_columns.hpp"

#include <throng/executor.hpp>
#include <throng/types.hpp>

#include <span>

namespace throng {

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

} // namespace throng
