// SPDX-License-Identifier: MIT
// The nearest members of a set, or of some categories: few members are collected before the search, many are not, and
// the answer is the same.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/uneven.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t elements = 3000;
constexpr float town_side = 55, everywhere = std::numeric_limits<float>::infinity();

std::vector<Vec2> points_in(std::size_t number, float extent, std::uint64_t seed) {
    scenes::Generator random(seed);
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < number; ++i) {
        const float x = random.uniform(0, extent);
        points.push_back({x, random.uniform(-1, extent)});
    }
    return points;
}

// Every fifth slot is absent.
std::vector<Slot> absent() {
    std::vector<Slot> slots;
    for (Slot slot = 0; slot < elements; slot += 5) slots.push_back(slot);
    return slots;
}

HierarchicalBitset members(std::size_t number) {
    scenes::Generator random(number + 1);
    HierarchicalBitset set(elements);
    for (std::size_t i = 0; i < number; ++i) set.set(random.below(elements));
    return set;
}

// The elements whose category shares a bit with the mask.
oracle::Content those_of(const std::vector<Aabb>& boxes, const std::vector<std::uint32_t>& categories,
                         std::uint32_t mask) {
    oracle::Content content;
    (void)content.build<Aabb>(boxes);
    std::vector<Slot> others;
    for (Slot slot = 0; slot < boxes.size(); ++slot)
        if ((categories[slot] & mask) == 0) others.push_back(slot);
    (void)content.erase(others);
    return content;
}

constexpr std::size_t members_in_turn[] = {0, 1, 7, 40, 90, 500, 2500};

// Asks for the nearest in batches of several lengths.
template <class Space> void expect_exact(const Space& space, const oracle::Content& content, QueryOptions options) {
    Hits hits;
    for (const std::size_t rows : {1u, 3u, 40u, 300u}) {
        const std::vector<Vec2> points = points_in(rows, town_side, rows);
        const std::vector<Slot> excluded(rows, 11);
        for (const bool excludes : {false, true}) {
            options.exclude = excludes ? std::span<const Slot>(excluded) : std::span<const Slot>();
            for (const std::uint32_t k : {0u, 1u, 6u}) {
                for (const float reach : {everywhere, town_side / 3, 1.f, 0.f}) {
                    for (const Measure measure : {Measure::Box, Measure::Center}) {
                        options.measure = measure;
                        ASSERT_TRUE(space.nearest(points, k, reach, hits, options, serial()));
                        ASSERT_TRUE(agrees(oracle::nearest(content, points, k, reach, options), hits))
                            << rows << " rows, k " << k << ", reach " << reach;
                    }
                }
            }
        }
    }
}

class FewMembers : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, FewMembers, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(FewMembers, AreFoundAsManyAre) {
    scenes::Generator random(5);
    const std::vector<Aabb> boxes = town(elements, {0, 0}, town_side, random);
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    oracle::Content content;
    ASSERT_TRUE(index->build(boxes));
    (void)content.build<Aabb>(boxes);
    ASSERT_TRUE(index->erase(absent()));
    (void)content.erase(absent());
    for (const std::size_t number : members_in_turn) {
        SCOPED_TRACE(number);
        const HierarchicalBitset set = members(number);
        expect_exact(*index, content, {.among = &set});
    }
}

TEST_P(FewMembers, AreAllThatASearchTests) {
    scenes::Generator random(6);
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    ASSERT_TRUE(index->build(town(elements, {0, 0}, town_side, random)));
    const std::vector<Vec2> points = points_in(20, town_side, 2);
    Hits hits;
    for (const std::size_t number : {std::size_t{0}, std::size_t{20}}) {
        const HierarchicalBitset set = members(number);
        ASSERT_TRUE(index->nearest(points, 5, everywhere, hits, {.among = &set}, serial()));
        EXPECT_EQ(hits.candidates(), points.size() * set.count());
    }
}

// The rounded box of such a point has another centre.
TEST(FewMembersOfPoints, AreFoundAsManyAre) {
    constexpr float half = 0.37f;
    RowGrid grid({.max_half_extent = half});
    std::vector<Vec2> points = points_in(elements, town_side, 8);
    for (Vec2& point : points) point.x += 4097.3f;
    oracle::Content content(half);
    ASSERT_TRUE(grid.build(PointView(points)));
    (void)content.build<Vec2>(points);
    for (const std::size_t number : members_in_turn) {
        const HierarchicalBitset set = members(number);
        expect_exact(grid, content, {.among = &set});
    }
}

// Asks for the same in mixed batches, where queries have two values of k, and other queries are between them.
void expect_exact_mixed(const World& world, const oracle::Content& content, QueryOptions options, std::uint32_t mask) {
    options.distances = true;
    for (const std::size_t rows : {1u, 12u, 300u}) {
        const std::vector<Vec2> points = points_in(rows, town_side, rows + 1);
        for (const float reach : {everywhere, town_side / 3, 0.f}) {
            std::vector<Query> queries;
            oracle::Answer expected;
            for (std::size_t i = 0; i < rows; ++i) {
                Query query = Query::nearest(points[i], i % 3 == 0 ? 1 : 4, reach);
                query.mask = mask;
                if (i % 7 == 6) {
                    query = Query::within({points[i], 9});
                    query.mask = 0; // it finds nothing
                }
                queries.push_back(query);
                const std::uint32_t k = query.mask == 0 ? 0 : query.k;
                const oracle::Answer one = oracle::nearest(content, std::span(&points[i], 1), k, reach, options);
                expected.rows.push_back(one.rows[0]);
                expected.distances.push_back(one.distances[0]);
                expected.found.push_back(one.found[0]);
            }
            Hits hits;
            ASSERT_TRUE(world.query(queries, hits, options, serial()));
            ASSERT_TRUE(agrees(expected, hits)) << rows << " rows, reach " << reach;
        }
    }
}

TEST(FewMembersOfAWorld, AreFoundByCategoryAndMotionAndLayer) {
    scenes::Generator random(7);
    const std::vector<Aabb> boxes = town(elements, {0, 0}, town_side, random);
    std::vector<std::uint32_t> categories(elements, 1);
    std::vector<std::uint16_t> layers(elements, 0);
    for (std::size_t i = 0; i < elements; ++i) {
        if (i % 2900 == 17) categories[i] = 2;
        if (i % 90 == 15) categories[i] |= 4; // the dead ones are among them
        if (i % 3 == 0) categories[i] |= 8;
        layers[i] = static_cast<std::uint16_t>(i % 2 * 9);
    }
    World world(WorldDesc{});
    std::vector<Id> ids(elements);
    const std::size_t moving = 2000;
    const auto spawn = [&](std::size_t begin, std::size_t end, Motion motion) {
        const auto part = [&](auto& all) { return std::span(all).subspan(begin, end - begin); };
        return world.spawn(BoxView(part(boxes)), motion, part(ids), part(categories), part(layers)).applied();
    };
    ASSERT_TRUE(spawn(0, moving, Motion::Dynamic) && spawn(moving, elements, Motion::Static));
    ASSERT_TRUE(world.commit());
    std::vector<Id> dead;
    for (const Slot slot : absent()) dead.push_back(ids[slot]);
    ASSERT_TRUE(world.despawn(dead));
    ASSERT_TRUE(world.commit());
    for (const std::uint32_t mask : {1u, 2u, 4u, 6u, 8u, 16u}) {
        for (const LayerRange range : {LayerRange{}, LayerRange{9, 12}}) {
            for (const bool only_dynamic : {false, true}) {
                SCOPED_TRACE(mask);
                oracle::Content content;
                (void)content.build<Aabb>(boxes);
                std::vector<Slot> others = absent();
                for (Slot slot = 0; slot < elements; ++slot)
                    if (slot % 5 != 0 && ((categories[slot] & mask) == 0 || !range.contains(layers[slot]) ||
                                          (only_dynamic && slot >= moving)))
                        others.push_back(slot);
                (void)content.erase(others);
                expect_exact(world, content, {.mask = mask, .layers = range, .only_dynamic = only_dynamic});
                expect_exact_mixed(world, content, {.mask = mask, .layers = range, .only_dynamic = only_dynamic}, ~0u);
                expect_exact_mixed(world, content, {.layers = range, .only_dynamic = only_dynamic}, mask);
                const HierarchicalBitset set = members(60);
                expect_exact(world, content,
                             {.mask = mask, .among = &set, .layers = range, .only_dynamic = only_dynamic});
                expect_exact_mixed(world, content, {.among = &set, .layers = range, .only_dynamic = only_dynamic},
                                   mask);
            }
        }
    }
}

TEST(FewMembersOfAWorld, AreAllThatASearchOfALayerTests) {
    scenes::Generator random(10);
    const std::vector<Aabb> boxes = town(elements, {0, 0}, town_side, random);
    std::vector<std::uint32_t> categories(elements, 1);
    std::vector<std::uint16_t> layers(elements);
    for (std::size_t i = 0; i < elements; ++i) {
        layers[i] = static_cast<std::uint16_t>(i % 3);
        if (i % 100 < 3) categories[i] = 2; // thirty in each layer
    }
    World world(WorldDesc{});
    std::vector<Id> ids(elements);
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, categories, layers));
    ASSERT_TRUE(world.commit());
    const std::vector<Vec2> points = points_in(20, town_side, 2);
    const QueryOptions options{.mask = 2, .layers = {1, 1}};
    Hits hits;
    ASSERT_TRUE(world.nearest(points, 5, everywhere, hits, options, serial()));
    EXPECT_EQ(hits.candidates(), points.size() * 30);
    std::vector<Query> queries;
    for (const Vec2& point : points) queries.push_back(Query::nearest(point, 5, everywhere));
    ASSERT_TRUE(world.query(queries, hits, options, serial()));
    EXPECT_EQ(hits.candidates(), points.size() * 30);
    for (Query& query : queries) {
        query.mask = 2;
        query.layers = {1, 1};
    }
    ASSERT_TRUE(world.query(queries, hits, {}, serial()));
    EXPECT_EQ(hits.candidates(), points.size() * 30);
}

// The mask of a query for the nearest is not in the first row.
TEST(FewMembersOfAWorld, AreFoundByTheMaskOfEachRowOfAMixedBatch) {
    scenes::Generator random(11);
    const std::vector<Aabb> boxes = town(elements, {0, 0}, town_side, random);
    std::vector<std::uint32_t> categories(elements, 1);
    for (std::size_t i = 0; i < elements; i += 300) categories[i] = i % 600 == 0 ? 2 : 4;
    World world(WorldDesc{});
    std::vector<Id> ids(elements);
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, categories));
    ASSERT_TRUE(world.commit());
    const std::vector<Query> queries{Query::overlap({{0, 0}, {1, 1}}), Query::nearest({30, 30}, 4, everywhere),
                                     Query::nearest({9, 30}, 2, 40)};
    for (const std::uint32_t of_last : {~0u, 4u, 6u}) {
        const std::vector<std::uint32_t> masks{2, 4, of_last};
        Hits hits;
        ASSERT_TRUE(world.query(queries, hits, {.masks = masks}));
        for (std::size_t row = 1; row < queries.size(); ++row) {
            const oracle::Content content = those_of(boxes, categories, masks[row]);
            const Query& q = queries[row];
            const oracle::Answer one = oracle::nearest(content, std::span(&q.at, 1), q.k, q.reach);
            EXPECT_EQ(std::vector<Slot>(hits[row].begin(), hits[row].end()), one.rows[0]) << of_last << ", " << row;
        }
    }
}

TEST(FewMembersOfAWorld, AreFoundByTheMaskOfEachQuery) {
    scenes::Generator random(9);
    const std::vector<Aabb> boxes = town(elements, {0, 0}, town_side, random);
    std::vector<std::uint32_t> categories(elements, 1);
    for (std::size_t i = 0; i < elements; i += 100) categories[i] = i % 200 == 0 ? 2 : 4;
    World world(WorldDesc{});
    std::vector<Id> ids(elements);
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, categories));
    ASSERT_TRUE(world.commit());
    const std::vector<Vec2> points = points_in(64, town_side, 3);
    std::vector<std::uint32_t> masks;
    for (std::size_t i = 0; i < points.size(); ++i) masks.push_back(i % 3 == 0 ? 2 : i % 3 == 1 ? 4 : 6);
    Hits hits;
    ASSERT_TRUE(world.nearest(points, 3, everywhere, hits, {.masks = masks}));
    oracle::Answer expected;
    for (std::size_t row = 0; row < points.size(); ++row) {
        const oracle::Content content = those_of(boxes, categories, masks[row]);
        const oracle::Answer one = oracle::nearest(content, std::span(&points[row], 1), 3, everywhere);
        expected.rows.push_back(one.rows[0]);
        expected.distances.push_back(one.distances[0]);
        expected.found.push_back(one.found[0]);
    }
    EXPECT_TRUE(agrees(expected, hits));
}

} // namespace
} // namespace throng::test
