// SPDX-License-Identifier: MIT
// What a RowGrid holds, and how it changes: prepare (validates, allocates, may fail, alters nothing visible), then
// apply (cannot fail). Rows are runs of one set of columns.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/gate.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/query/query_batch.hpp"
#include "engine/src/row_grid/columns.hpp"

#include <throng/row_grid.hpp>

#include <optional>

namespace throng {

/// One block of a change: consecutive rows, slots or new items, what leaves them and what was faulty.
struct ChangeBlock {
    explicit ChangeBlock(Memory memory) noexcept : movers(memory) {}
    MoverColumns movers;
    kernels::ItemFaults faulty{};
    bool out_of_memory = false;
};

struct RowGrid::State {
    explicit State(const RowGridDesc& desc) noexcept;
    ~State();

    enum class Kind : std::uint8_t { Unknown, Points, Boxes };

    // ---- visible to queries ----
    RowGridDesc desc;
    mutable Gate gate;
    Kind kind = Kind::Unknown;
    GridGeometry geometry{};
    GridColumns front;
    Column<kernels::GridRow> rows;
    Column<std::uint32_t> cell_begin;
    Column<std::uint32_t> cell_keys;      // by slot
    Column<std::uint64_t> occupied;       // a bit per row
    Column<kernels::RowBlock> row_blocks; // around 64 rows each
    Column<std::uint32_t> tall_rows;
    Aabb around{};                  // every box, rounded outward
    float reach_x = 0, reach_y = 0; // half the widest and tallest box of all but a few rows, rounded up
    bool dense = false;             // each element meets many others in a row
    std::uint32_t size = 0;
    LaidFor laid_for;
    float density = 0; // when the cell size was chosen; 0: degenerate

    // ---- between prepare and apply ----
    BetweenPasses between;
    GridColumns next_front; // only while the columns grow
    GridGeometry next_geometry{};
    Column<kernels::GridRow> next_rows;
    Column<std::uint32_t> stay_count; // by old row
    Column<std::uint32_t> stay_begin; // laid out as the old cell_begin; until a sweep's rows are written, the spare one
    Column<std::uint32_t> next_cell_begin;
    MoverColumns arrivals;
    Column<std::uint32_t> arrival_order, arrival_begin, sort_scratch;
    Column<std::uint32_t> leaver_order, leaver_begin; // a sweep's, by old row
    Column<std::uint32_t> item_of_slot;               // no_item wherever no batch is under way
    ChosenItems new_items;                            // of an insert
    Column<std::uint32_t> block_rows;                 // first row of each block, and the end
    Column<ChangeBlock*> blocks;
    Column<std::uint32_t> block_arrivals; // where each block's movers begin among the arrivals
    std::uint32_t block_count = 0, next_size = 0, next_cells = 0;
    std::uint32_t changes_since_look = 0;
    bool had_faults = false; // the last update
    bool only_arrivals =
        false; // since the last change but one, only the cell keys of those among the arrivals have changed

    // What a change reads. Another grid: its elements are here once the next change, or own(), has succeeded.
    const State* base = this;

    bool points() const noexcept { return kind == Kind::Points; }
    void set_kind(Kind to) noexcept; // of a grid without elements
    bool one_cell() const noexcept { return rows.size() == 1 && rows[0].cells == 1; }
    kernels::GridView view() const noexcept;
    kernels::ElementColumns elements() const noexcept {
        const kernels::BoxColumns c = const_cast<GridColumns&>(front).columns();
        if (points()) return {c.min_x, c.min_y, c.min_x, c.min_y, c.slots, desc.max_half_extent};
        return {c.min_x, c.min_y, c.max_x, c.max_y, c.slots, 0.f};
    }
    /// All pairs of a grid of one cell, as its kernel of pairs tells them: less than `size`, and the sink was full.
    std::uint32_t cell_pairs(const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept;
    std::size_t slot_count() const noexcept { return cell_keys.size(); }
    std::size_t bytes() const noexcept;
    Aabb box_of(Slot slot) const noexcept;
    static Aabb box_of_point(const kernels::GridView& view,
                             std::uint32_t position) noexcept;      // in the mode of the thread; row_grid/inspect.cpp
    void visit(NodeVisitor* visitor, void* context) const noexcept; // row_grid/inspect.cpp
    bool valid() const noexcept;

    static Fault check(const RowGridDesc& desc) noexcept;
    static constexpr const char* rules = "RowGridDesc: max_half_extent and cell_size must be finite and not negative; "
                                         "memory may not give back what it did not give";

    static const kernels::QueryKernels<kernels::GridView>& query_kernels(const kernels::GridView& view) noexcept;
    static kernels::PairKernel<kernels::GridView> pair_kernel(const kernels::GridView& view, bool among) noexcept;
    static PairItems pair_items(const kernels::GridView& view) noexcept;
    static float near_distance(
        const kernels::GridView& view) noexcept; // between queries that share some of their candidates

    // ---- changes, row_grid/changes.cpp; each is the whole call ----
    template <class View, class Body> Status change(const View& items, bool decides, Body&& body) noexcept;
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept;
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept;
    Status insert(std::span<const Slot> slots, const kernels::BoxSource& source, const Executor& executor) noexcept;
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source, const Executor& executor) noexcept;
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept;
    Status refit(const Executor& executor) noexcept;
    void clear() noexcept;

    // ---- another grid's elements, row_grid/copy.cpp; false: out of memory, and only these can be called ----
    bool assign(const State& other) noexcept;
    /// As assign, but without a copy of what the next change writes anyway. `other` stays as it is meanwhile.
    /// `one_behind`: this grid is as the other one was before its last change.
    bool assign_at_change(const State& other, bool one_behind, const Executor& executor) noexcept;
    bool own() noexcept { return base == this || assign(*base); }

    // ---- an update or a move, row_grid/update.cpp ----
    Fault change_boxes(kernels::Change change, const kernels::BoxSource& source, kernels::ItemFaults& faulty,
                       const Executor& executor) noexcept;
    Fault read_and_write(kernels::Change change, const kernels::BoxSource& source, kernels::ItemFaults& faulty,
                         const Executor& executor) noexcept;
    // Wait: the first pass reads rows, and keeps their boxes for the second. Else it is a sweep over slots, which tells
    // who leaves, and the second pass reads boxes again in its own order, from where they are (ReadTwice) or from where
    // the sweep has set them side by side.
    enum class Boxes : std::uint8_t { Wait, ReadTwice, SetSideBySide };
    Boxes choose_boxes(const kernels::BoxSource& source) const noexcept;
    std::uint32_t lead_of(const kernels::BoxSource& source) const noexcept;
    Fault sweep_slots(const kernels::BoxSource& source, Boxes boxes, kernels::ItemFaults& faulty,
                      const Executor& executor) noexcept; // row_grid/sweep.cpp
    kernels::BoxSource swept() const noexcept;

    // ---- steps of a change, row_grid/passes.cpp ----
    void begin_change() noexcept;
    Fault read_rows(kernels::Change change, const kernels::BoxSource& source, kernels::ItemFaults& faulty,
                    const Executor& executor) noexcept;
    Fault locate(const kernels::BoxSource& source, std::size_t items, const std::uint32_t* slots,
                 kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    Fault settle(bool stayers, std::size_t next_slot_count, const Executor& executor,
                 Boxes boxes = Boxes::Wait) noexcept;
    bool same_cells() const noexcept;
    /// `source`: of boxes that are read twice.
    void apply(bool stayers, std::size_t next_slot_count, const Executor& executor,
               const kernels::BoxSource* source = nullptr) noexcept;

    bool extend_blocks(std::uint32_t more, Boxes boxes) noexcept;
    bool reserve_spare(std::uint64_t cells) noexcept;
    bool partition_rows(const Column<kernels::GridRow>& of, std::uint32_t elements) noexcept;
    Fault collect(bool ran, kernels::ItemFaults& faulty) const noexcept;
    Fault gather_arrivals(std::uint32_t count, Boxes boxes, const Executor& executor) noexcept; // row_grid/movers.cpp
    void sort_arrivals_by_slot(const Executor& executor) noexcept;
    Fault sort_leavers(const Executor& executor) noexcept;
    void summarize() noexcept; // row_grid/summary.cpp
    void
    // as summarize(), of a grid that has been summarized as it is but for what its only row tells
    summarize_only_row() noexcept;

    // ---- batches of slots, row_grid/changes.cpp ----
    Fault mark_present(std::span<const Slot> slots, kernels::ItemFaults& faulty) noexcept;
    void unmark(std::span<const Slot> slots) noexcept;
    Extent look_at(const kernels::BoxSource& source, std::size_t count) const noexcept;
    bool outside(const Extent& extent) const noexcept;
    void adapt(bool at_once, const Executor& executor) noexcept {
        if (size == 0 || (!at_once && ++changes_since_look < 16)) return;
        changes_since_look = 0;
        look_again(executor);
    }
    void look_again(const Executor& executor) noexcept;
    Extent look() const noexcept;
    void laid_out_for(const Extent& extent) noexcept;
    void laid_out_first(const Extent& extent, const Executor& executor) noexcept;
    void release_scratch() noexcept;
    void release_blocks() noexcept;
};

} // namespace throng
