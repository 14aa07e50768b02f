// SPDX-License-Identifier: MIT
// Queries in doubles while the world is given another origin: each is Busy or right, those of snapshots are always
// right, and a rebase that meets a query is Busy and can be repeated.
#include "tests/support/utm.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace throng::test {
namespace {

// Multiples of 2^-6, so that a rebase by a tile is exact and no answer depends on the origin.
std::vector<DoubleVec2> on_a_lattice(std::vector<DoubleVec2> places) {
    for (DoubleVec2& p : places) p = {std::floor(p.x * 64) / 64, std::floor(p.y * 64) / 64};
    return places;
}

TEST(WorldOriginConcurrent, QueriesDuringRebasesAreBusyOrRight) {
    const std::vector<DoubleVec2> people = on_a_lattice(utm_crowd(1500, 60, 61)),
                                  from = on_a_lattice(utm_crowd(300, 60, 62));
    const DoubleVec2 origins[] = {{499'712, 4'999'168}, {500'736, 5'000'192}};
    World world(WorldDesc{.origin = origins[0]});
    std::vector<Id> ids(people.size());
    ASSERT_TRUE(world.spawn(DoubleBoxView::around(people, 0.5f), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    Hits first;
    ASSERT_TRUE(world.nearest(from, 4, 9, first));
    const std::uint64_t expected = first.hash();
    std::atomic<bool> going{true};
    std::atomic<std::size_t> right{0}, wrong{0};
    const auto ask = [&](bool held) {
        Hits hits;
        const auto judge = [&](const Status& status) {
            if (status.faults == Fault::Busy && !held) return;
            (status && hits.hash() == expected ? right : wrong).fetch_add(1);
        };
        while (going || right == 0) {
            if (held)
                judge(world.snapshot().nearest(from, 4, 9, hits, {}, serial()));
            else
                judge(world.nearest(from, 4, 9, hits, {}, serial()));
        }
    };

    std::thread asker(ask, false), holder(ask, true);
    std::size_t rebases = 0;
    for (std::size_t i = 0; i < 500 && rebases < 40; ++i) {
        const Status status = world.rebase(origins[(rebases + 1) % 2], serial());
        EXPECT_TRUE(status || status.faults == Fault::Busy);
        if (status) ++rebases;
        std::this_thread::yield();
    }
    going = false;
    asker.join();
    holder.join();

    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(right, 0u);
    EXPECT_TRUE(world.validate());
    EXPECT_EQ(world.origin(), origins[rebases % 2]);
}

} // namespace
} // namespace throng::test
