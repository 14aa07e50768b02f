// SPDX-License-Identifier: MIT
// Random numbers that are the same with every compiler and on every platform: SplitMix64 (Steele, Lea & Flood
// 2014). Integers are exact everywhere; floats are computed from them only with + - * / and sqrt, so that stored
// hashes stay valid.
#pragma once

#include <cmath>
#include <cstdint>

#include <throng/types.hpp>

namespace throng::scenes {

class Generator {
public:
    explicit constexpr Generator(std::uint64_t seed) noexcept : state_(seed * 0xD1B5'4A32'D192'ED03ull) {}

    constexpr std::uint64_t next() noexcept {
        std::uint64_t z = (state_ += 0x9E37'79B9'7F4A'7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBull;
        return z ^ (z >> 31);
    }

    /// In [0, bound); `bound` > 0. Biased by less than bound / 2^32.
    constexpr std::uint32_t below(std::uint32_t bound) noexcept {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

    /// In [0, 1), a multiple of 2^-24.
    constexpr float unit() noexcept { return static_cast<float>(static_cast<std::int32_t>(next() >> 40)) * 0x1p-24f; }

    /// In [low, high), or high itself if rounding reaches it.
    constexpr float uniform(float low, float high) noexcept { return low + (high - low) * unit(); }

    constexpr bool chance(float probability) noexcept { return unit() < probability; }

    /// A unit vector, by rejection from the square: no sine, no cosine.
    Vec2 direction() noexcept {
        for (;;) {
            const float x = uniform(-1.0f, 1.0f);
            const float y = uniform(-1.0f, 1.0f);
            const float squared = x * x + y * y;
            if (squared > 0.01f && squared <= 1.0f) {
                const float length = std::sqrt(squared);
                return {x / length, y / length};
            }
        }
    }

private:
    std::uint64_t state_;
};

} // namespace throng::scenes
