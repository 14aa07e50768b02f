// SPDX-License-Identifier: MIT
// The kernels of the instruction set in force.
#pragma once

#include "engine/kernels/kernel_table.hpp"

namespace throng {

/// Asked once per call, so that all of a batch is answered by one set.
const kernels::KernelTable& active_kernels() noexcept;

} // namespace throng
