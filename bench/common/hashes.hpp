// SPDX-License-Identifier: MIT
// Hashes of answers that do not depend on the order in which a structure happens to report its hits.
// Each hit is mixed (SplitMix64's finalizer) and the sum is taken, so that no contender has to be sorted first.
#pragma once

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng::bench {

constexpr std::uint64_t mix(std::uint64_t z) noexcept {
    z += 0x9E37'79B9'7F4A'7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBull;
    return z ^ (z >> 31);
}

constexpr std::uint64_t join(std::uint64_t high, std::uint32_t low) noexcept { return high << 32 | low; }

inline std::uint64_t hash_pairs(std::span<const Pair> pairs) noexcept {
    std::uint64_t sum = mix(pairs.size());
    for (const Pair pair : pairs) sum += mix(join(pair.a, pair.b));
    return sum;
}

/// A row as a set.
inline std::uint64_t hash_row(std::size_t row, std::span<const Slot> slots) noexcept {
    std::uint64_t sum = 0;
    for (const Slot slot : slots) sum += mix(join(row, slot));
    return sum;
}

/// A row as a sequence.
inline std::uint64_t hash_ranked_row(std::size_t row, std::span<const Slot> slots) noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) sum += mix(join(row, slots[i]) + mix(i));
    return sum;
}

/// Each row as a set.
inline std::uint64_t hash_rows(std::span<const std::uint32_t> offsets, std::span<const Slot> slots) noexcept {
    std::uint64_t sum = mix(slots.size());
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
        sum += hash_row(row, slots.subspan(offsets[row], offsets[row + 1] - offsets[row]));
    return sum;
}

/// Each row as a sequence.
inline std::uint64_t hash_ranked_rows(std::span<const std::uint32_t> offsets, std::span<const Slot> slots) noexcept {
    std::uint64_t sum = mix(slots.size());
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
        sum += hash_ranked_row(row, slots.subspan(offsets[row], offsets[row + 1] - offsets[row]));
    return sum;
}

/// One number per query.
inline std::uint64_t hash_values(std::span<const std::uint32_t> values) noexcept {
    std::uint64_t sum = mix(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) sum += mix(join(i, values[i]));
    return sum;
}

} // namespace throng::bench
