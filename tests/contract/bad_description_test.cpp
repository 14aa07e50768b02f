// SPDX-License-Identifier: MIT
// A description that is not valid is a fault of open(), is thrown by the constructor, and leaves an open index as it
// was.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"

#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/quadtree.hpp>
#include <throng/row_grid.hpp>
#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace throng::test {
namespace {

template <class Index, class Desc> void expect_faulty(const Desc& desc, Fault fault) {
    Index index;
    EXPECT_TRUE(same_status(failed_call(fault), index.open(desc)));
    EXPECT_THROW(Index{desc}, std::invalid_argument);
    ASSERT_TRUE(index.open({}));
    ASSERT_TRUE(index.build(std::vector<Aabb>{{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}}));
    EXPECT_TRUE(same_status(failed_call(fault), index.open(desc)));
    EXPECT_EQ(index.size(), 2u) << "an open that fails leaves the index as it was";
    EXPECT_EQ(index.bounds_of(1).min.x, 2);
    EXPECT_TRUE(index.validate());
}

const Aabb bad_bounds[] = {
    {{nan, 0}, {1, 1}}, {{0, 0}, {infinity, 1}}, {{2, 0}, {1, 1}}, {{0, 2}, {1, 1}}, {{0, -infinity}, {1, 1}}};
const float bad_lengths[] = {-1, nan, infinity, -infinity};
const Memory bad_memory{nullptr, [](void*, void*, std::size_t, std::size_t) {},
                        nullptr}; // gives back what it never gave

// A description with bad bounds and another fault, that of `desc`: both are reported.
template <class Index, class Desc> void expect_both_faults(Desc desc, std::string_view rule) {
    for (const Aabb& bounds : bad_bounds) {
        desc.bounds = bounds;
        Index index;
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidBounds | Fault::InvalidArgument), index.open(desc)));
        try {
            Index{desc};
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::invalid_argument& thrown) {
            const std::string_view text = thrown.what();
            EXPECT_NE(text.find("Desc::bounds: a number is not finite, or min is above max"), text.npos) << text;
            EXPECT_NE(text.find(rule), text.npos) << text;
        }
    }
}

// Whatever has bounds, and a Memory.
template <class Index, class Desc> void expect_usual_faults() {
    Desc desc;
    for (const Aabb& bounds : bad_bounds) {
        desc.bounds = bounds;
        expect_faulty<Index>(desc, Fault::InvalidBounds);
    }
    desc = {};
    desc.memory = bad_memory;
    expect_faulty<Index>(desc, Fault::InvalidArgument);
    expect_both_faults<Index>(desc, "Desc::memory: deallocate is given without allocate");
}

TEST(BadDescription, OfARowGridIsTold) {
    expect_usual_faults<RowGrid, RowGridDesc>();
    for (const float bad : bad_lengths) {
        expect_faulty<RowGrid>(RowGridDesc{.max_half_extent = bad}, Fault::InvalidArgument);
        expect_faulty<RowGrid>(RowGridDesc{.cell_size = bad}, Fault::InvalidArgument);
        expect_both_faults<RowGrid>(RowGridDesc{.max_half_extent = bad},
                                    "RowGridDesc::max_half_extent: it is negative");
        expect_both_faults<RowGrid>(RowGridDesc{.cell_size = bad}, "RowGridDesc::cell_size: it is negative");
    }
}

TEST(BadDescription, OfALooseGridIsTold) {
    expect_usual_faults<LooseGrid, LooseGridDesc>();
    for (const float bad : bad_lengths) {
        expect_faulty<LooseGrid>(LooseGridDesc{.loose_cell = bad}, Fault::InvalidArgument);
        expect_faulty<LooseGrid>(LooseGridDesc{.tight_cell = bad}, Fault::InvalidArgument);
        expect_both_faults<LooseGrid>(LooseGridDesc{.loose_cell = bad}, "LooseGridDesc::loose_cell: it is negative");
        expect_both_faults<LooseGrid>(LooseGridDesc{.tight_cell = bad}, "LooseGridDesc::tight_cell: it is negative");
    }
}

template <class Tree, class Desc> void expect_faults_of_trees() {
    expect_usual_faults<Tree, Desc>();
    Desc desc;
    desc.max_per_leaf = 0;
    expect_faulty<Tree>(desc, Fault::InvalidArgument);
    expect_both_faults<Tree>(desc, "Desc::max_per_leaf: it is 0");
    desc = {};
    for (const std::uint32_t deep : {16u, 31u, 32u, 0xFFFF'FFFFu}) {
        desc.max_depth = deep;
        expect_faulty<Tree>(desc, Fault::InvalidArgument);
        expect_both_faults<Tree>(desc, "Desc::max_depth: it is above 15");
    }
    desc = {};
    desc.max_depth = 15;
    EXPECT_TRUE(Tree().open(desc));
    desc.max_depth = 0;
    desc.max_per_leaf = 0xFFFF'FFFFu;
    EXPECT_TRUE(Tree().open(desc));
}

TEST(BadDescription, OfAQuadtreeIsTold) { expect_faults_of_trees<Quadtree, QuadtreeDesc>(); }

TEST(BadDescription, OfALooseQuadtreeIsTold) { expect_faults_of_trees<LooseQuadtree, LooseQuadtreeDesc>(); }

TEST(BadDescription, OfAStaticTreeIsTold) {
    expect_faulty<StaticTree>(StaticTreeDesc{.memory = bad_memory}, Fault::InvalidArgument);
}

} // namespace
} // namespace throng::test
