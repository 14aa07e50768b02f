// SPDX-License-Identifier: MIT
// Long random histories: after every change an index agrees with brute force, whatever came before.
#include "scenes/generator.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/sequence.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace throng::test {
namespace {

/// THRONG_TEST_SEED repeats one history, THRONG_TEST_FULL makes ten times as many of twice the length.
int steps() {
    if (instrumented) return 300;
    return everything_asked() ? 1000 : 500;
}
std::uint64_t first_seed() {
    const char* seed = std::getenv("THRONG_TEST_SEED");
    return seed == nullptr ? 0 : std::strtoull(seed, nullptr, 10);
}
std::uint64_t seeds() {
    if (std::getenv("THRONG_TEST_SEED") != nullptr) return 1;
    return everything_asked() ? 120 : 12;
}

template <class Item> void walk_history(const IndexKind& kind, std::uint64_t seed, const Style& style, int length) {
    SCOPED_TRACE("THRONG_TEST_SEED=" + std::to_string(seed));
    scenes::Generator source(seed + 1);
    Sequence<Item, scenes::Generator> sequence(kind, style, source);
    for (int step = 0; step < length; ++step) ASSERT_TRUE(sequence.step()) << "in step " << step;
}

template <class Item> void walk_histories(const IndexKind& kind) {
    for (std::uint64_t seed = first_seed(); seed < first_seed() + seeds() && !testing::Test::HasFailure(); ++seed) {
        walk_history<Item>(kind, seed, style(seed), steps());
    }
}

// So many elements that changes and batches are several blocks: the twin takes them in another order.
Style large(std::uint64_t seed) {
    Style large = style(seed);
    large.scale = 30;
    large.side *= 5;
    return large;
}

class Sequences : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, Sequences, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Sequences, OfBoxesAgreeWithBruteForceAfterEveryStep) { walk_histories<Aabb>(GetParam()); }

TEST_P(Sequences, OfManyBoxesAgreeWithBruteForceAfterEveryStep) {
    for (const std::uint64_t seed : {0u, 3u}) walk_history<Aabb>(GetParam(), seed, large(seed), steps() / 40);
}

// Thin boxes that are much longer than the distance between them, in all directions of change.
TEST_P(Sequences, OfWiresAgreeWithBruteForceAfterEveryStep) {
    for (std::uint64_t seed = first_seed(); seed < first_seed() + seeds() && !HasFailure(); ++seed) {
        Style wires = style(seed);
        wires.wires = true;
        walk_history<Aabb>(GetParam(), seed, wires, steps());
        wires = large(seed);
        wires.wires = true;
        if (seed % 3 == 0) walk_history<Aabb>(GetParam(), seed, wires, steps() / 40);
    }
}

TEST(SequencesOfPoints, AgreeWithBruteForceAfterEveryStep) { walk_histories<Vec2>(kind_of(Route::RowGrid)); }

TEST(SequencesOfPoints, ThatAreManyAgreeWithBruteForceAfterEveryStep) {
    for (const std::uint64_t seed : {0u, 3u})
        walk_history<Vec2>(kind_of(Route::RowGrid), seed, large(seed), steps() / 40);
}

} // namespace
} // namespace throng::test
