// SPDX-License-Identifier: MIT
// The searches of all indexes fill one row of an answer in the same way: the hits of a tile are tested, filtered and
// appended to the row, which is ranked at the end.
#pragma once

#include "engine/kernels/query/filter.hpp"
#include "engine/kernels/query/query_kernels.hpp"
#include "engine/kernels/query/rank.hpp"
#include "engine/kernels/query/shapes.hpp"

namespace throng::kernels {

/// Queries come from the caller's views, from slots of the index, or from every element in memory order.
enum class QueryFrom : std::uint8_t { Views, Slots, Elements };

/// The end of the hits so far. Loops over tiles keep it in a local, because members would be read again after every
/// store.
struct HitCursor {
    std::uint32_t* slots;
    float* keys; // null: not needed
    std::uint32_t size, count;
    // If the row has a limit, hits with a larger key are only counted. Once `size` has reached prune_at, the bound
    // becomes the key of the last hit within the limit.
    float bound = __builtin_inff();
    std::uint32_t prune_at = ~0u, begin = 0, limit = 0;
};

/// Keeps the hits within the limit of a row that has more of them. It is a function of its own, because rows are seldom
/// that long.
template <class A> __attribute__((noinline)) void prune(HitCursor& row) {
    row.size = row.begin + Rank<A>::keep(row.slots + row.begin, row.keys + row.begin, row.size - row.begin, row.limit);
    row.bound = row.keys[row.size - 1];
}

/// Appends the hits among sixteen candidates, of which `live` are valid.
template <class A, bool points, Collect collect, class Shape, class Elements>
THRONG_INLINE void collect_tile(const Batch& batch, const Shape& shape, const Elements& candidates,
                                const simd::Mask<A>& live, const Filter& filter, HitCursor& row) {
    using namespace simd;
    Floats<A> squared{};
    Mask<A> hit = live & shape.template test<A, points>(candidates, squared);
    const Words<A> slots = candidates.slots();
    hit = without_self<A>(filter, slots, hit);
    if constexpr (collect == Collect::Slots) {
        row.size += pack_store<A>(row.slots + row.size, slots, hit);
        return;
    }
    hit = keep_allowed<A>(batch, slots, filter, hit);
    if constexpr (collect == Collect::Count) {
        row.count += simd::count<A>(bits(hit));
    } else {
        if (row.keys != nullptr) { // filters alone need none
            // Neighbours are ranked by the distance of their search; other searches rank by Measure.
            const bool by_center = Shape::ranks_by_center || batch.by_center;
            pack_store<A>(row.keys + row.size, shape.template rank<A, points>(candidates, squared, by_center), hit);
        }
        row.size += pack_store<A>(row.slots + row.size, slots, hit);
    }
}

/// The state of the answer during a search; the current row begins at row_begin.
template <class A, Collect collect> class AnswerRow {
protected:
    AnswerRow(const Batch& batch, HitSink& sink)
        : batch_(batch), sink_(sink), slots_(sink.slots), keys_(batch.ranked() ? sink.keys : nullptr), size_(sink.size),
          capacity_(sink.capacity) {}

    THRONG_INLINE HitCursor end() const {
        return {slots_, keys_, size_, count_, bound_, prune_at_, row_begin_, limit_};
    }
    THRONG_INLINE void end(const HitCursor& row) {
        size_ = row.size, count_ = row.count;
        if constexpr (collect == Collect::Ranked) bound_ = row.bound;
    }
    /// Begins row `row`, of which hits with keys above `likely` are counted alone if it has a limit.
    THRONG_INLINE void begin(std::uint32_t row, float likely) {
        count_ = 0;
        if constexpr (collect == Collect::Ranked) {
            limit_ = batch_.limit_of(row);
            bound_ = limit_ != 0 ? likely : __builtin_inff();
            row_begin_ = size_;
            const std::uint32_t room = limit_ <= 24 ? 48 : 2 * limit_ + 32; // hits that are ranked in no time
            prune_at_ = limit_ != 0 && limit_ < (1u << 24) ? size_ + room : ~0u;
        }
    }
    /// Whether the row has a bound, so that its hits are counted, and only those within the bound collected.
    THRONG_INLINE bool counts_beyond() const { return collect == Collect::Ranked && bound_ < __builtin_inff(); }
    /// Whether hits within the limit were left out, since `likely` was too small.
    THRONG_INLINE bool lacks_hits() const {
        if constexpr (collect != Collect::Ranked) return false;
        return counts_beyond() && size_ - row_begin_ < (limit_ < count_ ? limit_ : count_);
    }
    THRONG_INLINE bool full() const { return collect != Collect::Count && size_ > capacity_; }
    THRONG_INLINE void finish(std::uint32_t row, std::uint32_t row_begin, std::uint32_t faults) {
        if (faults != 0) [[unlikely]] {
            note_fault(sink_.faulty, faults, row);
            size_ = row_begin;
            count_ = 0;
        }
        if constexpr (collect == Collect::Count) {
            sink_.counts[row] = count_;
            return;
        }
        simd::prefetch(slots_ + size_, answer_fetch_distance);
        const std::uint32_t matches = counts_beyond() ? count_ : size_ - row_begin;
        if constexpr (collect == Collect::Ranked) {
            if (limit_ != 0)
                size_ = row_begin + Rank<A>::keep(slots_ + row_begin, keys_ + row_begin, size_ - row_begin, limit_);
            if (batch_.keys_wanted && !batch_.keys_stay_squared) take_roots<A>(keys_ + row_begin, size_ - row_begin);
            if (sink_.found) sink_.found[row] = matches;
        }
        sink_.counts[row] = size_ - row_begin;
    }

    void store_to_sink() {
        sink_.size = size_;
        sink_.candidates += candidates_;
    }

    const Batch& batch_;
    HitSink& sink_;
    std::uint32_t* const slots_;
    float* const keys_;
    std::uint32_t size_;
    const std::uint32_t capacity_;
    std::uint32_t count_ = 0;
    float bound_ = __builtin_inff(); // this and what follows: as in HitCursor
    std::uint32_t prune_at_ = ~0u, row_begin_ = 0, limit_ = 0;
    std::uint64_t candidates_ = 0;
};

} // namespace throng::kernels
