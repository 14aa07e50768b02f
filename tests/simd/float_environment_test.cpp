// SPDX-License-Identifier: MIT
// Whatever mode the caller is in, kernels run in the default one, and the caller finds its own again.
#include "simd/float_environment.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

namespace throng::test {
namespace {

// Through volatiles, which stay in order with the switches of mode.
float product(float a, float b) {
    const volatile float x = a, y = b;
    const volatile float p = x * y;
    return p;
}

bool keeps_denormals() { return product(std::numeric_limits<float>::min(), 0.5f) != 0; }
bool reads_denormals() { return product(std::numeric_limits<float>::denorm_min(), 1e30f) != 0; }
bool rounds_to_nearest() {
    const float up =
        product(1.0f + std::numeric_limits<float>::epsilon(), 1.0f + std::numeric_limits<float>::epsilon());
    return up == 1.0f + 2 * std::numeric_limits<float>::epsilon();
}

/// The caller's word: MXCSR, or FPCR.
std::uint64_t mode() {
#if defined(__x86_64__)
    return __builtin_ia32_stmxcsr();
#else
    std::uint64_t word = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    return word;
#endif
}

void set_mode(std::uint64_t word) {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(static_cast<unsigned>(word));
#else
    __asm__ volatile("msr fpcr, %0" : : "r"(word));
#endif
}

class FloatMode : public testing::Test {
protected:
#if defined(__x86_64__)
    static constexpr std::uint64_t flush_and_round_up = 0x1F80 | 0x8040 | 0x4000; // FTZ, DAZ, upward
#else
    static constexpr std::uint64_t flush_and_round_up = 1u << 24 | 1u << 22; // FZ, upward
#endif

    void SetUp() override { before_ = mode(); }
    void TearDown() override { set_mode(before_); }

    std::uint64_t before_ = 0;
};

TEST_F(FloatMode, InsideIsTheDefault) {
    set_mode(flush_and_round_up);
    const bool flushed = !keeps_denormals() && !reads_denormals() && !rounds_to_nearest();
    bool kept = false, read = false, nearest = false;

    {
        const simd::FloatEnvironment environment;
        kept = keeps_denormals();
        read = reads_denormals();
        nearest = rounds_to_nearest();
    }

    set_mode(before_);
    EXPECT_TRUE(flushed) << "the mode under test had no effect";
    EXPECT_TRUE(kept);
    EXPECT_TRUE(read);
    EXPECT_TRUE(nearest);
}

TEST_F(FloatMode, AfterwardsIsTheCallersAgain) {
    set_mode(flush_and_round_up);
    const std::uint64_t callers = mode();

    { const simd::FloatEnvironment environment; }

    const std::uint64_t after = mode();
    set_mode(before_);
    EXPECT_EQ(after, callers);
}

TEST_F(FloatMode, ExceptionsInsideLeaveNoFlagOutside) {
    std::feclearexcept(FE_ALL_EXCEPT);

    {
        const simd::FloatEnvironment environment;
        EXPECT_EQ(product(std::numeric_limits<float>::max(), 2.0f), std::numeric_limits<float>::infinity());
    }

    EXPECT_EQ(std::fetestexcept(FE_OVERFLOW | FE_INEXACT), 0);
}

} // namespace
} // namespace throng::test
