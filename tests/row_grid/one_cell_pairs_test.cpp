// SPDX-License-Identifier: MIT
// Pairs of grids of one cell. They are written to a list with room for them without the preparation and the end of a
// batch: only the time differs.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/runners.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace throng::test {
namespace {

constexpr float half = 0.3f;

// A crowd, its centres as far apart as usual or all in one heap, as boxes or as points.
struct Few {
    Few(std::size_t size, float spread, bool points)
        : crowd(size), content(points ? half : 0), grid({.max_half_extent = points ? half : 0}) {
        for (std::size_t i = 0; i < size; ++i) {
            const Vec2 at{crowd.x[i] * spread, crowd.y[i] * spread};
            const float h = crowd.half_extent[i];
            centers.push_back(at);
            boxes.push_back(predicates::box_around(at, h));
        }
        EXPECT_TRUE(points ? grid.build(centers) : grid.build(boxes));
        EXPECT_TRUE(points ? content.build(std::span<const Vec2>(centers))
                           : content.build(std::span<const Aabb>(boxes)));
    }

    scenes::Crowd crowd;
    std::vector<Vec2> centers;
    std::vector<Aabb> boxes;
    oracle::Content content;
    RowGrid grid;
};

// A list that had to grow was filled by a batch.
void expect_the_same_with_room(const Few& few, const PairOptions& options) {
    Pairs grown;
    ASSERT_TRUE(few.grid.pairs(grown, options));
    const std::uint64_t hash = grown.hash(), candidates = grown.candidates();
    EXPECT_TRUE(agrees(oracle::pairs(few.content, options), grown, options.order));

    for (int again = 0; again < 2; ++again) {
        ASSERT_TRUE(few.grid.pairs(grown, options));
        EXPECT_EQ(grown.hash(), hash);
        EXPECT_EQ(grown.candidates(), candidates);
    }
}

TEST(OneCellPairs, AreTheSameWithRoomAsWithout) {
    for (const simd::Isa isa : instruction_sets()) {
        const ForcedIsa forced(isa);
        for (const std::size_t size : {1u, 2u, 3u, 4u, 5u, 8u, 15u, 16u, 17u, 40u, 64u}) {
            for (const float spread : {1.f, 0.05f}) {
                for (const bool points : {false, true}) {
                    SCOPED_TRACE(std::string(simd::name(isa)) + ", " + std::to_string(size) +
                                 (spread < 1 ? ", heap" : "") + (points ? ", points" : ""));
                    const Few few(size, spread, points);
                    ASSERT_EQ(few.grid.view().rows, 1u);
                    HierarchicalBitset odd(size);
                    for (Slot slot = 1; slot < size; slot += 2) odd.set(slot);
                    for (const Order order : {Order::Stable, Order::BySlot}) {
                        expect_the_same_with_room(few, {.order = order});
                        expect_the_same_with_room(few, {.among = &odd, .order = order});
                    }
                }
            }
        }
    }
}

TEST(OneCellPairs, LeaveNoHandlesOfAWorldsPairs) {
    World world({.track_overlaps = true});
    std::vector<Id> ids(2);
    const std::vector<Aabb> boxes{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    Pairs pairs, ended;
    ASSERT_TRUE(pairs.reserve(100));
    ASSERT_TRUE(world.overlaps_changed(pairs, ended));
    ASSERT_EQ(pairs.ids().size(), 1u);

    ASSERT_TRUE(Few(8, 1, false).grid.pairs(pairs));

    EXPECT_TRUE(pairs.ids().empty());
}

} // namespace
} // namespace throng::test
