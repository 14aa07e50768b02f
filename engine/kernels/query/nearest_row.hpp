// SPDX-License-Identifier: MIT
// nearest() of all indexes fills a row in the same way: candidates within a bound are appended to it, and the bound
// follows the k-th of them.
#pragma once

#include "engine/kernels/query/filter.hpp"
#include "engine/kernels/query/rank.hpp"
#include "engine/kernels/query/shapes.hpp"

namespace throng::kernels {

template <class A> class NearestRow {
public:
    float x() const { return x_; }
    float y() const { return y_; }
    std::uint32_t k() const { return k_; }
    float reach() const { return reach_; }
    bool by_center() const { return batch_.by_center; }

    /// Returns the largest squared distance that can still be among the k nearest.
    float limit() const { return limit_; }

    /// Whether k elements have been found, so that limit() is the squared distance of the k-th.
    bool bounded() const { return bounded_; }

    /// Returns a lower bound of the squared distances to the elements in each of sixteen enclosing boxes. Distances to
    /// boxes are monotone, rounding included; a centre may lie outside its box by the rounding of denormals.
    THRONG_INLINE simd::Floats<A> bounds(const ElementColumns& boxes) const {
        const simd::Floats<A> squared = squared_distances<A>(boxes, x_, y_, false);
        return batch_.by_center ? squared * simd::broadcast<A>(0.999999f) : squared;
    }

protected:
    NearestRow(const Batch& batch, HitSink& sink) : batch_(batch), sink_(sink), begin_(sink.size), size_(sink.size) {}

    /// Reads query i and returns its faults. A common reach was checked with the batch.
    std::uint32_t read(std::uint32_t i) {
        x_ = batch_[Batch::at_x][i], y_ = batch_[Batch::at_y][i];
        reach_ = batch_.reach_of(i);
        k_ = batch_.k_of(i);
        return (finite(x_) && finite(y_) ? 0u : static_cast<std::uint32_t>(Fault::InvalidBounds)) |
               (reach_ >= 0.f ? 0u : static_cast<std::uint32_t>(Fault::InvalidArgument));
    }

    void set_point(float x, float y, float reach) { x_ = x, y_ = y, reach_ = reach; }

    /// Reads query i; false: it is faulty.
    bool read_point(std::uint32_t i) { return read(i) == 0; }

    /// search() collects every element within limit_ of (x_, y_) that may be among the k nearest; false: the sink is
    /// full.
    template <class Search> bool answer(std::uint32_t i, bool empty, Search&& search) {
        const std::uint32_t faults = read(i);
        filter_ = Filter::of(batch_, i);
        return append_row(i, faults, empty, search,
                          [this]() THRONG_FLAT { return size_ - begin_ < k_ ? size_ - begin_ : k_; });
    }

    /// Appends row `row` for the point, reach, k and filter that are set. After search(), as above, found() returns the
    /// number of matches before the limit.
    template <class Search, class Found>
    THRONG_INLINE bool append_row(std::uint32_t row, std::uint32_t faults, bool empty, Search&& search, Found&& found) {
        bounded_ = false;
        std::uint32_t kept = 0, matches = 0;
        if (faults != 0) [[unlikely]] {
            note_fault(sink_.faulty, faults, row);
        } else if (k_ != 0 && !empty) {
            const std::uint64_t tested = candidates_;
            if (!search()) {
                candidates_ = tested;
                return false;
            }
            matches = found();
            kept = Rank<A>::keep(sink_.slots + begin_, sink_.keys + begin_, size_ - begin_, k_);
        }
        if (sink_.found) sink_.found[row] = matches;
        if (const std::uint32_t limit = batch_.limit_of(row); limit != 0 && kept > limit) kept = limit;
        if (batch_.keys_wanted && !batch_.keys_stay_squared) take_roots<A>(sink_.keys + begin_, kept);
        sink_.counts[row] = kept;
        begin_ += kept;
        size_ = begin_;
        fetch_answer(sink_.slots, size_, sink_.capacity);
        fetch_answer(sink_.keys, size_, sink_.capacity);
        return true;
    }

    /// Appends the candidates of a tile that are within limit_.
    template <class Elements>
    THRONG_INLINE void append_near(const Elements& candidates, const simd::Mask<A>& live, bool by_center) {
        using namespace simd;
        const Floats<A> squared = squared_distances<A>(candidates, x_, y_, by_center);
        const Words<A> slots = candidates.slots();
        const Mask<A> near = without_self<A>(filter_, slots, live & (squared <= broadcast<A>(limit_)));
        const Mask<A> hit = without_other<A>(filter_, slots, near);
        pack_store<A>(sink_.keys + size_, squared, hit);
        std::uint32_t added = pack_store<A>(sink_.slots + size_, slots, hit);
        if (added != 0 && batch_.chooses()) [[unlikely]]
            added = keep_chosen<A>(batch_, filter_, sink_.slots + size_, sink_.keys + size_, added);
        size_ += added;
    }

    std::uint32_t collected() const { return size_ - begin_; }
    bool full() const { return size_ > sink_.capacity; }

    /// Keeps the k nearest of at least k candidates and sets limit_ to the k-th.
    void shrink() {
        size_ = begin_ + Rank<A>::keep(sink_.slots + begin_, sink_.keys + begin_, size_ - begin_, k_);
        limit_ = sink_.keys[size_ - 1];
        bounded_ = true;
    }

    void store_to_sink() {
        sink_.size = begin_;
        sink_.candidates += candidates_;
    }

protected:
    const Batch& batch_;
    HitSink& sink_;
    std::uint32_t begin_, size_; // of the current row
    float x_ = 0, y_ = 0, reach_ = 0, limit_ = 0;
    std::uint32_t k_ = 0;
    Filter filter_{};
    bool bounded_ = false;
    std::uint64_t candidates_ = 0;
};

} // namespace throng::kernels
