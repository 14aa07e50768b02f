// SPDX-License-Identifier: MIT
// A row grid of points changes through C as it does in C++: all of it, and some of its elements.
#include "engine/src/c/input.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/through_c.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

class CIndexOfPoints : public testing::Test {
protected:
    ~CIndexOfPoints() override { throng_index_destroy(c_); }

    void SetUp() override {
        throng_index_desc desc = THRONG_INDEX_DESC_INIT;
        desc.max_half_extent = 0.5f;
        ASSERT_EQ(throng_index_create(&desc, &c_).faults, 0u);
        for (int i = 0; i < 100; ++i) places_.push_back({static_cast<float>(i), static_cast<float>(i % 7)});
        const throng_points points = to_c(PointView(places_));
        ASSERT_TRUE(cpp_.build(PointView(places_)));
        ASSERT_EQ(throng_index_build_points(c_, &points, nullptr).faults, 0u);
    }

    void expect_same_boxes() {
        const throng_space* const space = throng_index_space(c_);
        ASSERT_EQ(throng_slot_count(space), cpp_.slot_count());
        ASSERT_EQ(throng_size(space), cpp_.size());
        std::vector<throng_aabb> boxes(cpp_.slot_count());
        std::vector<Slot> slots(cpp_.slot_count());
        for (Slot slot = 0; slot < slots.size(); ++slot) slots[slot] = slot;
        ASSERT_EQ(throng_bounds(space, slots.data(), slots.size(), boxes.data()).faults, 0u);
        for (const Slot slot : slots)
            ASSERT_TRUE(same_box(c::to_cpp(boxes[slot]), cpp_.bounds_of(slot))) << "slot " << slot;
    }

    RowGrid cpp_{RowGridDesc{.max_half_extent = 0.5f}};
    throng_index* c_ = nullptr;
    std::vector<Vec2> places_;
};

TEST_F(CIndexOfPoints, MovesSomeOfThem) {
    const std::vector<Slot> slots = {3, 50, 99};
    const std::vector<Vec2> to = {{-4, 8}, {60.5f, -3}, {7, 7}};
    const throng_points points = to_c(PointView(to));

    ASSERT_TRUE(cpp_.move(slots, PointView(to)));
    ASSERT_EQ(throng_index_move_points(c_, slots.data(), slots.size(), &points, nullptr).faults, 0u);

    expect_same_boxes();
}

TEST_F(CIndexOfPoints, TakesMoreOfThem) {
    const std::vector<Slot> slots = {100, 130};
    const std::vector<Vec2> more = {{-4, 8}, {60.5f, -3}};
    const throng_points points = to_c(PointView(more));

    ASSERT_TRUE(cpp_.insert(slots, PointView(more)));
    ASSERT_EQ(throng_index_insert_points(c_, slots.data(), slots.size(), &points, nullptr).faults, 0u);

    expect_same_boxes();
}

TEST_F(CIndexOfPoints, AreUpdated) {
    for (Vec2& place : places_) place.y += 2.5f;
    const throng_points points = to_c(PointView(places_));

    ASSERT_TRUE(cpp_.update(PointView(places_)));
    ASSERT_EQ(throng_index_update_points(c_, &points, nullptr).faults, 0u);

    expect_same_boxes();
}

} // namespace
} // namespace throng::test
