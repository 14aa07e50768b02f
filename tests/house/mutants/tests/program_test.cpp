// SPDX-License-Identifier: MIT
// What a program does that a test starts belongs to the test.
#include <gtest/gtest.h>

#include <cstdio>

TEST(Program, DoublesSeven) {
    std::FILE* const program = popen("'" PLACES_PROGRAM "'", "r");
    int said = 0;
    ASSERT_EQ(std::fscanf(program, "%d", &said), 1);
    pclose(program);
    EXPECT_EQ(said, 14);
}
