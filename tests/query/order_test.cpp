// SPDX-License-Identifier: MIT
// Sorting an answer by slot gives what a comparison sort gives, whatever the slots, the executor and the instruction
// set.
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "scenes/generator.hpp"
#include "tests/support/cancelling_executor.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/runners.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Generator;

bool before(Pair p, Pair q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); }
bool same(Pair p, Pair q) { return p.a == q.a && p.b == q.b; }

struct Slots {
    const char* name;
    Slot (*draw)(Generator&, std::size_t pairs);
};

// Dense as in a crowd, all in one bucket, all with one first slot, far apart, and dense with one that is far away.
const Slots kinds[] = {
    {"dense", [](Generator& r, std::size_t n) { return r.below(static_cast<std::uint32_t>(n / 3 + 1)); }},
    {"few", [](Generator& r, std::size_t) { return r.below(40); }},
    {"one", [](Generator&, std::size_t) { return Slot{7}; }},
    {"sparse", [](Generator& r, std::size_t) { return r.below(0xFFFF'FFFF); }},
    {"one far away",
     [](Generator& r, std::size_t n) {
         return r.below(1000) == 0 ? 0xFFFF'FFFEu - r.below(5) : r.below(static_cast<std::uint32_t>(n + 1));
     }},
};

std::vector<Pair> some_pairs(const Slots& kind, std::size_t count, Generator& random) {
    std::vector<Pair> pairs(count);
    for (Pair& pair : pairs) pair = {kind.draw(random, count), random.below(0xFFFF'FFFF)};
    return pairs;
}

bool sorts(std::vector<Pair>& pairs, const Executor& executor) {
    std::vector<Pair> spare(pairs.size());
    std::vector<std::uint32_t> counters(pair_counters(pairs.size(), executor), 0xE5E5'E5E5u);
    return sort_pairs(pairs, spare, counters, executor);
}

TEST(PairOrder, IsThatOfAComparisonSort) {
    constexpr std::size_t counts[] = {0, 1, 2, 7, 8, 24, 25, 100, 1000, 5000, 40'000, 100'000};
    ThreadExecutor threads(3);
    Generator random(5);
    for (const Slots& kind : kinds)
        for (const std::size_t count : counts) {
            SCOPED_TRACE(testing::Message() << kind.name << ", " << count);
            const std::vector<Pair> pairs = some_pairs(kind, count, random);
            std::vector<Pair> expected = pairs;
            std::sort(expected.begin(), expected.end(), before);
            for (const Executor& executor : {serial(), reversed(), threads.executor()}) {
                std::vector<Pair> sorted = pairs;

                ASSERT_TRUE(sorts(sorted, executor));

                EXPECT_TRUE(std::equal(sorted.begin(), sorted.end(), expected.begin(), same));
            }
        }
}

TEST(PairOrder, OfFewSlotsIsCounted) {
    Generator random(7);
    for (const std::size_t count : {25u, 100u, 5000u, 100'000u})
        for (const std::uint32_t slots : {3u, 70u, 999u, 131'071u, 131'072u, 131'073u}) {
            SCOPED_TRACE(testing::Message() << count << " of " << slots);
            std::vector<Pair> pairs(count), spare(count);
            for (Pair& pair : pairs) {
                const Slot a = random.below(slots), b = random.below(slots);
                pair = {std::min(a, b), std::max(a, b)};
            }
            pairs.back().b = slots - 1;
            const std::size_t counted = countable_slots(pairs);
            EXPECT_EQ(counted, slots <= 131'072 && slots <= 4 * count ? slots : 0);
            std::vector<Pair> expected = pairs;
            std::sort(expected.begin(), expected.end(), before);
            std::vector<std::uint32_t> counters(2 * counted, 0xE5E5'E5E5u);

            if (counted == 0) continue;
            sort_pairs_by_counting(pairs, spare, counters);

            EXPECT_TRUE(std::equal(pairs.begin(), pairs.end(), expected.begin(), same));
        }
}

TEST(PairOrder, OfACancelledHostIsReported) {
    Generator random(6);
    const std::vector<Pair> pairs = some_pairs(kinds[0], 50'000, random);
    for (const int loops : {0, 1, 2}) {
        SCOPED_TRACE(loops);
        std::vector<Pair> sorted = pairs;
        CancellingExecutor cancelling{loops, 1};

        EXPECT_FALSE(sorts(sorted, cancelling.executor()));

        EXPECT_TRUE(cancelling.quit);
    }
}

struct Row {
    std::vector<Slot> slots;
    std::vector<float> keys;
};

Row some_row(std::size_t count, std::uint32_t below, Generator& random) {
    std::set<Slot> chosen;
    while (chosen.size() < count) chosen.insert(random.below(below));
    Row row{{chosen.begin(), chosen.end()}, {}};
    for (std::size_t i = count; i > 1; --i)
        std::swap(row.slots[i - 1], row.slots[random.below(static_cast<std::uint32_t>(i))]);
    for (const Slot slot : row.slots) row.keys.push_back(static_cast<float>(slot % 1024) * 0.5f);
    return row;
}

TEST(RowOrder, AscendsBySlotWithTheKeysOfEach) {
    std::vector<std::size_t> counts{200, 1000, 4096, 4097};
    for (std::size_t count = 0; count <= 130; ++count) counts.push_back(count);
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        Generator random(8);
        for (const std::uint32_t below : {6'000u, 0xFFFF'FFFFu})
            for (const std::size_t count : counts)
                for (const bool keyed : {false, true}) {
                    SCOPED_TRACE(testing::Message() << simd::name(set) << ", " << count << " below " << below);
                    Row row = some_row(count, below, random);
                    std::vector<Slot> expected = row.slots;
                    std::sort(expected.begin(), expected.end());

                    order_by_slot(row.slots.data(), keyed ? row.keys.data() : nullptr,
                                  static_cast<std::uint32_t>(count));

                    ASSERT_EQ(row.slots, expected);
                    for (std::size_t i = 0; keyed && i < count; ++i)
                        ASSERT_EQ(row.keys[i], static_cast<float>(row.slots[i] % 1024) * 0.5f);
                }
    }
}

} // namespace
} // namespace throng::test
