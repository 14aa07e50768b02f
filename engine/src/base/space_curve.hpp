// SPDX-License-Identifier: MIT
// The order of space-filling curves: elements that are close in memory are close in space.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/grid_geometry.hpp"

#include <throng/executor.hpp>
#include <throng/types.hpp>

namespace throng {

/// The place of cell (x, y) of a 65,536 x 65,536 square on Hilbert's curve.
std::uint32_t hilbert_place(std::uint32_t x, std::uint32_t y) noexcept;

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

/// The begin of cell (0, 0), and cells per unit of length. Elements outside have their place at the border.
struct CurveFrame {
    float x, y, inverse_x, inverse_y;
};

/// Sorts items by the place of their boxes' centres on the curve; items of equal place keep their order. Faulty boxes
/// are left out and recorded.
class CurveOrder {
public:
    explicit CurveOrder(Memory memory) noexcept
        : keys_(memory), digits_(memory), order_(memory), next_order_(memory), begin_(memory), scratch_(memory) {}

    /// OutOfMemory, Cancelled or None. Without a frame the curve is laid around the items.
    Fault sort(const kernels::BoxSource& source, std::size_t count, kernels::ItemFaults& faulty,
               const Executor& executor) noexcept;
    Fault sort(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
               kernels::ItemFaults& faulty, const Executor& executor) noexcept;

    /// The valid items, in order; valid after sort().
    std::span<const std::uint32_t> items() const noexcept { return {order_.data(), sound_}; }

    /// Frees all but items().
    void keep_items_alone() noexcept {
        for (Column<std::uint32_t>* column : {&keys_, &digits_, &next_order_, &begin_, &scratch_}) column->release();
    }

    /// The place of a valid item; the last place of all is replaced by the one before it.
    std::uint32_t place_of(std::uint32_t item) const noexcept { return keys_[item]; }

    std::size_t bytes() const noexcept {
        return keys_.bytes() + digits_.bytes() + order_.bytes() + next_order_.bytes() + begin_.bytes() +
               scratch_.bytes();
    }

private:
    bool reserve(std::size_t count) noexcept;
    Fault place(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
                kernels::ItemFaults& faulty, const Executor& executor) noexcept;

    Column<std::uint32_t> keys_, digits_, order_, next_order_, begin_, scratch_;
    std::size_t sound_ = 0;
};

} // namespace throng
