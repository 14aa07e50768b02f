// SPDX-License-Identifier: MIT
// Long random histories: after every change an index agrees with brute force, whatever came before.
#include "tests/support/sequence.hpp"

#include "scenes/generator.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace throng::test {
namespace {

// A slow build (sanitizers) goes through every seed, with fewer steps each.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int steps = 100;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int steps = 100;
#else
constexpr int steps = 1000;
#endif
#else
constexpr int steps = 1000;
#endif

/// THRONG_TEST_SEED repeats one history, THRONG_TEST_FULL makes ten times as many.
std::uint64_t first_seed() {
    const char* seed = std::getenv("THRONG_TEST_SEED");
    return seed == nullptr ? 0 : std::strtoull(seed, nullptr, 10);
}
std::uint64_t seeds() {
    if (std::getenv("THRONG_TEST_SEED") != nullptr) return 1;
    return std::getenv("THRONG_TEST_FULL") != nullptr ? 120 : 12;
}

template <class Item> void walk_histories() {
    for (std::uint64_t seed = first_seed(); seed < first_seed() + seeds(); ++seed) {
        SCOPED_TRACE("THRONG_TEST_SEED=" + std::to_string(seed));
        throng_scenes::Generator source(seed + 1);
        Sequence<Item, throng_scenes::Generator> sequence(style(seed), source);
        for (int step = 0; step < steps; ++step) ASSERT_TRUE(sequence.step()) << "in step " << step;
    }
}

TEST(Sequence, OfBoxesAgreesWithBruteForceAfterEveryStep) {
    walk_histories<Aabb>();
}

TEST(Sequence, OfPointsAgreesWithBruteForceAfterEveryStep) {
    walk_histories<Vec2>();
}

} // namespace
} // namespace throng::test
