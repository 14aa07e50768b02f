// SPDX-License-Identifier: MIT
// Sixteen elements that lie together share work if each has far more neighbours than the nearest few that are wanted:
// the numbers of neighbours are counted for all of them at once, and only a small disc around each is searched.
#pragma once

#include "engine/kernels/row_grid/counted_together.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"
#include "engine/kernels/row_grid/local_density.hpp"
#include "engine/kernels/row_grid/repeated_row.hpp"

namespace throng::kernels {

/// Some of these sixteen centres may be the same.
struct Centers {
    alignas(64) float x[Packet::most], y[Packet::most];
};

template <class A, bool points> class LimitedTogether {
public:
    // The first of the sixteen elements asked for last, and whether they are searched together.
    std::uint32_t packet_begin = no_position;
    bool pays = false;

    /// Whether discs of this radius are so large that it may pay, wherever they are.
    static bool is_wide_enough(const GridView& g, float reach) {
        const float widest = widened_reach(reach);
        return widest * widest < __builtin_inff() && reach * g.inverse_cell >= least_rows;
    }

    /// Finds what is shared for the nearest `limit` around each of `centers`, if that pays. If not, each is better
    /// searched alone: they do not lie together, or most of what is in reach is wanted.
    void find(const GridView& g, const Centers& centers, float reach, std::uint32_t limit) {
        if (packet_number_ >= RepeatedRow::together && matches(centers)) return; // a heap, and all is known
        centers_ = centers;
        ++packet_number_;
        pays = count_neighbors(g, reach, limit);
    }

    const Centers& centers() const { return centers_; }
    /// Returns the number of elements within reach of center n, that of an element, without the element itself.
    std::uint32_t neighbor_count(std::uint32_t n) const { return neighbor_counts_[n] - 1; }
    /// Returns the number of candidates that were counted for it.
    std::uint32_t candidate_count() const { return candidate_count_; }
    /// Returns the radius of discs that are likely to hold the nearest few.
    float radius() const { return radius_; }
    THRONG_INLINE CandidateRuns runs(std::uint32_t n) const { return packet_.runs(n); }
    /// The RepeatedRow::method of this packet's rows: one number for each packet.
    std::uint32_t method() const { return packet_number_; }

private:
    static constexpr float most_spread = 4.f, most_of_reach = 0.8f, least_rows = 1.75f;
    static constexpr std::uint32_t most_columns = 64, most_rows = 8; // in which density is estimated

    bool matches(const Centers& centers) const {
        using namespace simd;
        return all((load<A>(centers.x) == load<A>(centers_.x)) & (load<A>(centers.y) == load<A>(centers_.y)));
    }

    bool count_neighbors(const GridView& g, float reach, std::uint32_t limit) {
        using namespace simd;
        const Floats<A> x = load<A>(centers_.x), y = load<A>(centers_.y);
        const float left = reduce_min<A>(x), right = reduce_max<A>(x);
        const float low = reduce_min<A>(y), high = reduce_max<A>(y);
        if (!(right - left <= most_spread * reach) || !(high - low <= most_spread * reach)) return false;
        const std::uint32_t first_column = column_of(g, left), last_column = column_of(g, right);
        const std::uint32_t first_row = row_of(g, low), last_row = row_of(g, high);
        if (last_column - first_column > most_columns || last_row - first_row > most_rows) return false;
        radius_ = likely_radius(g, limit, elements_per_cell(g, first_column, last_column, first_row, last_row));
        if (!(radius_ < most_of_reach * reach)) return false;
        candidate_count_ = CountedTogether<A, points>(g, centers_.x, centers_.y, reach).run(facts_, neighbor_counts_);
        packet_.find_cells(g, around<A>(x, y, widened_reach<A>(broadcast<A>(radius_))), first<A>(Packet::most));
        packet_.find_runs(g);
        return true;
    }

    Centers centers_;
    std::uint32_t packet_number_ = RepeatedRow::together - 1, candidate_count_ = 0;
    float radius_ = 0;
    alignas(64) std::uint32_t neighbor_counts_[Packet::most];
    GridPacket<A, true> packet_;
    RowFacts<A> facts_;
};

} // namespace throng::kernels
