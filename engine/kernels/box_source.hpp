// SPDX-License-Identifier: MIT
// Reads the caller's boxes a tile at a time, and tells which of them cannot be indexed.
#pragma once

#include "engine/kernels/cell_lanes.hpp"
#include "engine/kernels/change.hpp"

#include <throng/types.hpp>

namespace throng::kernels {

/// Sixteen boxes on their way into the index: corners, and the grid cell of their centre.
template <class A> struct NewBoxes {
    simd::Floats<A> min_x, min_y, max_x, max_y; // points: only the min columns
};

/// Boxes whose columns are read by a(column) and b(column). BoxSource::Form::Points leaves the max columns as the point.
template <class A, class ReadA, class ReadB> THRONG_INLINE NewBoxes<A> boxes_read_by(const BoxSource& source, ReadA a, ReadB b) {
    using namespace simd;
    const Floats<A> ax = a(source.a_x), ay = a(source.a_y);
    switch (source.form) {
    case BoxSource::Form::Points: return {ax, ay, ax, ay};
    case BoxSource::Form::Corners: return {ax, ay, b(source.b_x), b(source.b_y)};
    case BoxSource::Form::CommonCenters: {
        const Floats<A> h = broadcast<A>(source.half_extent);
        return {ax - h, ay - h, ax + h, ay + h};
    }
    case BoxSource::Form::Centers: break;
    }
    const Floats<A> hx = b(source.b_x);
    const Floats<A> hy = source.b_x == source.b_y ? hx : b(source.b_y);
    return {ax - hx, ay - hy, ax + hx, ay + hy};
}

/// The boxes of `items`.
template <class A, std::size_t a_stride, std::size_t b_stride>
THRONG_INLINE NewBoxes<A> gather_strided(const BoxSource& source, const std::uint32_t* items) {
    // A stride known here is part of the address of each load; another is multiplied.
    const std::size_t a_step = a_stride ? a_stride : source.a_stride, b_step = b_stride ? b_stride : source.b_stride;
    return boxes_read_by<A>(
        source, [&](const float* column) THRONG_FLAT { return simd::gather<A>(column, a_step, items); },
        [&](const float* column) THRONG_FLAT { return simd::gather<A>(column, b_step, items); });
}
static inline bool is_packed(const BoxSource& source) noexcept {
    return source.a_stride == sizeof(float) && (source.b_stride == sizeof(float) || source.b_x == nullptr);
}
template <class A> THRONG_INLINE NewBoxes<A> gather_boxes(const BoxSource& source, const std::uint32_t* items) {
    constexpr std::size_t packed = sizeof(float);
    if (is_packed(source)) {
        if constexpr (simd::has_gather<A>) {
            const auto column_at = [&](const float* column) THRONG_FLAT { return simd::gather_packed<A>(column, items); };
            if (source.gathers) return boxes_read_by<A>(source, column_at, column_at);
        }
        return gather_strided<A, packed, packed>(source, items);
    }
    if (source.side_by_side) {
        simd::Floats<A> columns[4];
        simd::gather_quads<A>(source.a_x, items, columns);
        return {columns[0], columns[1], columns[2], columns[3]};
    }
    return gather_strided<A, 0, 0>(source, items);
}

/// The boxes of items first, first + 1, ..., of which there are `left`; lanes past them are told nothing of.
template <class A> THRONG_INLINE NewBoxes<A> read_boxes(const BoxSource& source, std::uint32_t first, std::uint32_t left) {
    if (is_packed(source)) {
        const int live = static_cast<int>(left < 16 ? left : 16);
        const auto column_at = [&](const float* column) THRONG_FLAT { return simd::load_first<A>(column + first, live); };
        return boxes_read_by<A>(source, column_at, column_at);
    }
    std::uint32_t items[16];
    for (std::uint32_t i = 0; i < 16; ++i) items[i] = first + (i < left ? i : 0);
    return gather_boxes<A>(source, items);
}

template <class A> THRONG_INLINE simd::Floats<A> center(simd::Floats<A> low, simd::Floats<A> high) {
    const simd::Floats<A> half = simd::broadcast<A>(0.5f);
    return half * low + half * high;
}

template <class A> THRONG_INLINE simd::Mask<A> is_finite(simd::Floats<A> v) { return abs(v) < simd::broadcast<A>(__builtin_inff()); }

// Four units in the last place of the larger of the bound and the largest coordinate: 2^(exponent - 23), four times.
template <class A> THRONG_INLINE simd::Mask<A> too_wide(simd::Floats<A> low, simd::Floats<A> high, float bound) {
    using namespace simd;
    const Floats<A> largest = max(max(abs(low), abs(high)), broadcast<A>(bound));
    const Floats<A> power = as_floats(as_words(largest) & broadcast<A>(std::uint32_t{0x7F80'0000}));
    return (high - low) - broadcast<A>(2.f * bound) > power * broadcast<A>(4.f / 8388608.f);
}

/// Lanes whose box cannot be indexed are taken out of `live` and counted in `out`; `items` are their positions in the batch.
template <class A>
THRONG_INLINE std::uint32_t reject_faulty(const BoxSource& source, const NewBoxes<A>& box, const std::uint32_t* items, std::uint32_t live,
                                          ItemFaults& out) {
    using namespace simd;
    Mask<A> sound = is_finite<A>(box.min_x) & is_finite<A>(box.min_y);
    if (source.form == BoxSource::Form::Points) {
        const Floats<A> h = broadcast<A>(source.half_extent); // only coordinates near the largest float overflow
        sound = sound & is_finite<A>(abs(box.min_x) + h) & is_finite<A>(abs(box.min_y) + h);
    } else {
        sound = sound & is_finite<A>(box.max_x) & is_finite<A>(box.max_y) & (box.min_x <= box.max_x) & (box.min_y <= box.max_y);
        // A negative half extent turns min and max round, a NaN one leaves them NaN: both are caught above.
    }
    const std::uint32_t bad = live & ~bits(sound);
    std::uint32_t large = 0;
    if (source.max_half_extent > 0.f) {
        large = live & bits(sound & (too_wide<A>(box.min_x, box.max_x, source.max_half_extent) |
                                     too_wide<A>(box.min_y, box.max_y, source.max_half_extent)));
    }
    if ((bad | large) == 0) [[likely]]
        return live;
    out.faults |=
        (bad ? static_cast<std::uint32_t>(Fault::InvalidBounds) : 0u) | (large ? static_cast<std::uint32_t>(Fault::TooLarge) : 0u);
    for (std::uint32_t rest = bad | large; rest != 0; rest &= rest - 1) {
        const std::uint32_t item = items[lowest<A>(rest)];
        if (item < out.first) out.first = item;
        ++out.count;
    }
    return live & ~(bad | large);
}

} // namespace throng::kernels
