// SPDX-License-Identifier: MIT
// Options that are members of structures, or longer than the batch, give the same answers as arrays that fit.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng::test {
namespace {

struct Asker {
    Vec2 at;
    float reach;
    std::uint32_t mask, most;
    Slot own;
    LayerRange floors;
};

// Columns hold the options of askers side by side.
struct Columns {
    std::vector<std::uint32_t> masks, limits;
    std::vector<Slot> own;
    std::vector<LayerRange> floors;

    explicit Columns(const std::vector<Asker>& askers) {
        for (const Asker& asker : askers) {
            masks.push_back(asker.mask);
            limits.push_back(asker.most);
            own.push_back(asker.own);
            floors.push_back(asker.floors);
        }
    }
    QueryOptions options() const {
        return {.masks = masks, .exclude = own, .limits = limits, .distances = true, .layers_by_query = floors};
    }
};

QueryOptions members_of(const std::vector<Asker>& askers) {
    return {.masks = Strided<std::uint32_t>::of(askers, &Asker::mask),
            .exclude = Strided<Slot>::of(askers, &Asker::own),
            .limits = Strided<std::uint32_t>::of(askers, &Asker::most),
            .distances = true,
            .layers_by_query = Strided<LayerRange>::of(askers, &Asker::floors)};
}

// The world has three kinds of elements on three floors; askers have no order.
class StridedOptions : public testing::Test {
protected:
    static constexpr std::uint32_t count = 3000;

    void SetUp() override {
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec2 at{random.uniform(0, 60), random.uniform(0, 60)};
            elements.push_back({{{at.x, at.y}, {at.x + 1, at.y + 1}}, 1u << random.below(3), {}});
            elements.back().floor = static_cast<std::uint16_t>(random.below(3));
        }
        std::vector<Aabb> boxes;
        for (const Element& element : elements) boxes.push_back(element.box);
        ids.resize(count);
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, Strided<std::uint32_t>::of(elements, &Element::kind),
                                Strided<std::uint16_t>::of(elements, &Element::floor)));
        ASSERT_TRUE(world.commit());
    }

    std::vector<Asker> some_askers(std::size_t size) {
        std::vector<Asker> askers(size);
        for (Asker& asker : askers) {
            asker = {{random.uniform(0, 60), random.uniform(0, 60)},
                     random.uniform(0, 4),
                     random.below(8),
                     random.below(9),
                     random.below(count),
                     {}};
            asker.floors.first = static_cast<std::uint16_t>(random.below(3));
            asker.floors.last = static_cast<std::uint16_t>(asker.floors.first + random.below(3));
        }
        return askers;
    }

    // Whether both options give the same status and the same bytes to ask(options, hits).
    template <class Ask> static void expect_same(const QueryOptions& one, const QueryOptions& other, Ask&& ask) {
        Hits left, right;
        EXPECT_TRUE(ask(one, left));
        EXPECT_TRUE(ask(other, right));
        EXPECT_GT(left.slots().size(), 0u);
        EXPECT_TRUE(std::ranges::equal(left.slots(), right.slots()));
        EXPECT_TRUE(std::ranges::equal(left.offsets(), right.offsets()));
        EXPECT_TRUE(std::ranges::equal(left.found(), right.found()));
        EXPECT_TRUE(std::ranges::equal(left.distances(), right.distances()));
    }

    void expect_same_answers(const std::vector<Asker>& askers, const QueryOptions& one, const QueryOptions& other) {
        const auto discs = DiscView::of(askers, &Asker::at, &Asker::reach);
        const auto points = PointView::of(askers, &Asker::at);
        std::vector<Query> queries;
        for (const Asker& asker : askers) queries.push_back(Query::within({asker.at, asker.reach}));
        expect_same(one, other, [&](const QueryOptions& o, Hits& hits) { return world.within(discs, hits, o); });
        expect_same(one, other, [&](const QueryOptions& o, Hits& hits) {
            return world.overlap(BoxView::around(points, 2), hits, o);
        });
        expect_same(one, other, [&](const QueryOptions& o, Hits& hits) {
            return world.nearest(points, 5, std::numeric_limits<float>::infinity(), hits, o);
        });
        expect_same(one, other, [&](const QueryOptions& o, Hits& hits) { return world.query(queries, hits, o); });
    }

    struct Element {
        Aabb box;
        std::uint32_t kind;
        std::uint16_t floor;
    };
    scenes::Generator random{7};
    std::vector<Element> elements;
    std::vector<Id> ids;
    World world{WorldDesc{}};
};

TEST_F(StridedOptions, AreMembersOfStructures) {
    for (const std::size_t size : {8u, 60u, 4000u}) {
        SCOPED_TRACE(size);
        const std::vector<Asker> askers = some_askers(size);
        const Columns columns(askers);
        expect_same_answers(askers, columns.options(), members_of(askers));
    }
}

TEST_F(StridedOptions, MayBeLongerThanTheBatch) {
    for (const std::size_t size : {8u, 60u, 4000u}) {
        SCOPED_TRACE(size);
        const std::vector<Asker> askers = some_askers(size);
        const Columns columns(askers);
        Columns longer = columns;
        longer.masks.insert(longer.masks.end(), 3, 0);
        longer.limits.insert(longer.limits.end(), 5, 1);
        longer.own.push_back(no_slot);
        longer.floors.push_back({2, 1}); // reversed: it would be refused if it were read
        expect_same_answers(askers, columns.options(), longer.options());
    }
}

TEST_F(StridedOptions, OfNeighborsFollowTheSlots) {
    std::vector<Asker> askers = some_askers(count);
    for (Slot slot = 0; slot < count; ++slot) askers[slot].floors = {0, 2};
    const Columns columns(askers);
    const auto ask = [&](const QueryOptions& o, Hits& hits) { return world.neighbors(2, hits, o); };
    expect_same(columns.options(), members_of(askers), ask);
    askers.resize(count + 9);
    expect_same(columns.options(), members_of(askers), ask);
}

TEST_F(StridedOptions, ThatOneValueServesAll) {
    const std::vector<Asker> askers = some_askers(50);
    const std::uint32_t mask = 3, most = 2;
    const auto discs = DiscView::of(askers, &Asker::at, &Asker::reach);
    expect_same({.mask = mask, .limit = most}, {.masks = {&mask, 50, 0}, .limits = {&most, 50, 0}},
                [&](const QueryOptions& o, Hits& hits) { return world.within(discs, hits, o); });
}

TEST_F(StridedOptions, SpawnTakesMembersAndLongerArrays) {
    Hits of_kind, all;
    for (Slot slot = 0; slot < count; ++slot) {
        std::uint16_t floor = 9;
        ASSERT_TRUE(world.layers_of(std::span(&slot, 1), std::span(&floor, 1)));
        ASSERT_EQ(floor, elements[slot].floor);
    }
    ASSERT_TRUE(world.overlap(Aabb{{-1, -1}, {70, 70}}, of_kind, {.mask = 2}));
    for (const Slot slot : of_kind[0]) ASSERT_EQ(elements[slot].kind, 2u);
    ASSERT_EQ(of_kind[0].size(), static_cast<std::size_t>(std::ranges::count(elements, 2u, &Element::kind)));

    World longer{WorldDesc{}};
    const std::vector<std::uint32_t> kinds{1, 2, 4};
    const std::vector<std::uint16_t> floors{0, 1, 2, 3};
    std::vector<Id> two(2);
    ASSERT_TRUE(longer.spawn(std::vector<Aabb>(2, {{0, 0}, {1, 1}}), Motion::Dynamic, two, kinds, floors));
    ASSERT_TRUE(longer.commit());
    ASSERT_TRUE(longer.overlap(Aabb{{0, 0}, {1, 1}}, all, {.mask = 2}));
    EXPECT_TRUE(std::ranges::equal(all[0], std::vector<Slot>{1}));
}

TEST_F(StridedOptions, ThatCannotBeReadAreRefused) {
    const std::vector<Asker> askers = some_askers(4);
    const Columns columns(askers);
    const auto points = PointView::of(askers, &Asker::at);
    Hits hits;
    const auto ask = [&](const QueryOptions& options) {
        return world.overlap(BoxView::around(points, 1), hits, options);
    };
    const float three[] = {1, 2, 3};
    EXPECT_EQ(StridedFloats(three, 3)[2], 3); // an int as the number is no other constructor's
    EXPECT_TRUE(says(ask({.masks = {columns.masks.data(), 3}}), Reason::MasksLength));
    EXPECT_TRUE(says(ask({.masks = {columns.masks.data(), 4, 6}}), Reason::MasksLength));
    EXPECT_TRUE(says(ask({.masks = {nullptr, 4}}), Reason::MasksLength));
    EXPECT_TRUE(says(ask({.limits = {columns.limits.data(), 4, 2}}), Reason::LimitsLength));
    EXPECT_TRUE(says(ask({.exclude = Strided<Slot>(columns.own.data(), 4, 1)}), Reason::ExcludeLength));
    EXPECT_TRUE(says(ask({.layers_by_query = {columns.floors.data(), 4, 2}}), Reason::LayersByQueryLength));
    std::vector<Id> out(4);
    const std::vector<Aabb> boxes(4, {{0, 0}, {1, 1}});
    EXPECT_TRUE(says(world.spawn(boxes, Motion::Dynamic, out, {columns.masks.data(), 3}), Reason::CategoriesLength));
    EXPECT_TRUE(says(world.spawn(boxes, Motion::Dynamic, out, {columns.masks.data(), 4, 2}), Reason::CategoriesLength));
    EXPECT_TRUE(says(world.spawn(boxes, Motion::Dynamic, out, {}, {nullptr, 4}), Reason::LayersLength));
}

} // namespace
} // namespace throng::test
