// SPDX-License-Identifier: MIT
// The state of a RowGrid: its elements, and the memory that its changes share.
#pragma once

#include "engine/src/base/allocation.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/row_grid/store.hpp"
#include "engine/src/row_grid/store_change.hpp"

namespace throng {

struct RowGrid::State final : BoxIndexState, RowGridStore {
    explicit State(const RowGridDesc& d) noexcept
        : BoxIndexState(d, d.max_half_extent), RowGridStore(d), changes(d.memory) {}

    RowGridChange changes;
    bool deciding = false; // the change in progress has the first elements

    static DescCheck check(const RowGridDesc& desc) noexcept;
    void end() noexcept override { destroy(desc.memory, this); }

    // ---- reads ----
    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return RowGridStore::slot_count(); }
    bool is_present(Slot slot) const noexcept override { return RowGridStore::is_present(slot); }
    std::size_t bytes() const noexcept override { return sizeof(State) + RowGridStore::bytes() + changes.bytes(); }
    Aabb box_of(Slot slot) const noexcept override { return RowGridStore::box_of(slot); }
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    bool list_centers(Vec2* by_slot, const Executor& executor) const noexcept override;
    void visit(NodeVisitor* visitor, void* context) const noexcept override { RowGridStore::visit(visitor, context); }
    bool valid() const noexcept override { return RowGridStore::valid(); }

    // ---- queries ----
    Shown show(ViewRoom& room) const noexcept override;
    static kernels::PairKernel pair_kernel(const kernels::GridView& view) noexcept;
    PairSearch pair_search(const kernels::IndexView& view) const noexcept override;
    bool pairs_at_once(const kernels::BitsetView* among, const PairPlan& plan, Pairs& out) const noexcept override;
    Status neighbors(const NeighborRadii& radii, Hits& out, const QueryOptions& options,
                     const Executor& executor) const noexcept override;

    // ---- changes, in place ----
    Reason enter(bool points) noexcept override;
    void leave(bool decides) noexcept override;
    void become(Kind to) noexcept;
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override {
        return changes.build(*this, source, count, executor);
    }
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override {
        return changes.update(*this, *this, source, executor);
    }
    Status insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override {
        return changes.insert(*this, *this, slots, source, executor);
    }
    Status move(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override {
        return changes.move(*this, *this, slots, source, executor);
    }
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept override {
        return changes.erase(*this, *this, slots, executor);
    }
    Status refit(const Executor& executor) noexcept override { return changes.refit(*this, executor); }
    void clear() noexcept override { RowGridStore::clear(); }
};

} // namespace throng
