// SPDX-License-Identifier: MIT
// A hash of columns that is the same on every machine: FNV-1a (Fowler, Noll, Vo) over 32-bit words instead of bytes,
// with a final mix (Steele et al. 2014, SplitMix64).
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace throng {

/// Scatters numbers: no two get the same one, and 0 stays 0. The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
constexpr std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

class Hash {
public:
    template <class T> void add(std::span<const T> column) noexcept {
        static_assert(sizeof(T) % 4 == 0);
        for (const T& value : column) {
            std::uint32_t words[sizeof(T) / 4];
            std::memcpy(words, &value, sizeof(T));
            for (const std::uint32_t word : words) mix(word);
        }
        mix(static_cast<std::uint32_t>(column.size()));
    }
    std::uint64_t value() const noexcept { return mixed(state_); }

private:
    void mix(std::uint32_t word) noexcept { state_ = (state_ ^ word) * 0x100000001B3ull; }
    std::uint64_t state_ = 0xCBF29CE484222325ull;
};

} // namespace throng
