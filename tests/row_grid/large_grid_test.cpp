// SPDX-License-Identifier: MIT
// Grids larger than the second cache, where passes fetch ahead what they will need, and grids larger than all caches,
// where they write past the caches: only the time differs.
#include "engine/kernels/row_grid/grid_view.hpp"
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/thread_executor.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>
#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t far_count = kernels::beyond_l2_size + 5000, vast_count = kernels::beyond_llc_size + 5000;
constexpr float half = 0.3f;

// People in a square, in the order of its rows or in none, and their boxes in all forms in which they can be told.
struct Person {
    float unrelated[3];
    Vec2 at;
    Vec2 half_extents;
};
class People {
public:
    People(std::size_t count, bool in_order) : side_(std::sqrt(static_cast<float>(count))) {
        for (std::size_t i = 0; i < count; ++i) people_.push_back({{}, anywhere(), {half, half}});
        if (!in_order) return;
        std::ranges::sort(people_, [](const Person& a, const Person& b) {
            return std::pair(static_cast<int>(a.at.y), a.at.x) < std::pair(static_cast<int>(b.at.y), b.at.x);
        });
    }
    // All people walk, a few jump anywhere.
    void step() {
        for (std::size_t i = 0; i < people_.size(); ++i) {
            Vec2& at = people_[i].at;
            at = i % 100 == 7 ? anywhere()
                              : Vec2{at.x + random_.uniform(-0.3f, 0.3f), at.y + random_.uniform(-0.3f, 0.3f)};
        }
        set_columns();
    }
    BoxView structs() const {
        const std::span<const Person> all(people_);
        return BoxView::around(PointView::of(all, &Person::at), PointView::of(all, &Person::half_extents));
    }
    BoxView columns() const {
        return BoxView::around(PointView(x_.data(), y_.data(), x_.size()),
                               PointView(halves_.data(), halves_.data(), halves_.size()));
    }
    BoxView common() const { return BoxView::around(points_, half); }
    BoxView corners() const { return BoxView(corners_); }
    Aabb box(Slot slot) const { return corners_[slot]; }
    Vec2 center(Slot slot) const { return points_[slot]; }
    PointView points() const { return PointView(points_); }

private:
    Vec2 anywhere() {
        const float x = random_.uniform(0, side_);
        return {x, random_.uniform(0, side_)};
    }
    void set_columns() {
        x_.clear(), y_.clear(), points_.clear(), corners_.clear();
        halves_.assign(people_.size(), half);
        for (const Person& each : people_) {
            x_.push_back(each.at.x), y_.push_back(each.at.y), points_.push_back(each.at);
            corners_.push_back(predicates::box_around(each.at, half));
        }
    }

    scenes::Generator random_{9};
    float side_;
    std::vector<Person> people_;
    std::vector<float> x_, y_, halves_;
    std::vector<Vec2> points_;
    std::vector<Aabb> corners_;
};

struct Form {
    const char* name;
    std::function<Status(RowGrid&, const People&, bool first, const Executor&)> take;
};
template <class View> Status take(RowGrid& grid, const View& view, bool first, const Executor& executor) {
    return first ? grid.build(view, executor) : grid.update(view, executor);
}
const Form forms[] = {
    {"columns",
     [](auto& grid, const People& of, bool first, const auto& on) { return take(grid, of.columns(), first, on); }},
    {"structs",
     [](auto& grid, const People& of, bool first, const auto& on) { return take(grid, of.structs(), first, on); }},
    {"corners",
     [](auto& grid, const People& of, bool first, const auto& on) { return take(grid, of.corners(), first, on); }},
    {"one size for all",
     [](auto& grid, const People& of, bool first, const auto& on) { return take(grid, of.common(), first, on); }},
    {"points",
     [](auto& grid, const People& of, bool first, const auto& on) { return take(grid, of.points(), first, on); }}};

class LargeGrid : public testing::TestWithParam<simd::Isa> {
protected:
    const ForcedIsa forced_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Each, LargeGrid, testing::ValuesIn(instruction_sets()),
                         [](const auto& isa) { return std::string(simd::name(isa.param)); });

// A tree of the same boxes, which knows nothing of rows, finds the same pairs.
void expect_every_pair(People people) {
    ThreadExecutor two(2);
    std::vector<RowGrid> grids;
    for (std::size_t f = 0; f < std::size(forms); ++f) grids.emplace_back(RowGridDesc{.max_half_extent = half});

    for (int tick = 0; tick < 3; ++tick) {
        people.step();
        StaticTree tree{StaticTreeDesc{}};
        ASSERT_TRUE(tree.build(people.corners()));
        Pairs expected;
        ASSERT_TRUE(tree.pairs(expected, {.order = Order::BySlot}));
        ASSERT_GT(expected.view().size(), far_count / 4);
        for (std::size_t f = 0; f < std::size(forms); ++f) {
            SCOPED_TRACE(std::string(forms[f].name) + ", tick " + std::to_string(tick));
            const bool serially = f % 2 == 0;
            ASSERT_TRUE(forms[f].take(grids[f], people, tick == 0, serially ? serial() : two.executor()));

            Pairs found;
            ASSERT_TRUE(grids[f].validate());
            ASSERT_TRUE(grids[f].pairs(found, {.order = Order::BySlot}, serially ? serial() : two.executor()));
            ASSERT_TRUE(std::ranges::equal(
                expected.view(), found.view(), {}, [](Pair p) { return std::pair(p.a, p.b); },
                [](Pair p) { return std::pair(p.a, p.b); }));
        }
    }
}

TEST_P(LargeGrid, FindsEveryPairAfterEachUpdateInWhateverFormBoxesAre) { expect_every_pair(People(far_count, true)); }
TEST_P(LargeGrid, FindsEveryPairInArraysInNoOrder) { expect_every_pair(People(far_count, false)); }

// Every element's stored box is its new one, bit for bit.
template <class BoxOf> void expect_boxes(const RowGrid& grid, std::size_t count, BoxOf box_of) {
    std::size_t same = 0;
    for (std::uint32_t r = 0; r < grid.view().rows; ++r) {
        const RowView row = grid.row(r);
        for (std::uint32_t i = 0; i < row.size; ++i) {
            const Aabb box = box_of(row.slots[i]);
            same += row.min_x[i] == box.min.x && row.min_y[i] == box.min.y && row.max_x[i] == box.max.x &&
                    row.max_y[i] == box.max.y;
        }
    }
    EXPECT_EQ(same, count);
}

TEST_P(LargeGrid, StoresEveryNewBoxWhereNoCacheHoldsThem) {
    ThreadExecutor two(2);
    People people(vast_count, true);
    RowGrid by_columns(RowGridDesc{.executor = two.executor()}),
        by_points(RowGridDesc{.max_half_extent = half, .executor = serial()});
    for (int tick = 0; tick < 2; ++tick) {
        people.step();
        ASSERT_TRUE(tick == 0 ? by_columns.build(people.columns()) : by_columns.update(people.columns()));
        ASSERT_TRUE(tick == 0 ? by_points.build(people.points()) : by_points.update(people.points()));
    }
    ASSERT_TRUE(by_columns.validate());
    ASSERT_TRUE(by_points.validate());
    expect_boxes(by_columns, vast_count, [&](Slot slot) { return people.box(slot); });
    expect_boxes(by_points, vast_count, [&](Slot slot) {
        const Vec2 at = people.center(slot);
        return Aabb{at, at};
    });
}

} // namespace
} // namespace throng::test
