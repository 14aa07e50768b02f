// SPDX-License-Identifier: MIT
// Elements on their way to another cell, from the first pass of a change to the second.
#pragma once

#include "engine/src/row_grid/mover_columns.hpp"

#include <throng/executor.hpp>
#include <throng/types.hpp>

#include <span>

namespace throng {

/// One block of a first pass: consecutive rows, slots or new items, what leaves them and what was faulty.
struct MoverBlock {
    explicit MoverBlock(Memory memory) noexcept : movers(memory) {}

    /// Room for more movers than there is now; false is noted here.
    [[nodiscard]] bool grow(std::size_t count) noexcept {
        const bool grown = movers.grow(count);
        if (!grown) out_of_memory = true;
        return grown;
    }
    /// Twice as much room, so that a steady crowd soon needs no more.
    [[nodiscard]] bool grow() noexcept { return grow(2 * std::size_t{movers.view().capacity} + 64); }

    MoverColumns movers;
    kernels::ItemFaults faulty{};
    bool out_of_memory = false;
};

/// Positions among the gathered movers, sorted by row.
struct MoversByRow {
    explicit MoversByRow(const Memory& memory) noexcept : order(memory), begin(memory) {}
    Column<std::uint32_t> order, begin; // `begin`: of each row, and the end

    const std::uint32_t* of(std::uint32_t row) const noexcept { return order.data() + begin[row]; }
    std::uint32_t count(std::uint32_t row) const noexcept { return begin[row + 1] - begin[row]; }
};

/// The movers of a change: found by blocks, gathered in one place, sorted by the row that they go to and, where their
/// boxes stay behind, by the one that they come from. What was gathered stays until the next change has gathered.
class RowGridMovers {
public:
    explicit RowGridMovers(const Memory& memory) noexcept;
    RowGridMovers(const RowGridMovers&) = delete;
    RowGridMovers& operator=(const RowGridMovers&) = delete;
    ~RowGridMovers() { release_blocks(); }

    // ---- the first pass ----
    /// No blocks yet. `with_boxes`: movers bring their boxes, else the row and the column that they come from.
    void begin(bool points, bool with_boxes) noexcept;
    /// So many more blocks without movers. False: out of memory.
    [[nodiscard]] bool extend(std::uint32_t more) noexcept;
    std::uint32_t block_count() const noexcept { return block_count_; }
    MoverBlock& block(std::uint32_t index) noexcept { return *blocks_[index]; }
    /// What went wrong in the blocks of a pass, which ran to its end or did not.
    Fault collect(bool ran, kernels::ItemFaults& faulty) const noexcept;

    // ---- between the passes ----
    std::uint64_t count() const noexcept;
    /// The largest slot of all, and one; 0 without any.
    std::size_t slot_end() const noexcept;
    Fault gather(std::uint32_t row_count, const Executor& executor) noexcept;
    /// In each row. Without this they keep the order in which they were found.
    void sort_arrivals_by_slot(const Column<std::uint32_t>& block_rows, const Executor& executor) noexcept;
    Fault sort_leavers(std::uint32_t row_count, const Executor& executor) noexcept;

    // ---- the second pass ----
    const kernels::Movers& gathered() const noexcept { return gathered_.view(); }
    std::span<const Slot> slots() const noexcept { return {gathered().boxes.slots, arrivals_.order.size()}; }
    const MoversByRow& arrivals() const noexcept { return arrivals_; }
    const MoversByRow& leavers() const noexcept { return leavers_; }

    /// Gives back what grows with the number of movers.
    void release() noexcept;
    std::size_t bytes() const noexcept;

private:
    void release_blocks() noexcept;
    void copy_block(std::uint32_t index) noexcept;
    Fault sort(const std::uint32_t* row_of, std::uint32_t row_count, MoversByRow& into,
               const Executor& executor) noexcept;

    Column<MoverBlock*> blocks_;
    Column<std::uint32_t> block_begin_; // where each block's movers are among the gathered
    MoverColumns gathered_;
    MoversByRow arrivals_, leavers_;
    Column<std::uint32_t> sort_scratch_;
    std::uint32_t block_count_ = 0;
    bool points_ = false, with_boxes_ = true;
};

} // namespace throng
