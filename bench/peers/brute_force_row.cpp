// SPDX-License-Identifier: MIT
// Compiled once per instruction set; THRONG_BENCH_ISA names it.
#include "bench/peers/brute_force_row.hpp"

#include "simd/lane_predicates.hpp"

namespace throng::bench {

template <class A>
Slot* overlapping_from(const BoxColumns& boxes, std::size_t begin, const Aabb& query, Slot* out) noexcept {
    const simd::Boxes<A> one{simd::broadcast<A>(query.min.x), simd::broadcast<A>(query.min.y),
                             simd::broadcast<A>(query.max.x), simd::broadcast<A>(query.max.y)};
    for (std::size_t b = begin; b < boxes.size; b += simd::lane_count) {
        const simd::Boxes<A> others{simd::load<A>(boxes.min_x + b), simd::load<A>(boxes.min_y + b),
                                    simd::load<A>(boxes.max_x + b), simd::load<A>(boxes.max_y + b)};
        for (std::uint32_t hits = simd::bits(simd::overlaps(one, others)); hits != 0; hits &= hits - 1) {
            *out++ = static_cast<Slot>(b) + simd::lowest<A>(hits);
        }
    }
    return out;
}

template Slot* overlapping_from<simd::THRONG_BENCH_ISA>(const BoxColumns&, std::size_t, const Aabb&, Slot*) noexcept;

} // namespace throng::bench
