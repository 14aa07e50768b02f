// SPDX-License-Identifier: MIT
// The state of a RowGrid: its elements, and the memory that its changes share.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/src/base/gate.hpp"
#include "engine/src/query/query_batch.hpp"
#include "engine/src/row_grid/store.hpp"
#include "engine/src/row_grid/store_change.hpp"

namespace throng {

struct RowGrid::State : RowGridStore {
    explicit State(const RowGridDesc& d) noexcept : RowGridStore(d), changes(d.memory) {}

    mutable Gate gate;
    RowGridChange changes;

    static Status check(const RowGridDesc& desc) noexcept;
    static constexpr const char* rules = "RowGridDesc: max_half_extent and cell_size must be finite and not negative; "
                                         "memory.deallocate needs memory.allocate";
    std::size_t bytes() const noexcept { return sizeof(State) + RowGridStore::bytes() + changes.bytes(); }

    // ---- queries, row_grid/row_grid_queries.cpp ----
    static const kernels::QueryTable& query_table(const kernels::GridView& view) noexcept;
    static kernels::PairKernel pair_kernel(const kernels::GridView& view) noexcept;
    static PairItems pair_items(const kernels::GridView& view) noexcept;
    /// The distance between queries that share some of their candidates.
    static float near_distance(const kernels::GridView& view) noexcept;
    /// All pairs of a grid of one cell. Returns the number of elements done: less than `size` if the sink was full.
    std::uint32_t cell_pairs(const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept;

    // ---- changes, in place ----
    template <class View, class Body> Status change(const View& items, bool decides, Body&& body) noexcept;
    /// Which rule item i of a batch broke: boxes have a bound, and points overflow with their half extent.
    template <class View> Reason flaw_at(const View& items, std::size_t i) const noexcept;
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept {
        return changes.build(*this, source, count, executor);
    }
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept {
        return changes.update(*this, *this, source, executor);
    }
    Status insert(std::span<const Slot> slots, const kernels::BoxSource& source, const Executor& executor) noexcept {
        return changes.insert(*this, *this, slots, source, executor);
    }
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source, const Executor& executor) noexcept {
        return changes.move(*this, *this, slots, source, executor);
    }
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept {
        return changes.erase(*this, *this, slots, executor);
    }
    Status refit(const Executor& executor) noexcept { return changes.refit(*this, executor); }
};

} // namespace throng
