// SPDX-License-Identifier: MIT
// The choice of vectors for brute force and whatever else tests rows of boxes.
#pragma once

#include "bench/peers/brute_force_row.hpp"

#include <string_view>

namespace throng::bench {

using RowFunction = Slot*(const BoxColumns&, std::size_t, const Aabb&, Slot*) noexcept;

/// overlapping_from for the instruction set of that name.
RowFunction* row_function(std::string_view isa);

} // namespace throng::bench
