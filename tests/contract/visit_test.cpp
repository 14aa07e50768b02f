// SPDX-License-Identifier: MIT
// Visiting with a callable: what it throws ends the walk, and reaches the caller.
#include "scenes/crowd.hpp"
#include "support/index_options.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::desc_of;

template <class Index> Index index_of(const Crowd& crowd) {
    Index index{desc_of<Index>({})};
    EXPECT_TRUE(index.build(crowd.boxes()));
    return index;
}
template <> World index_of<World>(const Crowd& crowd) {
    World world({.agent_half_extent = 1});
    std::vector<Id> ids(crowd.size());
    EXPECT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids));
    EXPECT_TRUE(world.spawn(crowd.boxes(), Motion::Static, ids));
    EXPECT_TRUE(world.commit());
    return world;
}
template <> WorldSnapshot index_of<WorldSnapshot>(const Crowd& crowd) { return index_of<World>(crowd).snapshot(); }

template <class Index> class Visit : public testing::Test {
protected:
    template <class F> static int nodes(const Index& index, F&& goes_on) {
        int count = 0;
        index.visit([&](const Node& node) {
            ++count;
            return goes_on(node);
        });
        return count;
    }
    const Crowd crowd{2000};
    const Index index = index_of<Index>(crowd);
};
using Indexes = testing::Types<RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree, World, WorldSnapshot>;
TYPED_TEST_SUITE(Visit, Indexes);

TYPED_TEST(Visit, EndsAtTheNodeForWhichTheCallableThrows) {
    const int all = this->nodes(this->index, [](const Node&) { return true; });
    ASSERT_GT(all, 20);
    for (const int last : {1, 2, 9, all}) {
        int called = 0;

        try {
            this->index.visit([&](const Node&) -> bool {
                if (++called == last) throw std::runtime_error("node " + std::to_string(last));
                return true;
            });
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& thrown) {
            EXPECT_EQ(thrown.what(), "node " + std::to_string(last));
        }

        EXPECT_EQ(called, last) << "no node is told to a callable that has thrown";
    }
    EXPECT_EQ(this->nodes(this->index, [](const Node&) { return true; }), all) << "the index is as it was";
}

TYPED_TEST(Visit, TakesCallablesThatNeverThrow) {
    int called = 0;

    this->index.visit([&](const Node&) noexcept {
        ++called;
        return false;
    });

    EXPECT_GE(called, 1);
}

TYPED_TEST(Visit, CallsWhatIsGivenItself) {
    struct Counter {
        int calls = 0;
        bool operator()(const Node&) { return ++calls > 0; }
    } counter;

    this->index.visit(counter);

    EXPECT_GT(counter.calls, 20);
}

} // namespace

int nodes_without_exceptions(const RowGrid& grid, std::uint32_t deepest);

TEST(VisitWithoutExceptions, IsTheSame) {
    const Crowd crowd{2000};
    const RowGrid grid = index_of<RowGrid>(crowd);
    for (const std::uint32_t deepest : {0u, 1u, 2u}) {
        int count = 0;

        grid.visit([&](const Node& node) {
            ++count;
            return node.depth < deepest;
        });

        EXPECT_EQ(nodes_without_exceptions(grid, deepest), count);
    }
}

} // namespace throng::test
