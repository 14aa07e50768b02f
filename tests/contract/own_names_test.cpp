// SPDX-License-Identifier: MIT
// A program that uses the whole namespace may still have these names for its own things: the library's are elsewhere.
#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <type_traits>

using namespace throng;

struct Queries {
    int rows;
};
struct Changes {
    int rows;
};
struct Reads {
    int rows;
};
struct Life {
    int left;
};

TEST(OwnNames, MayBeThoseOfThePartsOfAnIndex) {
    const Queries queries{1};
    const Changes changes{2};
    const Reads reads{3};
    const Life life{4};

    EXPECT_EQ(queries.rows + changes.rows + reads.rows + life.left, 10);
    static_assert(std::is_base_of_v<Space, RowGrid>);
}
