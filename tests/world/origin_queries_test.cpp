// SPDX-License-Identifier: MIT
// Queries with places in doubles have the answers, faults included, of the same queries with the floats that the world
// would store of these places: of a World and of its snapshots, for every option and kind of answer.
#include "tests/support/faults.hpp"
#include "tests/support/thread_executor.hpp"
#include "tests/support/utm.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace throng::test {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// People of two layers, categories and motions, and a batch of places, some of them faulty.
struct City {
    explicit City(std::size_t queries, std::size_t count = 3000) : world(WorldDesc{.origin = origin}) {
        const std::vector<DoubleVec2> people = utm_crowd(count, 120, 11);
        std::vector<std::uint32_t> categories;
        std::vector<std::uint16_t> floors;
        for (std::size_t i = 0; i < people.size(); ++i) {
            categories.push_back(1u << i % 3);
            floors.push_back(static_cast<std::uint16_t>(i % 5 == 0 ? 1 : 0));
        }
        std::vector<Id> ids(people.size());
        for (const bool still : {false, true}) {
            const std::size_t begin = still ? count - 500 : 0, part = still ? 500 : count - 500;
            EXPECT_TRUE(world.spawn(DoubleBoxView::around(DoublePointView(people).slice(begin, part), 0.5f),
                                    still ? Motion::Static : Motion::Dynamic, std::span(ids).subspan(begin, part),
                                    std::span(categories).subspan(begin, part),
                                    std::span(floors).subspan(begin, part)));
        }
        EXPECT_TRUE(world.commit());
        places = utm_crowd(queries, 130, 12);
        for (std::size_t i = 3; i < queries; i += 1000) places[i].y = i % 2 == 0 ? -1e60 : not_a_number;
        for (std::size_t i = 0; i < queries; ++i) {
            floats.push_back({static_cast<float>(places[i].x - origin.x), static_cast<float>(places[i].y - origin.y)});
            radii.push_back(i % 700 == 5 ? -1.f : static_cast<float>(i % 4));
            directions.push_back({static_cast<float>(i % 3), 1});
            exclude.push_back(i % 2 == 0 ? static_cast<Slot>(i % 3000) : no_slot);
            masks.push_back(1 + static_cast<std::uint32_t>(i % 7));
            layers.push_back(i % 3 == 0 ? LayerRange{} : LayerRange::only(static_cast<std::uint16_t>(i % 2)));
        }
    }

    std::vector<QueryOptions> options() const {
        return {{},
                {.mask = 2, .distances = true},
                {.limit = 2, .order = Order::BySlot, .layers = LayerRange::only(1)},
                {.masks = masks, .exclude = exclude, .measure = Measure::Center, .layers_by_query = layers},
                {.masks = std::span(masks).first(1)},
                {.most_hits = 3}};
    }

    static constexpr DoubleVec2 origin{500'000.123, 4'999'999.877};
    World world;
    std::vector<DoubleVec2> places;
    std::vector<Vec2> floats, directions;
    std::vector<float> radii;
    std::vector<Slot> exclude;
    std::vector<std::uint32_t> masks;
    std::vector<LayerRange> layers;
};

template <class Subject> void expect_same_answers(const City& city, const Subject& subject, Executor on) {
    Hits doubles, floats;
    for (const QueryOptions& options : city.options()) {
        const auto compare = [&](const char* name, const Status& got, const Status& expected) {
            EXPECT_TRUE(same_status(expected, got)) << name;
            EXPECT_EQ(doubles.hash(), floats.hash()) << name;
            EXPECT_EQ(doubles.size(), floats.size()) << name;
            EXPECT_EQ(doubles.candidates(), floats.candidates()) << name;
        };
        const BoxView boxes = BoxView::around(city.floats, 1.5f);
        compare("overlap", subject.overlap(DoubleBoxView::around(city.places, 1.5f), doubles, options, on),
                subject.overlap(boxes, floats, options, on));
        compare("within", subject.within(DoubleDiscView(city.places, 2.f), doubles, options, on),
                subject.within(DiscView(city.floats, 2.f), floats, options, on));
        compare("within radii", subject.within(DoubleDiscView(city.places, city.radii), doubles, options, on),
                subject.within(DiscView(city.floats, city.radii), floats, options, on));
        compare("nearest", subject.nearest(city.places, 3, 9, doubles, options, on),
                subject.nearest(city.floats, 3, 9, floats, options, on));
        DoubleRayView rays(city.places, city.directions, city.radii);
        RayView float_rays(city.floats, city.directions, city.radii);
        rays.half_extent = float_rays.half_extent = 0.25f;
        compare("cast", subject.cast(rays, doubles, options, on), subject.cast(float_rays, floats, options, on));
        compare("along", subject.along(rays, doubles, options, on), subject.along(float_rays, floats, options, on));
        std::vector<DoubleQuery> mixed;
        std::vector<Query> float_mixed;
        for (std::size_t i = 0; i < city.places.size(); ++i) {
            const DoubleVec2 p = city.places[i];
            const Vec2 f = city.floats[i], d = city.directions[i];
            const float r = city.radii[i];
            const std::array<DoubleQuery, 5> kinds = {DoubleQuery::overlap({p, p}), DoubleQuery::within(p, r),
                                                      DoubleQuery::nearest(p, 2, r), DoubleQuery::cast(p, d, r),
                                                      DoubleQuery::cone(p, d, 0.5f, r)};
            const std::array<Query, 5> same = {Query::overlap({f, f}), Query::within({f, r}), Query::nearest(f, 2, r),
                                               Query::cast({f, d, r}), Query::cone(f, d, 0.5f, r)};
            mixed.push_back(kinds[i % 5]), float_mixed.push_back(same[i % 5]);
            mixed.back().query.mask = float_mixed.back().mask = city.masks[i];
            mixed.back().query.layers = float_mixed.back().layers = city.layers[i];
        }
        compare("query", subject.query(mixed, doubles, options, on), subject.query(float_mixed, floats, options, on));

        std::vector<std::uint32_t> counts(city.places.size(), 7), expected = counts;
        EXPECT_TRUE(same_status(subject.count(boxes, expected, options, on),
                                subject.count(DoubleBoxView::around(city.places, 1.5f), counts, options, on)));
        EXPECT_EQ(counts, expected);
        EXPECT_TRUE(same_status(subject.count(DiscView(city.floats, city.radii), expected, options, on),
                                subject.count(DoubleDiscView(city.places, city.radii), counts, options, on)));
        EXPECT_EQ(counts, expected);
    }
    std::vector<DoubleVec2> ends(city.places.rbegin(), city.places.rend());
    const std::vector<Vec2> float_ends(city.floats.rbegin(), city.floats.rend());
    std::vector<std::uint8_t> seen(ends.size(), 7), expected(ends.size(), 7);
    for (const std::span<const LayerRange> layers :
         {std::span<const LayerRange>(city.layers), std::span<const LayerRange>(city.layers).first(1),
          std::span<const LayerRange>()}) {
        EXPECT_TRUE(same_status(subject.visible(city.floats, float_ends, 2, layers, expected, on),
                                subject.visible(city.places, ends, 2, layers, seen, on)));
        EXPECT_EQ(seen, expected);
    }
    EXPECT_TRUE(same_status(subject.visible(city.floats, float_ends, ~0u, expected, on),
                            subject.visible(city.places, ends, ~0u, seen, on)));
    EXPECT_EQ(seen, expected);
    EXPECT_TRUE(seen.size() < 100 || std::count(seen.begin(), seen.end(), 0) > 0);
}

TEST(WorldOriginQueries, AnswerAsTheFloatsOfThePlacesDo) {
    ThreadExecutor threads(3);
    for (const std::size_t queries : {0u, 1u, 300u, 20'000u}) {
        const City city(queries);
        if (queries == 20'000) expect_same_answers(city, city.world, threads.executor());
        if (queries != 0 && queries < 20'000) expect_same_answers(city, city.world.snapshot(), serial());
        Hits hits;
        EXPECT_TRUE(queries != 0 || city.world.nearest(city.places, 3, 1, hits));
    }
}

TEST(WorldOriginQueries, AFixedBufferHoldsTheFloatsAtItsEnd) {
    const City city(40);
    std::vector<DoubleVec2> places = city.places;
    places[3] = places[4];
    const DoubleBoxView boxes = DoubleBoxView::around(places, 3.f);
    Hits expected;
    ASSERT_TRUE(city.world.overlap(boxes, expected));
    std::vector<std::byte> buffer(480 + 4 * 41 + 4 * expected.slots().size() + 128 + 8 * 40 + 16), small(480 + 300);
    Hits fits{std::span(buffer)}, full{std::span(small)};
    bool cut = false;

    for (int repeat = 0; repeat < 2; ++repeat) { // the same bytes are available again
        ASSERT_TRUE(city.world.overlap(boxes, fits));
        EXPECT_EQ(fits.hash(), expected.hash());
    }
    for (std::size_t row = 0; row < places.size();) {
        const Status status = city.world.overlap(boxes.slice(row, 8), full);
        cut |= status.faults == Fault::OutputTooSmall;
        ASSERT_GT(full.size(), 0u);
        for (std::size_t i = 0; i < full.size(); ++i, ++row)
            EXPECT_TRUE(std::equal(full[i].begin(), full[i].end(), expected[row].begin(), expected[row].end()));
    }
    EXPECT_TRUE(cut);
    EXPECT_TRUE(same_status(city.world.overlap(boxes, full), {Fault::OutputTooSmall, 0, 40}));
    EXPECT_EQ(full.size(), 0u);
}

TEST(WorldOriginQueries, OfAMovedFromAnswerAreRefusedAndOfAWorldThatCommitsBusy) {
    City city(20, 20'000);
    Hits hits, taken = std::move(hits);
    EXPECT_EQ(city.world.nearest(city.places, 1, 1, hits).faults, Fault::InvalidArgument);

    struct Meddler {
        World& world;
        const City& city;
        std::vector<Fault> met;
        static void run(void* self, std::uint32_t count, Executor::Task* task, void* context) {
            auto& me = *static_cast<Meddler*>(self);
            Hits inside;
            std::array<std::uint32_t, 20> counts;
            std::array<std::uint8_t, 20> seen;
            me.met.push_back(me.world.nearest(me.city.places, 1, 1, inside).faults);
            me.met.push_back(me.world.query(std::vector<DoubleQuery>(2), inside).faults);
            me.met.push_back(me.world.count(DoubleDiscView(me.city.places, 1.f), counts).faults);
            me.met.push_back(me.world.visible(me.city.places, me.city.places, 1, seen).faults);
            me.met.push_back(me.world.rebase({1, 1}).faults);
            for (std::uint32_t i = 0; i < count; ++i) task(context, i);
        }
    } meddler{city.world, city, {}};
    EXPECT_TRUE(city.world.rebase({500'100, 5'000'000}, {&Meddler::run, &meddler}));

    EXPECT_FALSE(meddler.met.empty());
    for (const Fault fault : meddler.met) EXPECT_EQ(fault, Fault::Busy);
}

} // namespace
} // namespace throng::test
