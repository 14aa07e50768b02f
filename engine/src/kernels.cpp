// SPDX-License-Identifier: MIT
#include "engine/src/kernels.hpp"

#include "simd/isa.hpp"

namespace throng {

const kernels::KernelTable& active_kernels() noexcept {
#if defined(__aarch64__)
    return kernels::neon64_kernels;
#else
    switch (simd::active()) {
    case simd::Isa::avx512: return kernels::avx512_kernels;
    case simd::Isa::avx2: return kernels::avx2_kernels;
    default: return kernels::baseline_kernels;
    }
#endif
}

} // namespace throng
