// SPDX-License-Identifier: MIT
// The order of space-filling curves: elements that are close in memory are close in space.
#pragma once

#include "engine/kernels/tiles/curve.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "parallel/radix_sort.hpp"

#include <throng/executor.hpp>
#include <throng/types.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace throng {

/// The place of cell (x, y), both below 256, on a Z curve (Morton 1966): the bits of both, interleaved.
inline std::uint32_t on_z_curve(std::uint32_t x, std::uint32_t y) noexcept {
    const auto spread = [](std::uint32_t bits) {
        bits = (bits | bits << 4) & 0x0F0Fu;
        bits = (bits | bits << 2) & 0x3333u;
        return (bits | bits << 1) & 0x5555u;
    };
    return spread(x) | spread(y) << 1;
}

/// The area around the centres of all valid boxes. On each side it extends beyond the middle of the crowd by at most
/// `beyond` times the middle's extent. False: cancelled.
bool find_area(const kernels::BoxSource& source, std::size_t count, float beyond, Aabb& area,
               const Executor& executor) noexcept;

using kernels::CurveFrame;

/// The curve through the smallest square around an area whose low corner is that of the area.
CurveFrame curve_around(const Aabb& area) noexcept;

/// The place of a point, as CurveOrder::sort() finds it.
std::uint32_t place_on_curve(const CurveFrame& frame, Vec2 point) noexcept;

/// Sorts items by the place of their boxes' centres on Hilbert's curve; items of equal place keep their order. Faulty
/// boxes are left out and recorded.
class CurveOrder {
public:
    explicit CurveOrder(Memory memory) noexcept : sorted_(memory), other_(memory), counters_(memory) {}

    /// OutOfMemory, Cancelled or None. Without a frame the curve is laid around the items. Those of a cell that has
    /// many are sorted by a curve within it, so that the order suits crowds of any density. `holds_all`: no item is
    /// outside of the frame.
    Fault sort(const kernels::BoxSource& source, std::size_t count, kernels::ItemFaults& faulty,
               const Executor& executor) noexcept;
    Fault sort(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame, bool holds_all,
               kernels::ItemFaults& faulty, const Executor& executor) noexcept;

    /// Parts the sorted items by kind_of(item) < 4; those of one kind keep their order. Returns the end of each kind.
    template <class KindOf> std::array<std::uint32_t, 4> part_by_kind(KindOf&& kind_of) noexcept {
        std::array<std::uint32_t, 4> end{};
        for (const parallel::KeyedItem& item : items()) ++end[kind_of(item.item)];
        for (std::size_t kind = 1; kind < end.size(); ++kind) end[kind] += end[kind - 1];
        std::array<std::uint32_t, 4> at{0, end[0], end[1], end[2]};
        for (const parallel::KeyedItem& item : items()) other_[at[kind_of(item.item)]++] = item;
        std::copy(sorted_.begin() + sound_, sorted_.end(), other_.begin() + sound_);
        sorted_.swap(other_);
        return end;
    }

    /// The valid items in order, with their places as keys; valid after sort(). The last place of all is replaced by
    /// the one before it.
    std::span<const parallel::KeyedItem> items() const noexcept { return {sorted_.data(), sound_}; }

    /// Frees all but items().
    void keep_items_alone() noexcept { release_all(other_, counters_); }
    void release() noexcept { release_all(sorted_, other_, counters_); }
    std::size_t bytes() const noexcept { return bytes_of(sorted_, other_, counters_); }

private:
    Fault place(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
                kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    void sort_cells(const kernels::BoxSource& source, const CurveFrame& frame, bool holds_all,
                    const Executor& executor) noexcept;

    /// The items as pairs of words, for kernels.
    std::uint32_t* pairs() noexcept {
        static_assert(sizeof(parallel::KeyedItem) == 2 * sizeof(std::uint32_t));
        return reinterpret_cast<std::uint32_t*>(sorted_.data());
    }

    Column<parallel::KeyedItem> sorted_, other_;
    Column<std::uint32_t> counters_;
    std::size_t sound_ = 0;
};

} // namespace throng
