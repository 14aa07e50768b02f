// SPDX-License-Identifier: MIT
// The order of space-filling curves: elements that are close in memory are close in space.
#pragma once

#include "engine/kernels/tiles/curve.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "parallel/radix_sort.hpp"

#include <throng/executor.hpp>
#include <throng/types.hpp>

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

/// Sorts items by the place of their boxes' centres on Hilbert's curve; items of equal place keep their order. Faulty
/// boxes are left out and recorded.
class CurveOrder {
public:
    explicit CurveOrder(Memory memory) noexcept : sorted_(memory), other_(memory), counters_(memory) {}

    /// OutOfMemory, Cancelled or None. Without a frame the curve is laid around the items, and those of a cell that has
    /// many are sorted by a curve within it, so that the order suits crowds of any density.
    Fault sort(const kernels::BoxSource& source, std::size_t count, kernels::ItemFaults& faulty,
               const Executor& executor) noexcept;
    Fault sort(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
               kernels::ItemFaults& faulty, const Executor& executor) noexcept;

    /// The valid items in order, with their places as keys; valid after sort(). The last place of all is replaced by
    /// the one before it.
    std::span<const parallel::KeyedItem> items() const noexcept { return {sorted_.data(), sound_}; }

    /// Frees all but items().
    void keep_items_alone() noexcept {
        other_.release();
        counters_.release();
    }

    void release() noexcept {
        keep_items_alone();
        sorted_.release();
    }

    std::size_t bytes() const noexcept { return sorted_.bytes() + other_.bytes() + counters_.bytes(); }

private:
    Fault place(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
                kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    void sort_cells(const kernels::BoxSource& source, const CurveFrame& frame, const Executor& executor) noexcept;

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
