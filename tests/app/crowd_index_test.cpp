// SPDX-License-Identifier: MIT
// One face for a World and five structures: names, and the same answers whichever is behind it.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/crowd/check.hpp"
#include "apps/throng/crowd/crowd_index.hpp"

#include "scenes/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng::app {
namespace {

constexpr Route structures[] = {world_route,     Route::RowGrid,       Route::LooseGrid,
                                Route::Quadtree, Route::LooseQuadtree, Route::StaticTree};
constexpr float world_side = 20;

struct EveryIndex : testing::TestWithParam<Route> {
    EveryIndex() : x(slots), y(slots), present(slots, 0) {}

    void scatter(std::uint64_t seed) {
        scenes::Generator random(seed);
        for (std::size_t i = 0; i < slots; ++i) {
            x[i] = random.uniform(0, world_side);
            y[i] = random.uniform(0, world_side);
        }
    }
    // People with (slot + tick) % 3 == 0 are away.
    CrowdStep step(std::uint32_t tick) {
        left.clear();
        entered.clear();
        entered_at.clear();
        scatter(tick);
        for (Slot slot = 0; slot < slots; ++slot) {
            const bool is_here = (slot + tick) % 3 != 0;
            if (present[slot] != 0 && !is_here) left.push_back(slot);
            if (present[slot] == 0 && is_here) {
                entered.push_back(slot);
                entered_at.push_back({x[slot], y[slot]});
            }
            present[slot] = is_here ? 1 : 0;
        }
        return {left, entered, entered_at, {x, y, present}};
    }
    PointView points() const { return {x.data(), y.data(), slots}; }
    void expect_exact(const Centers& all) {
        Hits near;
        ASSERT_TRUE(index.neighbors(2, near, {}));
        SpotCheck(1, 1, workers).neighbors(near, all, 2, 0, 0); // throws where they differ
    }

    static constexpr std::size_t slots = 300;
    const Workers workers{1};
    CrowdIndex index{GetParam(), {{0, 0}, {world_side, world_side}}, workers.executor()};
    std::vector<float> x, y;
    std::vector<std::uint8_t> present;
    std::vector<Slot> left, entered;
    std::vector<Vec2> entered_at;
};

TEST(CrowdIndex, KnowsEveryStructureByItsName) {
    for (const Route structure : structures) {
        std::string name(name_of(structure));
        EXPECT_EQ(structure_named(name), structure);
        EXPECT_NE(structure_names().find(name), std::string::npos);
        std::replace(name.begin(), name.end(), '-', '_');
        EXPECT_EQ(structure_named(name), structure);
        EXPECT_EQ(CrowdIndex(structure, {}, {}).structure(), structure);
    }
    EXPECT_THROW(structure_named("rowgrid"), UsageError);
    EXPECT_THROW(structure_named(""), UsageError);
}

TEST_P(EveryIndex, AnswersForPeopleWhoMove) {
    scatter(1);
    ASSERT_TRUE(index.build(points()));
    expect_exact({x, y});
    for (std::uint64_t tick = 2; tick < 6; ++tick) {
        scatter(tick);
        ASSERT_TRUE(index.update(points()));
        expect_exact({x, y});
    }
}

TEST_P(EveryIndex, AnswersForPeopleWhoComeAndGo) {
    for (std::uint32_t tick = 0; tick < 6; ++tick) {
        ASSERT_TRUE(index.follow(step(tick)));
        EXPECT_EQ(index.size(), static_cast<std::size_t>(std::count(present.begin(), present.end(), std::uint8_t{1})));
        const std::size_t met = index.slot_count();
        expect_exact({std::span(x).first(met), std::span(y).first(met), std::span(present).first(met)});
    }
}

TEST_P(EveryIndex, CountsWhoIsNear) {
    scatter(1);
    ASSERT_TRUE(index.build(points()));
    std::vector<std::uint32_t> counted(slots);
    ASSERT_TRUE(index.count(DiscView(points(), 2), counted, {.measure = Measure::Center}));

    std::vector<Neighbor> near;
    for (Slot slot = 0; slot < slots; ++slot) {
        neighbors_by_brute_force({x, y}, slot, 2, near);
        EXPECT_EQ(counted[slot], near.size() + 1) << slot;
    }
}

TEST_P(EveryIndex, ShowsNodesFromOneRootDownToLeavesThatHoldAllPeople) {
    scatter(1);
    const std::vector<float> half(slots, 0.3f);
    ASSERT_TRUE(index.build(BoxView::around(points(), half)));
    const std::vector<Node> nodes = index.nodes();

    ASSERT_FALSE(nodes.empty());
    std::size_t in_leaves = 0, roots = 0;
    for (const Node& node : nodes) {
        roots += node.depth == 0 ? 1u : 0u;
        in_leaves += node.leaf ? node.elements : 0u;
        EXPECT_EQ(node.route, GetParam() == world_route ? Route::RowGrid : GetParam()) << "all are of one size";
    }
    EXPECT_EQ(roots, 1u);
    EXPECT_GE(in_leaves, slots) << "an element may be listed in several leaves";
    EXPECT_GT(index.bytes(), slots * sizeof(Slot));
}

INSTANTIATE_TEST_SUITE_P(Structures, EveryIndex, testing::ValuesIn(structures), [](const auto& chosen) {
    std::string name(name_of(chosen.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

} // namespace
} // namespace throng::app
