// SPDX-License-Identifier: MIT
// The kernels of the instruction set in force.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "simd/instruction_sets.hpp"

#include <cstddef>

namespace throng {

extern const kernels::KernelTable* const kernel_tables[]; // by simd::Isa; null: of another processor family

/// Called once per call of the library, so that one set answers a whole batch.
inline const kernels::KernelTable& active_kernels() noexcept {
    return *kernel_tables[static_cast<std::size_t>(simd::active())];
}

} // namespace throng
