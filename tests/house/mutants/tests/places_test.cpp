// SPDX-License-Identifier: MIT
// Some mutants of the fixture are killed by a failure, a crash or their time, others survive or are not reached.
#include "engine/include/places/inline.hpp"
#include "engine/src/places.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace places {

// mutants.py is ended while this waits for another program, where the variable that is named is set.
const bool waits = [] {
    const char* const variable = std::getenv("PLACES_WAITS_WITH");
    return variable && std::getenv(variable) && std::system("sleep 1000") == 0;
}();

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

TEST(Places, HalfOfEight) { EXPECT_EQ(half(8), 4); }

} // namespace places
