// SPDX-License-Identifier: MIT
// Truth tables: every operation on lanes against the scalar one, each odd pair of values in each lane, per instruction
// set.
#include "tests/simd/targets/each_isa.hpp"

#include <climits>
#include <cmath>
#include <functional>
#include <limits>

namespace throng::test {
namespace {

class SimdFloats : public EachIsa {};
class SimdWords : public EachIsa {};
class SimdMasks : public EachIsa {};

THRONG_TEST_EACH_ISA(SimdFloats);
THRONG_TEST_EACH_ISA(SimdWords);
THRONG_TEST_EACH_ISA(SimdMasks);

/// Calls check(a) with arrays of 16 so that every value stands in every lane once.
template <class T, class F> void for_values_in_every_lane(const std::vector<T>& values, F check) {
    for (std::size_t first = 0; first < values.size(); ++first) {
        T a[lane_count];
        for (std::size_t lane = 0; lane < lane_count; ++lane) a[lane] = values[(first + lane) % values.size()];
        check(a);
    }
}

template <class F> void expect_floats(Operations::Binary<float> operation, F scalar) {
    for_pairs_in_every_lane(odd_floats(), [&](const float* a, const float* b) {
        float out[lane_count];
        operation(a, b, out);
        for (int i = 0; i < lane_count; ++i)
            ASSERT_TRUE(same(out[i], scalar(a[i], b[i]))) << a[i] << ", " << b[i] << " gives " << out[i];
    });
}

template <class F> void expect_exact_floats(Operations::Binary<float> operation, F scalar) {
    for_pairs_in_every_lane(odd_floats(), [&](const float* a, const float* b) {
        float out[lane_count];
        operation(a, b, out);
        for (int i = 0; i < lane_count; ++i)
            ASSERT_EQ(bits_of(out[i]), bits_of(scalar(a[i], b[i]))) << a[i] << ", " << b[i];
    });
}

template <class F> void expect_words(Operations::Binary<Word> operation, F scalar) {
    for_pairs_in_every_lane(odd_words(), [&](const Word* a, const Word* b) {
        Word out[lane_count];
        operation(a, b, out);
        for (int i = 0; i < lane_count; ++i) ASSERT_EQ(out[i], scalar(a[i], b[i])) << a[i] << ", " << b[i];
    });
}

template <class T, class F> void expect_mask(const std::vector<T>& values, Operations::Compare<T> operation, F scalar) {
    for_pairs_in_every_lane(values, [&](const T* a, const T* b) {
        const Word mask = operation(a, b);
        ASSERT_EQ(mask & ~all_lanes, 0u);
        for (int i = 0; i < lane_count; ++i)
            ASSERT_EQ((mask >> i & 1) != 0, scalar(a[i], b[i])) << a[i] << ", " << b[i];
    });
}

TEST_P(SimdFloats, ArithmeticIsIeeeSingle) {
    expect_floats(run.floats.add, std::plus<float>());
    expect_floats(run.floats.subtract, std::minus<float>());
    expect_floats(run.floats.multiply, std::multiplies<float>());
    expect_floats(run.floats.divide, std::divides<float>());
}

TEST_P(SimdFloats, MinIsTheSecondUnlessTheFirstIsLess) {
    expect_exact_floats(run.floats.min, [](float a, float b) { return a < b ? a : b; });
}

TEST_P(SimdFloats, MaxIsTheSecondUnlessTheFirstIsGreater) {
    expect_exact_floats(run.floats.max, [](float a, float b) { return a > b ? a : b; });
}

TEST_P(SimdFloats, ComparisonsAreOrdered) {
    expect_mask<float>(odd_floats(), run.floats.less, std::less<float>());
    expect_mask<float>(odd_floats(), run.floats.less_equal, std::less_equal<float>());
    expect_mask<float>(odd_floats(), run.floats.greater, std::greater<float>());
    expect_mask<float>(odd_floats(), run.floats.greater_equal, std::greater_equal<float>());
    expect_mask<float>(odd_floats(), run.floats.equal, std::equal_to<float>());
}

TEST_P(SimdFloats, SquareRootAndAbsoluteValueAreExact) {
    for_values_in_every_lane(odd_floats(), [&](const float* a) {
        float roots[lane_count], magnitudes[lane_count];
        run.floats.sqrt(a, roots);
        run.floats.abs(a, magnitudes);
        for (int i = 0; i < lane_count; ++i) {
            ASSERT_TRUE(same(roots[i], std::sqrt(a[i]))) << a[i];
            ASSERT_EQ(bits_of(magnitudes[i]), bits_of(a[i]) & 0x7FFFFFFFu) << a[i];
        }
    });
}

TEST_P(SimdFloats, SelectTakesTheFirstWhereTheMaskIsSet) {
    for_pairs_in_every_lane(odd_floats(), [&](const float* a, const float* b) {
        for (const Word mask : {0x0000u, 0xFFFFu, 0xA5C3u, 0x5A3Cu, 0x8001u}) {
            float out[lane_count];
            run.floats.select(mask, a, b, out);
            for (int i = 0; i < lane_count; ++i)
                ASSERT_EQ(bits_of(out[i]), bits_of((mask >> i & 1) != 0 ? a[i] : b[i]));
        }
    });
}

TEST_P(SimdFloats, ReductionsFoldInTheirStatedOrder) {
    for_pairs_in_every_lane(odd_floats(), [&](const float* a, const float*) {
        float least[lane_count], greatest[lane_count];
        for (int i = 0; i < lane_count; ++i) least[i] = greatest[i] = a[i];
        for (int half = lane_count / 2; half > 0; half /= 2) {
            for (int i = 0; i < half; ++i) {
                least[i] = least[i] < least[i + half] ? least[i] : least[i + half];
                greatest[i] = greatest[i] > greatest[i + half] ? greatest[i] : greatest[i + half];
            }
        }

        ASSERT_EQ(bits_of(run.floats.reduce_min(a)), bits_of(least[0]));
        ASSERT_EQ(bits_of(run.floats.reduce_max(a)), bits_of(greatest[0]));
    });
}

// A NaN and the greatest in every pair of lanes tell in which order it is done.
TEST_P(SimdFloats, FourAreReducedAsEachAlone) {
    for (int nan = 0; nan < lane_count; ++nan) {
        for (int greatest = 0; greatest < lane_count; ++greatest) {
            float lanes[4 * lane_count], four[4];
            for (int i = 0; i < 4 * lane_count; ++i) lanes[i] = static_cast<float>((i * 37) % 61) - 30.f;
            for (int i = 0; i < 4; ++i) {
                lanes[i * lane_count + (greatest + i) % lane_count] = 1000;
                lanes[i * lane_count + (nan + i) % lane_count] = std::numeric_limits<float>::quiet_NaN();
            }

            run.floats.reduce_max_of_four(lanes, four);

            for (int i = 0; i < 4; ++i)
                ASSERT_EQ(bits_of(four[i]), bits_of(run.floats.reduce_max(lanes + i * lane_count)))
                    << i << ": " << nan << ", " << greatest;
        }
    }
}

TEST_P(SimdFloats, EvenAndOddLanesAreThoseOfOneThenOfTheOther) {
    float lanes[2 * lane_count], even[lane_count], odd[lane_count];
    for (int i = 0; i < 2 * lane_count; ++i) lanes[i] = static_cast<float>(100 + i);

    run.floats.even_lanes(lanes, lanes + lane_count, even);
    run.floats.odd_lanes(lanes, lanes + lane_count, odd);

    for (int i = 0; i < lane_count; ++i) {
        EXPECT_EQ(even[i], lanes[2 * i]) << i;
        EXPECT_EQ(odd[i], lanes[2 * i + 1]) << i;
    }
}

TEST_P(SimdFloats, TruncationGoesTowardZero) {
    const std::vector<float> values = {-0.999f,
                                       -0.5f,
                                       -0.0f,
                                       0.0f,
                                       0.25f,
                                       0.999999f,
                                       1.0f,
                                       1.5f,
                                       1.999f,
                                       255.75f,
                                       65536.5f,
                                       8388607.5f,
                                       16777215.0f,
                                       16777216.0f,
                                       1e9f,
                                       2147483520.0f,
                                       std::numeric_limits<float>::denorm_min()};

    for_values_in_every_lane(values, [&](const float* a) {
        Word out[lane_count];
        run.floats.to_words(a, out);
        for (int i = 0; i < lane_count; ++i)
            ASSERT_EQ(out[i], static_cast<Word>(static_cast<std::int32_t>(a[i]))) << a[i];
    });
}

TEST_P(SimdFloats, CastsKeepEveryBit) {
    for_values_in_every_lane(odd_floats(), [&](const float* a) {
        Word words[lane_count];
        float floats[lane_count];
        run.floats.as_words(a, words);
        run.words.as_floats(words, floats);
        for (int i = 0; i < lane_count; ++i) {
            ASSERT_EQ(words[i], bits_of(a[i]));
            ASSERT_EQ(bits_of(floats[i]), bits_of(a[i]));
        }
    });
}

TEST_P(SimdWords, ArithmeticIsModulo32Bits) {
    expect_words(run.words.add, std::plus<Word>());
    expect_words(run.words.subtract, std::minus<Word>());
    expect_words(run.words.bit_and, std::bit_and<Word>());
    expect_words(run.words.bit_or, std::bit_or<Word>());
}

TEST_P(SimdWords, OrderIsUnsigned) {
    expect_words(run.words.min, [](Word a, Word b) { return a < b ? a : b; });
    expect_words(run.words.max, [](Word a, Word b) { return a > b ? a : b; });
    expect_mask<Word>(odd_words(), run.words.less, std::less<Word>());
    expect_mask<Word>(odd_words(), run.words.greater, std::greater<Word>());
    expect_mask<Word>(odd_words(), run.words.equal, std::equal_to<Word>());
}

TEST_P(SimdWords, ShiftsFillWithZeros) {
    for_values_in_every_lane(odd_words(), [&](const Word* a) {
        for (unsigned count = 0; count < 32; ++count) {
            Word out[lane_count];
            run.words.shift_right(a, count, out);
            for (int i = 0; i < lane_count; ++i) ASSERT_EQ(out[i], a[i] >> count) << a[i] << " >> " << count;
            run.words.shift_left(a, count, out);
            for (int i = 0; i < lane_count; ++i) ASSERT_EQ(out[i], a[i] << count) << a[i] << " << " << count;
        }
    });
}

TEST_P(SimdWords, ScansAddUpTheLanesBefore) {
    for_values_in_every_lane(odd_words(), [&](const Word* a) {
        Word sums[lane_count], last[lane_count];
        run.words.inclusive_scan(a, sums);
        run.words.broadcast_last(a, last);
        for (Word i = 0, sum = 0; i < lane_count; ++i) {
            sum += a[i];
            ASSERT_EQ(sums[i], sum) << i;
            ASSERT_EQ(last[i], a[lane_count - 1]) << i;
        }
    });
}

TEST_P(SimdWords, SelectTakesTheFirstWhereTheMaskIsSet) {
    for_pairs_in_every_lane(odd_words(), [&](const Word* a, const Word* b) {
        for (const Word mask : {0x0000u, 0xFFFFu, 0xA5C3u, 0x5A3Cu, 0x8001u}) {
            Word out[lane_count];
            run.words.select(mask, a, b, out);
            for (int i = 0; i < lane_count; ++i) ASSERT_EQ(out[i], (mask >> i & 1) != 0 ? a[i] : b[i]);
        }
    });
}

TEST_P(SimdWords, AddWhereAddsOnlyWhereTheMaskIsSet) {
    for_pairs_in_every_lane(odd_words(), [&](const Word* a, const Word* b) {
        for (const Word mask : {0x0000u, 0xFFFFu, 0xA5C3u, 0x5A3Cu, 0x8001u}) {
            Word out[lane_count];
            run.words.add_where(mask, a, b, out);
            for (int i = 0; i < lane_count; ++i) ASSERT_EQ(out[i], (mask >> i & 1) != 0 ? a[i] + b[i] : a[i]);
        }
    });
}

TEST_P(SimdMasks, BitIIsLaneI) {
    for (Word mask = 0; mask <= all_lanes; ++mask) {
        ASSERT_EQ(run.masks.round_trip(mask), mask);
        ASSERT_EQ(run.masks.constant(mask), mask);
    }
}

TEST_P(SimdMasks, AndOrAndNotWorkBitByBit) {
    const Word masks[] = {0x0000, 0xFFFF, 0x0001, 0x8000, 0x00FF, 0xFF00, 0x0F0F, 0x3333, 0xAAAA, 0x1248, 0x7FFF};

    for (const Word a : masks) {
        for (const Word b : masks) {
            EXPECT_EQ(run.masks.bit_and(a, b), a & b);
            EXPECT_EQ(run.masks.bit_or(a, b), a | b);
            EXPECT_EQ(run.masks.andnot(a, b), a & ~b);
        }
    }
}

TEST_P(SimdMasks, AnyAndAllSeeEveryLane) {
    for (Word mask = 0; mask <= all_lanes; ++mask) {
        ASSERT_EQ(run.masks.any(mask), mask != 0) << mask;
        ASSERT_EQ(run.masks.all(mask), mask == all_lanes) << mask;
    }
}

TEST_P(SimdMasks, CountAndLowestAgreeWithTheBits) {
    for (Word mask = 0; mask <= all_lanes; ++mask) {
        for (const Word word : {mask, mask << 16, mask * 0x10001u, ~mask}) {
            ASSERT_EQ(run.masks.count(word), static_cast<Word>(std::popcount(word))) << word;
            if (word == 0) continue;
            ASSERT_EQ(run.masks.lowest(word), static_cast<Word>(std::countr_zero(word))) << word;
        }
    }
}

TEST_P(SimdMasks, FirstTakesTheCandidatesBelowN) {
    std::vector<int> counts = {INT_MIN, -1000, 255, 256, 257, 65536, INT_MAX};
    for (int n = -17; n <= 33; ++n) counts.push_back(n);

    for (const int n : counts) {
        for (int k = 0; k < 3; ++k) {
            const int candidates = lane_count >> k;
            Word expected = 0;
            for (int lane = 0; lane < lane_count; ++lane) expected |= static_cast<Word>(lane % candidates < n) << lane;

            EXPECT_EQ(run.masks.first[k](n), expected) << n << " of " << candidates;
        }
    }
}

} // namespace
} // namespace throng::test
