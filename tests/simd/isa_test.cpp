// SPDX-License-Identifier: MIT
// Which instruction set runs: what the CPU has, what THRONG_ISA forces, what is refused.
#include "simd/instruction_sets.hpp"

#include <throng/isa.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace throng::test {
namespace {

using simd::all_isas;
using simd::Isa;

struct Answer {
    std::string out, errors;
    int code;
};

std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// A fresh process: the program that prints active_isa() and says by its exit code whether the environment was refused.
Answer ask_with(const std::string& environment) {
    const std::string errors = testing::TempDir() + "throng_isa_probe_" + std::to_string(getpid()) + ".txt";
    const std::string command = "env -u THRONG_ISA " + environment + " '" THRONG_ISA_PROBE "' 2>'" + errors + "'";
    Answer answer;
    FILE* const pipe = popen(command.c_str(), "r");
    char buffer[256];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) answer.out += buffer;
    answer.code = pclose(pipe);
    answer.errors = contents(errors);
    std::remove(errors.c_str());
    return answer;
}

long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

class KeepsChoice : public testing::Test {
protected:
    void TearDown() override { simd::force_isa(before_); }

private:
    Isa before_ = simd::active();
};

TEST(Isa, TheNarrowestIsAlwaysThereAndTheBestIsTheWidest) {
    const auto available = available_isas();

    ASSERT_FALSE(available.empty());
    EXPECT_EQ(available.back(), simd::name(simd::best()));
#if defined(__x86_64__)
    EXPECT_EQ(available.front(), "baseline");
#else
    EXPECT_EQ(available.front(), "neon64");
#endif
}

TEST(Isa, WhatIsAvailableIsWhatIsSupported) {
    const auto available = available_isas();

    for (const Isa isa : all_isas) {
        const bool listed = std::find(available.begin(), available.end(), simd::name(isa)) != available.end();
        EXPECT_EQ(listed, simd::supported(isa)) << simd::name(isa);
    }
}

#if defined(__x86_64__) && defined(THRONG_HAVE_AVX2) && defined(THRONG_HAVE_AVX512)
TEST(Isa, OwnDetectionAgreesWithTheCompilers) {
    __builtin_cpu_init();
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");

    EXPECT_EQ(simd::supported(Isa::avx2), has_avx2); // no CPU has had AVX2 and BMI2 without LZCNT
    EXPECT_EQ(simd::supported(Isa::avx512), has_avx512);
    EXPECT_EQ(simd::packs_bytes(), has_avx512 && __builtin_cpu_supports("avx512vbmi2"));
}

TEST(Isa, GathersAreFastOnIntelsThatHaveFp16) {
    const std::string cpus = contents("/proc/cpuinfo");
    ASSERT_NE(cpus.find("vendor_id"), std::string::npos);
    const auto tells = [&](const char* what) { return cpus.find(what) != std::string::npos; };

    EXPECT_EQ(simd::gathers_fast(), tells("GenuineIntel") && tells(" avx512_fp16") && simd::supported(Isa::avx512));
}
#endif

TEST_F(KeepsChoice, ForcingSwitchesBetweenCalls) {
    for (const std::string_view available : available_isas()) {
        const Isa* const isa = std::find_if(std::begin(all_isas), std::end(all_isas),
                                            [&](Isa one) { return available == simd::name(one); });

        ASSERT_TRUE(simd::force_isa(*isa));

        EXPECT_EQ(active_isa(), available);
    }
}

TEST_F(KeepsChoice, ForcingTheImpossibleChangesNothing) {
    const std::string before{active_isa()};
    for (const Isa isa : all_isas) {
        if (simd::supported(isa)) continue;

        EXPECT_FALSE(simd::force_isa(isa)) << simd::name(isa);

        EXPECT_EQ(active_isa(), before);
    }
}

TEST(IsaEnvironment, UnsetOrEmptyRunsTheBest) {
    for (const char* environment : {"", "THRONG_ISA="}) {
        const Answer answer = ask_with(environment);

        EXPECT_EQ(answer.out, std::string(simd::name(simd::best())) + "\n");
        EXPECT_EQ(answer.errors, "");
        EXPECT_EQ(answer.code, 0);
    }
}

TEST(IsaEnvironment, EachAvailableOneCanBeForced) {
    for (const std::string_view available : available_isas()) {
        const Answer answer = ask_with("THRONG_ISA=" + std::string(available));

        EXPECT_EQ(answer.out, std::string(available) + "\n");
        EXPECT_EQ(answer.errors, "");
        EXPECT_EQ(answer.code, 0);
    }
}

TEST(IsaEnvironment, UnknownOrImpossibleIsRefusedInOneLineAndTheBestRuns) {
    std::string refused[] = {"bogus", "AVX2", "avx5120", "baseline,avx2", "%s%n", ""};
    for (const Isa isa : all_isas) {
        if (!simd::supported(isa)) refused[5] = simd::name(isa);
    }

    for (const std::string& value : refused) {
        if (value.empty()) continue;
        const Answer answer = ask_with("'THRONG_ISA=" + value + "'");

        EXPECT_EQ(answer.out, std::string(simd::name(simd::best())) + "\n") << value;
        EXPECT_EQ(lines(answer.errors), 1) << answer.errors;
        EXPECT_NE(answer.errors.find(value), std::string::npos) << answer.errors;
        EXPECT_NE(answer.code, 0) << value;
    }
}

TEST(IsaEnvironment, ControlCharactersOfItAreEscaped) {
    const std::pair<const char*, const char*> values[] = {{"one\ntwo", "one\\x0Atwo"},
                                                          {"\n", "\\x0A"},
                                                          {"a\r\tb\033[31m", "a\\x0D\\x09b\\x1B[31m"},
                                                          {"\177", "\\x7F"},
                                                          {"\xC3\xA9", "\xC3\xA9"}};
    for (const auto& [value, written] : values) {
        const Answer answer = ask_with("'THRONG_ISA=" + std::string(value) + "'");

        EXPECT_EQ(lines(answer.errors), 1) << answer.errors;
        EXPECT_NE(answer.errors.find("THRONG_ISA=" + std::string(written) + " is unknown"), std::string::npos)
            << answer.errors;
        EXPECT_NE(answer.code, 0);
    }
}

} // namespace
} // namespace throng::test
