// SPDX-License-Identifier: MIT
#include "engine/kernels/table.hpp"
constinit const throng::kernels::KernelTable throng::kernels::neon64_kernels = kernels_of<throng::simd::neon64>();
