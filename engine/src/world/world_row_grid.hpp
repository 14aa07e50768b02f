// SPDX-License-Identifier: MIT
// The row grid of a world's version: a commit makes it from that of the version before.
#pragma once

#include "engine/src/query/box_index_state.hpp"
#include "engine/src/row_grid/store.hpp"
#include "engine/src/row_grid/store_change.hpp"

#include <cassert>
#include <utility>

namespace throng {

struct WorldRowGrid final : VersionedState, RowGridStore {
    explicit WorldRowGrid(const RowGridDesc& d) noexcept : VersionedState(d), RowGridStore(d) {
        set_kind(Kind::Boxes);
        changes_in_place = true;
    }

    /// What makes changes from now on: a world has one for all its versions. Null: nothing changes.
    void use(RowGridChange* change) noexcept { change_ = change; }

    /// Without changes the grid is copied; otherwise the first change reads `before` and writes here.
    bool start_from(const SpaceState& before, First first) noexcept override {
        const auto& grid = static_cast<const WorldRowGrid&>(before);
        from_ = first == First::Nothing ? this : &grid;
        return first != First::Nothing || assign(grid);
    }
    void begin_edition() noexcept override {} // changes set the editions of rows and keys

    // ---- changes, from the content of start_from() or in place ----
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override {
        from_ = this;
        return change_->build(*this, source, count, executor);
    }
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override {
        return change_->update(advance(), *this, source, executor);
    }
    Status insert(std::span<const Slot> slots, const kernels::BoxSource& source,
                  const Executor& executor) noexcept override {
        return change_->insert(advance(), *this, slots, source, executor);
    }
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source,
                const Executor& executor) noexcept override {
        return change_->move(advance(), *this, slots, source, executor);
    }
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept override {
        return change_->erase(advance(), *this, slots, executor);
    }
    Status refit(const Executor& executor) noexcept override { return change_->refit(*this, executor); }
    void clear() noexcept override { RowGridStore::clear(); }

    // ---- reads ----
    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return RowGridStore::slot_count(); }
    bool is_present(Slot slot) const noexcept override { return RowGridStore::is_present(slot); }
    std::size_t bytes() const noexcept override { return sizeof(WorldRowGrid) + RowGridStore::bytes(); }
    Aabb box_of(Slot slot) const noexcept override { return RowGridStore::box_of(slot); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override { RowGridStore::visit(visitor, context); }
    bool valid() const noexcept override { return RowGridStore::valid(); }

private:
    // The store that the next change reads. The change after that reads the result.
    const RowGridStore& advance() noexcept {
        assert(change_);
        return *std::exchange(from_, this);
    }

    RowGridChange* change_ = nullptr;
    const RowGridStore* from_ = this;
};

} // namespace throng
