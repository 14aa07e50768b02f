// SPDX-License-Identifier: MIT
// The passes over rows prefetch, for grids that exceed the second-level cache. Hardware prefetches columns that are
// read as one stream, but each row begins and ends with bursts over its cells and slots, and every burst waits for
// memory. So each tile of a row fetches as much of the beginning of the next row, which lies directly behind this row
// in all columns.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"

namespace throng::kernels {

/// Fetches the line of a column of four-byte values that contains element `at`, which need not exist.
template <class T> THRONG_INLINE void fetch(const T* column, std::size_t at) {
    static_assert(sizeof(T) == 4);
    simd::prefetch(column, at * sizeof(T));
}

/// Fetches sixteen of the caller's boxes that are in about the order of the grid (source.lead is not 0): those of
/// elements some way behind `place`. A few boxes are elsewhere.
THRONG_INLINE void fetch_boxes(const BoxSource& source, std::size_t place) {
    const std::size_t item = place + source.lead;
    if (is_packed(source)) {
        fetch(source.a_x, item), fetch(source.a_y, item);
        if (source.b_x) fetch(source.b_x, item);
        if (source.b_x != source.b_y) fetch(source.b_y, item);
        return;
    }
    // x and y of a struct lie side by side, as do both corners of a box. gcc would remove a call of a plain function
    // here, because it has no visible effect.
    const auto lines = [&](const float* column, std::size_t stride) THRONG_FLAT {
        for (std::size_t line = 0; line < 16 * stride; line += 64) simd::prefetch(column, item * stride + line);
    };
    lines(source.a_x, source.a_stride);
    if (source.b_x && !source.side_by_side) lines(source.b_x, source.b_stride);
}

/// Fetches the boxes of a row's slots two tiles ahead, if they are in no order of the grid, such as those that a sweep
/// has put side by side.
THRONG_INLINE void fetch_boxes_of(const BoxSource& source, const std::uint32_t* slots, std::uint32_t at,
                                  std::uint32_t size) {
    constexpr std::uint32_t two_tiles = 32;
    if (at + two_tiles + 16 > size) return;
    for (std::uint32_t i = at + two_tiles; i < at + two_tiles + 16; ++i)
        simd::prefetch(source.a_x, slots[i] * source.a_stride);
}

/// The first pass over rows calls this with the tile at the row's element `at`. It fetches what the end of the row
/// reads, what the beginning of the next row writes, and columns behind it.
template <bool points>
THRONG_INLINE void fetch_for_reading(const GridView& grid, const GridRow& row, const std::uint32_t* stay_begin,
                                     std::uint32_t at) {
    constexpr std::uint32_t some_tiles = 512;
    const std::size_t begin = std::size_t{row.begin} + at;
    fetch(grid.cell_begin + row.cell_begin, std::size_t{at} + 16);
    fetch(stay_begin + row.cells + 1, at);
    fetch(grid.slots, begin + some_tiles);
    fetch(grid.min_x, begin + some_tiles);
    if constexpr (!points) fetch(grid.max_x, begin + some_tiles);
}

/// The second pass fetches what the next row needs first, for writing and for reading.
template <bool points> class FetchForWriting {
public:
    /// `streams`: boxes are written past the caches.
    FetchForWriting(const GridRow& row, const WriteRow& io, const BoxColumns& front, bool streams)
        : streams_(streams), front_(front), cells_(io.cell_begin + row.cells + 1), next_cells_(io.next_cells),
          next_stayers_(io.next_stayers), size_(row.size), arrival_(io.arrival + io.arrival_count),
          end_(arrival_ + io.next_arrival_count), per_tile_(io.next_arrival_count / (row.size / 16 + 1) + 1),
          column_(io.arrivals->column), slots_(io.arrivals->boxes.slots), cell_keys_(io.cell_keys) {}

    /// The pass calls this with the tile at the row's element `at`.
    THRONG_INLINE void operator()(std::uint32_t at) {
        const std::size_t next = std::size_t{size_} + at;
        fetch(front_.slots, next);
        if (!streams_) {
            fetch(front_.min_x, next), fetch(front_.min_y, next);
            if constexpr (!points) fetch(front_.max_x, next), fetch(front_.max_y, next);
        }
        fetch(cells_, at);
        if (next_cells_) fetch(next_cells_, at), fetch(next_stayers_, at);
        for (std::uint32_t k = 0; k < per_tile_ && arrival_ != end_; ++k, ++arrival_)
            fetch(column_, *arrival_), fetch(cell_keys_, slots_[*arrival_]);
    }

private:
    const bool streams_;
    const BoxColumns& front_;
    const std::uint32_t *const cells_, *const next_cells_, *const next_stayers_;
    const std::uint32_t size_;
    const std::uint32_t *arrival_, *const end_; // the arrivals of the next row
    const std::uint32_t per_tile_;              // how many of them are fetched with each tile
    const std::uint32_t *const column_, *const slots_, *const cell_keys_;
};

} // namespace throng::kernels
