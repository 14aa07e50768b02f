// SPDX-License-Identifier: MIT
// Few elements leave their cell in a first pass over rows, and the tiles with leavers cannot be predicted: the pass
// lists them without a branch, and they are posted sixteen at a time. post() also sends new boxes to their cells
// (locate_kernel.hpp).
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/row_grid/change.hpp"
#include "engine/kernels/row_grid/stayers.hpp"

namespace throng::kernels {

/// Sends those of sixteen boxes that are in `chosen` to the row and column of their centres. `out` has room for
/// sixteen.
template <class A, bool points>
THRONG_INLINE void post(Movers& out, const NewBoxes<A>& box, simd::Words<A> slots, const CellAxis<A>& columns,
                        const CellAxis<A>& rows, std::uint32_t chosen) {
    using namespace simd;
    const std::uint32_t at = out.size;
    pack_store<A>(out.boxes.min_x + at, box.min_x, chosen);
    pack_store<A>(out.boxes.min_y + at, box.min_y, chosen);
    if constexpr (!points) {
        pack_store<A>(out.boxes.max_x + at, box.max_x, chosen);
        pack_store<A>(out.boxes.max_y + at, box.max_y, chosen);
    }
    pack_store<A>(out.boxes.slots + at, slots, chosen);
    pack_store<A>(out.row + at, rows.index(points ? box.min_y : center<A>(box.min_y, box.max_y)), chosen);
    const Words<A> column = columns.index(points ? box.min_x : center<A>(box.min_x, box.max_x));
    out.size = at + pack_store<A>(out.column + at, column, chosen);
}

/// Collects the leavers of one row until they are posted, and counts how many elements each cell loses. The counts give
/// the begin of each cell's stayers.
template <class A, Change change, bool points> class Leavers {
public:
    Leavers(const GridView& grid, const GridRow& row, const ReadRow& io)
        : grid_(grid), row_(row), source_(*io.source), item_of_slot_(io.item_of_slot), out_(*io.out),
          stay_begin_(io.stay_begin) {
        if (io.at == 0) begin_lost<A>(row, stay_begin_); // a pass that continues has counted some already
    }

    /// Whether there is room to post another sixteen, if this change posts any.
    THRONG_INLINE bool has_room() const { return !posts || out_.size + listed_ + 16 <= out_.capacity; }

    /// Adds `lanes` of the tile at the row's element `at`.
    THRONG_INLINE void list(std::uint32_t at, std::uint32_t lanes) {
        listed_ += simd::pack_store<A>(list_ + listed_, simd::lane_numbers<A>() + simd::broadcast<A>(at), lanes);
        if (listed_ > most - 16) [[unlikely]]
            post_listed();
    }

    void post_listed() {
        using namespace simd;
        if (listed_ == 0) return;
        const CellAxis<A> columns(grid_.origin_x, grid_.inverse_column, grid_.column_count);
        const CellAxis<A> rows(grid_.origin_y, grid_.inverse_cell, grid_.row_count);
        store(list_ + listed_, broadcast<A>(list_[0])); // for the other lanes of the last tile
        for (std::uint32_t k = 0; k < listed_; k += 16) {
            const std::uint32_t count = listed_ - k < 16 ? listed_ - k : 16;
            const auto old = [&](const float* column)
                                 THRONG_FLAT { return gather<A>(column + row_.begin, sizeof(float), list_ + k); };
            const Floats<A> x = points ? old(grid_.min_x) : center<A>(old(grid_.min_x), old(grid_.max_x));
            std::uint32_t cells[16];
            store(cells, columns.index(x) >> row_.shift);
            for (std::uint32_t i = 0; i < count; ++i) ++stay_begin_[cells[i] + 1];
            if constexpr (posts) post_tile(columns, rows, list_ + k, count);
        }
        listed_ = 0;
    }

    /// The pass calls this when all leavers are listed.
    void finish() {
        post_listed();
        begin_stayers<A>(row_, grid_.cell_begin + row_.cell_begin, stay_begin_, stay_begin_);
    }

private:
    THRONG_INLINE void post_tile(const CellAxis<A>& columns, const CellAxis<A>& rows, const std::uint32_t* places,
                                 std::uint32_t count) {
        using namespace simd;
        alignas(64) std::uint32_t slots[16], items[16];
        for (std::uint32_t i = 0; i < 16; ++i) {
            slots[i] = grid_.slots[row_.begin + places[i]];
            items[i] = change == Change::Update ? slots[i] : item_of_slot_[slots[i]];
        }
        post<A, points>(out_, gather_boxes<A, points>(source_, items), load<A>(slots), columns, rows,
                        (1u << count) - 1);
    }

    // Other changes remove elements or keep all of them.
    static constexpr bool posts = change == Change::Update || change == Change::Move;
    static constexpr std::uint32_t most = 256;
    const GridView& grid_;
    const GridRow& row_;
    const BoxSource& source_;
    const std::uint32_t* item_of_slot_;
    Movers& out_;
    std::uint32_t* stay_begin_;
    std::uint32_t listed_ = 0;
    std::uint32_t list_[most + 16];
};

} // namespace throng::kernels
