// SPDX-License-Identifier: MIT
// Tests of lanes, once per instruction set built. A CPU without one skips its tests and says so.
#pragma once

#include "simd/arch.hpp"
#include "simd/instruction_sets.hpp"
#include "tests/simd/targets/operations.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace throng::test {

using Word = std::uint32_t;

inline constexpr int lane_count = 16;
inline constexpr Word all_lanes = 0xFFFF;

inline const std::vector<simd::Isa>& built_isas() {
    static const std::vector<simd::Isa> isas = {
#if defined(THRONG_HAVE_BASELINE)
        simd::Isa::baseline,
#endif
#if defined(THRONG_HAVE_AVX2)
        simd::Isa::avx2,
#endif
#if defined(THRONG_HAVE_AVX512)
        simd::Isa::avx512,
#endif
#if defined(THRONG_HAVE_NEON64)
        simd::Isa::neon64,
#endif
    };
    return isas;
}

inline Operations operations(simd::Isa isa) {
#if defined(THRONG_HAVE_BASELINE)
    if (isa == simd::Isa::baseline) return operations_of<simd::baseline>();
#endif
#if defined(THRONG_HAVE_AVX2)
    if (isa == simd::Isa::avx2) return operations_of<simd::avx2>();
#endif
#if defined(THRONG_HAVE_AVX512)
    if (isa == simd::Isa::avx512) return operations_of<simd::avx512>();
#endif
#if defined(THRONG_HAVE_NEON64)
    if (isa == simd::Isa::neon64) return operations_of<simd::neon64>();
#endif
    ADD_FAILURE() << simd::name(isa) << " is not built";
    return {};
}

class EachIsa : public testing::TestWithParam<simd::Isa> {
protected:
    void SetUp() override {
        if (!simd::supported(GetParam())) GTEST_SKIP() << "NOT TESTED: this CPU has no " << simd::name(GetParam());
        run = operations(GetParam());
    }

    Operations run;
};

inline std::string isa_name(const testing::TestParamInfo<simd::Isa>& info) { return simd::name(info.param); }

#define THRONG_TEST_EACH_ISA(suite) INSTANTIATE_TEST_SUITE_P(Isa, suite, testing::ValuesIn(built_isas()), isa_name)

inline Word bits_of(float value) { return std::bit_cast<Word>(value); }

/// The same value bit for bit, or NaN both: which NaN an operation gives is not promised.
inline bool same(float a, float b) { return bits_of(a) == bits_of(b) || (a != a && b != b); }

inline const std::vector<float>& odd_floats() {
    using Limits = std::numeric_limits<float>;
    static const std::vector<float> values = {0.0f,
                                              -0.0f,
                                              1.0f,
                                              -1.0f,
                                              0.5f,
                                              1.5f,
                                              -2.5f,
                                              3.0f,
                                              0.1f,
                                              -1e-20f,
                                              1e-30f,
                                              1e20f,
                                              -3e38f,
                                              16777216.0f,
                                              Limits::min(),
                                              -Limits::min(),
                                              Limits::denorm_min(),
                                              -Limits::denorm_min(),
                                              1e-39f,
                                              -1e-41f,
                                              Limits::max(),
                                              Limits::lowest(),
                                              Limits::infinity(),
                                              -Limits::infinity(),
                                              Limits::quiet_NaN(),
                                              -Limits::quiet_NaN(),
                                              Limits::epsilon(),
                                              1.0f + Limits::epsilon(),
                                              7.0f};
    return values;
}

inline const std::vector<Word>& odd_words() {
    static const std::vector<Word> values = {0,          1,          2,          3,          0x7F,       0x80,
                                             0xFFFF,     0x10000,    0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001,
                                             0xFFFFFFFE, 0xFFFFFFFF, 0x12345678, 0x9ABCDEF0, 0x55555555};
    return values;
}

/// Calls check(a, b) with arrays of 16 so that every ordered pair of values stands in every lane once.
template <class T, class F> void for_pairs_in_every_lane(const std::vector<T>& values, F check) {
    const std::size_t n = values.size();
    for (std::size_t first = 0; first < n * n; ++first) {
        T a[lane_count], b[lane_count];
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            const std::size_t pair = (first + lane) % (n * n);
            a[lane] = values[pair / n];
            b[lane] = values[pair % n];
        }
        check(a, b);
    }
}

} // namespace throng::test
