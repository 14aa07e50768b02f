// SPDX-License-Identifier: MIT
// Each member of throng_index_desc lays an index of C out as the member of that name does in C++.
#include "engine/src/c/input.hpp"
#include "tests/support/through_c.hpp"

#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace throng::test {
namespace {

using Described = std::vector<float>; // the bounds, depth and elements of each node, then the memory

void add_node(Described& to, const Aabb& bounds, std::uint32_t depth, std::uint32_t elements) {
    for (const float x : {bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y, static_cast<float>(depth),
                          static_cast<float>(elements)})
        to.push_back(x);
}

std::vector<Aabb> boxes_in_a_corner() {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> place(0, 20), extent(0.1f, 0.4f);
    std::vector<Aabb> boxes(600);
    for (Aabb& box : boxes) {
        const Vec2 at{place(random), place(random)};
        const float half = extent(random);
        box = {{at.x - half, at.y - half}, {at.x + half, at.y + half}};
    }
    return boxes;
}

template <class Index, class Desc> Described nodes_in_cpp(const Desc& desc) {
    Index index(desc);
    EXPECT_TRUE(index.build(boxes_in_a_corner()));
    Described nodes;
    index.visit([&](const Node& node) {
        add_node(nodes, node.bounds, node.depth, node.elements);
        return true;
    });
    nodes.push_back(static_cast<float>(index.bytes()));
    return nodes;
}

Described nodes_in_c(const throng_index_desc& desc) {
    throng_index* index = nullptr;
    EXPECT_EQ(throng_index_create(&desc, &index).faults, 0u);
    const std::vector<Aabb> boxes = boxes_in_a_corner();
    const throng_boxes view = to_c(BoxView(boxes));
    EXPECT_EQ(throng_index_build(index, &view, nullptr).faults, 0u);
    Described nodes;
    const auto add = [](void* to, const throng_node* node) {
        add_node(*static_cast<Described*>(to), c::to_cpp(node->bounds), node->depth, node->elements);
        return 1;
    };
    EXPECT_EQ(throng_visit(throng_index_space(index), add, &nodes).faults, 0u);
    nodes.push_back(static_cast<float>(throng_bytes(throng_index_space(index))));
    throng_index_destroy(index);
    return nodes;
}

// `change` sets the same member to the same value in both languages, and the nodes are others than by default.
template <class Index, class Desc, class Change> void expect_same_layout(std::uint32_t kind, Change change) {
    throng_index_desc of_c = THRONG_INDEX_DESC_INIT;
    of_c.kind = kind;
    Desc of_cpp;
    const Described by_default = nodes_in_cpp<Index>(of_cpp);
    EXPECT_EQ(nodes_in_c(of_c), by_default);
    change(of_c, of_cpp);

    const Described changed = nodes_in_cpp<Index>(of_cpp);

    EXPECT_NE(changed, by_default);
    EXPECT_EQ(nodes_in_c(of_c), changed);
}

template <class Index, class Desc> void expect_same_layout_by_bounds(std::uint32_t kind) {
    expect_same_layout<Index, Desc>(kind, [](throng_index_desc& of_c, Desc& of_cpp) {
        of_cpp.bounds = {{-100, -50}, {90, 130}};
        of_c.bounds = {{-100, -50}, {90, 130}};
    });
}

TEST(CIndexDesc, BoundsAreThoseOfCpp) {
    expect_same_layout_by_bounds<RowGrid, RowGridDesc>(THRONG_ROW_GRID);
    expect_same_layout_by_bounds<LooseGrid, LooseGridDesc>(THRONG_LOOSE_GRID);
    expect_same_layout_by_bounds<Quadtree, QuadtreeDesc>(THRONG_QUADTREE);
    expect_same_layout_by_bounds<LooseQuadtree, LooseQuadtreeDesc>(THRONG_LOOSE_QUADTREE);
}

TEST(CIndexDesc, SizesOfCellsAreThoseOfCpp) {
    expect_same_layout<RowGrid, RowGridDesc>(THRONG_ROW_GRID,
                                             [](auto& of_c, auto& of_cpp) { of_cpp.cell_size = of_c.cell_size = 3; });
    expect_same_layout<LooseGrid, LooseGridDesc>(
        THRONG_LOOSE_GRID, [](auto& of_c, auto& of_cpp) { of_cpp.loose_cell = of_c.cell_size = 3; });
    expect_same_layout<LooseGrid, LooseGridDesc>(
        THRONG_LOOSE_GRID, [](auto& of_c, auto& of_cpp) { of_cpp.tight_cell = of_c.tight_cell_size = 100; });
}

TEST(CIndexDesc, LargestHalfExtentIsThatOfCpp) {
    const std::vector<Aabb> boxes = boxes_in_a_corner();
    throng_index_desc desc = THRONG_INDEX_DESC_INIT;
    desc.max_half_extent = 0.25f;
    throng_index* index = nullptr;
    ASSERT_EQ(throng_index_create(&desc, &index).faults, 0u);
    const throng_boxes view = to_c(BoxView(boxes));
    RowGrid grid(RowGridDesc{.max_half_extent = 0.25f});

    const Status expected = grid.build(boxes);
    const throng_status got = throng_index_build(index, &view, nullptr);

    EXPECT_EQ(expected.faults, Fault::TooLarge);
    EXPECT_GT(expected.count, 0u);
    EXPECT_EQ(got.faults, static_cast<std::uint32_t>(expected.faults));
    EXPECT_EQ(got.count, expected.count);
    EXPECT_EQ(got.first, expected.first);
    throng_index_destroy(index);
}

template <class Index, class Desc> void expect_same_layout_by_limits(std::uint32_t kind) {
    expect_same_layout<Index, Desc>(kind,
                                    [](auto& of_c, auto& of_cpp) { of_cpp.max_per_leaf = of_c.max_per_leaf = 30; });
    expect_same_layout<Index, Desc>(kind, [](auto& of_c, auto& of_cpp) { of_cpp.max_depth = of_c.max_depth = 2; });
}

TEST(CIndexDesc, LimitsOfTreesAreThoseOfCpp) {
    expect_same_layout_by_limits<Quadtree, QuadtreeDesc>(THRONG_QUADTREE);
    expect_same_layout_by_limits<LooseQuadtree, LooseQuadtreeDesc>(THRONG_LOOSE_QUADTREE);
}

} // namespace
} // namespace throng::test
