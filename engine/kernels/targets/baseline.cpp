// SPDX-License-Identifier: MIT
#include "engine/kernels/table.hpp"
constinit const throng::kernels::KernelTable throng::kernels::baseline_kernels = kernels_of<throng::simd::baseline>();
