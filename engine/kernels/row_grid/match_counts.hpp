// SPDX-License-Identifier: MIT
// A row that is cut to the nearest few tells how many elements its disc holds. Discs that lie together are counted at
// once, others one by one.
#pragma once

#include "engine/kernels/row_grid/counted_together.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/packet_reader.hpp"
#include "engine/kernels/row_grid/region_search.hpp"

namespace throng::kernels {

template <class A, bool by_center> class MatchCounts {
    using Shape = DiscShape<by_center>;
    using QueryLanes = typename PacketReader<A, Shape>::QueryLanes;

public:
    MatchCounts(const GridView& g, const Batch& batch, bool wanted) : g_(g), batch_(batch), wanted_(wanted) {}
    MatchCounts(const MatchCounts&) = delete;

    bool wanted() const { return wanted_; }

    /// Whether the discs of a packet, those in the lanes of `live`, are better counted together than one by one: they
    /// lie together, but not at one spot, and reach beyond the cells around.
    THRONG_INLINE bool can_share(const QueryLanes& lanes, const simd::Mask<A>& live) const {
        using namespace simd;
        if (!by_center || !wanted_ || batch_.chooses()) return false;
        const Floats<A> far = broadcast<A>(__builtin_inff()), none = broadcast<A>(0.f);
        const Floats<A> x = load<A>(lanes.shapes.x), y = load<A>(lanes.shapes.y);
        const Floats<A> squares = load<A>(lanes.shapes.squared_radius);
        const float wide = extent(x, live), tall = extent(y, live);
        const float least = __builtin_sqrtf(reduce_min<A>(select(live, squares, far)));
        const float most = widened_reach(__builtin_sqrtf(reduce_max<A>(select(live, squares, none))));
        const float far_apart = least + most_cells / g_.inverse_cell, spread = most_spread * least;
        const float most_extent = spread < far_apart ? spread : far_apart;
        return (wide > 0.f || tall > 0.f) && wide <= most_extent && tall <= most_extent &&
               least * g_.inverse_cell >= least_rows && most * most < __builtin_inff();
    }

    /// Returns the number of matches of query i, a disc around (x, y). Its packet shares a count if `shared` is given.
    /// Adds the number of tests to `candidates`.
    template <class Lanes>
    __attribute__((noinline)) std::uint32_t count(QueryFrom from, std::uint32_t i, const Lanes* shared, float x,
                                                  float y, float reach, const Filter& filter,
                                                  std::uint64_t& candidates) {
        if (!shared) return count_alone(x, y, reach, filter, candidates);
        const std::uint32_t n = i % Packet::most;
        if (const std::uint32_t first = Packet::first_of(i); first != counted_first_) {
            count_together(*shared, shared->live);
            counted_first_ = first;
        }
        candidates += tested_;
        std::uint32_t count = counts_[n];
        const Shape disc = Shape::of(shared->shapes, n);
        if (from != QueryFrom::Views || is_match(filter.self, disc)) --count;
        if (filter.other != filter.self && is_match(filter.other, disc)) --count;
        return count;
    }

private:
    static constexpr float most_spread = 4.f, most_cells = 8.f, least_rows = 1.75f;

    static THRONG_INLINE float extent(const simd::Floats<A>& v, const simd::Mask<A>& live) {
        using namespace simd;
        const Floats<A> far = broadcast<A>(__builtin_inff());
        return reduce_max<A>(select(live, v, broadcast<A>(0.f) - far)) - reduce_min<A>(select(live, v, far));
    }

    std::uint32_t count_alone(float x, float y, float reach, const Filter& filter, std::uint64_t& candidates) {
        Shape disc{};
        disc.set(x, y, reach);
        HitCursor row{batch_.chooses() ? chosen_from_ : nullptr, nullptr, 0, 0};
        RegionSearch<A, Shape, Collect::Count>::run(g_, batch_, disc, filter, ~0u, row, candidates);
        if (row.size != 0) count_chosen<A>(batch_, filter, row);
        return row.count;
    }

    __attribute__((noinline)) void count_together(const QueryLanes& lanes, const simd::Mask<A>& live) {
        using namespace simd;
        // Lanes without a query repeat one that has.
        const std::uint32_t some = lowest<A>(bits(live));
        const auto column = [&](const float* values)
                                THRONG_FLAT { return select(live, load<A>(values), broadcast<A>(values[some])); };
        if (counted_first_ == no_position) facts_.forget();
        tested_ =
            CountedTogether<A>(g_, column(lanes.shapes.x), column(lanes.shapes.y), column(lanes.shapes.squared_radius))
                .run(facts_, counts_);
    }

    // Whether the element of `slot` is among those that were counted.
    bool is_match(std::uint32_t slot, const Shape& disc) const {
        const std::uint32_t at = slot == no_slot ? no_position : find_slot<A>(g_, slot);
        if (at == no_position) return false;
        const Vec2 center = PacketReader<A, Shape>::center_at(g_, at);
        const float dx = center.x - disc.x, dy = center.y - disc.y;
        return dx * dx + dy * dy <= disc.squared_radius;
    }

    const GridView& g_;
    const Batch& batch_;
    const bool wanted_;
    std::uint32_t counted_first_ = no_position, tested_ = 0; // the packet counted last, and the candidates of each row
    alignas(64) std::uint32_t counts_[Packet::most];
    std::uint32_t chosen_from_[counted_at_once + 32];
    RowFacts<A> facts_; // without content until it is needed
};

} // namespace throng::kernels
