// SPDX-License-Identifier: MIT
// Reads the caller's boxes a tile at a time, and rejects those that cannot be indexed.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/region_lanes.hpp"

#include <throng/types.hpp>

namespace throng::kernels {

/// Sixteen boxes as input of an index.
template <class A> struct NewBoxes {
    simd::Floats<A> min_x, min_y, max_x, max_y; // points: only the min columns
};

template <class A>
THRONG_INLINE NewBoxes<A> boxes_around(const simd::Floats<A>& x, const simd::Floats<A>& y,
                                       const simd::Floats<A>& half_x, const simd::Floats<A>& half_y) {
    return {x - half_x, y - half_y, x + half_x, y + half_y};
}

/// Reads boxes whose columns are read by a(column) and b(column). `points` says that their form is Points, whose max
/// columns equal the point.
template <class A, bool points, class ReadA, class ReadB>
THRONG_INLINE NewBoxes<A> boxes_read_by(const BoxSource& source, ReadA a, ReadB b) {
    using namespace simd;
    const Floats<A> ax = a(source.a_x), ay = a(source.a_y);
    if constexpr (points) return {ax, ay, ax, ay};
    if (source.form == BoxSource::Form::CommonCenters) {
        const Floats<A> h = broadcast<A>(source.half_extent);
        return boxes_around<A>(ax, ay, h, h);
    }
    if (source.form == BoxSource::Form::Corners) return {ax, ay, b(source.b_x), b(source.b_y)};
    const Floats<A> hx = b(source.b_x);
    return boxes_around<A>(ax, ay, hx, source.b_x == source.b_y ? hx : b(source.b_y));
}

static inline bool is_packed(const BoxSource& source) noexcept {
    return source.a_stride == sizeof(float) && (source.b_stride == sizeof(float) || source.b_x == nullptr);
}

/// Reads the boxes of `items` as boxes_read_by() does, but from all packed columns at once and without the gather
/// instruction.
template <class A, bool points>
THRONG_INLINE NewBoxes<A> gather_packed_boxes(const BoxSource& source, const std::uint32_t* items) {
    using namespace simd;
    const float *const a_x = source.a_x, *const a_y = source.a_y, *const b_x = source.b_x, *const b_y = source.b_y;
    if (points || source.form == BoxSource::Form::CommonCenters) {
        Floats<A> a[2];
        gather_columns<A>({a_x, a_y}, items, a);
        if constexpr (points) return {a[0], a[1], a[0], a[1]};
        const Floats<A> h = broadcast<A>(source.half_extent);
        return boxes_around<A>(a[0], a[1], h, h);
    }
    if (source.form == BoxSource::Form::Centers && b_x == b_y) {
        Floats<A> ab[3];
        gather_columns<A>({a_x, a_y, b_x}, items, ab);
        return boxes_around<A>(ab[0], ab[1], ab[2], ab[2]);
    }
    Floats<A> ab[4];
    gather_columns<A>({a_x, a_y, b_x, b_y}, items, ab);
    if (source.form == BoxSource::Form::Corners) return {ab[0], ab[1], ab[2], ab[3]};
    return boxes_around<A>(ab[0], ab[1], ab[2], ab[3]);
}

/// Reads the boxes of `items`.
template <class A, bool points>
THRONG_INLINE NewBoxes<A> gather_boxes(const BoxSource& source, const std::uint32_t* items) {
    if (is_packed(source)) {
        if constexpr (simd::has_gather<A>) {
            const auto by_instruction = [&](const float* column)
                                            THRONG_FLAT { return simd::gather_packed<A>(column, items); };
            if (source.gathers) return boxes_read_by<A, points>(source, by_instruction, by_instruction);
        }
        return gather_packed_boxes<A, points>(source, items);
    }
    if constexpr (!points) {
        if (source.side_by_side) {
            simd::Floats<A> columns[4];
            const bool exchanged = source.a_y < source.a_x;
            simd::gather_quads<A>(exchanged ? source.a_y : source.a_x, items, columns);
            if (exchanged) return {columns[1], columns[0], columns[3], columns[2]};
            return {columns[0], columns[1], columns[2], columns[3]};
        }
    }
    return boxes_read_by<A, points>(
        source, [&](const float* column) THRONG_FLAT { return simd::gather<A>(column, source.a_stride, items); },
        [&](const float* column) THRONG_FLAT { return simd::gather<A>(column, source.b_stride, items); });
}

/// Reads the boxes of `left` items of packed columns, first, first + 1, ...; lanes past them are arbitrary.
template <class A, bool points>
THRONG_INLINE NewBoxes<A> read_packed_boxes(const BoxSource& source, std::uint32_t first, std::uint32_t left) {
    // Whole tiles take plain loads: processors prefetch for them, but not for masked loads.
    const auto column_at = [&](const float* column) THRONG_FLAT {
        return left >= 16 ? simd::load<A>(column + first) : simd::load_first<A>(column + first, static_cast<int>(left));
    };
    return boxes_read_by<A, points>(source, column_at, column_at);
}

template <class A> THRONG_INLINE simd::Floats<A> center(simd::Floats<A> low, simd::Floats<A> high) {
    const simd::Floats<A> half = simd::broadcast<A>(0.5f);
    return half * low + half * high;
}

// One comparison is enough for all arguments: a finite number minus itself is 0, an infinity or NaN minus itself is
// NaN.
template <class A, class... More>
THRONG_INLINE simd::Mask<A> are_finite(const simd::Floats<A>& v, const More&... more) {
    return ((v - v) + ... + (more - more)) == simd::broadcast<A>(0.f);
}

// Returns the lanes that may be too long, including all that are: rounding loses less than half of the four units.
template <class A> THRONG_INLINE simd::Mask<A> may_be_too_long(simd::Floats<A> low, simd::Floats<A> high, float bound) {
    using namespace simd;
    const Floats<A> largest = max(max(abs(low), abs(high)), broadcast<A>(bound));
    // 0 for denormals.
    const Floats<A> power = as_floats(as_words(largest) & broadcast<A>(std::uint32_t{0x7F80'0000}));
    const float twice = bound < 0x1p127f ? 2.f * bound : __FLT_MAX__; // a side that overflows is longer
    return (high - low) - broadcast<A>(twice) > power * broadcast<A>(2.f / 8388608.f);
}

/// Returns those of `lanes` whose box is too large.
template <class A> THRONG_INLINE std::uint32_t too_large(const NewBoxes<A>& box, float bound, std::uint32_t lanes) {
    float low_x[simd::lane_count], low_y[simd::lane_count], high_x[simd::lane_count], high_y[simd::lane_count];
    simd::store(low_x, box.min_x), simd::store(low_y, box.min_y);
    simd::store(high_x, box.max_x), simd::store(high_y, box.max_y);
    std::uint32_t large = 0;
    for (std::uint32_t remaining = lanes; remaining != 0; remaining &= remaining - 1) {
        const std::uint32_t lane = simd::lowest<A>(remaining);
        if (is_too_long(low_x[lane], high_x[lane], bound) || is_too_long(low_y[lane], high_y[lane], bound))
            large |= 1u << lane;
    }
    return large;
}

/// Removes lanes with a box that cannot be indexed from `live` and counts them in `out`; `items` are their positions
/// in the batch.
template <class A, bool points>
THRONG_INLINE std::uint32_t reject_faulty(const BoxSource& source, const NewBoxes<A>& box, const std::uint32_t* items,
                                          std::uint32_t live, ItemFaults& out) {
    using namespace simd;
    const auto valid_lanes = [&]() THRONG_FLAT {
        if constexpr (points) {
            const Floats<A> h = broadcast<A>(source.half_extent); // only coordinates near the largest float overflow
            return are_finite<A>(abs(box.min_x) + h, abs(box.min_y) + h);
        } else { // a negative half extent exchanges min and max, a NaN one makes both NaN
            return are_finite<A>(box.min_x, box.max_x, box.min_y, box.max_y) & (box.min_x <= box.max_x) &
                   (box.min_y <= box.max_y);
        }
    };
    const Mask<A> valid = valid_lanes();
    const std::uint32_t bad = live & ~bits(valid);
    std::uint32_t large = 0;
    if (source.max_half_extent > 0.f) {
        large = live & bits(valid & (may_be_too_long<A>(box.min_x, box.max_x, source.max_half_extent) |
                                     may_be_too_long<A>(box.min_y, box.max_y, source.max_half_extent)));
        if (large != 0) [[unlikely]]
            large = too_large<A>(box, source.max_half_extent, large);
    }
    if ((bad | large) == 0) [[likely]]
        return live;
    out.faults |= (bad ? static_cast<std::uint32_t>(Fault::InvalidBounds) : 0u) |
                  (large ? static_cast<std::uint32_t>(Fault::TooLarge) : 0u);
    for (std::uint32_t remaining = bad | large; remaining != 0; remaining &= remaining - 1) {
        const std::uint32_t item = items[lowest<A>(remaining)];
        if (item < out.first) out.first = item;
        ++out.count;
    }
    return live & ~(bad | large);
}

} // namespace throng::kernels
