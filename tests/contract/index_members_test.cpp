// SPDX-License-Identifier: MIT
// The members that all indexes share are declared in base classes. Programs notice nothing of that: an index is one
// pointer, its members are called, named and overloaded as if each class declared its own.
#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {
namespace {

template <class Index> constexpr bool is_one_pointer() {
    return sizeof(Index) == sizeof(void*) && alignof(Index) == alignof(void*) && !std::is_polymorphic_v<Index>;
}

template <class Index> constexpr bool moves_alone() {
    return std::is_nothrow_default_constructible_v<Index> && std::is_nothrow_move_constructible_v<Index> &&
           std::is_nothrow_move_assignable_v<Index> && !std::is_copy_constructible_v<Index> &&
           !std::is_copy_assignable_v<Index> && std::is_nothrow_destructible_v<Index> && !std::is_aggregate_v<Index>;
}

// No object can be made of a base class, nor copied out of an index.
template <class Part, class Index> constexpr bool is_only_a_part() {
    return std::is_base_of_v<Part, Index> && !std::is_default_constructible_v<Part> &&
           !std::is_constructible_v<Part, const Index&> && !std::is_constructible_v<Part, Index> &&
           !std::is_destructible_v<Part>;
}

template <class Index, class... Parts> constexpr bool is_of() {
    return is_one_pointer<Index>() && moves_alone<Index>() && (is_only_a_part<Parts, Index>() && ...);
}

static_assert(is_of<RowGrid, Space, BoxIndex>());
static_assert(is_of<LooseGrid, Space, BoxIndex>());
static_assert(is_of<Quadtree, Space, BoxIndex>());
static_assert(is_of<LooseQuadtree, Space, BoxIndex>());
static_assert(is_of<StaticTree, Space, BoxIndex>());
static_assert(is_of<World, Space, WorldSpace>());
static_assert(is_of<WorldSnapshot, Space, WorldSpace>());

// What is written for any index takes the bases, too.
static_assert(SpatialIndex<Space> && SpatialIndex<WorldSpace> && DynamicIndex<BoxIndex>);
static_assert(!std::is_convertible_v<World*, BoxIndex*> && !std::is_convertible_v<RowGrid*, WorldSpace*>);

// Nor can an index be assigned to another one through a base.
static_assert(!std::is_assignable_v<Space&, Space> && !std::is_assignable_v<Space&, RowGrid> &&
              !std::is_assignable_v<BoxIndex&, RowGrid> && !std::is_assignable_v<WorldSpace&, World>);

// A description opens an index; it does not become one by itself.
static_assert(std::is_constructible_v<Quadtree, const QuadtreeDesc&> &&
              !std::is_convertible_v<const QuadtreeDesc&, Quadtree>);
static_assert(!DynamicIndex<World>);

TEST(IndexMembers, AreNamedAsMembersOfTheIndex) {
    RowGrid grid(RowGridDesc{});
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{5, 5}, {6, 6}}};

    Status (RowGrid::*const build)(BoxView, Executor) noexcept = &RowGrid::build;
    Status (RowGrid::*const overlap)(BoxView, Hits&, QueryOptions, Executor) const noexcept = &RowGrid::overlap;
    Status (RowGrid::*const count)(DiscView, std::span<std::uint32_t>, QueryOptions, Executor) const noexcept =
        &RowGrid::count;
    std::size_t (RowGrid::*const size)() const noexcept = &RowGrid::size;
    ASSERT_TRUE((grid.*build)(boxes, {}));
    Hits hits;
    ASSERT_TRUE((grid.*overlap)(boxes, hits, {}, {}));
    std::vector<std::uint32_t> near(1);
    ASSERT_TRUE((grid.*count)(Disc{{0, 0}, 100}, near, {}, {}));

    EXPECT_EQ((grid.*size)(), 2u);
    EXPECT_EQ(hits.slots().size(), 2u);
    EXPECT_EQ(near[0], 2u);
}

TEST(IndexMembers, TakeArgumentsInBraces) {
    LooseQuadtree tree({.max_per_leaf = 4});
    const std::vector<Vec2> centers = {{0, 0}, {3, 0}, {9, 0}};
    ASSERT_TRUE(tree.build({PointView(centers), PointView(centers)}));

    Hits hits;
    ASSERT_TRUE(tree.within({Vec2{1, 0}, 4.f}, hits, {.order = Order::BySlot, .distances = true}));
    EXPECT_EQ(hits[0].size(), 2u);
    ASSERT_TRUE(tree.overlap(Aabb{{2, -1}, {10, 1}}, hits, {.limit = 1}, serial()));
    EXPECT_EQ(hits[0].size(), 1u);
    ASSERT_TRUE(tree.cast(Ray{{-1, 0}, {1, 0}, 100}, hits));
    EXPECT_EQ(hits[0].size(), 1u);
}

// Of a row grid, points and boxes build, move and update alike: neither hides the other.
TEST(IndexMembers, OfPointsDoNotHideThoseOfBoxes) {
    const std::vector<Vec2> points = {{0, 0}, {3, 3}};
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{3, 3}, {4, 4}}};
    const Slot next[2] = {2, 3};
    RowGrid of_points(RowGridDesc{}), of_boxes(RowGridDesc{});

    EXPECT_TRUE(of_points.build(points));
    EXPECT_TRUE(of_points.update(points));
    EXPECT_TRUE(of_points.insert(next, points));
    EXPECT_TRUE(of_points.move(next, points));
    EXPECT_TRUE(of_boxes.build(boxes));
    EXPECT_TRUE(of_boxes.update(boxes));
    EXPECT_TRUE(of_boxes.insert(next, boxes));
    EXPECT_TRUE(of_boxes.move(next, boxes));

    EXPECT_EQ(of_points.bounds_of(1).max.x, 3.f);
    EXPECT_EQ(of_boxes.bounds_of(1).max.x, 4.f);
    EXPECT_EQ(of_points.update(boxes).faults, Fault::InvalidArgument);
}

TEST(IndexMembers, AssignWhateverNumberThereWas) {
    std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{3, 3}, {4, 4}}, {{5, 5}, {6, 6}}};
    const auto expect_assigned = [&](auto& index) {
        for (const std::size_t count : {std::size_t{2}, std::size_t{2}, std::size_t{3}, std::size_t{1}}) {
            for (Aabb& box : boxes) box.max.x += 1;
            ASSERT_TRUE(index.assign(std::span(boxes).first(count)));
            EXPECT_EQ(index.slot_count(), count);
            EXPECT_EQ(index.size(), count);
            EXPECT_EQ(index.bounds_of(static_cast<Slot>(count - 1)).max.x, boxes[count - 1].max.x);
        }
        ASSERT_TRUE(index.erase({0}));
        ASSERT_TRUE(index.assign(std::span(boxes).first(1))); // slot 0 has no element: no update would give it one
        EXPECT_EQ(index.size(), 1u);
    };
    LooseGrid loose(LooseGridDesc{});
    RowGrid grid(RowGridDesc{});
    expect_assigned(loose);
    expect_assigned(grid);
    RowGrid of_points(RowGridDesc{});
    const std::vector<Vec2> points = {{0, 0}, {3, 3}};
    ASSERT_TRUE(of_points.assign(points));
    ASSERT_TRUE(of_points.assign(std::span(points).first(1)));
    EXPECT_EQ(of_points.size(), 1u);
}

TEST(IndexMembers, GoWithTheIndexWhenItIsMoved) {
    StaticTree tree(StaticTreeDesc{});
    ASSERT_TRUE(tree.build(Aabb{{0, 0}, {1, 1}}));

    StaticTree taken(std::move(tree));
    StaticTree assigned;
    assigned = std::move(taken);
    StaticTree& itself = assigned;
    assigned = std::move(itself);

    EXPECT_EQ(assigned.size(), 1u);
    EXPECT_EQ(tree.size(), 0u);  // NOLINT(bugprone-use-after-move): it reads as empty
    EXPECT_EQ(taken.size(), 0u); // NOLINT(bugprone-use-after-move)
}

} // namespace
} // namespace throng
