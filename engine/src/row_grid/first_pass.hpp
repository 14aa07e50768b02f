// SPDX-License-Identifier: MIT
// The two ways to read the elements of a change, ByRows and BySweep, and what the steps after that, settle() and
// apply(), need from either:
//
//     old_rows()            the rows that contain the stayers; empty if nothing stays
//     stayer_count()        the number of all stayers
//     count_stayers()       counts them for each old row; the movers are gathered
//     reserve(cells)        takes the memory of the store and the scratch that apply() needs for so many cells
//     begin_apply()         exchanges spare columns with the store's, which have grown
//     waiting(), source()   the columns of the stayers, and the source of their boxes if these are not in the columns
//     prepare_stayers(r, row, io)
//                           passes the stayers of the old row r, of which there are some, to its new row
#pragma once

#include "engine/kernels/row_grid/change.hpp"
#include "engine/src/row_grid/scratch.hpp"
#include "engine/src/row_grid/store.hpp"

namespace throng {

/// The store that a change reads and the one that it writes, which may be the same.
struct FromTo {
    const RowGridStore& from;
    RowGridStore& to;
    const Executor& executor;

    bool in_place() const noexcept { return &from == &to; }
    /// For a change without items: `to` gets the elements of `from`. None or OutOfMemory.
    Fault keep() const noexcept { return in_place() || to.assign(from) ? Fault::None : Fault::OutOfMemory; }
};

/// Reads rows in the order in which they are stored. Stayers are packed to the back columns, and movers have their
/// boxes.
class ByRows {
public:
    static constexpr bool reads_old_slots = false; // in the second pass
    enum class Stayers : std::uint8_t { None, All };
    ByRows(const FromTo& change, RowGridScratch& scratch, Stayers stayers) noexcept;

    Fault read(kernels::Change change, const kernels::BoxSource& source, kernels::ItemFaults& faulty) noexcept;
    /// Reads new items. Their slots are `slots`, or their positions if that is null.
    Fault read_new(const kernels::BoxSource& source, std::size_t items, const std::uint32_t* slots,
                   kernels::ItemFaults& faulty) noexcept;

    std::span<const kernels::GridRow> old_rows() const noexcept { return old_rows_; }
    std::uint64_t stayer_count() const noexcept;
    Fault count_stayers() const noexcept { return Fault::None; }
    [[nodiscard]] bool reserve(std::uint64_t cells) noexcept;
    void begin_apply() noexcept;
    const kernels::BoxColumns& waiting() const noexcept { return waiting_; }
    const kernels::BoxSource* source() const noexcept { return nullptr; }
    void prepare_stayers(std::uint32_t r, const kernels::GridRow& row, kernels::WriteRow& io) const noexcept;

private:
    using ReadKernel = bool(const kernels::GridView&, std::uint32_t, kernels::ReadRow&);
    bool read_row(const kernels::GridView& grid, std::uint32_t r, ReadKernel* kernel, const kernels::BoxSource& source,
                  MoverBlock& block) noexcept;

    const FromTo& change_;
    RowGridScratch& scratch_;
    std::span<const kernels::GridRow> old_rows_;
    kernels::BoxColumns waiting_{}; // in the second pass
};

/// For an update: reads slots in the caller's order, which finds the movers. Stayers are taken from the old rows, and
/// all boxes are read again by row: from the caller's arrays, or from the scratch in which the sweep put them side by
/// side.
class BySweep {
public:
    static constexpr bool reads_old_slots = true;
    /// True if keys distinguish columns, and at least half of the slots have an element.
    static bool suits(const RowGridStore& store) noexcept;
    BySweep(const FromTo& change, RowGridScratch& scratch) noexcept;

    /// The results of this pass must not be used if an item is faulty.
    Fault read(const kernels::BoxSource& source, kernels::ItemFaults& faulty) noexcept;

    std::span<const kernels::GridRow> old_rows() const noexcept { return {from_.rows.data(), from_.rows.size()}; }
    std::uint64_t stayer_count() const noexcept { return from_.size - scratch_.movers.count(); }
    Fault count_stayers() noexcept;
    [[nodiscard]] bool reserve(std::uint64_t cells) noexcept;
    void begin_apply() noexcept;
    const kernels::BoxColumns& waiting() const noexcept { return waiting_; }
    const kernels::BoxSource* source() const noexcept { return &again_; }
    void prepare_stayers(std::uint32_t r, const kernels::GridRow& row, kernels::WriteRow& io) const noexcept;

private:
    bool are_far_apart(const kernels::BoxSource& source) const noexcept;
    std::uint32_t lead_of(const kernels::BoxSource& source) const noexcept;
    Fault sweep(const kernels::BoxSource& source, float* boxes, kernels::ItemFaults& faulty) noexcept;

    const FromTo& change_;
    const RowGridStore& from_;
    RowGridScratch& scratch_;
    kernels::BoxSource again_{}; // boxes by slot, for the second pass
    const std::uint32_t *old_slots_ = nullptr, *old_cells_ = nullptr;
    kernels::BoxColumns waiting_{}; // in the second pass: only slots
    void (*leave_row_)(const kernels::GridRow&, const kernels::LeaveRow&) = nullptr;
};

/// Computes the next rows and their cells, from the stayers of old rows and the sorted arrivals. None, OutOfMemory or
/// OutOfCapacity.
Fault lay_rows_out(std::span<const kernels::GridRow> old_rows, bool with_room, RowGridScratch& scratch) noexcept;
/// Takes the memory that the next rows need besides the elements and their cells. False: out of memory.
[[nodiscard]] bool reserve_for_rows(RowGridStore& to, RowGridScratch& scratch, std::size_t next_slot_count) noexcept;

/// Computes rows and cells and takes all memory for the second pass; scratch.next.geometry is known. `next_slot_count`
/// is the store's number of slots afterwards.
template <class FirstPass>
Fault settle(const FromTo& change, FirstPass& read, RowGridScratch& scratch, std::size_t next_slot_count) noexcept;

/// The second pass: writes the rows. Cannot fail.
template <class FirstPass>
void apply(const FromTo& change, FirstPass& read, RowGridScratch& scratch, std::size_t next_slot_count) noexcept;

} // namespace throng
