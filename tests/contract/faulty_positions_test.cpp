// SPDX-License-Identifier: MIT
// All faulty items of a batch: as many as the Status counts, and the first is the one that it names.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"

#include <throng/faulty.hpp>
#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/quadtree.hpp>
#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t items = 500;

// Mostly good numbers.
class Numbers {
public:
    explicit Numbers(std::uint32_t seed) : random_(seed) {}
    float number() {
        constexpr std::array bad{nan, infinity, -infinity, 3.4e38f, 0.f, -5.f};
        return random_.below(12) == 0 ? bad[random_.below(bad.size())] : random_.uniform(0, 50);
    }
    Vec2 point() {
        const float x = number(), y = number();
        return {x, y};
    }
    Aabb box() {
        const Vec2 at = point();
        const float w = random_.below(20) == 0 ? -1.f : random_.uniform(0, 3);
        return {at, {at.x + w, at.y + 1}};
    }
    std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }

private:
    scenes::Generator random_;
};

template <class List> void expect_those_of(const Status& status, List&& list) {
    std::vector<Slot> all(items, no_slot);
    const std::size_t count = list(std::span<Slot>(all));
    ASSERT_EQ(count, status.count);
    all.resize(count);
    ASSERT_GT(count, 2u) << "nothing would be tested";
    EXPECT_EQ(all[0], status.first);
    for (std::size_t i = 1; i < count; ++i) EXPECT_LT(all[i - 1], all[i]);
    std::vector<Slot> two(3, 77);
    EXPECT_EQ(list(std::span<Slot>(two).first(2)), count) << "the number is that of all";
    EXPECT_EQ(two, (std::vector<Slot>{all[0], all[1], 77})) << "and no more is written";
    EXPECT_EQ(list(std::span<Slot>()), count);
}

class FaultyPositions : public testing::TestWithParam<IndexKind> {
protected:
    FaultyPositions() {
        Numbers numbers{5};
        for (std::size_t i = 0; i < items; ++i) {
            points.push_back(numbers.point());
            directions.push_back(numbers.point());
            lengths.push_back(numbers.number());
            boxes.push_back(numbers.box());
        }
    }

    const std::unique_ptr<AnyIndex> index = GetParam().open();
    std::vector<Vec2> points, directions;
    std::vector<float> lengths;
    std::vector<Aabb> boxes;
    Hits hits;
};

INSTANTIATE_TEST_SUITE_P(Each, FaultyPositions, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(FaultyPositions, OfEachKindOfViewAreThoseThatTheCallsCount) {
    const BoxView around = BoxView::around(points, 2);
    const DiscView discs(points, lengths);
    const RayView rays(points, directions, lengths);
    const auto of = [](const auto& view) { return [=](std::span<Slot> out) { return faulty_positions(view, out); }; };

    expect_those_of(index->build(boxes), of(BoxView(boxes)));
    expect_those_of(index->overlap(boxes, hits), of(BoxView(boxes)));
    expect_those_of(index->overlap(around, hits), of(around));
    expect_those_of(index->within(discs, hits), of(discs));
    expect_those_of(index->nearest(points, 3, 9, hits), of(PointView(points)));
    expect_those_of(index->cast(rays, hits), of(rays));
    expect_those_of(index->along(rays, hits), of(rays));
}

TEST_P(FaultyPositions, OfViewsWithoutFaultsAndOfViewsThatCannotBeReadAreNone) {
    std::vector<Slot> out(4, 7);
    const std::vector<Vec2> good = {{1, 1}, {2, 2}};
    const PointView null(nullptr, nullptr, 3);

    EXPECT_EQ(faulty_positions(BoxView(good, good), out), 0u);
    EXPECT_EQ(faulty_positions(BoxView(null, null), out), 0u);
    EXPECT_EQ(faulty_positions(null, out), 0u);
    EXPECT_EQ(faulty_positions(DiscView(good, -1), out), 0u) << "a fault of the whole call";
    EXPECT_EQ(faulty_positions(RayView(good, null, 1), out), 0u);
    EXPECT_EQ(faulty_positions(std::span<const Query>(), out), 0u);
    EXPECT_EQ(out, std::vector<Slot>(4, 7)) << "nothing is written";
}

class FaultyUpdates : public FaultyPositions {};
INSTANTIATE_TEST_SUITE_P(Each, FaultyUpdates, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

template <class Index, class Desc> void expect_faulty_updates(const Desc& desc, const std::vector<Aabb>& boxes) {
    Index index(desc);
    const Status built = index.build(boxes); // faulty boxes leave slots absent, which later updates ignore
    ASSERT_TRUE(built.applied());
    std::vector<Aabb> next(boxes.rbegin(), boxes.rend());
    expect_those_of(index.update(next), [&](std::span<Slot> out) { return index.faulty_slots(next, out); });
    EXPECT_EQ(Index().faulty_slots(next, {}), 0u);
}

TEST_P(FaultyUpdates, AreThoseOfPresentElements) {
    switch (GetParam().route) {
    case Route::RowGrid: return expect_faulty_updates<RowGrid>(RowGridDesc{}, boxes);
    case Route::LooseGrid: return expect_faulty_updates<LooseGrid>(LooseGridDesc{}, boxes);
    case Route::Quadtree: return expect_faulty_updates<Quadtree>(QuadtreeDesc{}, boxes);
    default: return expect_faulty_updates<LooseQuadtree>(LooseQuadtreeDesc{}, boxes);
    }
}

template <class Index, class Desc> void expect_wrong_slots(Desc desc, const std::vector<Aabb>& boxes) {
    Index index(desc);
    ASSERT_TRUE(index.build(boxes).applied()); // leaves some slots absent
    scenes::Generator random{21};
    std::vector<Slot> slots;
    for (std::size_t i = 0; i < items; ++i)
        slots.push_back(i == 7 ? no_slot : random.below(static_cast<std::uint32_t>(2 * items)));
    std::vector<Slot> absent(items, no_slot), taken(items, no_slot);
    const std::size_t absent_count = index.absent_slots(slots, absent), taken_count = index.taken_slots(slots, taken);
    const auto those = [](const std::vector<Slot>& positions, std::size_t count) {
        return [&positions, count](std::span<Slot> out) {
            std::copy_n(positions.begin(), std::min(count, out.size()), out.begin());
            return count;
        };
    };
    const std::vector<Aabb> good(items, Aabb{{0, 0}, {1, 1}});
    expect_those_of(index.move(slots, good), those(absent, absent_count));
    expect_those_of(index.erase(slots), those(absent, absent_count));
    ASSERT_TRUE(index.build(boxes).applied());
    expect_those_of(index.insert(slots, good), those(taken, taken_count));
    EXPECT_EQ(Index().absent_slots(slots, absent) + Index().taken_slots(slots, taken), 0u);

    // Without memory each slot is compared with those before it.
    static bool refuses;
    refuses = false;
    desc.memory.allocate = [](void*, std::size_t bytes, std::size_t alignment) -> void* {
        return refuses ? nullptr : ::operator new (bytes, std::align_val_t{alignment}, std::nothrow);
    };
    desc.memory.deallocate = [](void*, void* block, std::size_t, std::size_t alignment) {
        ::operator delete (block, std::align_val_t{alignment});
    };
    Index poor(desc);
    ASSERT_TRUE(poor.build(boxes).applied());
    refuses = true;
    std::vector<Slot> again(items, no_slot);
    EXPECT_EQ(poor.absent_slots(slots, again), absent_count);
    EXPECT_EQ(again, absent);
    EXPECT_EQ(poor.taken_slots(slots, {}), taken_count);
    refuses = false;
}

TEST_P(FaultyUpdates, OfSlotsAreThoseThatTheChangesCount) {
    switch (GetParam().route) {
    case Route::RowGrid: return expect_wrong_slots<RowGrid>(RowGridDesc{}, boxes);
    case Route::LooseGrid: return expect_wrong_slots<LooseGrid>(LooseGridDesc{}, boxes);
    case Route::Quadtree: return expect_wrong_slots<Quadtree>(QuadtreeDesc{}, boxes);
    default: return expect_wrong_slots<LooseQuadtree>(LooseQuadtreeDesc{}, boxes);
    }
}

TEST_P(FaultyUpdates, OfARowGridAreAlsoThoseAboveItsBoundAndPointsThatOverflow) {
    constexpr float bound = 0.75f;
    const auto too_large = [&](std::span<Slot> out) { return faulty_positions(BoxView(boxes), out, bound); };
    RowGrid bounded(RowGridDesc{.max_half_extent = bound}), of_points(RowGridDesc{.max_half_extent = 1e38f});
    expect_those_of(bounded.build(boxes), too_large);
    expect_those_of(bounded.update(std::vector<Aabb>(boxes.rbegin(), boxes.rend())), [&](std::span<Slot> out) {
        return bounded.faulty_slots(std::vector<Aabb>(boxes.rbegin(), boxes.rend()), out);
    });
    expect_those_of(of_points.build(points),
                    [&](std::span<Slot> out) { return faulty_positions(PointView(points), out, 1e38f); });
    const std::vector<Vec2> next(points.rbegin(), points.rend());
    expect_those_of(of_points.update(next), [&](std::span<Slot> out) { return of_points.faulty_slots(next, out); });
}

TEST(FaultyPositionsOfAWorld, AreThoseOfStagingCommitsAndMixedBatches) {
    Numbers numbers{9};
    std::vector<Aabb> boxes, good, next;
    std::vector<Vec2> from, to;
    std::vector<Query> queries;
    for (std::size_t i = 0; i < items; ++i) {
        boxes.push_back(numbers.box());
        next.push_back(numbers.box());
        const auto x = static_cast<float>(i);
        good.push_back({{x, 0}, {x + 0.5f, 1}});
        from.push_back(numbers.point());
        to.push_back(numbers.point());
        const Ray ray{numbers.point(), numbers.point(), numbers.number()};
        switch (numbers.below(6)) {
        case 0: queries.push_back(Query::overlap(numbers.box())); break;
        case 1: queries.push_back(Query::within({ray.origin, ray.max_t})); break;
        case 2: queries.push_back(Query::nearest(ray.origin, numbers.below(3), ray.max_t)); break;
        case 3: queries.push_back(Query::cast(ray)); break;
        case 4: queries.push_back(Query::cone(ray.origin, ray.direction, numbers.number(), ray.max_t)); break;
        default: queries.push_back(Query::within({{1, 1}, 1}));
        }
        if (numbers.below(30) == 0) queries.back().kind = QueryKind(9);
        if (numbers.below(30) == 0) queries.back().layers = {2, 1};
    }
    World world(WorldDesc{});
    std::vector<Id> born(items), ids(items);
    const auto of_boxes = [&](std::span<Slot> out) { return faulty_positions(BoxView(boxes), out); };
    expect_those_of(world.spawn(boxes, Motion::Dynamic, born), of_boxes);
    std::vector<Slot> null(items);
    null.resize(of_boxes(null));
    for (const Slot at : null) EXPECT_EQ(born[at], Id{});
    world.discard();
    ASSERT_TRUE(world.spawn(good, Motion::Dynamic, ids));
    std::vector<Id> walls(20);
    ASSERT_TRUE(world.spawn(BoxView(good).slice(0, 20), Motion::Static, walls));
    ASSERT_TRUE(world.commit());
    ASSERT_TRUE(world.despawn(std::span(ids).first(50)));
    ASSERT_TRUE(world.commit());

    std::vector<Id> some = ids;
    some[100] = {};
    const auto stale = [&](std::span<Slot> out) { return world.faulty_positions(some, out); };
    const auto moved = [&](std::span<Slot> out) { return world.faulty_positions(some, boxes, out); };
    expect_those_of(world.categorize(some, std::vector<std::uint32_t>(items, 1)), stale);
    expect_those_of(world.set_layers(some, std::vector<std::uint16_t>(items)), stale);
    expect_those_of(world.move(some, boxes), moved);
    const std::size_t before = stale({});
    EXPECT_EQ(world.despawn(some).count, before) << "asked before";
    world.discard();

    next.resize(world.slot_count(), Aabb{});
    ASSERT_TRUE(world.move_all(next));
    expect_those_of(world.commit(), [&](std::span<Slot> out) { return world.faulty_slots(next, out); });

    Hits hits;
    std::vector<std::uint8_t> sees(items);
    expect_those_of(world.query(queries, hits), [&](std::span<Slot> out) { return faulty_positions(queries, out); });
    EXPECT_EQ(World().faulty_positions(some, {}) + World().faulty_slots(next, {}), 0u);
}

} // namespace
} // namespace throng::test
