// SPDX-License-Identifier: MIT
// Left-pack and its reverse: all 65,536 masks, what is written in front, how many, and that nothing is written beyond
// what is allowed.
#include "tests/simd/targets/each_isa.hpp"

#include <algorithm>
#include <random>
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

// Skipped where EachIsa would skip, and where the CPU has AVX-512 but not the instruction that packs bytes: calling it
// would end the program. What runs there instead, the library's other way, ListedPairs asks on every CPU.
class SimdTilePairs : public EachIsa {
protected:
    void SetUp() override {
        EachIsa::SetUp();
        if (GetParam() == simd::Isa::avx512 && !simd::packs_bytes())
            GTEST_SKIP() << "NOT TESTED: this CPU does not pack bytes";
    }
};

THRONG_TEST_EACH_ISA(SimdTilePairs);

// So many tiles; one in 2^sparseness of their bits is set.
struct Tiles {
    Tiles(Word count, int sparseness, Word seed) {
        std::mt19937 random(seed);
        for (Word i = 0; i < 4 * count; ++i) {
            elements.push_back(static_cast<Word>(random()));
            candidates.push_back(static_cast<Word>(random()));
        }
        for (Word tile = 0; tile < count; ++tile) {
            Word bits = all_lanes;
            for (int i = 0; i < sparseness; ++i) bits &= static_cast<Word>(random());
            hits.push_back(static_cast<std::uint16_t>(bits));
            for (Word bit = 0; bit < 16; ++bit) {
                if ((bits >> bit & 1) == 0) continue;
                const Word a = elements[4 * tile + bit / 4], b = candidates[4 * tile + bit % 4];
                pairs.push_back(std::min(a, b));
                pairs.push_back(std::max(a, b));
            }
        }
    }

    std::vector<Word> elements, candidates, pairs;
    std::vector<std::uint16_t> hits;
};

TEST_P(SimdTilePairs, AreWrittenInOrderSmallerFirst) {
    const Word untouched = 77;
    for (Word count = 0; count <= 256; count = count < 20 ? count + 1 : 2 * count - 8) {
        for (int sparseness = 0; sparseness <= 6; ++sparseness) {
            const Tiles tiles(count, sparseness, count + 1);
            const auto pairs = static_cast<Word>(tiles.pairs.size() / 2);
            std::vector<Word> out(tiles.pairs.size() + 2 * lane_count + guard, untouched);

            ASSERT_EQ(run.tile_pairs(tiles.elements.data(), tiles.candidates.data(), tiles.hits.data(), count,
                                     out.data(), pairs),
                      pairs)
                << count;

            ASSERT_TRUE(std::equal(tiles.pairs.begin(), tiles.pairs.end(), out.begin())) << count;
            ASSERT_EQ(std::count(out.end() - guard, out.end(), untouched), guard) << count;
        }
    }
}

TEST_P(SimdTilePairs, AreRefusedWhereTheyPassTheirRoom) {
    const Word untouched = 77;
    for (const int sparseness : {0, 1, 4}) {
        const Tiles tiles(40, sparseness, 7);
        const auto pairs = static_cast<Word>(tiles.pairs.size() / 2);
        for (Word room = 0; room + lane_count < pairs; ++room) {
            std::vector<Word> out(2 * room + 2 * lane_count + guard, untouched);

            ASSERT_EQ(
                run.tile_pairs(tiles.elements.data(), tiles.candidates.data(), tiles.hits.data(), 40, out.data(), room),
                Operations::refused)
                << room;

            ASSERT_EQ(std::count(out.end() - guard, out.end(), untouched), guard) << room;
        }
    }
}

} // namespace
} // namespace throng::test
