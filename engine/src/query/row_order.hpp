// SPDX-License-Identifier: MIT
// The order of an answer by its content only.
#pragma once

#include <throng/hits.hpp>

namespace throng {

/// Sorts a row by slot, its keys (null: none) with it.
void order_by_slot(Slot* slots, float* keys, std::uint32_t count) noexcept;

} // namespace throng
