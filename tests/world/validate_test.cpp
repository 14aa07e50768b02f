// SPDX-License-Identifier: MIT
// validate() of a World tells each invariant that is broken.
#include "engine/src/base/access.hpp"
#include "engine/src/world/world_state.hpp"
#include "tests/support/damage.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

std::vector<Aabb> field_of_pillars() {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < 2100; ++i) {
        boxes.push_back(box_at(2 * static_cast<float>(i % 50)));
        boxes.back().min.y = 300 + 2 * static_cast<float>(i / 50);
        boxes.back().max.y = boxes.back().min.y + 1;
    }
    return boxes;
}

// Elements in every structure and in two layers; some are dead.
class ABrokenWorld : public testing::Test {
protected:
    ABrokenWorld() {
        agents = add(row_of(50), Motion::Dynamic);
        const Id prop = add({{{0, 10}, {10, 20}}}, Motion::Dynamic)[0];
        const Id giant = add({{{0, 30}, {100, 130}}}, Motion::Dynamic)[0];
        pillars = add(field_of_pillars(), Motion::Static);
        const Id wall = add({{{0, 40}, {4000, 41}}}, Motion::Static)[0];
        upper = add(row_of(20), Motion::Dynamic, 1);
        upper_wall = add(row_of(1), Motion::Static, 1)[0].slot;
        top = add(row_of(20), Motion::Dynamic, 2);
        EXPECT_TRUE(world.despawn(std::vector<Id>{agents[7]}));
        EXPECT_TRUE(world.set_layers(std::vector<Id>{upper[3]}, std::vector<std::uint16_t>{2}));
        const Id recent = add(row_of(1), Motion::Static)[0];
        EXPECT_EQ(world.route(prop), Route::LooseQuadtree);
        EXPECT_EQ(world.route(giant), Route::LooseQuadtree);
        EXPECT_EQ(world.route(pillars[0]), Route::RowGrid);
        EXPECT_EQ(world.route(recent), Route::RowGrid);
        EXPECT_EQ(world.route(wall), Route::StaticTree);
    }
    std::vector<Id> add(const std::vector<Aabb>& boxes, Motion motion, std::uint16_t layer = 0) {
        std::vector<Id> ids(boxes.size());
        EXPECT_TRUE(world.spawn(boxes, motion, ids, std::vector<std::uint32_t>(ids.size(), 6),
                                std::vector<std::uint16_t>(ids.size(), layer)));
        EXPECT_TRUE(world.commit());
        return ids;
    }
    WorldVersion& version() { return Access::open_state(world)->current(); }
    WorldVersion& layer(std::uint32_t number) { return *const_cast<WorldVersion*>(version().content_of_layer(number)); }
    static std::uint8_t number(Route route) { return static_cast<std::uint8_t>(route); }

    // The world knows nothing of the element any more, though the structure that has it does.
    void forget(Damage& d, Slot slot) {
        WorldVersion& v = version();
        if (v.is_static(slot)) d.set(v.statics, v.statics - 1);
        d.set(v.generations[slot], 0);
        d.set(v.flags[slot], 0);
        d.set(v.routes[slot], 0);
        d.set(v.layers_by_slot[slot], 0);
        d.set(v.size, v.size - 1);
    }

    World world{{.agent_half_extent = 1, .prop_half_extent = 9}};
    std::vector<Id> agents, pillars, upper, top;
    Slot upper_wall = 0;
};

TEST_F(ABrokenWorld, OfABrokenStructureIsTold) {
    WorldVersion& v = version();
    const Flaw flaws[] = {
        {"the row grid is valid", [&](Damage& d) { d.set(v.row_grid.rows[0].rank, 5); }},
        {"the tree of dynamic elements is valid", [&](Damage& d) { d.set(v.quadtree.tiles[0].max_x[0], -1e9f); }},
        {"the row grid of static elements is valid", [&](Damage& d) { d.set(v.static_grid.rows[0].rank, 5); }},
        {"the static tree is valid", [&](Damage& d) { d.set(v.static_tree.tiles[0].max_x[0], -1); }},
        {"a layer is valid", [&](Damage& d) { d.set(layer(1).row_grid.rows[0].rank, 5); }},
    };
    expect_told(world, flaws);
    expect_told(world.snapshot(), flaws);
}

TEST_F(ABrokenWorld, OfWrongSlotsIsTold) {
    WorldVersion& v = version();
    const Slot agent = agents[3].slot, dead = agents[7].slot;
    const Flaw flaws[] = {
        {"a live slot is marked", [&](Damage& d) { d.set(v.flags[agent], 0); }},
        {"a dead slot is not marked", [&](Damage& d) { d.set(v.flags[dead], WorldView::alive); }},
        {"a dead slot is in no layer", [&](Damage& d) { d.set(v.layers_by_slot[dead], 1); }},
        {"a dead slot is in no structure", [&](Damage& d) { d.set(v.routes[dead], number(Route::RowGrid)); }},
        {"a live slot is in a structure", [&](Damage& d) { d.set(v.routes[agent], 0); }},
        {"an element is in the structure of its route",
         [&](Damage& d) { d.set(v.routes[agent], number(Route::LooseQuadtree)); }},
        {"a structure has the categories of its elements", [&](Damage& d) { d.set(v.kinds[in_row_grid].any, 4); }},
        {"the categories of static elements, too", [&](Damage& d) { d.set(v.kinds[in_static_grid].any, 2); }},
        {"an element in a tree, too", [&](Damage& d) { d.set(v.kinds[in_static_tree].any, 2); }},
        {"the world counts its elements", [&](Damage& d) { d.set(v.size, v.size + 1); }},
        {"the world counts its static elements", [&](Damage& d) { d.set(v.statics, v.statics + 1); }},
        {"the structures of static elements have no others", [&](Damage& d) { forget(d, pillars[9].slot); }},
        {"the structures of dynamic elements have no others", [&](Damage& d) { forget(d, agent); }},
        {"a layer has no others", [&](Damage& d) { forget(d, upper[9].slot); }},
    };
    expect_told(world, flaws);
}

TEST_F(ABrokenWorld, OfWrongLayersIsTold) {
    WorldVersion& v = version();
    const Slot slot = upper[9].slot, moved = upper[3].slot;
    ASSERT_EQ(v.layer_of(moved), 2u);
    const Flaw flaws[] = {
        {"an element of a layer is in no structure of the world",
         [&](Damage& d) { d.set(v.routes[slot], number(Route::RowGrid)); }},
        {"an element's layer exists", [&](Damage& d) { d.set(v.layers_by_slot[slot], 77); }},
        {"an element's layer has its slot", [&](Damage& d) { d.set(v.layers_by_slot[top[9].slot], 1); }},
        {"an element's layer has a slot as high", [&](Damage& d) { d.set(v.layers_by_slot[v.slot_count() - 1], 1); }},
        {"an element is alive in its layer", [&](Damage& d) { d.set(v.layers_by_slot[moved], 1); }},
        {"an element moves in its layer if it does in the world",
         [&](Damage& d) {
             d.set(v.flags[slot], WorldView::alive | WorldView::static_element);
             d.set(v.statics, v.statics + 1);
         }},
        {"an element has one category", [&](Damage& d) { d.set(v.categories[slot], 2); }},
        {"a layer's members are in order",
         [&](Damage& d) {
             d.set(layer(1).members[4], layer(1).members[5]);
             d.set(layer(1).members[5], layer(1).members[4] - 1);
         }},
    };
    expect_told(world, flaws);
}

TEST(AnEmptyWorld, IsValid) {
    World world(WorldDesc{});
    EXPECT_TRUE(world.validate());
    EXPECT_TRUE(World().validate());
    const std::vector<Id> ids = settle(world, row_of(3));
    ASSERT_TRUE(world.despawn(ids));
    ASSERT_TRUE(world.commit());
    EXPECT_TRUE(world.validate());
}

} // namespace
} // namespace throng::test
