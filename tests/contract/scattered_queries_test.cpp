// SPDX-License-Identifier: MIT
// Large batches in no order of space are asked in one that the caller never sees: rows, faults and options stay the
// caller's.
#include "engine/src/query/plan.hpp"
#include "engine/src/query/query_batch.hpp"
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/option_choices.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/questions.hpp"
#include "tests/support/reversed_executor.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

bool scattered(const PointView& points, float near = 0) {
    const auto batch = plan_points(points, 1, 1, {}, {});
    return are_scattered(*batch, points.size, near);
}

/// The same rows from one large answer as from answers to a few hundred queries at a time, which stay in their order.
testing::AssertionResult same_as_by_parts(
    std::size_t rows, const std::function<Status(std::size_t first, std::size_t count, Hits& out)>& ask) {
    constexpr std::size_t part = 500;
    Hits all, some;
    if (!ask(0, rows, all)) return testing::AssertionFailure() << "the large batch failed";
    if (all.size() != rows) return testing::AssertionFailure() << all.size() << " rows";
    std::size_t hits = 0;
    for (std::size_t first = 0; first < rows; first += part) {
        if (!ask(first, std::min(part, rows - first), some)) return testing::AssertionFailure() << "a part failed";
        for (std::size_t row = 0; row < some.size(); ++row) {
            const auto same = [](const auto& a, const auto& b) {
                return std::equal(a.begin(), a.end(), b.begin(), b.end());
            };
            if (!same(all[first + row], some[row]) || !same(all.distances(first + row), some.distances(row)) ||
                all.found(first + row) != some.found(row))
                return testing::AssertionFailure() << "row " << first + row;
            hits += some[row].size();
        }
    }
    return hits > 0 ? testing::AssertionSuccess() : testing::AssertionFailure() << "no element was found";
}

TEST(ABatch, IsScatteredUnlessItFollowsSomeOrder) {
    Crowd crowd(20'000);
    EXPECT_TRUE(scattered(crowd.centers()));

    RowGrid grid(RowGridDesc{});
    ASSERT_TRUE(grid.build(crowd.boxes()));
    crowd.arrange(grid.order());
    EXPECT_FALSE(scattered(crowd.centers()));
    for (int tick = 0; tick < 64; ++tick) crowd.step();
    EXPECT_FALSE(scattered(crowd.centers()));

    const std::vector<Vec2> same(5000, Vec2{3, 4}), nowhere(5000, Vec2{nan, nan}), one(1);
    EXPECT_FALSE(scattered(PointView(same)));
    EXPECT_FALSE(scattered(PointView(nowhere)));
    EXPECT_FALSE(scattered(PointView(one)));
    EXPECT_FALSE(scattered(PointView()));

    // As far apart as neighbours in an index are: whatever their order, they find their candidates where the one before
    // did.
    scenes::Generator random(5);
    std::vector<Vec2> spot(5000);
    for (Vec2& p : spot) p = {random.unit(), 7};
    EXPECT_TRUE(scattered(PointView(spot)));
    EXPECT_FALSE(scattered(PointView(spot), 1));
}

class ScatteredQueries : public testing::TestWithParam<IndexKind> {
protected:
    static constexpr std::size_t elements = 2300, queries = 2100;

    void SetUp() override {
        Crowd crowd(elements, 7, {.sizes = scenes::Sizes::Mixed});
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < elements; ++i)
            boxes.push_back(
                predicates::box_around({crowd.x[i], crowd.y[i]}, {crowd.half_extent[i], crowd.half_extent[i]}));
        ASSERT_TRUE(index->build(boxes, serial()));
        ASSERT_TRUE(content.build<Aabb>(boxes));
    }

    std::unique_ptr<AnyIndex> index = GetParam().open();
    oracle::Content content;
};
INSTANTIATE_TEST_SUITE_P(Each, ScatteredQueries, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

// Every kind of awkward question, faulty ones among them, of which the first is reported by its row.
TEST_P(ScatteredQueries, AreAnsweredAsBruteForceDoes) {
    Questions questions(content, 11);
    const std::vector<Aabb> boxes = questions.boxes(queries);
    const std::vector<Vec2> points = questions.points(queries);
    const std::vector<float> radii = questions.radii(points);
    const std::vector<Ray> rays = questions.rays(queries);
    std::vector<float> ends;
    for (const Ray& ray : rays) ends.push_back(ray.max_t);
    const RayView ray_view(PointView::of(std::span(rays), &Ray::origin),
                           PointView::of(std::span(rays), &Ray::direction), std::span(ends));
    ASSERT_TRUE(scattered(PointView(points)));
    ASSERT_TRUE(scattered(ray_view.origins));

    const OptionSets sets(content.slot_count());
    const std::vector<Slot> exclude = questions.exclusions(queries, content.slot_count());
    Hits hits;
    const std::vector<OptionChoice> choices{option_choices[2], option_choices[0], option_choices[6]};
    for (const OptionChoice& choice : std::span(choices).first(instrumented && !everything_asked() ? 1 : 3)) {
        const QueryOptions options = sets.options(choice, exclude);
        const auto expect = [&](const oracle::Answer& expected, auto ask) {
            for (const Executor& executor : {serial(), reversed()}) {
                EXPECT_TRUE(same_status(expected.status, ask(executor)));
                EXPECT_TRUE(agrees(expected, hits));
            }
        };
        expect(oracle::overlap(content, boxes, options),
               [&](Executor e) { return index->overlap(boxes, hits, options, e); });
        expect(oracle::within(content, points, radii, options),
               [&](Executor e) { return index->within(DiscView(points, std::span(radii)), hits, options, e); });
        expect(oracle::nearest(content, points, 4, 20, options),
               [&](Executor e) { return index->nearest(points, 4, 20, hits, options, e); });
        expect(oracle::cast(content, rays, 0, options),
               [&](Executor e) { return index->cast(ray_view, hits, options, e); });
        expect(oracle::along(content, rays, 0, options),
               [&](Executor e) { return index->along(ray_view, hits, options, e); });
    }
}

// Where a few queries say that the others lie is not where all of them do.
TEST_P(ScatteredQueries, MayLieAnywhere) {
    scenes::Generator random(3);
    const auto points = [&](Vec2 side, float far_share) {
        std::vector<Vec2> made(4 * queries);
        for (Vec2& p : made) {
            p.x = random.uniform(0, side.x);
            p.y = random.uniform(0, side.y);
            if (random.chance(far_share)) p = {1e30f * random.uniform(-1, 1), -1e30f};
        }
        return made;
    };
    for (const auto& [side, far_share] :
         {std::pair(Vec2{48, 48}, 0.f), std::pair(Vec2{48, 1}, 0.f), std::pair(Vec2{1, 48}, 0.f),
          std::pair(Vec2{48, 48}, 0.2f), std::pair(Vec2{48, 0}, 0.f)}) {
        SCOPED_TRACE(side.y);
        const std::vector<Vec2> at = points(side, far_share);
        ASSERT_TRUE(scattered(PointView(at)));
        EXPECT_TRUE(same_as_by_parts(at.size(), [&](std::size_t first, std::size_t count, Hits& out) {
            return index->within(DiscView(PointView(at), 0.7f).slice(first, count), out, {.distances = true}, serial());
        }));
    }
}

// Columns that stand in structs, that two sides share, that all have in common.
TEST_P(ScatteredQueries, ComeInAnyForm) {
    Crowd crowd(queries, 5);
    for (float& half : crowd.half_extent) half = 0.375f;
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < queries; ++i)
        boxes.push_back(predicates::box_around({crowd.x[i], crowd.y[i]}, {0.375f, 0.375f}));
    const std::vector<Vec2> halves(queries, Vec2{0.375f, 0.375f});
    Hits of_boxes, hits;
    ASSERT_TRUE(scattered(crowd.centers()));
    ASSERT_TRUE(index->overlap(boxes, of_boxes, {}, serial()));
    ASSERT_TRUE(agrees(oracle::overlap(content, boxes), of_boxes));
    for (const BoxView& form : {crowd.boxes(), BoxView::around(crowd.centers(), 0.375f),
                                BoxView::around(crowd.centers(), PointView(halves))}) {
        ASSERT_TRUE(index->overlap(form, hits, {}, serial()));
        EXPECT_EQ(hits.hash(), of_boxes.hash());
    }
}

// An answer that was larger, smaller, in order or without distances leaves nothing behind.
TEST_P(ScatteredQueries, ShareAnAnswerWithOthers) {
    scenes::Generator random(9);
    std::vector<Vec2> at(3 * queries);
    for (Vec2& p : at) {
        p.x = random.uniform(0, 48);
        p.y = random.uniform(0, 48);
    }
    Hits used;
    for (const std::size_t count : {at.size(), std::size_t{100}, queries, at.size() - 1, queries + 1}) {
        for (const QueryOptions& options : {QueryOptions{}, QueryOptions{.limit = 2, .distances = true}}) {
            const DiscView discs = DiscView(PointView(at), 0.5f).slice(0, count);
            Hits fresh;
            ASSERT_TRUE(index->within(discs, used, options, reversed()));
            ASSERT_TRUE(index->within(discs, fresh, options, serial()));
            EXPECT_EQ(used.hash(), fresh.hash());
            EXPECT_EQ(used.candidates(), fresh.candidates());
            for (std::size_t row = 0; row < count; ++row) ASSERT_EQ(used.found(row), fresh.found(row));
        }
    }
}

TEST(ScatteredQueriesOfAWorld, KeepTheirMasks) {
    Crowd crowd(4000, 13, {.sizes = scenes::Sizes::Mixed});
    World world(WorldDesc{});
    std::vector<std::uint32_t> categories, masks, exclude;
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        categories.push_back(1u << i % 5);
        masks.push_back(3 * i);
        exclude.push_back(i);
    }
    std::vector<Id> ids(crowd.size());
    ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids, categories));
    ASSERT_TRUE(world.commit());
    EXPECT_TRUE(same_as_by_parts(crowd.size(), [&](std::size_t first, std::size_t count, Hits& out) {
        QueryOptions options{.limit = 7};
        options.exclude = std::span(exclude).subspan(first, count);
        options.masks = std::span(masks).subspan(first, count);
        return world.overlap(crowd.boxes().slice(first, count), out, options);
    }));

    Hits hits;
    crowd.half_extent[3100] = crowd.half_extent[41] = -1;
    EXPECT_TRUE(same_status({Fault::InvalidBounds, 41, 2}, world.overlap(crowd.boxes(), hits)));
    EXPECT_TRUE(hits[41].empty());
    EXPECT_FALSE(hits[42].empty());
}

} // namespace
} // namespace throng::test
