// SPDX-License-Identifier: MIT
// Part of each test program of a mutated copy: writes which mutants each test asks for and how long it computes. A line
// is the test's name, its milliseconds of all threads and processes and the numbers; the name of what lies outside of
// tests is *. What a program does that a test starts is the test's.
#include "runtime.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>

namespace throng_mutants {
namespace {

class Listener final : public testing::EmptyTestEventListener {
public:
    explicit Listener(const std::string& file) : file_(std::fopen(file.c_str(), "w")) {}

private:
    void OnTestStart(const testing::TestInfo&) override {
        for (unsigned i = 0; i < most; ++i)
            if (seen[i]) outside_[i] = 1, seen[i] = 0;
        start_ = milliseconds();
    }
    void OnTestEnd(const testing::TestInfo& test) override {
        std::fprintf(file_, "%s.%s %lld", test.test_suite_name(), test.name(), milliseconds() - start_);
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

    static long long milliseconds() {
        long long all = 0;
        for (const auto whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
            rusage used{};
            getrusage(whose, &used);
            for (const timeval& part : {used.ru_utime, used.ru_stime}) all += part.tv_sec * 1000 + part.tv_usec / 1000;
        }
        return all;
    }

    std::FILE* file_;
    long long start_ = 0;
    unsigned char outside_[most] = {};
};

const bool listens = [] {
    if (const char* file = std::getenv("THRONG_MUTANTS_SEEN"))
        testing::UnitTest::GetInstance()->listeners().Append(new Listener(std::string(file) + ".tests"));
    return true;
}();

} // namespace
} // namespace throng_mutants
