// SPDX-License-Identifier: MIT
#include "engine/src/base/active_kernels.hpp"

#include "simd/arch.hpp"

namespace throng {
namespace {

template <class A>
constinit const kernels::KernelTable table{
    kernels::KernelsOf<A>::grid,      kernels::KernelsOf<A>::grid_of_boxes,  kernels::KernelsOf<A>::grid_of_points,
    kernels::KernelsOf<A>::tile_tree, kernels::KernelsOf<A>::loose_quadtree, kernels::KernelsOf<A>::loose_grid,
    kernels::KernelsOf<A>::quadtree,  kernels::KernelsOf<A>::cross_pairs,    kernels::KernelsOf<A>::slot_order};

} // namespace

const kernels::KernelTable* const kernel_tables[] = {
#if defined(__aarch64__)
    nullptr, nullptr, nullptr, &table<simd::neon64>
#else
    &table<simd::baseline>, &table<simd::avx2>, &table<simd::avx512>, nullptr
#endif
};

} // namespace throng
