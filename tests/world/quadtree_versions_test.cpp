// SPDX-License-Identifier: MIT
// Versions of the quadtree of a World copy of each other only what an update does not write: in each tick here all
// elements move, some leave their squares, some come and go, and snapshots keep versions whose tiles differ.
#include "scenes/generator.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/predicates.hpp>
#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::test {
namespace {

// Elements that are too large for the row grid, as many as take several chunks of tiles.
class LargeElements {
public:
    static constexpr std::size_t count = 5000;

    explicit LargeElements(float jumping) : jumping_(jumping) {
        for (std::size_t i = 0; i < count; ++i) boxes_.push_back(anywhere());
        ids_ = settle(world, boxes_);
    }

    void tick() {
        for (Aabb& box : boxes_) {
            const float x = random_.uniform(-0.05f, 0.05f), y = random_.uniform(-0.05f, 0.05f);
            box = random_.chance(jumping_) ? anywhere()
                                           : Aabb{{box.min.x + x, box.min.y + y}, {box.max.x + x, box.max.y + y}};
        }
        ASSERT_TRUE(world.move_all(boxes_));
        if (++ticks_ % 3 != 0) {
            const std::size_t replaced = random_.below(count);
            boxes_[ids_[replaced].slot] = anywhere();
            ASSERT_TRUE(world.despawn(std::span(ids_).subspan(replaced, 1)));
            const Aabb box = boxes_[ids_[replaced].slot]; // the slot is free after the commit
            ASSERT_TRUE(world.commit());
            ASSERT_TRUE(world.spawn(std::span(&box, 1), Motion::Dynamic, std::span(ids_).subspan(replaced, 1)));
            ASSERT_LT(ids_[replaced].slot, boxes_.size());
            boxes_[ids_[replaced].slot] = box;
        }
        ASSERT_TRUE(world.commit());
    }

    void expect_exact() const {
        ASSERT_TRUE(world.validate());
        ASSERT_EQ(world.stats().loose_quadtree, count);
        StaticTree anew{StaticTreeDesc{}};
        ASSERT_TRUE(anew.build(boxes_));
        Pairs pairs, expected;
        ASSERT_TRUE(world.pairs(pairs, {.order = Order::BySlot}));
        ASSERT_TRUE(anew.pairs(expected, {.order = Order::BySlot}));
        ASSERT_EQ(pairs.hash(), expected.hash());
        std::vector<Vec2> places;
        for (std::size_t i = 0; i < count; i += 50) places.push_back(predicates::center_of(boxes_[i]));
        Hits near, wanted;
        ASSERT_TRUE(world.nearest(places, 5, infinity, near));
        ASSERT_TRUE(anew.nearest(places, 5, infinity, wanted));
        ASSERT_EQ(near.hash(), wanted.hash());
    }

    World world{{.agent_half_extent = 1e-3f}};

private:
    Aabb anywhere() {
        const float half = random_.uniform(0.1f, 1.5f);
        return predicates::box_around({random_.uniform(0, 70), random_.uniform(0, 70)}, Vec2{half, half});
    }

    const float jumping_;
    scenes::Generator random_{11};
    std::vector<Aabb> boxes_; // by slot
    std::vector<Id> ids_;
    int ticks_ = 0;
};

TEST(VersionsOfAQuadtree, AreWhatATreeOfTheirElementsIs) {
    for (const float jumping : {0.f, 0.002f, 0.05f}) {
        SCOPED_TRACE(jumping);
        LargeElements elements(jumping);
        std::vector<WorldSnapshot> held(3);
        std::vector<std::uint64_t> hashes(held.size());
        for (std::size_t tick = 0; tick < 30; ++tick) {
            SCOPED_TRACE(tick);
            elements.tick();
            elements.expect_exact();
            if (HasFatalFailure()) return;
            if (tick % 4 == 3) {
                held[tick / 4 % held.size()] = elements.world.snapshot();
                hashes[tick / 4 % held.size()] = elements.world.hash();
            }
            for (std::size_t i = 0; i < held.size(); ++i) {
                ASSERT_TRUE(held[i].validate());
                ASSERT_TRUE(hashes[i] == 0 || held[i].hash() == hashes[i]);
            }
        }
    }
}

} // namespace
} // namespace throng::test
