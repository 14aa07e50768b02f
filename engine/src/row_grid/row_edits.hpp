// SPDX-License-Identifier: MIT
// Single changes of a store in place: each costs its rows, not the whole grid.
#pragma once

#include "engine/src/row_grid/store.hpp"

namespace throng {

/// Erases, moves and inserts elements of one store of boxes, one by one. Room between the rows takes new elements.
class RowEdits {
public:
    /// `edition` names these changes in the editions of rows and keys.
    RowEdits(RowGridStore& store, std::uint64_t edition) noexcept;

    // `slot` is present.
    void erase(Slot slot) noexcept;
    /// False: the new row has no room, and nothing has changed.
    [[nodiscard]] bool move(Slot slot, const Aabb& to) noexcept;
    /// `slot` is absent, and below slot_count(). False: as for move().
    [[nodiscard]] bool insert(Slot slot, const Aabb& at) noexcept;

    /// Computes what searches need of the changed rows. Must be called after the last change.
    void finish() noexcept;

private:
    struct Place {
        std::uint32_t row, column;
    };
    Place place_of(const Aabb& box) const noexcept;
    bool has_room(std::uint32_t row) const noexcept;
    void put(Slot slot, const Aabb& box, Place at) noexcept;
    void remove(std::uint32_t row, std::uint32_t position) noexcept;
    void write(std::uint32_t position, Slot slot, const Aabb& box) noexcept;
    void set_key(Slot slot, std::uint32_t key) noexcept;
    template <class Body> void for_each_column(Body&& body) const noexcept;

    RowGridStore& store_;
    kernels::GridView view_; // its pointers and its geometry stay
    kernels::BoxColumns columns_;
    std::uint64_t edition_;
};

/// Makes `to` equal to `from`, by copying what differs if both are laid out equally. False: out of memory, and the
/// content of `to` is unspecified.
[[nodiscard]] bool catch_up(RowGridStore& to, const RowGridStore& from) noexcept;

} // namespace throng
