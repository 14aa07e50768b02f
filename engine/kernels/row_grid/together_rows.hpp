// SPDX-License-Identifier: MIT
// The rows of elements whose nearest few are found together.
#pragma once

#include "engine/kernels/row_grid/limited_together.hpp"
#include "engine/kernels/row_grid/region_search.hpp"

namespace throng::kernels {

/// Appends rows to the sink, which it keeps in a copy that stores to the answer cannot alias.
template <class A, bool points> class TogetherRows : AnswerRow<A, Collect::Ranked> {
    using Row = AnswerRow<A, Collect::Ranked>;
    using Shape = DiscShape<true>;
    using Row::batch_, Row::sink_, Row::size_, Row::candidates_, Row::slots_, Row::keys_, Row::capacity_, Row::count_,
        Row::bound_;

public:
    TogetherRows(const GridView& g, const Batch& batch, HitSink& sink, const LimitedTogether<A, points>& together,
                 RepeatedRow& repeated)
        : Row(batch, sink), g_(g), together_(together), repeated_(repeated), columns_(g.columns()) {}

    /// Appends the rows of the elements of centers [first, last), which have the slots `slots` and the same numbers as
    /// rows. Returns the first that is not appended, because the sink is full.
    __attribute__((noinline)) static std::uint32_t append(TogetherRows rows, const std::uint32_t* slots,
                                                          std::uint32_t first, std::uint32_t last) {
        while (first < last && rows.append_row(slots[first], slots[first], first)) ++first;
        rows.store_to_sink();
        return first;
    }
    /// Appends row `row`, that of the element `self` of center n. False: the sink is full.
    __attribute__((noinline)) static bool append(TogetherRows rows, std::uint32_t row, std::uint32_t self,
                                                 std::uint32_t n) {
        const bool room = rows.append_row(row, self, n);
        rows.store_to_sink();
        return room;
    }

private:
    THRONG_INLINE bool append_row(std::uint32_t row, std::uint32_t self, std::uint32_t n) {
        const float x = together_.centers().x[n], y = together_.centers().y[n];
        const std::uint32_t method = together_.method();
        if (repeated_.is_at(x, y) && repeated_.append<A>(batch_, sink_, size_, self, row, method)) [[unlikely]] {
            candidates_ += repeated_.tested;
            return true;
        }
        const std::uint32_t row_begin = size_;
        const std::uint64_t before = candidates_;
        if (!find(row, self, n)) {
            size_ = row_begin, candidates_ = before;
            return false;
        }
        candidates_ += together_.candidate_count();
        count_ = together_.neighbor_count(n);
        this->finish(row, row_begin, 0);
        repeated_.keep(batch_, sink_, size_, x, y, self, row, method, candidates_ - before);
        return true;
    }

    // Finds the nearest few of center n, and others. The small disc is widened until it holds as many as there are.
    THRONG_INLINE bool find(std::uint32_t row, std::uint32_t self, std::uint32_t n) {
        const float x = together_.centers().x[n], y = together_.centers().y[n];
        const std::uint32_t row_begin = size_, neighbors = together_.neighbor_count(n);
        const std::uint32_t wanted = batch_.limit < neighbors ? batch_.limit : neighbors;
        const CandidateRuns runs = together_.runs(n);
        float radius = together_.radius();
        for (bool by_runs = runs.known();; by_runs = false) {
            this->begin(row, radius * radius);
            if (!(by_runs ? take_runs(x, y, self, runs) : search(x, y, radius, self))) return false;
            const std::uint32_t got = size_ - row_begin;
            if (got >= wanted || !(radius < batch_.reach)) [[likely]]
                return true;
            size_ = row_begin;
            radius = wider_radius(radius, got, wanted);
            if (!(radius < batch_.reach)) radius = batch_.reach;
        }
    }

    // Appends the hits of a few candidates.
    THRONG_INLINE bool take_runs(float x, float y, std::uint32_t self, const CandidateRuns& runs) {
        using namespace simd;
        const Points<A> from{broadcast<A>(x), broadcast<A>(y)};
        const Floats<A> bound = broadcast<A>(bound_);
        const Words<A> self_slots = broadcast<A>(self);
        std::uint32_t size = size_;
        for (std::uint32_t r = 0; r < runs.count; ++r) {
            const Span span = runs[r];
            for (std::uint32_t at = span.begin; at < span.end; at += 16) {
                if (size > capacity_) return false;
                const TileAt<A> tile{columns_, at};
                const Floats<A> squared = squared_distance_to_center(centers_of<A, points>(tile), from);
                const Words<A> slots = tile.slots();
                const Mask<A> hit = andnot(live_lanes<A>(at, span.end) & (squared <= bound), slots == self_slots);
                pack_store<A>(keys_ + size, squared, hit);
                size += pack_store<A>(slots_ + size, slots, hit);
            }
        }
        size_ = size;
        candidates_ += runs.size;
        return true;
    }

    __attribute__((noinline)) bool search(float x, float y, float radius, std::uint32_t self) {
        Shape shape{};
        shape.set(x, y, radius);
        Filter filter;
        filter.self = self;
        HitCursor row = this->end();
        const bool room = RegionSearch<A, Shape, points, Collect::Ranked>::run(g_, batch_, shape, filter, capacity_,
                                                                               row, candidates_);
        this->end(row);
        return room;
    }

    const GridView& g_;
    const LimitedTogether<A, points>& together_;
    RepeatedRow& repeated_;
    const ElementColumns columns_;
};

} // namespace throng::kernels
