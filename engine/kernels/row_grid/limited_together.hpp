// SPDX-License-Identifier: MIT
// The nearest few of sixteen elements that lie together, in discs that hold far more: how many those hold is counted
// for all sixteen at once, and only a small disc around each is searched.
#pragma once

#include "engine/kernels/row_grid/counted_together.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"
#include "engine/kernels/row_grid/local_density.hpp"

namespace throng::kernels {

template <class A, bool points> class LimitedTogether {
public:
    std::uint32_t key = no_position;              // names the sixteen elements; no_position: none
    bool pays = false;                            // false: each is better searched alone, and all below is not known
    float radius = 0;                             // of discs that are likely to hold the nearest few
    std::uint32_t tested = 0;                     // candidates of `found`
    alignas(64) float x[Packet::most], y[Packet::most];
    alignas(64) std::uint32_t found[Packet::most]; // elements within reach, each element itself among them
    GridPacket<A, true> packet;                   // the runs of the small discs

    /// Answers for the first `count` of the elements at x and y; the others have to be there as well, at any of the
    /// same places.
    __attribute__((noinline)) void find(const GridView& g, std::uint32_t count, float reach, std::uint32_t limit) {
        using namespace simd;
        pays = false;
        if (!(reach * reach < __builtin_inff())) return;
        const Floats<A> all_x = load<A>(x), all_y = load<A>(y);
        const float left = reduce_min<A>(all_x), right = reduce_max<A>(all_x);
        const float low = reduce_min<A>(all_y), high = reduce_max<A>(all_y);
        if (!(right - left <= spread * reach) || !(high - low <= spread * reach)) return;
        const std::uint32_t left_column = column_of(g, left), right_column = column_of(g, right);
        const std::uint32_t low_row = row_of(g, low), high_row = row_of(g, high);
        if (right_column - left_column > 64 || high_row - low_row > 8) return;
        radius = likely_radius(g, limit, elements_per_cell(g, left_column, right_column, low_row, high_row));
        if (!(radius < most_of_reach * reach)) return;
        pays = true;
        tested = CountedTogether<A, points>(g, x, y, reach).run(found);
        const Floats<A> widened = broadcast<A>(widened_reach(radius));
        packet.find_cells(g, around<A>(all_x, all_y, widened), first<A>(static_cast<int>(count)));
        packet.find_runs(g);
    }

private:
    static constexpr float spread = 4.f, most_of_reach = 0.7f;
};

} // namespace throng::kernels
