// SPDX-License-Identifier: MIT
// Reads boxes, checks them, and finds the cells of a quadtree that they cover.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/quadtree/quadtree_view.hpp"

namespace throng::kernels {

template <class A> struct QuadLocateKernel {
    static void run(QuadLocate& io) {
        const BoxSource source = io.source;
        const QuadFrame frame = io.frame;
        for (std::uint32_t at = 0; at < io.count; at += 16) {
            const NewBoxes<A> box = gather_boxes<A, false>(source, io.items + at);
            if (io.check)
                io.live[at / 16] = reject_faulty<A, false>(source, box, io.items + at, io.live[at / 16], io.faulty);
            if (io.boxes) write_boxes(box, io.boxes + at);
            if (io.rects) write_rects(box, frame, io.rects + at);
        }
    }

private:
    static THRONG_INLINE void write_boxes(const NewBoxes<A>& box, Region* to) {
        alignas(64) float min_x[16], min_y[16], max_x[16], max_y[16];
        simd::store(min_x, box.min_x), simd::store(min_y, box.min_y);
        simd::store(max_x, box.max_x), simd::store(max_y, box.max_y);
        for (int i = 0; i < 16; ++i) to[i] = {min_x[i], min_y[i], max_x[i], max_y[i]};
    }

    static THRONG_INLINE void write_rects(const NewBoxes<A>& box, const QuadFrame& frame, CellRect* to) {
        alignas(64) std::uint32_t min_x[16], min_y[16], max_x[16], max_y[16];
        const auto cell = [&](const simd::Floats<A>& v, float origin)
                              THRONG_FLAT { return cell_index<A>(v, origin, frame.inverse_cell, frame.cells()); };
        simd::store(min_x, cell(box.min_x, frame.origin_x)), simd::store(min_y, cell(box.min_y, frame.origin_y));
        simd::store(max_x, cell(box.max_x, frame.origin_x)), simd::store(max_y, cell(box.max_y, frame.origin_y));
        const auto narrow = [](std::uint32_t v) THRONG_FLAT { return static_cast<std::uint16_t>(v); };
        for (int i = 0; i < 16; ++i) to[i] = {narrow(min_x[i]), narrow(min_y[i]), narrow(max_x[i]), narrow(max_y[i])};
    }
};

} // namespace throng::kernels
