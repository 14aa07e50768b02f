// SPDX-License-Identifier: MIT
// What new users write before they have read a header: each guess compiles and does what its author means, or its
// declaration says why it does not.
#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

struct Own {
    float x, y;
    int more;
};
struct OfSpace {
    float x, y, z;
};
struct InDoubles {
    double x, y;
};
struct HolderOfId {
    Id id;
};

class Guesses : public testing::Test {
protected:
    // Two that overlap, and one far away.
    void SetUp() override {
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit());
    }

    const std::vector<Aabb> boxes{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{9, 9}, {10, 10}}};
    std::vector<Id> ids = std::vector<Id>(3);
    World world{WorldDesc{}};
    Hits h;
    Pairs pr;
    Status s;
};

TEST_F(Guesses, OneElementIsSpawnedMovedAndEnded) {
    Id id;
    s = world.spawn({{20, 0}, {21, 1}}, Motion::Static, id, 4);
    ASSERT_TRUE(s.ok());
    const Id other = world.spawn(Aabb{{30, 0}, {31, 1}});
    EXPECT_EQ(world.spawn(Aabb{{1, 0}, {0, 0}}), Id());
    ASSERT_TRUE(world.commit());
    EXPECT_TRUE(world.alive(id) && world.alive(other));
    EXPECT_TRUE(world.alive(3));
    EXPECT_FALSE(world.alive(5));
    EXPECT_EQ(world.category_of(id.slot), 4u);
    EXPECT_EQ(world.motion_of(id.slot), Motion::Static);
    EXPECT_EQ(world.motion_of(other.slot), Motion::Dynamic);

    const Aabb box{{40, 0}, {41, 1}};
    s = world.move(id, box);
    ASSERT_TRUE(s);
    ASSERT_TRUE(world.categorize(other, 2) && world.set_layers(other, 7));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.bounds_of(id), box);
    EXPECT_EQ(world.category_of(other.slot), 2u);
    EXPECT_EQ(world.layer_of(other.slot), 7u);

    s = world.despawn(id);
    ASSERT_TRUE(s);
    ASSERT_TRUE(world.commit());
    EXPECT_FALSE(world.alive(id));
    EXPECT_EQ(world.bounds_of(id), Aabb{});
    EXPECT_EQ(world.despawn(id).faults, Fault::StaleId);
}

TEST_F(Guesses, PlacesAreInBraces) {
    s = world.overlap({{0, 0}, {1, 1}}, h);
    EXPECT_EQ(h.row(0).size(), 2u);
    s = world.within({{1, 2}, 3.f}, h);
    EXPECT_EQ(h.row(0).size(), 2u);
    s = world.nearest({9.f, 8.f}, 1, INFINITY, h);
    EXPECT_EQ(h.row(0)[0], ids[2].slot);
    s = world.cast({{-1, 0.5f}, {1, 0}, 10.f}, h);
    EXPECT_EQ(h.row(0)[0], ids[0].slot);
    std::array<std::uint32_t, 1> number{};
    s = world.count({{0, 0}, {20, 20}}, number);
    EXPECT_EQ(number[0], 3u);
    s = world.reader().within({{1, 2}, 3.f}, h);
    EXPECT_EQ(h.row(0).size(), 2u);
    EXPECT_TRUE(s);
}

TEST_F(Guesses, OneQueryAndOneValueForAll) {
    ASSERT_TRUE(world.query(Query::within({{1, 2}, 3.f}), h));
    EXPECT_EQ(h.row(0).size(), 2u);
    ASSERT_TRUE(world.categorize(ids, 4) && world.set_layers(ids, 2) && world.commit());
    for (const Id id : ids) EXPECT_TRUE(world.category_of(id.slot) == 4u && world.layer_of(id.slot) == 2u);
    ASSERT_TRUE(world.categorize({ids[0], ids[2]}, 8) && world.set_layers({ids[0], ids[2]}, 3) && world.commit());
    EXPECT_TRUE(world.category_of(ids[2].slot) == 8u && world.layer_of(ids[2].slot) == 3u);
    ASSERT_TRUE(world.categorize({ids[0], ids[1]}, {1, 2}) && world.commit());
    EXPECT_EQ(world.category_of(ids[1].slot), 2u);
    EXPECT_EQ(world.categorize(ids, std::vector<std::uint32_t>(2)).reason, Reason::CategoriesLength);
    EXPECT_EQ(world.categorize(ids, std::vector<std::uint32_t>()).reason, Reason::CategoriesLength);
    EXPECT_EQ(world.set_layers(ids, std::vector<std::uint16_t>()).reason, Reason::LayersLength);
    EXPECT_EQ(world.categorize(ids, {}).reason, Reason::CategoriesLength);
    EXPECT_EQ(world.set_layers(ids, {}).reason, Reason::LayersLength);
    EXPECT_EQ(world.categorize({ids[0]}, {}).reason, Reason::CategoriesLength);
    ASSERT_TRUE(world.categorize(std::span<const Id>(), std::vector<std::uint32_t>()));

    const Id at_point = world.spawn(Vec2{40, 50}, 0.5f);
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.bounds_of(at_point), (Aabb{{39.5f, 49.5f}, {40.5f, 50.5f}}));
    EXPECT_EQ(world.spawn(Vec2{NAN, 0}, 0.5f, Motion::Static), Id());
}

TEST_F(Guesses, TheNearestMayBeAnywhere) {
    ASSERT_TRUE(world.nearest({1e30f, 0.f}, 2, h));
    EXPECT_EQ(h.row(0).size(), 2u);
    ASSERT_TRUE(world.nearest(DoubleVec2{1e30, 0}, 2, h));
    EXPECT_EQ(h.row(0).size(), 2u);
    ASSERT_TRUE(world.reader().nearest({1e30f, 0.f}, 2, h));
    EXPECT_EQ(h.row(0).size(), 2u);
    ASSERT_TRUE(world.query(Query::nearest({1e30f, 0}, 2), h));
    EXPECT_EQ(h.row(0).size(), 2u);
    ASSERT_TRUE(world.query(DoubleQuery::nearest({1e30, 0}, 2), h));
    EXPECT_EQ(h.row(0).size(), 2u);
    int called = 0;
    ASSERT_TRUE(world.reader().for_each_nearest({1e30f, 0}, 2, [&](Slot) { ++called; }));
    EXPECT_EQ(called, 2);
}

TEST_F(Guesses, ElementsAreReadByIdAndBySlot) {
    EXPECT_TRUE(world.alive(0) && world.alive(Slot{2}));
    EXPECT_FALSE(world.alive(3) || world.alive(Id{}));
    EXPECT_EQ(world.bounds_of(0), boxes[0]);
    EXPECT_EQ(world.bounds_of(ids[2]), boxes[2]);
    EXPECT_EQ(world.bounds_of(Id{}), Aabb{});
    std::vector<Aabb> of_slots(2);
    ASSERT_TRUE(world.bounds_of(std::vector<Slot>{2, 0}, of_slots));
    EXPECT_EQ(of_slots[0], boxes[2]);
}

TEST_F(Guesses, RowsAndPairsAreRanges) {
    ASSERT_TRUE(h.empty());
    ASSERT_TRUE(world.neighbors(3, h, {.limit = 3}));
    std::size_t rows = 0, hits = 0;
    for (const std::span<const Slot> row : h) ++rows, hits += row.size();
    EXPECT_EQ(rows, h.size());
    EXPECT_EQ(hits, h.count());
    EXPECT_EQ(hits, 2u);
    EXPECT_FALSE(h.empty());

    ASSERT_TRUE(pr.empty());
    ASSERT_TRUE(world.pairs(pr, {.mask = 3, .order = Order::BySlot}));
    std::set<std::pair<Slot, Slot>> all;
    for (const auto [a, b] : pr) all.emplace(a, b);
    EXPECT_EQ(all, (std::set<std::pair<Slot, Slot>>{{0, 1}}));
    EXPECT_EQ(pr[0], (Pair{0, 1}));
    for (const std::span<const Slot> row : Hits()) FAIL() << row.size();
    for (const Pair pair : Pairs()) FAIL() << pair.a;
}

TEST_F(Guesses, PlacesAreCompared) {
    const Vec2 a{1, 2};
    EXPECT_TRUE(a == (Vec2{1, 2}) && a != (Vec2{2, 1}));
    EXPECT_EQ(a + a - 0.5f * a, (Vec2{1.5f, 3}));
    EXPECT_TRUE(boxes[0] == boxes[0] && boxes[0] != boxes[1]);
    EXPECT_EQ((Disc{a, 3}), (Disc{{1, 2}, 3}));
    EXPECT_NE((Ray{a, a, 3}), (Ray{a, a, 4}));
    std::unordered_map<Id, int> numbers;
    numbers[ids[1]] = 1;
    EXPECT_EQ(numbers.count(ids[1]), 1u);
}

TEST_F(Guesses, AStatusIsWritten) {
    std::ostringstream out;
    s = world.despawn(Id());
    out << s;
    EXPECT_EQ(out.str(), std::string(describe(s)));
    EXPECT_FALSE(s.ok());
}

TEST_F(Guesses, PointsOfAnyTypeHaveOneHalfExtent) {
    RowGrid grid{RowGridDesc{}};
    const std::vector<Vec2> p{{0, 0}, {1, 0}, {5, 5}};
    ASSERT_TRUE(grid.build(p, 0.5f));
    EXPECT_EQ(grid.bounds_of(1), (Aabb{{0.5f, -0.5f}, {1.5f, 0.5f}}));
    ASSERT_TRUE(grid.update(p, 0.25f));
    EXPECT_EQ(grid.bounds_of(1), (Aabb{{0.75f, -0.25f}, {1.25f, 0.25f}}));

    std::vector<Id> of_points(3);
    ASSERT_TRUE(world.spawn(p, 0.5f, Motion::Dynamic, of_points));
    ASSERT_TRUE(world.commit());
    const std::vector<Vec2> moved(6, Vec2{3, 3});
    ASSERT_TRUE(world.commit(moved, 0.5f));
    EXPECT_EQ(world.bounds_of(of_points[2]), (Aabb{{2.5f, 2.5f}, {3.5f, 3.5f}}));
    ASSERT_TRUE(world.move_all(moved, 1));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.bounds_of(of_points[2]), (Aabb{{2, 2}, {4, 4}}));
    std::vector<Id> more(1);
    ASSERT_TRUE(world.spawn(std::vector<Aabb>(1), more));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.motion_of(more[0].slot), Motion::Dynamic);

    RowGrid of_own{RowGridDesc{}};
    ASSERT_TRUE(of_own.build(std::vector<Own>(3)));
    ASSERT_TRUE(of_own.build(std::vector<std::array<float, 2>>{{1, 2}, {3, 4}}));
    EXPECT_EQ(of_own.bounds_of(1), (Aabb{{3, 4}, {3, 4}}));
    const float raw[][2] = {{1, 2}, {5, 6}};
    ASSERT_TRUE(of_own.build(std::span(raw)));
    EXPECT_EQ(of_own.bounds_of(1), (Aabb{{5, 6}, {5, 6}}));
}

TEST_F(Guesses, AWorldIsSavedToBytesAndStreams) {
    std::vector<std::byte> bytes(5); // what was there is replaced
    ASSERT_TRUE(world.save(bytes));
    std::stringstream stream;
    ASSERT_TRUE(world.save(stream));
    EXPECT_EQ(bytes.size(), stream.str().size());
    World from_bytes, from_stream;
    ASSERT_TRUE(from_bytes.load(bytes));
    ASSERT_TRUE(from_stream.load(stream));
    EXPECT_EQ(from_bytes.hash(), world.hash());
    EXPECT_EQ(from_stream.hash(), world.hash());
    std::vector<char> of_snapshot;
    ASSERT_TRUE(world.snapshot().save(of_snapshot));
    EXPECT_EQ(of_snapshot.size(), bytes.size());

    bytes.pop_back();
    EXPECT_EQ(from_bytes.load(bytes).faults, Fault::Corrupt);
    stream.str("");
    EXPECT_EQ(from_stream.load(stream).faults, Fault::Corrupt);
    std::ostringstream full;
    full.setstate(std::ios::badbit);
    EXPECT_EQ(world.save(full).faults, Fault::Cancelled);
}

TEST_F(Guesses, AWorldIsCleared) {
    ASSERT_TRUE(world.spawn(boxes, Motion::Static, ids)); // staged only
    s = world.clear();
    ASSERT_TRUE(s);
    EXPECT_EQ(world.size(), 0u);
    EXPECT_FALSE(world.alive(Slot{0}));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.size(), 0u);
    EXPECT_EQ(world.spawn(boxes[0]).slot, 0u);
    EXPECT_EQ(World().clear().reason, Reason::WorldNotOpen);
}

// What is refused, by declarations with a reason beside them.
template <class G, class... A>
concept Builds = requires(G& grid, A... arguments) {
    grid.build(arguments...);
};
template <class W, class... A>
concept Commits = requires(W& world, A... arguments) {
    world.commit(arguments...);
};
template <class W, class... A>
concept Spawns = requires(W& world, A... arguments) {
    world.spawn(arguments...);
};
template <class W, class A>
concept Despawns = requires(W& world, const A& ids) {
    world.despawn(ids);
};
template <class W>
concept TakesEmptyBraces = requires(const W& world) {
    world.alive({});
}
|| requires(const W& world) { world.bounds_of({}); };
template <class W, class A>
concept MovesAll = requires(W& world) {
    world.move_all(A());
};

TEST_F(Guesses, AreRefusedWhereTheyWouldMislead) {
    static_assert(!std::copy_constructible<World> && std::movable<World>);
    static_assert(!Builds<RowGrid, std::vector<OfSpace>> && Builds<RowGrid, std::vector<Own>>);
    static_assert(!Builds<RowGrid, std::vector<InDoubles>>);
    static_assert(!MovesAll<World, std::vector<Aabb>> && MovesAll<World, BoxView>);
    static_assert(!Spawns<World, std::vector<Vec2>, Motion, std::vector<Id>>);
    static_assert(Spawns<World, std::vector<Vec2>, float, Motion, std::vector<Id>>);
    static_assert(!Despawns<World, std::vector<HolderOfId>> && Despawns<World, std::vector<Id>>);
    static_assert(!std::constructible_from<ExcludedSlots, Slot, Slot> && std::constructible_from<ExcludedSlots, Slot>);
    const auto pool = [](auto count, auto task) { task(count); };
    static_assert(!Commits<World, decltype(pool)> && Commits<World, Executor>);
    static_assert(!TakesEmptyBraces<World>); // which would mean slot 0
    EXPECT_EQ(world.size(), 3u);
}

} // namespace
} // namespace throng::test
