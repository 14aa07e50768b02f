// SPDX-License-Identifier: MIT
#include "engine/src/kernels.hpp"

#include "simd/arch.hpp"
#include "simd/isa.hpp"

namespace throng {
namespace {

template <class A>
constinit const kernels::KernelTable table{kernels::KernelsOf<A>::grid,           kernels::KernelsOf<A>::tile_tree,
                                           kernels::KernelsOf<A>::loose_quadtree, kernels::KernelsOf<A>::loose_grid,
                                           kernels::KernelsOf<A>::quadtree,       kernels::KernelsOf<A>::cross_pairs};

} // namespace

const kernels::KernelTable& active_kernels() noexcept {
#if defined(__aarch64__)
    return table<simd::neon64>;
#else
    switch (simd::active()) {
    case simd::Isa::avx512: return table<simd::avx512>;
    case simd::Isa::avx2: return table<simd::avx2>;
    default: return table<simd::baseline>;
    }
#endif
}

} // namespace throng
