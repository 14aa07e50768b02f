// SPDX-License-Identifier: MIT
// Order of an answer by its content alone.
#pragma once

#include <throng/hits.hpp>

namespace throng {

/// Sorts a row by slot, its keys (null: none) with it.
void order_by_slot(Slot* slots, float* keys, std::uint32_t count) noexcept;

} // namespace throng
