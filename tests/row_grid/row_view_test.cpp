// SPDX-License-Identifier: MIT
// What a RowGrid shows of itself: rows, cells, order and nodes, for drawing, study and callers that read the columns.
#include "scenes/scene.hpp"
#include "tests/support/subjects.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using scenes::Scene;

class RowViews : public testing::TestWithParam<bool> {
protected:
    // Built, moved, and with gaps among its slots.
    RowGrid grid_of(Scene scene) const {
        RowGrid grid{RowGridDesc{.bounds = scene.bounds, .max_half_extent = points() ? 0.25f : 0}};
        const auto put = [&](bool first) {
            const std::vector<Aabb> boxes = scene.boxes();
            if (points()) return first ? grid.build(PointView(scene.centers)) : grid.update(PointView(scene.centers));
            return first ? grid.build(boxes) : grid.update(boxes);
        };
        EXPECT_TRUE(put(true));
        scene.step(1);
        EXPECT_TRUE(put(false));
        std::vector<Slot> gone;
        for (Slot slot = 0; slot < grid.slot_count(); slot += 10) gone.push_back(slot);
        EXPECT_TRUE(grid.erase(gone));
        return grid;
    }
    bool points() const { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Of, RowViews, testing::Bool(),
                         [](const auto& points) { return points.param ? "Points" : "Boxes"; });

TEST_P(RowViews, HoldEveryElementOnceInOrder) {
    for (const Scene& scene : scenes::all(500)) {
        SCOPED_TRACE("scene " + scene.name);
        const RowGrid grid = grid_of(scene);
        const std::span<const Slot> order = grid.order();
        ASSERT_EQ(order.size(), grid.size());

        std::size_t at = 0;
        for (std::uint32_t r = 0; r < grid.view().rows; ++r) {
            const RowView row = grid.row(r);
            for (std::uint32_t i = 0; i < row.size; ++i, ++at) {
                ASSERT_LT(at, order.size());
                ASSERT_EQ(row.slots[i], order[at]);
                const Aabb box = grid.bounds_of(row.slots[i]);
                const float h = grid.view().half_extent;
                ASSERT_EQ(box.min.x, row.min_x[i] - h);
                ASSERT_EQ(box.min.y, row.min_y[i] - h);
                ASSERT_EQ(box.max.x, row.max_x[i] + h);
                ASSERT_EQ(box.max.y, row.max_y[i] + h);
                ASSERT_TRUE(!points() || (row.min_x[i] == row.max_x[i] && row.min_y[i] == row.max_y[i]));
            }
        }
        EXPECT_EQ(at, order.size());
    }
}

TEST_P(RowViews, CellsDivideARowInTheOrderOfCoordinates) {
    for (const Scene& scene : scenes::ordinary(500)) {
        SCOPED_TRACE("scene " + scene.name);
        const RowGrid grid = grid_of(scene);
        for (std::uint32_t r = 0; r < grid.view().rows; ++r) {
            const RowView row = grid.row(r);
            if (row.size == 0) {
                ASSERT_EQ(row.cells, 0u) << "an empty row holds no memory";
                continue;
            }
            // Crowded rows of an uneven crowd have eight times as many cells.
            const std::uint32_t times = grid.view().column_size < grid.view().cell_size ? 32 : 4;
            ASSERT_LE(row.cells, times * row.size + 1) << "memory follows what is occupied";
            ASSERT_EQ(row.cell_begin[0], 0u);
            ASSERT_EQ(row.cell_begin[row.cells], row.size);
            float last = -1e30f;
            for (std::uint32_t c = 0; c < row.cells; ++c) {
                ASSERT_LE(row.cell_begin[c], row.cell_begin[c + 1]);
                float rightmost = last;
                for (std::uint32_t i = row.cell_begin[c]; i < row.cell_begin[c + 1]; ++i) {
                    const float x = grid.view().turned ? 0.5f * row.min_y[i] + 0.5f * row.max_y[i]
                                                       : 0.5f * row.min_x[i] + 0.5f * row.max_x[i];
                    ASSERT_GE(x, last) << "before an element of an earlier cell";
                    if (x > rightmost) rightmost = x;
                }
                last = rightmost;
            }
        }
    }
}

TEST_P(RowViews, VisitedLeavesHoldEveryElementOnce) {
    for (const Scene& scene : scenes::all(500)) {
        SCOPED_TRACE("scene " + scene.name);
        const RowGrid grid = grid_of(scene);
        std::size_t in_leaves = 0;
        std::size_t at_root = 0;
        std::uint32_t depth = 0;
        auto visitor = [&](const Node& node) {
            EXPECT_LE(node.depth, depth + 1) << "a node before its parent";
            depth = node.depth;
            EXPECT_GT(node.elements, 0u);
            EXPECT_TRUE(node.bounds.min.x <= node.bounds.max.x && node.bounds.min.y <= node.bounds.max.y);
            EXPECT_EQ(node.route, Route::RowGrid);
            if (node.leaf) in_leaves += node.elements;
            if (node.depth == 0) at_root += node.elements;
            return true;
        };
        grid.visit(visitor);
        EXPECT_EQ(in_leaves, grid.size());
        EXPECT_EQ(at_root, grid.size());
    }
}

TEST_P(RowViews, AVisitorThatRefusesIsSparedWhatIsBelow) {
    const RowGrid grid = grid_of(scenes::ordinary(500)[0]);
    int visited = 0;
    grid.visit([&](const Node&) {
        ++visited;
        return false;
    });
    EXPECT_EQ(visited, 1);
    std::uint32_t deepest = 0;
    grid.visit([&](const Node& node) {
        deepest = node.depth;
        return node.depth < 1;
    });
    EXPECT_EQ(deepest, 1u);
}

} // namespace
} // namespace throng::test
