// SPDX-License-Identifier: MIT
// Left-pack and its reverse: all 65,536 masks, what is written in front, how many, and that nothing is written beyond what is allowed.
#include "tests/simd_targets/each_isa.hpp"

#include <algorithm>
#include <vector>

namespace throng::test {
namespace {

class SimdPack : public EachIsa {};

THRONG_TEST_EACH_ISA(SimdPack);

constexpr int guard = 16;

template <class T> void expect_packed(Operations::Pack<T> pack) {
    const T untouched = T{77};
    T lanes[lane_count];
    for (int i = 0; i < lane_count; ++i) lanes[i] = static_cast<T>(100 + i);

    for (Word mask = 0; mask <= all_lanes; ++mask) {
        T expected[lane_count], out[lane_count + guard];
        Word count = 0;
        for (int i = 0; i < lane_count; ++i) {
            if ((mask >> i & 1) != 0) expected[count++] = lanes[i];
        }
        std::fill(std::begin(out), std::end(out), untouched);

        ASSERT_EQ(pack(out, lanes, mask), count) << mask;

        ASSERT_TRUE(std::equal(expected, expected + count, out)) << mask;
        ASSERT_EQ(std::count(out + lane_count, std::end(out), untouched), guard) << mask;
    }
}

template <class T> void expect_expanded(void (*expand)(const T* from, Word bits, T* to)) {
    T from[lane_count], out[lane_count];
    for (int i = 0; i < lane_count; ++i) from[i] = static_cast<T>(100 + i);

    for (Word mask = 0; mask <= all_lanes; ++mask) {
        expand(from, mask, out);

        for (int i = 0, next = 0; i < lane_count; ++i) {
            if ((mask >> i & 1) != 0) {
                ASSERT_EQ(out[i], from[next++]) << mask << ", lane " << i;
            }
        }
    }
}

void expect_interleaved(Word (*interleave)(Word*, const Word*, const Word*, Word)) {
    const Word untouched = 77;
    Word a[lane_count], b[lane_count];
    for (Word i = 0; i < lane_count; ++i) {
        a[i] = 100 + i;
        b[i] = 200 + i;
    }

    for (Word mask = 0; mask <= all_lanes; ++mask) {
        Word expected[2 * lane_count], out[2 * lane_count + guard];
        Word pairs = 0;
        for (int i = 0; i < lane_count; ++i) {
            if ((mask >> i & 1) == 0) continue;
            expected[2 * pairs] = a[i];
            expected[2 * pairs + 1] = b[i];
            ++pairs;
        }
        std::fill(std::begin(out), std::end(out), untouched);

        ASSERT_EQ(interleave(out, a, b, mask), pairs) << mask;

        ASSERT_TRUE(std::equal(expected, expected + 2 * pairs, out)) << mask;
        ASSERT_EQ(std::count(out + 2 * lane_count, std::end(out), untouched), guard) << mask;
    }
}

TEST_P(SimdPack, EveryMaskPacksItsLanesInOrder) {
    expect_packed<Word>(run.word_memory.pack_by_bits);
    expect_packed<Word>(run.word_memory.pack_by_mask);
    expect_packed<float>(run.float_memory.pack_by_bits);
    expect_packed<float>(run.float_memory.pack_by_mask);
}

TEST_P(SimdPack, EveryMaskExpandsWhatFollowsInOrder) {
    expect_expanded<Word>(run.word_memory.expand);
    expect_expanded<float>(run.float_memory.expand);
}

TEST_P(SimdPack, EveryMaskInterleavesItsPairsInOrder) {
    expect_interleaved(run.interleave_by_bits);
    expect_interleaved(run.interleave_by_mask);
}

TEST_P(SimdPack, AllLanesInterleaveInOrder) {
    const Word untouched = 77;
    Word a[lane_count], b[lane_count], out[2 * lane_count + guard];
    for (Word i = 0; i < lane_count; ++i) a[i] = 100 + i, b[i] = 200 + i;
    std::fill(std::begin(out), std::end(out), untouched);

    run.interleave_all(out, a, b);

    for (Word i = 0; i < lane_count; ++i) {
        EXPECT_EQ(out[2 * i], a[i]);
        EXPECT_EQ(out[2 * i + 1], b[i]);
    }
    EXPECT_EQ(std::count(out + 2 * lane_count, std::end(out), untouched), guard);
}

TEST_P(SimdPack, EveryMaskPairsOneWithItsLanesSmallerFirst) {
    const Word untouched = 77, one = 0x8000'0000;
    Word others[lane_count];
    for (Word i = 0; i < lane_count; ++i) others[i] = i % 3 == 0 ? one + i : i % 3 == 1 ? i : 0xFFFF'FFFF - i;

    for (Word mask = 0; mask <= all_lanes; ++mask) {
        std::vector<Word> expected;
        for (int i = 0; i < lane_count; ++i) {
            if ((mask >> i & 1) == 0) continue;
            expected.push_back(std::min(one, others[i]));
            expected.push_back(std::max(one, others[i]));
        }
        Word out[2 * lane_count + guard];
        std::fill(std::begin(out), std::end(out), untouched);

        ASSERT_EQ(run.ordered_pairs(out, one, others, mask), expected.size() / 2) << mask;

        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), out)) << mask;
        ASSERT_EQ(std::count(out + 2 * lane_count, std::end(out), untouched), guard) << mask;
    }
}

} // namespace
} // namespace throng::test
