// SPDX-License-Identifier: MIT
// Changes of a row grid: each one reads one store and writes another one, or the same. It first prepares (validates,
// allocates, may fail, changes nothing visible), then applies (cannot fail).
#pragma once

#include "engine/src/base/batch_slots.hpp"
#include "engine/src/row_grid/first_pass.hpp"
#include "engine/src/row_grid/unsorted_boxes.hpp"

#include <algorithm>

namespace throng {

/// The changes of a row grid, and the memory that they share.
///
/// A change in place that fails has changed nothing. If `to` is another store, it has the same kind as `from` and any
/// content; after a failed change its content is unspecified. Only what stays the same is copied.
class RowGridChange {
public:
    explicit RowGridChange(const Memory& memory) noexcept : scratch_(memory), new_items_(memory) {}

    // Each is a complete call. The status has the faults of items, or a fault of the whole call.
    Status build(RowGridStore& to, const kernels::BoxSource& source, std::size_t count,
                 const Executor& executor) noexcept;
    /// A build from valid boxes whose columns become those of `to`, which was never changed before: takes four bytes
    /// for each element besides what `to` keeps. After a fault both have any content. row_grid/lay_out_row_grid.cpp
    Fault lay_out(RowGridStore& to, UnsortedBoxes& boxes, const MarkedSlots& slots, const Executor& executor) noexcept;
    Status update(const RowGridStore& from, RowGridStore& to, const kernels::BoxSource& source,
                  const Executor& executor) noexcept;
    Status insert(const RowGridStore& from, RowGridStore& to, std::span<const Slot> slots,
                  const kernels::BoxSource& source, const Executor& executor) noexcept;
    Status move(const RowGridStore& from, RowGridStore& to, std::span<const Slot> slots,
                const kernels::BoxSource& source, const Executor& executor) noexcept;
    Status erase(const RowGridStore& from, RowGridStore& to, std::span<const Slot> slots,
                 const Executor& executor) noexcept;
    Status refit(RowGridStore& to, const Executor& executor) noexcept;

    /// Sets the kind of the stores to be changed; frees the memory for the other kind.
    void set_points(bool points) noexcept { scratch_.set_points(points); }
    /// Changes from now on get editions that no other store has, whatever made it: `number` is another one each time.
    void begin_editions(std::uint64_t number) noexcept { first_edition_ = number << 24; }
    std::size_t bytes() const noexcept { return scratch_.bytes() + new_items_.bytes(); }

private:
    enum class Look : std::uint8_t { NowAndThen, AtOnce };

    [[nodiscard]] bool begin(const FromTo& change) noexcept;
    [[nodiscard]] bool copy_keys(const FromTo& change) noexcept;
    /// Settles and applies.
    Fault write(const FromTo& change, ByRows& read, std::size_t next_slot_count) noexcept;

    // Updates and moves. row_grid/row_grid_update.cpp
    Fault change_boxes(const FromTo& change, kernels::Change what, const kernels::BoxSource& source,
                       kernels::ItemFaults& faulty) noexcept;
    Fault read_and_write(const FromTo& change, kernels::Change what, const kernels::BoxSource& source,
                         kernels::ItemFaults& faulty) noexcept;
    template <class FirstPass> void apply_boxes(const FromTo& change, FirstPass& read) noexcept;

    std::uint64_t next_edition() noexcept { return last_edition_ = std::max(last_edition_, first_edition_) + 1; }
    /// Names a store whose rows, cells and keys are all new.
    void name_layout(RowGridStore& to) noexcept;
    Fault sort_by_row(RowGridStore& to, const UnsortedBoxes& boxes, const MarkedSlots& slots,
                      Column<std::uint32_t>& row_of_slot, const Executor& executor) noexcept;
    void sort_by_cell(RowGridStore& to, const std::uint32_t* columns, std::uint32_t column_mask, Slot* slots,
                      const Executor& executor) noexcept;
    Fault insert_all(const FromTo& change, const kernels::BoxSource& source, std::size_t count,
                     kernels::ItemFaults& faulty) noexcept;

    // Few changes, made in place after `to` was made equal to `from`. row_grid/few.cpp
    static bool are_few(const RowGridStore& from, std::size_t count) noexcept;
    Fault begin_few(const FromTo& change) noexcept;
    void adapt_after_few(RowGridStore& to, std::size_t count, const Executor& executor) noexcept;
    Fault erase_few(const FromTo& change, std::span<const Slot> slots) noexcept;
    Fault move_few(const FromTo& change, std::span<const Slot> slots, const kernels::BoxSource& source,
                   kernels::ItemFaults& faulty) noexcept;
    Fault insert_few(const FromTo& change, const kernels::BoxSource& source, kernels::ItemFaults& faulty) noexcept;

    // Batches of slots: item_of_slot contains the item of each slot for the first pass.
    Fault mark_present(const RowGridStore& store, std::span<const Slot> slots, kernels::ItemFaults& faulty) noexcept;
    void unmark(std::span<const Slot> slots) noexcept;

    // The choice of cells. row_grid/adapt.cpp
    void adapt(RowGridStore& to, Look when, const Executor& executor) noexcept {
        if (to.size == 0) return;
        const bool jumped = sees_jump(to);
        if (!jumped && when == Look::NowAndThen && ++to.changes_since_look < 16) return;
        to.changes_since_look = 0;
        look_again(to, executor);
    }
    static bool sees_jump(RowGridStore& store) noexcept;
    bool lay_out_again(RowGridStore& to, const Extent& extent, const Executor& executor) noexcept;
    void look_again(RowGridStore& to, const Executor& executor) noexcept;
    void laid_out_first(RowGridStore& to, const Extent& extent, const Executor& executor) noexcept;

    RowGridScratch scratch_;
    ChosenItems new_items_;   // of an insert
    bool had_faults_ = false; // in the last update

    // Editions of cell keys: the last one written, and the one before if only the movers have other keys there; else 0.
    std::uint64_t last_edition_ = 0, before_last_ = 0, first_edition_ = 0;
};

/// The extent of elements made from boxes, of some by their slots, or of those of a store.
Extent extent_of(const RowGridStore& store, const kernels::BoxSource& source, std::size_t count) noexcept;
Extent extent_of(const RowGridStore& store, const UnsortedBoxes& boxes, const MarkedSlots& slots) noexcept;
Extent extent_of(const RowGridStore& store) noexcept;

} // namespace throng
