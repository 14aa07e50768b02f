// SPDX-License-Identifier: MIT
#include "engine/src/base/active_kernels.hpp"

#include "simd/arch.hpp"

#include <iterator>

namespace throng {
namespace {

template <class A> constinit const kernels::KernelTable table = kernels::kernel_table_of<A>();

} // namespace

// A null pointer: this build has no kernels for the set.
const kernels::KernelTable* const kernel_tables[] = {
#if defined(THRONG_HAVE_BASELINE)
    &table<simd::baseline>,
#else
    nullptr,
#endif
#if defined(THRONG_HAVE_AVX2)
    &table<simd::avx2>,
#else
    nullptr,
#endif
#if defined(THRONG_HAVE_AVX512)
    &table<simd::avx512>,
#else
    nullptr,
#endif
#if defined(THRONG_HAVE_NEON64)
    &table<simd::neon64>,
#else
    nullptr,
#endif
};
static_assert(std::size(kernel_tables) == std::size(simd::all_isas));

} // namespace throng
