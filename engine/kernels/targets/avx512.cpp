// SPDX-License-Identifier: MIT
#include "engine/kernels/table.hpp"
constinit const throng::kernels::KernelTable throng::kernels::avx512_kernels = kernels_of<throng::simd::avx512>();
