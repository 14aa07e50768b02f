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
    // Batch::among and masks are applied to each tile, since the row did not fit before they were applied to all of it.
    bool chooses_early = false;
};

/// Counts those of the collected slots that neither Batch::among nor the masks exclude.
template <class A>
__attribute__((noinline)) void count_chosen(const Batch& batch, const Filter& filter, HitCursor& row) {
    row.count += keep_chosen<A>(batch, filter, row.slots, nullptr, row.size);
    row.size = 0;
}

/// Appends the hits among sixteen candidates, of which `live` are valid.
template <class A, Collect collect, class Shape, class Elements>
THRONG_INLINE void collect_tile(const Batch& batch, const Shape& shape, const Elements& candidates,
                                const simd::Mask<A>& live, const Filter& filter, HitCursor& row) {
    using namespace simd;
    Floats<A> squared{};
    Mask<A> hit = live & shape.template test<A>(candidates, squared);
    const Words<A> slots = candidates.slots();
    hit = without_self<A>(filter, slots, hit);
    if constexpr (collect == Collect::Slots) {
        row.size += pack_store<A>(row.slots + row.size, slots, hit);
        return;
    }
    hit = without_other<A>(filter, slots, hit);
    if constexpr (collect == Collect::Count) {
        if (row.slots == nullptr) [[likely]] {
            row.count += simd::count<A>(bits(hit));
        } else {
            row.size += pack_store<A>(row.slots + row.size, slots, hit);
            if (row.size > counted_at_once) count_chosen<A>(batch, filter, row);
        }
    } else {
        if (row.chooses_early) [[unlikely]]
            hit = keep_chosen<A>(batch, slots, filter, hit);
        if (row.keys != nullptr) { // filters alone need none
            // Neighbours are ranked by the distance of their search; other searches rank by Measure.
            const bool by_center = Shape::ranks_by_center || batch.by_center;
            pack_store<A>(row.keys + row.size, shape.template rank<A>(candidates, squared, by_center), hit);
        }
        row.size += pack_store<A>(row.slots + row.size, slots, hit);
    }
}

/// The state of the answer during a search.
template <class A, Collect collect> class AnswerRow {
protected:
    AnswerRow(const Batch& batch, HitSink& sink)
        : batch_(batch), sink_(sink), slots_(collect == Collect::Count && !batch.chooses() ? nullptr : sink.slots),
          keys_(batch.ranked() ? sink.keys : nullptr), size_(sink.size), capacity_(sink.capacity) {}

    THRONG_INLINE HitCursor end() const { return {slots_, keys_, size_, count_, chooses_early_}; }
    THRONG_INLINE void end(const HitCursor& row) { size_ = row.size, count_ = row.count; }

    /// Appends row `row` of the answer, whose hits find() appends. False: the answer is full, and the row is removed.
    template <class Find>
    THRONG_INLINE bool append_row(std::uint32_t row, std::uint32_t faults, const Filter& filter, Find&& find) {
        const std::uint32_t row_begin = size_;
        const std::uint64_t tested = candidates_;
        for (chooses_early_ = false;; chooses_early_ = true) {
            count_ = 0;
            if (find()) break;
            size_ = row_begin;
            candidates_ = tested;
            if (chooses_early_ || !batch_.chooses()) return false;
        }
        finish(row, row_begin, faults, filter);
        return true;
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
    std::uint32_t count_ = 0; // of the current row
    bool chooses_early_ = false;
    std::uint64_t candidates_ = 0;

private:
    THRONG_INLINE void finish(std::uint32_t row, std::uint32_t row_begin, std::uint32_t faults, const Filter& filter) {
        if (faults != 0) [[unlikely]] {
            note_fault(sink_.faulty, faults, row);
            size_ = row_begin;
            count_ = 0;
        }
        if constexpr (collect == Collect::Count) {
            if (size_ != 0) [[unlikely]] {
                HitCursor last = end();
                count_chosen<A>(batch_, filter, last);
                end(last);
            }
            sink_.counts[row] = count_;
            return;
        }
        fetch_answer(slots_, size_, capacity_);
        if constexpr (collect == Collect::Ranked) {
            float* const keys = keys_ == nullptr ? nullptr : keys_ + row_begin;
            if (batch_.chooses())
                size_ = row_begin + keep_chosen<A>(batch_, filter, slots_ + row_begin, keys, size_ - row_begin);
            if (sink_.found) sink_.found[row] = size_ - row_begin;
            if (const std::uint32_t limit = batch_.limit_of(row); limit != 0)
                size_ = row_begin + Rank<A>::keep(slots_ + row_begin, keys, size_ - row_begin, limit);
            if (batch_.keys_wanted && !batch_.keys_stay_squared) take_roots<A>(keys, size_ - row_begin);
        }
        sink_.counts[row] = size_ - row_begin;
    }
};

} // namespace throng::kernels
