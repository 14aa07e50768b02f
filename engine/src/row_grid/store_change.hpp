// SPDX-License-Identifier: MIT
// Changes of a row grid: each one reads one store and writes another one, or the same. It first prepares (validates,
// allocates, may fail, changes nothing visible), then applies (cannot fail).
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/row_grid/first_pass.hpp"

#include <throng/types.hpp>

#include <algorithm>
#include <utility>

namespace throng {

/// Boxes by slot, in columns that a row grid can take as its own.
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
    void release() noexcept { release_all(min_x, min_y, max_x, max_y); }
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

    // Updates and moves. row_grid/row_grid_changes.cpp
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
