// SPDX-License-Identifier: MIT
// Sixteen places on Hilbert's curve at a time.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/base/region_lanes.hpp"
#include "engine/kernels/tiles/curve.hpp"
#include "engine/kernels/tiles/leaf_boxes.hpp"
#include "simd/lanes.hpp"

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

/// Hilbert's curve visits the quarters of a square one after the other, each along the same curve, turned: its axes are
/// exchanged, both reversed, or both (Hilbert 1891; the turns as in Lam and Shapiro 1994). How a quarter turns what is
/// in it is an affine map of two bits, (exchanged, reversed), by its own bits of x and y. So the turns of all sixteen
/// levels are found at once, by four steps of a scan (Hillis and Steele 1986) of such maps: bit i of each word belongs
/// to level i, and higher bits come first. It is done for one register at a time, since compilers keep the maps of more
/// than one in memory.
template <class A> class CurvePlaces {
    using Register = simd::Register<A, std::uint32_t>;

public:
    /// Returns the places of cells, whose coordinates are below 65,536.
    static THRONG_INLINE simd::Words<A> of(const simd::Words<A>& x, const simd::Words<A>& y) {
        return simd::each_register<A, simd::Words<A>>([&](int r)
                                                          THRONG_REGISTER { return place_of(x.part[r], y.part[r]); });
    }

private:
    // exchanged' = ee exchanged + er reversed + e, reversed' = re exchanged + rr reversed + r, modulo 2
    struct Map {
        Register ee, er, re, rr, e, r;
    };
    static THRONG_INLINE Register place_of(const Register& x, const Register& y) {
        // Where x == y, exchanged' = exchanged + reversed + !y and reversed' = reversed. Elsewhere the two swap, and !y
        // is added to each.
        const Register one(0xFFFFu), differ = x ^ y, not_y = y ^ one;
        Map map{differ ^ one, one, differ, differ ^ one, not_y, x & not_y};
        map = after<1>(map), map = after<2>(map), map = after<4>(map), map = after<8>(map);
        // Two bits a level: whether the quarter is one of the last two, and whether it is the second or the fourth.
        const Register late = x ^ (differ & down<1>(map.e)) ^ down<1>(map.r);
        return up<1>(spread(late)) | spread(differ);
    }

    // The maps of each level after those of `distance` levels above; above the first level nothing is turned.
    template <int distance> static THRONG_INLINE Map after(const Map& own) {
        const Register none(0xFFFFu & ~(0xFFFFu >> distance));
        const Register ee = down<distance>(own.ee) | none, er = down<distance>(own.er), re = down<distance>(own.re),
                       rr = down<distance>(own.rr) | none, e = down<distance>(own.e), r = down<distance>(own.r);
        return {(own.ee & ee) ^ (own.er & re),       (own.ee & er) ^ (own.er & rr),
                (own.re & ee) ^ (own.rr & re),       (own.re & er) ^ (own.rr & rr),
                (own.ee & e) ^ (own.er & r) ^ own.e, (own.re & e) ^ (own.rr & r) ^ own.r};
    }
    template <int count> static THRONG_INLINE Register down(const Register& v) {
        return simd::Native<A>::shift_right(v, count);
    }
    template <int count> static THRONG_INLINE Register up(const Register& v) {
        return simd::Native<A>::shift_left(v, count);
    }
    // Bit i of sixteen goes to bit 2 i.
    static THRONG_INLINE Register spread(Register v) {
        v = (v | up<8>(v)) & Register(0x00FF'00FFu);
        v = (v | up<4>(v)) & Register(0x0F0F'0F0Fu);
        v = (v | up<2>(v)) & Register(0x3333'3333u);
        return (v | up<1>(v)) & Register(0x5555'5555u);
    }
};

template <class A> struct CurveKernel {
    static Region area(const BoxSource& source, std::uint32_t begin, std::uint32_t end) {
        simd::Boxes<A> around = no_boxes<A>();
        ItemFaults faulty;
        for_tiles(source, begin, end, faulty,
                  [&](std::uint32_t, std::uint32_t, simd::Floats<A> x, simd::Floats<A> y, std::uint32_t live)
                      THRONG_FLAT {
                          include<A>(around, NewBoxes<A>{x, y, x, y}, simd::from_bits<A>(live));
                      });
        return box_around<A>(around);
    }

    static void places(const BoxSource& source, const CurveFrame& frame, std::uint32_t begin, std::uint32_t end,
                       std::uint32_t* pairs, ItemFaults& faulty) {
        using namespace simd;
        const CellAxis<A> columns(frame.x, frame.inverse_x, CurveFrame::side);
        const CellAxis<A> rows(frame.y, frame.inverse_y, CurveFrame::side);
        for_tiles(source, begin, end, faulty,
                  [&](std::uint32_t at, std::uint32_t count, Floats<A> x, Floats<A> y, std::uint32_t live) THRONG_FLAT {
                      const Words<A> last = broadcast<A>(last_curve_place),
                                     found = min(CurvePlaces<A>::of(columns.index(x), rows.index(y)), last);
                      const Words<A> places = select(from_bits<A>(live), found, broadcast<A>(no_curve_place));
                      const Words<A> items = broadcast<A>(at) + lane_numbers<A>();
                      if (count == lane_count) return interleave_store<A>(pairs + 2 * std::size_t{at}, places, items);
                      std::uint32_t part[2 * lane_count];
                      interleave_store<A>(part, places, items);
                      for (std::uint32_t i = 0; i < 2 * count; ++i) pairs[2 * std::size_t{at} + i] = part[i];
                  });
    }

    // The new position of each pair is the number of pairs before it, counted for sixteen at once.
    static void sort(std::uint32_t* pairs, std::uint32_t count) {
        using namespace simd;
        std::uint32_t places[CurveKernels::most_at_once], items[CurveKernels::most_at_once], positions[lane_count];
        for (std::uint32_t i = 0; i < count; ++i) places[i] = pairs[2 * i], items[i] = pairs[2 * i + 1];
        const Words<A> one = broadcast<A>(1u);
        for (std::uint32_t tile = 0; tile < count; tile += lane_count) {
            const std::uint32_t end = count - tile < lane_count ? count : tile + lane_count;
            const Words<A> own = load_first<A>(places + tile, static_cast<int>(end - tile));
            Words<A> before = broadcast<A>(tile); // less those of earlier tiles that have a greater place
            for (std::uint32_t i = 0; i < tile; ++i)
                before = before - select(own < broadcast<A>(places[i]), one, broadcast<A>(0u));
            for (std::uint32_t i = tile; i < end; ++i) {
                const Words<A> other = broadcast<A>(places[i]);
                const Mask<A> behind = from_bits<A>(0xFFFEu << (i - tile) & 0xFFFFu);
                before = add_where((other < own) | ((other == own) & behind), before, one);
            }
            for (std::uint32_t i = end; i < count; ++i) before = add_where(broadcast<A>(places[i]) < own, before, one);
            store(positions, before);
            for (std::uint32_t i = tile; i < end; ++i) {
                std::uint32_t* const to = pairs + 2 * std::size_t{positions[i - tile]};
                to[0] = places[i], to[1] = items[i];
            }
        }
    }

private:
    // Calls body(first item, count, x, y, valid lanes) with the centres of sixteen boxes at a time.
    template <class Body>
    static THRONG_INLINE void for_tiles(const BoxSource& source, std::uint32_t begin, std::uint32_t end,
                                        ItemFaults& faulty, Body body) {
        BoxSource boxes = source;
        boxes.max_half_extent = 0; // a box that is too large for an index still has a place
        for (std::uint32_t at = begin; at < end; at += simd::lane_count) {
            const std::uint32_t count = end - at < simd::lane_count ? end - at : simd::lane_count;
            alignas(64) std::uint32_t items[simd::lane_count];
            for (std::uint32_t i = 0; i < simd::lane_count; ++i) items[i] = at + (i < count ? i : 0);
            const NewBoxes<A> box =
                is_packed(boxes) ? read_packed_boxes<A, false>(boxes, at, count) : gather_boxes<A, false>(boxes, items);
            const std::uint32_t live = reject_faulty<A, false>(boxes, box, items, (1u << count) - 1, faulty);
            body(at, count, center<A>(box.min_x, box.max_x), center<A>(box.min_y, box.max_y), live);
        }
    }
};

} // namespace throng::kernels
