// SPDX-License-Identifier: MIT
// The version is the same for the preprocessor, for the compiler and for the build, which reads it from the header.
#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <string>

#if !defined(THRONG_VERSION) || THRONG_VERSION < 100
#error "The preprocessor must be able to compare versions."
#endif

namespace throng {
namespace {

TEST(Version, IsTheOneOfTheBuild) {
    const std::string numbers = std::to_string(THRONG_VERSION_MAJOR) + "." + std::to_string(THRONG_VERSION_MINOR) +
                                "." + std::to_string(THRONG_VERSION_PATCH);
    EXPECT_EQ(numbers, THRONG_PROJECT_VERSION);
}

TEST(Version, IsTheSameForTheCompiler) {
    EXPECT_EQ(version_major, THRONG_VERSION_MAJOR);
    EXPECT_EQ(version_minor, THRONG_VERSION_MINOR);
    EXPECT_EQ(version_patch, THRONG_VERSION_PATCH);
}

TEST(Version, HasOneNumberThatOrdersIt) {
    EXPECT_EQ(THRONG_VERSION, version_major * 10000 + version_minor * 100 + version_patch);
    // A hundredth minor version or patch would be taken for the next.
    EXPECT_LT(version_minor, 100);
    EXPECT_LT(version_patch, 100);
}

} // namespace
} // namespace throng
