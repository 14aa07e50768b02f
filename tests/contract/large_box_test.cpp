// SPDX-License-Identifier: MIT
// A box over many rows of a row grid: most elements in it are taken without a test, and elements that only touch its
// sides count as well.
#include "tests/support/runners.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

// Squares of side 0.5, side by side: every side is a multiple of 0.25, and exact.
std::vector<Aabb> lattice() {
    std::vector<Aabb> boxes;
    for (int y = 0; y < 120; ++y)
        for (int x = 0; x < 120; ++x) {
            const Vec2 at{0.5f * static_cast<float>(x), 0.5f * static_cast<float>(y)};
            boxes.push_back({at, {at.x + 0.5f, at.y + 0.5f}});
        }
    return boxes;
}

TEST(ALargeBox, HoldsElementsThatTouchItsSides) {
    const std::vector<Aabb> boxes = lattice();
    RowGrid grid(RowGridDesc{});
    ASSERT_TRUE(grid.build(boxes));
    std::vector<Aabb> queries;
    for (const float side : {5.f, 5.25f, std::nextafter(5.f, 0.f), std::nextafter(5.f, 9.f)})
        for (const float far_side : {50.f, 50.25f, std::nextafter(50.f, 0.f), std::nextafter(50.f, 90.f)})
            queries.push_back({{side, side}, {far_side, far_side}});
    for (const simd::Isa isa : instruction_sets()) {
        const ForcedIsa forced(isa);
        Hits hits;
        ASSERT_TRUE(grid.overlap(queries, hits, {.order = Order::BySlot}, serial()));
        std::vector<std::uint32_t> counts(queries.size());
        ASSERT_TRUE(grid.count(queries, counts, {}, serial()));
        for (std::size_t q = 0; q < queries.size(); ++q) {
            std::vector<Slot> expected;
            for (Slot slot = 0; slot < boxes.size(); ++slot)
                if (predicates::overlaps(boxes[slot], queries[q])) expected.push_back(slot);
            EXPECT_TRUE(expected == std::vector<Slot>(hits[q].begin(), hits[q].end())) << "query " << q;
            EXPECT_EQ(counts[q], expected.size()) << "query " << q;
        }
    }
}

} // namespace
} // namespace throng::test
