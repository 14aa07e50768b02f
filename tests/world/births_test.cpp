// SPDX-License-Identifier: MIT
// Elements that are spawned in a tick keep their own boxes in it, whatever an array has for their slots.
#include <throng/double_views.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace throng::test {
namespace {

Aabb box_at(float x) { return {{x, 0}, {x + 1, 1}}; }

class Births : public testing::Test {
protected:
    // Two elements that are alive, and two that are not yet.
    void SetUp() override {
        std::vector<Id> ids(2);
        ASSERT_TRUE(world.spawn(std::vector<Aabb>{box_at(0), box_at(10)}, Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit());
        ASSERT_TRUE(world.spawn(std::vector<Aabb>{box_at(20), box_at(30)}, Motion::Dynamic, born));
    }
    void expect_at(float x2, float x3) const {
        EXPECT_EQ(world.bounds_of(born[0]), box_at(x2));
        EXPECT_EQ(world.bounds_of(born[1]), box_at(x3));
        EXPECT_TRUE(world.validate());
    }

    World world{WorldDesc{}};
    std::vector<Id> born = std::vector<Id>(2);
    const std::vector<Aabb> all{box_at(1), box_at(11), box_at(21), box_at(31)};
};

TEST_F(Births, KeepTheirBoxesBesideAnArray) {
    ASSERT_TRUE(world.commit(all));
    expect_at(20, 30);
    EXPECT_EQ(world.bounds_of(Slot{1}), box_at(11));
    ASSERT_TRUE(world.commit(all));
    expect_at(21, 31);
}

TEST_F(Births, KeepTheirBoxesBesideOneThatIsStagedLaterOrInDoubles) {
    const std::vector<DoubleVec2> places{{1.5, 0.5}, {11.5, 0.5}, {21.5, 0.5}, {31.5, 0.5}, {41.5, 0.5}};
    ASSERT_TRUE(world.move_all(all) && world.move_all(DoubleBoxView::around(places, 0.5f)));
    ASSERT_TRUE(world.commit());
    expect_at(20, 30);
}

TEST_F(Births, AreMovedByThemselves) {
    ASSERT_TRUE(world.move(born[0], box_at(25)) && world.set_layers(born[1], 3));
    ASSERT_TRUE(world.commit(all));
    expect_at(25, 30);
}

} // namespace
} // namespace throng::test
