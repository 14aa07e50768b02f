// SPDX-License-Identifier: MIT
// Compares a random share of the library's answers with brute force while a program runs.
#pragma once

#include "apps/throng/cli/workers.hpp"
#include "apps/throng/crowd/brute_force.hpp"
#include "apps/throng/crowd/obstacles.hpp"

#include <throng/hits.hpp>

#include <cstdint>
#include <vector>

namespace throng::app {

class SpotCheck {
public:
    /// `fraction` of the answers, in [0, 1], are compared; which ones is a function of the seed, the tick and the slot.
    SpotCheck(double fraction, std::uint64_t seed, const Workers& workers);

    /// `hits` answered neighbors(radius, hits, {.limit = limit}) in Stable order for the crowd at `centers`.
    /// Throws Disagreement, with the first slot, unless every compared row is exactly that of brute force: the same
    /// slots, found count and (if filled) distances, and with a limit the same order.
    void neighbors(const Hits& hits, const Centers& centers, float radius, std::uint32_t limit, std::uint64_t tick);

    /// The same for obstacles around people.
    void surroundings(const Surroundings& around, const Centers& centers, std::uint64_t tick);

    std::uint64_t compared() const noexcept { return compared_; }

private:
    template <class Found, class Agrees> void compare(const char* what, std::uint64_t tick, Agrees&& agrees);
    void choose(const Centers& centers, std::uint64_t tick);

    double fraction_;
    std::uint64_t seed_;
    const Workers& workers_;
    std::uint64_t compared_ = 0;
    std::vector<Slot> chosen_;
    std::vector<std::uint8_t> agrees_;
};

/// A well-mixed 64-bit number from a counter (Steele, Lea and Flood 2014, SplitMix64's finaliser).
constexpr std::uint64_t mix(std::uint64_t value) noexcept {
    value += 0x9E37'79B9'7F4A'7C15u;
    value = (value ^ (value >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    value = (value ^ (value >> 27)) * 0x94D0'49BB'1331'11EBu;
    return value ^ (value >> 31);
}

} // namespace throng::app
