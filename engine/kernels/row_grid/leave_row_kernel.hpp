// SPDX-License-Identifier: MIT
// Removes the elements of a row that a sweep over slots found to leave their cells. Each is searched in its cell, which
// takes a tile; if many leave, or cells hold many elements, the sweep's marks are read instead, one bit for each slot
// of the row.
#pragma once

#include "engine/kernels/row_grid/change.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/stayers.hpp"

namespace throng::kernels {

template <class A> struct LeaveRowKernel {
    static void run(const GridRow& row, const LeaveRow& io) {
        const bool cells_in_place = !io.stay_begin || io.stay_begin == io.cell_begin;
        if (io.leaver_count == 0 && io.stayers == io.slots && cells_in_place) return; // all is in place already
        const std::uint32_t size = row.size;
        if (io.stay_begin) begin_lost<A>(row, io.lost);
        const std::uint64_t search_cost_in_marks = count_leavers(row, io);
        if (search_cost_in_marks <= size) {
            if (io.stayers != io.slots) __builtin_memcpy(io.stayers, io.slots, size * sizeof(*io.slots));
            mark_leavers(row, io);
            const auto is_no_gap = [](const std::uint32_t*, simd::Words<A> slots, std::uint32_t)
                                       THRONG_FLAT { return ~simd::bits(slots == simd::broadcast<A>(gap)); };
            pack(io.stayers, io.stayers, size, is_no_gap);
        } else {
            const std::uint64_t* const leaving = io.leaving;
            const auto is_unmarked = [leaving](const std::uint32_t* slots, simd::Words<A>, std::uint32_t left)
                                         THRONG_FLAT { return ~marks_of(leaving, slots, left); };
            pack(io.slots, io.stayers, size, is_unmarked);
        }
        if (io.stay_begin) begin_stayers<A>(row, io.cell_begin, io.lost, io.stay_begin);
    }

private:
    static constexpr std::uint32_t gap = no_position; // no slot

    // Counts the leavers of each cell, and returns the cost of searching all of them, in the number of elements whose
    // marks can be read in the same time.
    static std::uint64_t count_leavers(const GridRow& row, const LeaveRow& io) {
        std::uint64_t in_cells = 0;
        for (std::uint32_t k = 0; k < io.leaver_count; ++k) {
            const std::uint32_t cell = io.movers->from_column[io.leaver[k]] >> row.shift;
            in_cells += io.cell_begin[cell + 1] - io.cell_begin[cell];
            if (io.stay_begin) ++io.lost[cell + 1];
        }
        return std::uint64_t{8} * io.leaver_count + in_cells / 4;
    }

    // Finds up to 64 leavers before it marks them: loading a tile right after a store to a part of it is slow.
    static void mark_leavers(const GridRow& row, const LeaveRow& io) {
        constexpr std::uint32_t at_once = 64;
        std::uint32_t places[at_once];
        const std::uint32_t *const slots = io.movers->boxes.slots, *const columns = io.movers->from_column;
        const std::uint32_t *const cells = io.cell_begin, *const leaver = io.leaver;
        std::uint32_t* const stayers = io.stayers;
        const std::uint32_t size = row.size, shift = row.shift, leaver_count = io.leaver_count;
        for (std::uint32_t k = 0; k < leaver_count; k += at_once) {
            const std::uint32_t count = leaver_count - k < at_once ? leaver_count - k : at_once;
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint32_t at = leaver[k + i];
                places[i] = find_in_row<A>(stayers, slots[at], cells[columns[at] >> shift], size);
            }
            for (std::uint32_t i = 0; i < count; ++i) stayers[places[i]] = gap;
        }
    }

    // kept(slots, the same slots as lanes, their number) returns the lanes of sixteen slots that stay. A tile is read
    // before it is overwritten.
    template <class Kept>
    static THRONG_INLINE void pack(const std::uint32_t* from, std::uint32_t* to, std::uint32_t size, Kept kept) {
        using namespace simd;
        std::uint32_t stay = 0;
        for (std::uint32_t at = 0; at < size; at += 16) {
            const std::uint32_t left = size - at;
            const std::uint32_t live = left >= 16 ? 0xFFFFu : (1u << left) - 1;
            const Words<A> slots = left >= 16 ? load<A>(from + at) : load_first<A>(from + at, static_cast<int>(left));
            const std::uint32_t staying = live & kept(from + at, slots, left);
            pack_within<A>(to + stay, slots, staying, size - stay);
            stay += count<A>(staying);
        }
    }

    // A bit for each of the first `left` slots, at most sixteen; bits past them are arbitrary.
    static THRONG_INLINE std::uint32_t marks_of(const std::uint64_t* marks, const std::uint32_t* slots,
                                                std::uint32_t left) {
        std::uint32_t found = 0;
        for (std::uint32_t i = 0; i < 16; ++i) {
            const std::uint32_t slot = slots[i < left ? i : 0];
            found |= static_cast<std::uint32_t>(marks[slot / 64] >> slot % 64 & 1u) << i;
        }
        return found;
    }
};

} // namespace throng::kernels
