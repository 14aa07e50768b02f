// SPDX-License-Identifier: MIT
// Part of each test program of a mutated copy: writes which mutants each test asks for and how long it computes. A line
// is the test's name, its milliseconds of all threads and the numbers; the name of what lies outside of tests is *.
#include "runtime.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace throng_mutants {
namespace {

class Listener final : public testing::EmptyTestEventListener {
public:
    explicit Listener(const char* file) : file_(std::fopen(file, "w")) {}

private:
    void OnTestStart(const testing::TestInfo&) override {
        for (unsigned i = 0; i < most; ++i)
            if (seen[i]) outside_[i] = 1, seen[i] = 0;
        start_ = std::clock();
    }
    void OnTestEnd(const testing::TestInfo& test) override {
        const long long ms = (std::clock() - start_) * 1000LL / CLOCKS_PER_SEC;
        std::fprintf(file_, "%s.%s %lld", test.test_suite_name(), test.name(), ms);
        for (unsigned i = 0; i < most; ++i)
            if (seen[i]) std::fprintf(file_, " %u", i), seen[i] = 0;
        std::fputc('\n', file_);
    }
    void OnTestProgramEnd(const testing::UnitTest&) override {
        std::fputs("* 0", file_);
        for (unsigned i = 0; i < most; ++i)
            if (seen[i] || outside_[i]) std::fprintf(file_, " %u", i);
        std::fputc('\n', file_);
        std::fclose(file_);
    }

    std::FILE* file_;
    std::clock_t start_ = 0;
    unsigned char outside_[most] = {};
};

const bool listens = [] {
    if (const char* file = std::getenv("THRONG_MUTANTS_SEEN"))
        testing::UnitTest::GetInstance()->listeners().Append(new Listener(file));
    return true;
}();

} // namespace
} // namespace throng_mutants
