// SPDX-License-Identifier: MIT
// A set of slots for kernels: the lowest level of a HierarchicalBitset, one bit per member.
#pragma once

#include <cstdint>

namespace throng::kernels {

struct BitsetView {
    const std::uint64_t* words = nullptr; // bit s % 64 of words[s / 64]; bits from `size` on are zero
    std::uint32_t size = 0;
    const std::uint32_t* names = nullptr; // by slot: its number in the set. Null: the slot itself
};

/// Whether `slot` is a member; slots beyond the set's size are not.
template <class A> inline bool contains(const BitsetView& set, std::uint32_t slot) {
    if (set.names) slot = set.names[slot];
    return slot < set.size && ((set.words[slot / 64] >> (slot % 64)) & 1u) != 0;
}

} // namespace throng::kernels
