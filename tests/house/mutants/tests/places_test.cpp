// SPDX-License-Identifier: MIT
// Some mutants of the fixture are killed by a failure, a crash or their time, others survive or are not reached.
#include "engine/src/places.hpp"

#include <gtest/gtest.h>

namespace places {

TEST(Places, CountsDown) { EXPECT_EQ(steps(3), 3); }

TEST(Places, LengthOfNoTextIsNone) {
    EXPECT_EQ(length(nullptr), 0);
    EXPECT_EQ(length("text"), 4);
}

// 20 is far from the border.
TEST(Places, LargeIsLarge) {
    EXPECT_TRUE(is_large(20));
    EXPECT_FALSE(is_large(0));
}

} // namespace places
