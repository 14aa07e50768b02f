// SPDX-License-Identifier: MIT
// The first pass of an update, in the order of the caller's arrays, finds the elements that leave their cell, by
// comparison of cell keys, and their new cells. All arrays are read as streams, whatever their order of space. If they
// are in none, the sweep also puts boxes side by side: the second pass, which reads them in its own order, then has one
// cache miss for each box and not one for each column.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"

namespace throng::kernels {

template <class A, bool points> struct SlotSweepKernel {
    /// Keys cover one column each: the format has no dropped bits. False: `io.out` is full; enlarge it and call again,
    /// and the sweep continues where it stopped.
    static bool run(const GridView& view, SlotSweep& io) {
        using namespace simd;
        const GridView grid = view; // copies that stores cannot alias
        const BoxSource source = io.source;
        const CellAxis<A> columns(grid.origin_x, grid.inverse_column, grid.column_count);
        const CellAxis<A> rows(grid.origin_y, grid.inverse_cell, grid.row_count);
        const std::uint32_t column_bits = grid.key_format.column_bits;
        alignas(64) std::uint32_t keys[at_once];
        for (std::uint32_t begin = io.at, size = 0; begin < io.end; begin += size) {
            std::uint64_t marks[at_once / 64] = {};
            size = io.end - begin < at_once ? io.end - begin : at_once;
            for (std::uint32_t i = 0; i < size; i += 16) {
                const std::uint32_t at = begin + i, left = size - i;
                const Words<A> old = load<A>(grid.cell_keys + at);
                const std::uint32_t present =
                    bits(first<A>(static_cast<int>(left < 16 ? left : 16))) & ~bits(old == broadcast<A>(no_position));
                std::uint32_t items[16];
                store(items, min(lane_numbers<A>() + broadcast<A>(at), broadcast<A>(io.end - 1)));
                const NewBoxes<A> box = is_packed(source) ? read_packed_boxes<A, points>(source, at, left)
                                                          : gather_boxes<A, points>(source, items);
                const std::uint32_t live = reject_faulty<A, points>(source, box, items, present, io.faulty);
                const Words<A> row = rows.index(points ? box.min_y : center<A>(box.min_y, box.max_y));
                const Words<A> column = columns.index(points ? box.min_x : center<A>(box.min_x, box.max_x));
                const Words<A> key = (row << column_bits) | column;
                store(keys + i, key);
                marks[i / 64] |= std::uint64_t{live & ~bits(key == old)} << i % 64;
                if (io.boxes) set_side_by_side(io.boxes + std::size_t{at} * (points ? 2 : 4), box);
            }
            if (!post(grid, io, begin, keys, marks)) {
                io.at = begin;
                return false;
            }
        }
        return true;
    }

private:
    static constexpr std::uint32_t at_once = 256;

    // Posts the elements whose key has changed, unless their cell is so wide that it contains both columns. They are
    // few and found by their marks: a list would take a store for each tile.
    static bool post(const GridView& grid, SlotSweep& io, std::uint32_t begin, const std::uint32_t* keys,
                     std::uint64_t* marks) {
        const CellKeyFormat format = grid.key_format;
        Movers& out = *io.out;
        std::uint32_t marked = 0;
        for (std::uint32_t w = 0; w < at_once / 64; ++w)
            marked += static_cast<std::uint32_t>(__builtin_popcountll(marks[w]));
        if (marked > out.capacity - out.size) return false;
        std::uint32_t size = out.size;
        for (std::uint32_t w = 0; w < at_once / 64; ++w) {
            for (std::uint64_t remaining = marks[w]; remaining != 0; remaining &= remaining - 1) {
                const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(remaining));
                const std::uint32_t i = 64 * w + bit, from = grid.cell_keys[begin + i], to = keys[i];
                if ((from ^ to) >> grid.rows[format.row(from)].shift == 0) [[unlikely]] {
                    marks[w] &= ~(std::uint64_t{1} << bit);
                    continue;
                }
                out.boxes.slots[size] = begin + i;
                out.row[size] = format.row(to);
                out.column[size] = format.first_column(to);
                out.from_row[size] = format.row(from);
                out.from_column[size] = format.first_column(from);
                ++size;
            }
        }
        out.size = size;
        __builtin_memcpy(io.leaving + begin / 64, marks, at_once / 8);
        return true;
    }

    static THRONG_INLINE void set_side_by_side(float* to, const NewBoxes<A>& box) {
        using namespace simd;
        std::uint32_t low[32], high[32];
        interleave_store<A>(low, as_words(box.min_x), as_words(box.min_y));
        if constexpr (points) {
            __builtin_memcpy(to, low, sizeof low);
        } else {
            interleave_store<A>(high, as_words(box.max_x), as_words(box.max_y));
            for (std::size_t i = 0; i < 16; ++i) {
                __builtin_memcpy(to + 4 * i, low + 2 * i, 8);
                __builtin_memcpy(to + 4 * i + 2, high + 2 * i, 8);
            }
        }
    }
};

} // namespace throng::kernels
