// SPDX-License-Identifier: MIT
// Elements on one spot have nearly the same neighbours: with a limit, their rows are derived from one search, to the
// same bytes.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/pathological.hpp"
#include "tests/support/runners.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

template <class T> void shuffle(std::vector<T>& items) {
    scenes::Generator random(4);
    for (std::size_t i = items.size() - 1; i > 0; --i)
        std::swap(items[i], items[std::size_t(random.uniform(0, float(i)))]);
}

// Heaps on two spots near each other, one on a third, each so large that rows are derived, and a crowd around them;
// slots in an order that is near that of places, or shuffled.
std::vector<Vec2> heaps(bool shuffled) {
    std::vector<Vec2> at = spread(250, {0, 0}, {20, 20});
    at.insert(at.begin() + 60, 500, {5, 5});
    at.insert(at.begin() + 150, 280, {5.25f, 5});
    at.insert(at.begin() + 700, 270, {15, 15});
    if (shuffled) shuffle(at);
    return at;
}

TEST(ElementsOnOneSpot, HaveTheirOwnNearestFewWhateverTheirPlaceAndSlot) {
    Hosts hosts;
    for (const bool shuffled : {false, true}) {
        const std::vector<Vec2> at = heaps(shuffled);
        const oracle::Content content = content_of(at);
        RowGrid grid{RowGridDesc{}};
        ASSERT_TRUE(grid.build(PointView(at)));
        World world{WorldDesc{}};
        std::vector<Id> ids(at.size());
        ASSERT_TRUE(world.spawn(BoxView::around(PointView(at), 0.f), Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit());
        std::vector<Slot> backward(at.size());
        std::iota(backward.rbegin(), backward.rend(), Slot{0});
        std::vector<Slot> mixed = backward; // a row is derived from that of a smaller slot, and of a larger one
        shuffle(mixed);
        const HierarchicalBitset most = [&] {
            HierarchicalBitset set;
            EXPECT_TRUE(set.resize(at.size()));
            for (Slot slot = 0; slot < at.size(); ++slot)
                if (slot % 7 != 3) set.set(slot);
            return set;
        }();
        for (const float radius : {0.f, 1.f})
            for (const QueryOptions& options :
                 {QueryOptions{.limit = 10}, QueryOptions{.limit = 1, .distances = true}, QueryOptions{.limit = 350},
                  QueryOptions{.limit = 10, .order = Order::BySlot}, QueryOptions{.among = &most, .limit = 10},
                  QueryOptions{.exclude = backward, .limit = 10}}) {
                const auto expected = oracle::neighbors(content, radius, options);
                const auto expected_of = oracle::neighbors_of(content, mixed, radius, options);
                std::optional<std::uint64_t> tested;
                for (const Runner& runner : hosts.runners()) {
                    SCOPED_TRACE(runner.name);
                    const ForcedIsa forced(runner.isa);
                    Hits hits;
                    ASSERT_TRUE(grid.neighbors(radius, hits, options, runner.executor));
                    ASSERT_TRUE(agrees(expected, hits));
                    ASSERT_EQ(hits.candidates(), tested.value_or(hits.candidates()));
                    tested = hits.candidates();
                    ASSERT_TRUE(grid.neighbors_of(mixed, radius, hits, options, runner.executor));
                    ASSERT_TRUE(agrees(expected_of, hits));
                    ASSERT_TRUE(world.neighbors(radius, hits, options, runner.executor));
                    ASSERT_TRUE(agrees(expected, hits));
                    ASSERT_TRUE(world.neighbors_of(mixed, radius, hits, options, runner.executor));
                    ASSERT_TRUE(agrees(expected_of, hits));
                }
            }
    }
}

// The buffer may be full at any of the rows that are derived.
TEST(ElementsOnOneSpot, FillAFixedBufferWithWholeRows) {
    const std::vector<Vec2> at = heaps(false);
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(PointView(at)));
    std::vector<Slot> backward(at.size());
    std::iota(backward.rbegin(), backward.rend(), Slot{0});
    const QueryOptions options{.limit = 350}; // else the row from which others are derived needs more room than they
    for (const float radius : {0.f, 1.f}) {
        Hits all;
        ASSERT_TRUE(grid.neighbors_of(backward, radius, all, options));
        const std::size_t beside = 480 + 256 + 4 * (at.size() + 1) + 4 * at.size();
        for (std::size_t rows = 1; rows < at.size(); rows += 61) {
            std::vector<std::byte> buffer(beside + 8 * all.offsets()[rows] + 40);
            Hits part{std::span(buffer)};
            const Status status = grid.neighbors_of(backward, radius, part, options);
            ASSERT_EQ(status.faults, Fault::OutputTooSmall);
            ASSERT_GE(status.first + 60, rows) << "a row is cut from up to 499 hits, which fit first";
            for (std::size_t i = 0; i < status.first; ++i)
                ASSERT_TRUE(std::ranges::equal(part[i], all[i])) << "row " << i << " of " << status.first;
        }
    }
}

} // namespace
} // namespace throng::test
