// SPDX-License-Identifier: MIT
// Layers with many static elements, and few changes beside them: a commit that gives a layer other slots keeps what
// rests there.
#include "tests/support/changing_town.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

// Enough for a row grid of their own.
constexpr std::uint32_t enough = 270;

// The slots of a layer are numbered anew where a lower slot of the world comes to it.
TEST(StaticLayers, KeepTheirWallsWhereOneElementComesBeforeThem) {
    scenes::Generator random(3);
    World world(WorldDesc{});
    const std::vector<Id> people = settle(world, row_of(20));
    std::vector<Id> walls(enough), one(1);
    const std::vector<Aabb> boxes = rows_of_pillars(enough, random);
    ASSERT_TRUE(world.spawn(boxes, Motion::Static, walls, {}, std::vector<std::uint16_t>(enough, 5)));
    ASSERT_TRUE(world.commit());
    const auto found_in_the_layer = [&] {
        Hits hits;
        EXPECT_TRUE(world.overlap(Aabb{{-100, -100}, {100, 100}}, hits, {.layers = LayerRange::only(5)}));
        return hits.slots().size();
    };
    ASSERT_EQ(world.route(walls[7]), Route::RowGrid);
    ASSERT_EQ(found_in_the_layer(), enough);

    for (std::size_t times = 1; times < 4; ++times) {
        ASSERT_TRUE(world.despawn(std::vector<Id>{people[times]}));
        ASSERT_TRUE(world.commit());
        const std::vector<Aabb> box{box_at(static_cast<float>(times))};
        ASSERT_TRUE(world.spawn(box, Motion::Dynamic, one, {}, std::vector<std::uint16_t>{5}));
        ASSERT_TRUE(world.commit());

        ASSERT_EQ(one[0].slot, people[times].slot);
        EXPECT_EQ(found_in_the_layer(), enough + times) << "of the static elements in the layer and those that came";
        EXPECT_EQ(world.route(walls[7]), Route::RowGrid);
        EXPECT_TRUE(same_box(world.bounds_of(walls[7].slot), boxes[7]));
        EXPECT_TRUE(world.validate());
    }
}

TEST(StaticLayers, AreWhatAPlainListOfElementsIsWhateverComesAndGoesBeside) {
    std::vector<TownPlan> plans;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        plans.push_back({.seed = seed, .people = 60, .statics = enough, .layers = 3});
        plans.push_back({.seed = seed, .tracked = 1, .people = 60, .statics = enough, .layers = 3});
        plans.push_back(
            {.seed = seed, .tracked = 3, .people = 60, .statics = enough, .layers = 2, .categories_come_later = true});
    }
    std::size_t in_grids = 0;
    expect_histories(plans, 40, [&](ChangingTown& of, int step) {
        if (step % 4 == 0) of.expect_content();
        in_grids += of.world().stats().row_grid > enough ? 1 : 0;
    });
    EXPECT_GT(in_grids, 80u) << "static elements are in row grids for a third of the time";
}

} // namespace
} // namespace throng::test
