// SPDX-License-Identifier: MIT
// The two ways to read the elements of a change, ByRows and BySweep, and what the steps after that, settle() and
// apply(), need from either:
//
//     old_rows()            the rows that elements stay in; none if nothing stays
//     stayer_count()        how many stay in all
//     count_stayers()       of each old row; the movers are gathered
//     reserve(cells)        the memory that apply() needs of the store and the scratch for so many cells
//     begin_apply()         puts spare columns in place; the store's own have grown
//     waiting(), source()   where stayers wait, and, if that is without their boxes, where these are read
//     prepare_stayers(r, row, io)
//                           those of the old row r, which there are, for its new one
#pragma once

#include "engine/kernels/row_grid/change.hpp"
#include "engine/src/row_grid/scratch.hpp"
#include "engine/src/row_grid/store.hpp"

namespace throng {

/// Of a change: what it reads and what it writes, which may be the same.
struct FromTo {
    const RowGridStore& from;
    RowGridStore& to;
    const Executor& executor;

    bool in_place() const noexcept { return &from == &to; }
    /// Where there is nothing to change. None or OutOfMemory.
    Fault keep() const noexcept { return in_place() || to.assign(from) ? Fault::None : Fault::OutOfMemory; }
};

/// Rows are read in the order in which they are stored. Stayers wait in the back columns, and movers bring their boxes.
class ByRows {
public:
    enum class Stayers : std::uint8_t { None, All };
    ByRows(const FromTo& change, RowGridScratch& scratch, Stayers stayers) noexcept;

    Fault read(kernels::Change change, const kernels::BoxSource& source, kernels::ItemFaults& faulty) noexcept;
    /// Items that come: their slots are `slots`, or, where that is null, their positions.
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

/// Of an update: slots are read in the caller's order, which tells the movers. Stayers are taken from the old rows, and
/// all boxes are read again by row: from the caller's arrays, or from where the sweep has set them side by side.
class BySweep {
public:
    /// Whether a sweep can read all there is, and would not read much that there is not.
    static bool suits(const RowGridStore& store) noexcept;
    BySweep(const FromTo& change, RowGridScratch& scratch) noexcept;

    /// With any faulty item nothing that has been read is of use.
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
    kernels::BoxColumns waiting_{}; // in the second pass: slots alone
    void (*leave_row_)(const kernels::GridRow&, const kernels::LeaveRow&) = nullptr;
};

/// Rows, cells and all memory for the second pass; scratch.next.geometry is known. `next_slot_count`: of the store.
template <class FirstPass>
Fault settle(const FromTo& change, FirstPass& read, RowGridScratch& scratch, std::size_t next_slot_count) noexcept;

/// The second pass: writes the rows. Cannot fail.
template <class FirstPass>
void apply(const FromTo& change, FirstPass& read, RowGridScratch& scratch, std::size_t next_slot_count) noexcept;

} // namespace throng
