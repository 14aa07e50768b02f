// SPDX-License-Identifier: MIT
// An update of a row grid reads boxes twice where that is cheap, and keeps them in between where it is not. Only the
// memory differs.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/runners.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace throng::test {
namespace {

// What a simulation has of an agent, of which a box is a small part: too far apart to be read twice.
struct Agent {
    Aabb box;
    float more[12];
};
static_assert(sizeof(Agent) == 64);

// Two grids of the same elements: one is told of boxes side by side, the other of the same ones apart. Brute force
// knows them as well.
class Twins {
public:
    Twins(const RowGridDesc& desc, bool points)
        : near_(desc), apart_(desc), content_(desc.max_half_extent), points_(points) {}

    void build(const std::vector<Aabb>& boxes) {
        give(boxes, [](auto& index, const auto& items) { return index.build(items); });
    }
    void update(const std::vector<Aabb>& boxes) {
        give(boxes, [](auto& index, const auto& items) { return index.update(items); });
    }

private:
    // change(index, items), of a grid or of the content.
    template <class Change> void give(const std::vector<Aabb>& boxes, Change&& change) {
        std::vector<Agent> agents(boxes.size());
        std::vector<Vec2> corners(boxes.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) agents[i].box = boxes[i], corners[i] = boxes[i].min;
        const PointView low(&agents[0].box.min.x, &agents[0].box.min.y, agents.size(), sizeof(Agent)),
            high(&agents[0].box.max.x, &agents[0].box.max.y, agents.size(), sizeof(Agent));
        if (points_) {
            const Status expected = change(content_, std::span<const Vec2>(corners));
            ASSERT_TRUE(same_status(expected, change(near_, PointView(corners))));
            ASSERT_TRUE(same_status(expected, change(apart_, low)));
        } else {
            const Status expected = change(content_, std::span<const Aabb>(boxes));
            ASSERT_TRUE(same_status(expected, change(near_, BoxView(boxes))));
            ASSERT_TRUE(same_status(expected, change(apart_, BoxView(low, high))));
        }
        expect_alike();
    }

    void expect_alike() {
        ASSERT_TRUE(near_.validate());
        ASSERT_TRUE(apart_.validate());
        ASSERT_TRUE(std::ranges::equal(near_.order(), apart_.order()));
        ASSERT_EQ(near_.size(), content_.slot_count());
        for (Slot slot = 0; slot < content_.slot_count(); ++slot) {
            for (const RowGrid* const grid : {&near_, &apart_})
                ASSERT_TRUE(same_box(content_[slot].box, grid->bounds_of(slot))) << "slot " << slot;
        }
        Pairs of_near, of_apart;
        ASSERT_TRUE(near_.pairs(of_near));
        ASSERT_TRUE(apart_.pairs(of_apart));
        ASSERT_EQ(of_near.hash(), of_apart.hash());
        ASSERT_TRUE(agrees(oracle::pairs(content_), of_near, Order::Stable));
    }

    RowGrid near_, apart_;
    oracle::Content content_;
    bool points_;
};

class UpdatesOf : public testing::TestWithParam<simd::Isa> {
protected:
    // A quarter walks, a quarter jumps anywhere, the rest stands still.
    void step(std::vector<Aabb>& boxes, float width, float height) {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            Vec2 by{};
            if (i % 4 == 0) by = {random_.uniform(-0.7f, 0.7f), random_.uniform(-0.7f, 0.7f)};
            if (i % 4 == 1)
                by = {random_.uniform(0, width) - boxes[i].min.x, random_.uniform(0, height) - boxes[i].min.y};
            boxes[i] = {{boxes[i].min.x + by.x, boxes[i].min.y + by.y}, {boxes[i].max.x + by.x, boxes[i].max.y + by.y}};
        }
    }
    std::vector<Aabb> anywhere(std::size_t count, float width, float height) {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2 at{random_.uniform(0, width), random_.uniform(0, height)};
            boxes.push_back({at, {at.x + random_.uniform(0, 1), at.y + random_.uniform(0, 1)}});
        }
        return boxes;
    }

    const ForcedIsa forced_{GetParam()};
    scenes::Generator random_{11};
};
INSTANTIATE_TEST_SUITE_P(Each, UpdatesOf, testing::ValuesIn(instruction_sets()),
                         [](const auto& isa) { return std::string(simd::name(isa.param)); });

TEST_P(UpdatesOf, BoxesNearAndApartAreTheSame) {
    for (const bool points : {false, true}) {
        Twins twins({.max_half_extent = points ? 0.4f : 0.f, .cell_size = 1}, points);
        std::vector<Aabb> boxes = anywhere(700, 20, 20);
        twins.build(boxes);
        for (int tick = 0; tick < 12; ++tick) {
            step(boxes, 20, 20);
            ASSERT_NO_FATAL_FAILURE(twins.update(boxes)) << "tick " << tick;
        }
    }
}

// An element with a faulty new box keeps its old one, which the update does not contain.
TEST_P(UpdatesOf, FaultyBoxesLeaveTheOldOnes) {
    for (const bool points : {false, true}) {
        Twins twins({.max_half_extent = points ? 0.4f : 0.f, .cell_size = 1}, points);
        std::vector<Aabb> boxes = anywhere(300, 15, 15);
        twins.build(boxes);
        for (std::size_t tick = 0; tick < 12; ++tick) {
            step(boxes, 15, 15);
            std::vector<Aabb> told = boxes;
            if (tick % 3 != 2) told[tick * 7].min.x = nan;
            if (tick % 5 == 0) told[299].min.y = told[299].max.y = infinity;
            ASSERT_NO_FATAL_FAILURE(twins.update(told)) << "tick " << tick;
        }
    }
}

// Rows fill and empty, so that the width of their cells changes.
TEST_P(UpdatesOf, RowsWhoseCellsChangeAreTheSame) {
    Twins twins({.bounds = {{0, 0}, {4000, 8}}, .cell_size = 1}, false);
    std::vector<Aabb> boxes = anywhere(400, 4000, 8);
    twins.build(boxes);
    for (int tick = 0; tick < 12; ++tick) {
        const float row = static_cast<float>(tick % 8);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            if (i % 3 == 0 || tick == 6) boxes[i].min.y = row + 0.2f, boxes[i].max.y = row + 0.4f;
        ASSERT_NO_FATAL_FAILURE(twins.update(boxes)) << "tick " << tick;
    }
}

// Columns are read by single loads or by the gather instruction, as the machine likes it: both are tried here.
TEST_P(UpdatesOf, LoadsAndGathersAreTheSame) {
    RowGrid grids[2] = {RowGrid{RowGridDesc{.cell_size = 1}}, RowGrid{RowGridDesc{.cell_size = 1}}};
    Pairs pairs[2];
    std::vector<Aabb> boxes = anywhere(700, 20, 20);
    for (int tick = 0; tick < 12; ++tick) {
        step(boxes, 20, 20);
        std::vector<float> columns[4];
        for (const Aabb& box : boxes) {
            const float values[] = {box.min.x, box.min.y, box.max.x, box.max.y};
            for (std::size_t c = 0; c < 4; ++c) columns[c].push_back(values[c]);
        }
        const BoxView view(PointView(columns[0].data(), columns[1].data(), boxes.size()),
                           PointView(columns[2].data(), columns[3].data(), boxes.size()));
        for (const bool gathers : {false, true}) {
            const ForcedAnswer forced = ForcedAnswer::gathers(gathers);
            RowGrid& grid = grids[gathers ? 1 : 0];
            ASSERT_TRUE(tick == 0 ? grid.build(view) : grid.update(view));
            ASSERT_TRUE(grid.validate());
            for (Slot slot = 0; slot < boxes.size(); ++slot)
                ASSERT_TRUE(same_box(boxes[slot], grid.bounds_of(slot))) << "slot " << slot;
            ASSERT_TRUE(grid.pairs(pairs[gathers ? 1 : 0]));
        }
        ASSERT_TRUE(std::ranges::equal(grids[0].order(), grids[1].order()));
        ASSERT_FALSE(pairs[0].view().empty());
        ASSERT_TRUE(std::ranges::equal(pairs[0].view(), pairs[1].view(),
                                       [](Pair x, Pair y) { return x.a == y.a && x.b == y.b; }));
        ASSERT_EQ(pairs[0].candidates(), pairs[1].candidates());
    }
}

// So many that the order of arrays matters: where slots follow the order of space boxes do not wait, which takes 16
// bytes each.
TEST(UpdatesOfMany, KeepBoxesOnlyWhereArraysAreInNoOrder) {
    constexpr std::size_t count = 60'000;
    constexpr float side = 250;
    scenes::Generator random(4);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i)
        boxes.push_back(predicates::box_around({random.uniform(0, side), random.uniform(0, side)},
                                               {random.uniform(0, 0.5f), 0.3f}));
    RowGrid shuffled{RowGridDesc{}}, ordered{RowGridDesc{}};
    ASSERT_TRUE(shuffled.build(boxes));
    const std::vector<Slot> slots(shuffled.order().begin(),
                                  shuffled.order().end()); // by their number in the other grid
    std::vector<Aabb> sorted(count);
    const auto sort = [&] {
        for (std::size_t i = 0; i < count; ++i) sorted[i] = boxes[slots[i]];
    };
    sort();
    ASSERT_TRUE(ordered.build(sorted));
    for (int tick = 0; tick < 5; ++tick) {
        for (Aabb& box : boxes) {
            const Vec2 by{random.uniform(-0.05f, 0.05f), random.uniform(-0.05f, 0.05f)};
            box = {{box.min.x + by.x, box.min.y + by.y}, {box.max.x + by.x, box.max.y + by.y}};
        }
        sort();
        ASSERT_TRUE(shuffled.update(boxes));
        ASSERT_TRUE(ordered.update(sorted));
        ASSERT_TRUE(shuffled.validate());
        ASSERT_TRUE(ordered.validate());
        Pairs of_shuffled, of_ordered;
        ASSERT_TRUE(shuffled.pairs(of_shuffled, {.order = Order::BySlot}));
        ASSERT_TRUE(ordered.pairs(of_ordered));
        std::vector<Pair> renamed;
        for (const Pair pair : of_ordered.view())
            renamed.push_back({std::min(slots[pair.a], slots[pair.b]), std::max(slots[pair.a], slots[pair.b])});
        std::ranges::sort(renamed, [](const Pair& x, const Pair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
        ASSERT_TRUE(agrees(renamed, of_shuffled, Order::BySlot));
        ASSERT_GT(renamed.size(), count / 2);
    }
    EXPECT_GT(shuffled.bytes(), ordered.bytes() + 15 * count);
    EXPECT_LT(ordered.bytes(), 44 * count);
}

} // namespace
} // namespace throng::test
