// SPDX-License-Identifier: MIT
// What is written in braces, and members of structures as radii: each compiles, and means what it says.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/runners.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace throng::test {
namespace {

using Slots = std::vector<Slot>;

Slots row(const Hits& hits, std::size_t i) { return {hits[i].begin(), hits[i].end()}; }

// A slot, slots side by side, nothing; but no list of slots, which would be gone before the query.
static_assert(std::convertible_to<Slot, ExcludedSlots> && std::convertible_to<Slots, ExcludedSlots>);
static_assert(std::convertible_to<std::span<const Slot>, ExcludedSlots> && std::is_aggregate_v<QueryOptions>);
static_assert(!std::constructible_from<ExcludedSlots, Slot, Slot>);
static_assert(std::same_as<decltype(QueryOptions{.exclude = {}}.exclude.size()), std::size_t>);

TEST(Braces, OfIdsAreStaged) {
    World world(WorldDesc{});
    std::vector<Id> ids(4);
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}, {{4, 0}, {5, 1}}, {{6, 0}, {7, 1}}};
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));

    ASSERT_TRUE(world.despawn({ids[3]}));
    ASSERT_TRUE(world.move({ids[1]}, Aabb{{20, 0}, {21, 1}}));
    ASSERT_TRUE(world.categorize({ids[0], ids[1]}, {1, 2}));
    ASSERT_TRUE(world.set_layers({ids[2]}, {7}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(world.size(), 3u);
    EXPECT_EQ(world.bounds_of(ids[1].slot).min.x, 20.f);
    EXPECT_EQ(world.layer_of(ids[2].slot), 7);
    EXPECT_TRUE(same_status(faulty_item(Fault::StaleId, 1), world.despawn({ids[0], Id{}})));
    EXPECT_TRUE(world.despawn({})) << "none";
    EXPECT_TRUE(world.despawn({ids.data() + 1, 1})) << "still a span";
}

TEST(Braces, OfQueriesAreAMixedBatch) {
    World world(WorldDesc{});
    std::vector<Id> ids(1);
    ASSERT_TRUE(world.spawn(Aabb{{0, 0}, {1, 1}}, Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    const Query here = Query::within({{0, 0}, 1}), away = Query::within({{9, 9}, 1});
    Hits hits;

    ASSERT_TRUE(world.query({here, away}, hits));
    EXPECT_EQ(row(hits, 0), Slots{0});
    EXPECT_EQ(row(hits, 1), Slots{});
    ASSERT_TRUE(world.query({here}, hits, {.exclude = ids[0].slot}));
    EXPECT_EQ(hits.size(), 1u);
    EXPECT_EQ(row(hits, 0), Slots{});
    ASSERT_TRUE(world.snapshot().query({here}, hits));
    EXPECT_EQ(row(hits, 0), Slots{0});
}

TEST(Braces, OfSlotsAreABatchOfChangesAndOfNeighborhoods) {
    RowGrid grid(RowGridDesc{});
    Hits hits;
    ASSERT_TRUE(grid.insert({4}, Aabb{{0, 0}, {1, 1}}));
    ASSERT_TRUE(grid.insert({2}, Aabb{{1, 0}, {2, 1}}));
    ASSERT_TRUE(grid.move({4}, Aabb{{2, 0}, {3, 1}}));
    ASSERT_TRUE(grid.neighbors_of({2, 4}, 5, hits));
    EXPECT_EQ(row(hits, 0), Slots{4});
    EXPECT_EQ(row(hits, 1), Slots{2});
    ASSERT_TRUE(grid.erase({2, 4}));
    EXPECT_EQ(grid.size(), 0u);
    RowGrid points(RowGridDesc{});
    ASSERT_TRUE(points.insert({0}, Vec2{1, 1}));
    ASSERT_TRUE(points.move({0}, Vec2{2, 1}));
    EXPECT_EQ(points.bounds_of(0).min.x, 2.f);
}

struct Walker {
    std::int32_t health;
    Vec2 place, ahead;
    float radius, reach;
};

std::vector<Walker> agents(std::size_t count) {
    scenes::Generator random{3};
    std::vector<Walker> all;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = random.uniform(0, 60), y = random.uniform(0, 60), angle = random.uniform(-1, 1);
        all.push_back({7, {x, y}, {angle, 1 - angle * angle}, random.uniform(0, 4), random.uniform(0, 9)});
    }
    return all;
}

// Whether each query of a large world leaves out one element, in every structure and order of execution.
class OneSlotForAll : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, OneSlotForAll, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

template <class Index> void expect_left_out(const Index& index, const std::vector<Walker>& all) {
    const PointView places = PointView::of(all, &Walker::place);
    const std::size_t n = all.size();
    const Slot me = 5;
    const Slots each(n, me), by_slot(index.slot_count(), me);
    for (const bool distances : {false, true}) {
        QueryOptions one{.order = Order::BySlot, .distances = distances}, many = one;
        one.exclude = me;
        many.exclude = each;
        Hits a, b;
        const auto same = [&](const auto& ask) {
            ASSERT_TRUE(ask(a, one));
            ASSERT_TRUE(ask(b, many));
            ASSERT_GT(a.slots().size(), n / 2);
            EXPECT_EQ(a.hash(), b.hash());
            EXPECT_EQ(std::count(a.slots().begin(), a.slots().end(), me), 0);
        };
        same([&](Hits& to, const QueryOptions& o) { return index.overlap(BoxView::around(places, 3), to, o); });
        same([&](Hits& to, const QueryOptions& o) { return index.within(DiscView(places, 3), to, o); });
        same([&](Hits& to, const QueryOptions& o) { return index.nearest(places, 4, 99, to, o); });
        same([&](Hits& to, QueryOptions o) {
            if (!o.exclude.for_all()) o.exclude = by_slot; // an entry for each slot
            return index.neighbors(4, to, o);
        });
        same([&](Hits& to, const QueryOptions& o) { return index.neighbors_of(Slots(each.size(), 9), 20, to, o); });
        same([&](Hits& to, const QueryOptions& o) {
            return index.along(RayView::of(all, &Walker::place, &Walker::ahead, &Walker::reach), to, o);
        });
    }
}

TEST_P(OneSlotForAll, IsLeftOutByEveryQuery) {
    const std::vector<Walker> all = agents(3000); // enough for a batch in an order of its own
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    ASSERT_TRUE(index->build(BoxView::around(PointView::of(all, &Walker::place), 0.5f)));
    expect_left_out(*index, all);
}

TEST(OneSlotForAllOfAWorld, IsLeftOutByEveryQueryOfEachStructureAndLayer) {
    const std::vector<Walker> all = agents(3000);
    World world(WorldDesc{});
    std::vector<Id> ids(all.size() + 2);
    ASSERT_TRUE(world.spawn(BoxView::around(PointView::of(all, &Walker::place), 0.5f), Motion::Dynamic,
                            std::span(ids).first(all.size())));
    ASSERT_TRUE(world.commit());
    expect_left_out(world, all);
    const std::vector<Aabb> large = {{{0, 0}, {40, 40}}, {{5, 5}, {50, 6}}};
    ASSERT_TRUE(world.spawn(large, Motion::Static, std::span(ids).last(2)));
    ASSERT_TRUE(world.commit());
    expect_left_out(world, all);
    ASSERT_TRUE(world.set_layers(std::span(ids).first(100), std::vector<std::uint16_t>(100, 3)));
    ASSERT_TRUE(world.commit());
    expect_left_out(world, all);

    std::vector<Query> queries(40, Query::within({{20, 20}, 90}));
    Hits hits;
    ASSERT_TRUE(world.query(queries, hits, {.exclude = Slot{5}}));
    for (std::size_t i = 0; i < queries.size(); ++i) EXPECT_EQ(hits[i].size(), world.size() - 1);
}

class MembersAsLengths : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, MembersAsLengths, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(MembersAsLengths, AnswerAsColumnsDo) {
    const std::vector<Walker> all = agents(2500);
    std::vector<float> radii, reaches;
    for (const Walker& agent : all) radii.push_back(agent.radius), reaches.push_back(agent.reach);
    const PointView places = PointView::of(all, &Walker::place), ahead = PointView::of(all, &Walker::ahead);
    const DiscView discs = DiscView::of(all, &Walker::place, &Walker::radius), packed(places, radii);
    const RayView rays = RayView::of(all, &Walker::place, &Walker::ahead, &Walker::reach),
                  columns(places, ahead, reaches);
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    ASSERT_TRUE(index->build(BoxView::around(places, StridedFloats::of(all, &Walker::radius))));
    Hits a, b;
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        for (const Executor& executor : {serial(), Executor{}}) {
            const auto same = [&](const Status& first, const Status& second) {
                ASSERT_TRUE(first);
                ASSERT_TRUE(second);
                ASSERT_GT(a.slots().size(), all.size() / 2);
                EXPECT_EQ(a.hash(), b.hash());
            };
            same(index->within(discs, a, {}, executor), index->within(packed, b, {}, executor));
            same(index->cast(rays, a, {}, executor), index->cast(columns, b, {}, executor));
            same(index->along(rays, a, {}, executor), index->along(columns, b, {}, executor));
            same(index->within(discs.slice(100, 2000), a, {}, executor),
                 index->within(packed.slice(100, 2000), b, {}, executor));
        }
    }
    std::vector<std::uint32_t> counts(all.size()), expected(all.size());
    ASSERT_TRUE(index->count(discs, counts));
    ASSERT_TRUE(index->count(packed, expected));
    EXPECT_EQ(counts, expected);
}

TEST(MembersAsRadii, AreCheckedAsColumnsAre) {
    const std::vector<Walker> all = agents(3);
    std::vector<Walker> bad = all;
    bad[1].radius = -1;
    bad[2].reach = nan;
    RowGrid grid(RowGridDesc{});
    ASSERT_TRUE(grid.build(PointView::of(all, &Walker::place)));
    Hits hits;
    const PointView places = PointView::of(all, &Walker::place);
    const StridedFloats two = StridedFloats::of(all, &Walker::radius).slice(0, 2);

    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1),
                            grid.within(DiscView::of(bad, &Walker::place, &Walker::radius), hits)));
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 2),
                            grid.cast(RayView::of(bad, &Walker::place, &Walker::ahead, &Walker::reach), hits)));
    EXPECT_TRUE(says(grid.within({places, two}, hits), Reason::RadiiLength));
    EXPECT_TRUE(says(grid.within({places, StridedFloats(nullptr, 3)}, hits), Reason::RadiiWithoutData));
    EXPECT_TRUE(says(grid.within({places, StridedFloats(&all[0].radius, 3, 6)}, hits), Reason::RadiiWithoutData));
    const std::vector<Walker> none;
    EXPECT_TRUE(grid.within(DiscView::of(none, &Walker::place, &Walker::radius), hits));
    EXPECT_EQ(StridedFloats(&all[0].radius, 3, 0)[2], all[0].radius) << "stride 0 repeats one";
}

} // namespace
} // namespace throng::test
