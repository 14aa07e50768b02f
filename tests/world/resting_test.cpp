// SPDX-License-Identifier: MIT
// A structure of a World that rests for some commits is copied into the version that takes its turn, and then changes
// there: whatever its original could do without asking for memory, the copy can.
#include "scenes/generator.hpp"
#include "tests/support/world_answers.hpp"
#include "tests/support/world_model.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace throng::test {
namespace {

// What rests, how many elements there are of it, how long it rests and how hard one of them changes then.
struct Rest {
    std::size_t size;
    int commits;
    float growth;
    bool all_at_once; // by move_all, else by move
};

std::vector<Rest> rests() {
    std::vector<Rest> all;
    for (const std::size_t size : {1u, 2u, 16u, 20u, 64u, 65u, 256u, 257u, 1024u})
        for (const int commits : {0, 1, 2, 3, 5})
            for (const float growth : {30.f, 1e6f, 1e30f})
                for (const bool all_at_once : {false, true}) all.push_back({size, commits, growth, all_at_once});
    return all;
}

// Agents in a row, and a wall that is built with each commit that leaves them alone.
TEST(RestingStructures, ChangeHardAfterCommitsThatLeaveThemAlone) {
    for (const Rest& rest : rests()) {
        SCOPED_TRACE(std::to_string(rest.size) + " elements, " + std::to_string(rest.commits) + " commits, growth " +
                     std::to_string(rest.growth) + (rest.all_at_once ? ", move_all" : ", move"));
        World world(WorldDesc{});
        oracle::WorldModel model;
        std::vector<Aabb> agents;
        for (std::size_t i = 0; i < rest.size; ++i)
            agents.push_back({{static_cast<float>(i), 0}, {static_cast<float>(i) + 0.5f, 0.5f}});
        std::vector<Id> ids(rest.size), wall(1), expected(rest.size);
        ASSERT_TRUE(world.spawn(agents, Motion::Dynamic, ids));
        ASSERT_TRUE(model.spawn(agents, Motion::Dynamic, expected, {}));
        ASSERT_TRUE(world.commit(serial()));
        (void)model.commit();
        for (int i = 0; i < rest.commits; ++i) {
            const Aabb built{{static_cast<float>(i), 50}, {static_cast<float>(i) + 1, 51}};
            ASSERT_TRUE(world.spawn(built, Motion::Static, wall));
            ASSERT_TRUE(model.spawn(std::vector<Aabb>{built}, Motion::Static, wall, {}));
            ASSERT_TRUE(world.commit(serial()));
            (void)model.commit();
        }

        const std::size_t giant = rest.size / 2;
        agents[giant] = {{-rest.growth, -rest.growth}, {rest.growth, rest.growth}};
        if (rest.all_at_once) {
            agents.resize(world.slot_count());
            ASSERT_TRUE(world.move_all(agents));
            model.move_all(agents);
            ASSERT_TRUE(world.commit(serial()));
        } else {
            ASSERT_TRUE(world.move(std::vector<Id>{ids[giant]}, std::vector<Aabb>{agents[giant]}));
            ASSERT_TRUE(model.move(std::vector<Id>{ids[giant]}, std::vector<Aabb>{agents[giant]}));
            ASSERT_TRUE(world.commit(serial()));
        }
        (void)model.commit();

        ASSERT_TRUE(world.validate());
        expect_content(world, model.now());
        WorldAsker(model.now(), 10, 1).expect_answers(world, serial());
        if (testing::Test::HasFailure()) return;
    }
}

} // namespace
} // namespace throng::test
