// SPDX-License-Identifier: MIT
// Those who leave their cell in the first pass of an update. Few do, and nobody can predict which tiles they leave: the pass lists them
// without a branch, and they are posted sixteen at a time.
#pragma once

#include "engine/kernels/posting.hpp"

namespace throng::kernels {

/// to[i] = from[i] - less, for i in [begin, end); may write up to `limit`.
template <class A>
THRONG_INLINE void copy_less(std::uint32_t* to, const std::uint32_t* from, std::uint32_t begin, std::uint32_t end, std::uint32_t limit,
                             std::uint32_t less) {
    using namespace simd;
    const Words<A> shift = broadcast<A>(0u - less);
    for (std::uint32_t i = begin; i < end; i += 16) {
        if (i + 16 <= limit)
            store(to + i, load<A>(from + i) + shift);
        else
            for (std::uint32_t j = i; j < end; ++j) to[j] = from[j] - less;
    }
}

/// The leavers of one row, until they are posted, and with them where the stayers of each cell begin.
template <class A, Change change, bool points> class Leavers {
public:
    Leavers(const GridView& grid, const GridRow& row, const ReadRow& io)
        : grid_(grid), row_(row), source_(io.source), item_of_slot_(io.item_of_slot), out_(*io.out), stay_begin_(io.stay_begin),
          cells_done_(io.cells_done), left_(io.at - io.stay) {}

    /// Whether another sixteen could be posted, where anybody is.
    THRONG_INLINE bool have_room() const { return !posts || out_.size + listed_ + 16 <= out_.capacity; }

    /// Lanes of the tile at the row's element `at`.
    THRONG_INLINE void list(std::uint32_t at, std::uint32_t who) {
        listed_ += simd::pack_store<A>(list_ + listed_, simd::lane_numbers<A>() + simd::broadcast<A>(at), who);
        if (listed_ > most - 16) [[unlikely]]
            post_listed();
    }

    /// Writes the offsets of the stayers, up to those of the last leaver's cell, and returns how many are written.
    std::uint32_t post_listed() {
        using namespace simd;
        if (listed_ == 0) return cells_done_;
        const CellAxis<A> columns(grid_.origin_x, grid_.inverse_cell, grid_.column_count);
        const CellAxis<A> rows(grid_.origin_y, grid_.inverse_cell, grid_.row_count);
        store(list_ + listed_, broadcast<A>(list_[0])); // the last tile's other lanes
        for (std::uint32_t k = 0; k < listed_; k += 16) {
            const std::uint32_t count = listed_ - k < 16 ? listed_ - k : 16;
            const auto old = [&](const float* column) THRONG_FLAT { return gather<A>(column + row_.begin, sizeof(float), list_ + k); };
            const Floats<A> x = points ? old(grid_.min_x) : center<A>(old(grid_.min_x), old(grid_.max_x));
            std::uint32_t cells[16];
            store(cells, columns.index(x) >> row_.shift);
            // Offsets up to a leaver's cell count the leavers before it; those behind wait for the next.
            for (std::uint32_t i = 0; i < count; ++i, ++left_) copy_up_to(cells[i] + 1);
            if constexpr (posts) post_tile(columns, rows, list_ + k, count);
        }
        listed_ = 0;
        return cells_done_;
    }

    /// All have been listed.
    std::uint32_t finish() {
        post_listed();
        copy_up_to(row_.cells + 1);
        return cells_done_;
    }

private:
    THRONG_INLINE void post_tile(const CellAxis<A>& columns, const CellAxis<A>& rows, const std::uint32_t* who, std::uint32_t count) {
        using namespace simd;
        alignas(64) std::uint32_t slots[16], items[16];
        for (std::uint32_t i = 0; i < 16; ++i) {
            slots[i] = grid_.slots[row_.begin + who[i]];
            items[i] = change == Change::Update ? slots[i] : item_of_slot_[slots[i]];
        }
        post<A, points>(out_, gather_boxes<A>(source_, items), load<A>(slots), columns, rows, (1u << count) - 1);
    }
    THRONG_INLINE void copy_up_to(std::uint32_t end) {
        copy_less<A>(stay_begin_, grid_.cell_begin + row_.cell_begin, cells_done_, end, row_.cells + 1, left_);
        cells_done_ = end > cells_done_ ? end : cells_done_;
    }

    static constexpr bool posts = change == Change::Update || change == Change::Move; // others leave for good, or stay
    static constexpr std::uint32_t most = 256;
    const GridView& grid_;
    const GridRow& row_;
    const BoxSource& source_;
    const std::uint32_t* item_of_slot_;
    Movers& out_;
    std::uint32_t* stay_begin_;
    std::uint32_t cells_done_, left_;
    std::uint32_t listed_ = 0;
    std::uint32_t list_[most + 16];
};

} // namespace throng::kernels
