// SPDX-License-Identifier: MIT
#include "engine/kernels/table.hpp"
constinit const throng::kernels::KernelTable throng::kernels::avx2_kernels = kernels_of<throng::simd::avx2>();
