// SPDX-License-Identifier: MIT
// Compiled once per instruction set; THRONG_BENCH_ISA names it.
#include "brute_force_row.hpp"

#include "simd/predicates.hpp"

namespace throng::bench {

template <class A> Slot* overlapping_after(const BoxColumns& boxes, Slot a, Slot* out) noexcept {
    const simd::Boxes<A> one{simd::broadcast<A>(boxes.min_x[a]), simd::broadcast<A>(boxes.min_y[a]), simd::broadcast<A>(boxes.max_x[a]),
                             simd::broadcast<A>(boxes.max_y[a])};
    for (std::size_t b = std::size_t{a} + 1; b < boxes.size; b += simd::lane_count) {
        const simd::Boxes<A> others{simd::load<A>(boxes.min_x + b), simd::load<A>(boxes.min_y + b), simd::load<A>(boxes.max_x + b),
                                    simd::load<A>(boxes.max_y + b)};
        for (std::uint32_t hits = simd::bits(simd::overlaps(one, others)); hits != 0; hits &= hits - 1) {
            *out++ = static_cast<Slot>(b) + simd::lowest<A>(hits);
        }
    }
    return out;
}

template Slot* overlapping_after<simd::THRONG_BENCH_ISA>(const BoxColumns&, Slot, Slot*) noexcept;

} // namespace throng::bench
