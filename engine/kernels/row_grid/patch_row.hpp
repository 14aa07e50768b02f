// SPDX-License-Identifier: MIT
// The second pass of an update patches a row that few elements leave or enter. Slots between two of them are copied as
// they are, and the offsets of cells differ from the old ones by a constant.
#pragma once

#include "engine/kernels/row_grid/change.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"

namespace throng::kernels {

template <class A> class PatchRow {
public:
    /// Writes the row's slots, its cells and the keys of its arrivals.
    static void run(const CellKeyFormat& format, const GridRow& row, const WriteRow& io) {
        Patch patches[WriteRow::most_patches];
        const std::uint32_t count = sorted(format, row, io, patches);
        const std::uint32_t *const old_slots = io.old_slots, *const old_cells = io.old_cells;
        std::uint32_t *const slots = io.front.slots + row.begin, *const cells = io.cell_begin;
        const std::uint32_t size = row.size, offsets = row.cells + 1;
        std::uint32_t from = 0, to = 0, cell = 0, offset = 0;
        for (std::uint32_t n = 0; n < count; ++n) {
            const Patch& patch = patches[n];
            copy(slots, to, size, old_slots, from, io.old_size, patch.at - from, 0);
            to += patch.at - from, from = patch.at;
            copy(cells, cell, offsets, old_cells, cell, offsets, patch.cell() + 1 - cell, offset);
            cell = patch.cell() + 1;
            if (patch.arrives()) {
                slots[to++] = patch.slot;
                ++offset;
            } else {
                ++from;
                --offset;
            }
        }
        copy(slots, to, size, old_slots, from, io.old_size, size - to, 0);
        copy(cells, cell, offsets, old_cells, cell, offsets, offsets - cell, offset);
    }

private:
    // An element leaves the old position `at`, or arrives there, behind the stayers of its cell.
    struct Patch {
        std::uint64_t key; // in the order of places: the cell, leavers before arrivals, then their order
        std::uint32_t at, slot;

        std::uint32_t cell() const { return static_cast<std::uint32_t>(key >> 33); }
        bool arrives() const { return (key >> 32 & 1) != 0; }
    };

    static std::uint32_t sorted(const CellKeyFormat& format, const GridRow& row, const WriteRow& io, Patch* patches) {
        const Movers& movers = *io.arrivals;
        const std::uint32_t *const slots = io.old_slots, *const cells = io.old_cells;
        std::uint32_t count = 0;
        for (std::uint32_t k = 0; k < io.leaver_count; ++k) {
            const std::uint32_t mover = io.leaver[k], cell = movers.from_column[mover] >> row.shift;
            const std::uint32_t at = find_in_row<A>(slots, movers.boxes.slots[mover], cells[cell], io.old_size);
            insert(patches, count++, {std::uint64_t{cell} << 33 | at, at, 0});
        }
        for (std::uint32_t k = 0; k < io.arrival_count; ++k) {
            const std::uint32_t mover = io.arrival[k], column = movers.column[mover], cell = column >> row.shift;
            const std::uint32_t slot = movers.boxes.slots[mover];
            insert(patches, count++, {(std::uint64_t{cell} << 1 | 1) << 32 | k, cells[cell + 1], slot});
            io.cell_keys[slot] = format.key(io.row, column);
        }
        return count;
    }
    static void insert(Patch* patches, std::uint32_t at, const Patch& patch) {
        for (; at > 0 && patches[at - 1].key > patch.key; --at) patches[at] = patches[at - 1];
        patches[at] = patch;
    }

    // Copies `count` values from `from` + at_from to `to` + at_to, each with `offset` added. If both are apart, what
    // follows in `to` is written later, up to its end. Another row is behind either end, and another thread may be
    // writing it.
    static THRONG_INLINE void copy(std::uint32_t* to, std::uint32_t at_to, std::uint32_t to_end,
                                   const std::uint32_t* from, std::uint32_t at_from, std::uint32_t from_end,
                                   std::uint32_t count, std::uint32_t offset) {
        using namespace simd;
        if (to == from && offset == 0) return; // the same cells
        const Words<A> added = broadcast<A>(offset);
        for (std::uint32_t i = 0; i < count; i += 16) {
            const bool have_room = to != from && to_end - at_to - i >= 16 && from_end - at_from - i >= 16;
            if (have_room || count - i >= 16) {
                store(to + at_to + i, load<A>(from + at_from + i) + added);
            } else {
                const int live = static_cast<int>(count - i);
                store_first(to + at_to + i, load_first<A>(from + at_from + i, live) + added, live);
            }
        }
    }
};

} // namespace throng::kernels
