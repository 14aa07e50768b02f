// SPDX-License-Identifier: MIT
// Answers of a World in a fixed buffer: whole rows, what does not fit is reported, and the rest can be queried again.
#include "scenes/crowd.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <ostream>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

constexpr std::size_t query_count = 400;

// Queries [begin, query_count) of one kind.
struct Batch {
    const char* name;
    std::function<Status(const World&, const Crowd&, std::size_t begin, Hits&)> ask;
    friend std::ostream& operator<<(std::ostream& out, const Batch& batch) { return out << batch.name; }
};

std::vector<Query> mixed(const Crowd& crowd, std::size_t begin) {
    std::vector<Query> queries;
    for (std::size_t i = begin; i < query_count; ++i) {
        const Vec2 at{crowd.x[i], crowd.y[i]};
        queries.push_back(i % 4 == 0   ? Query::nearest(at, 30, 9)
                          : i % 4 == 1 ? Query::within({at, 3})
                          : i % 4 == 2 ? Query::cone(at, {1, 2}, 0.5f, 5)
                                       : Query::cast({at, {2, 1}, 5}));
    }
    return queries;
}

const Batch batches[] = {
    {"Mixed",
     [](const World& w, const Crowd& c, std::size_t begin, Hits& out) {
         return w.query(mixed(c, begin), out, {.order = Order::BySlot, .distances = true}, serial());
     }},
    {"Within",
     [](const World& w, const Crowd& c, std::size_t begin, Hits& out) {
         return w.within(DiscView(c.centers(), 3.f).slice(begin, query_count - begin), out, {.order = Order::BySlot},
                         serial());
     }},
    {"Limited",
     [](const World& w, const Crowd& c, std::size_t begin, Hits& out) {
         return w.overlap(c.boxes().slice(begin, query_count - begin), out, {.limit = 7, .distances = true}, serial());
     }},
    {"Nearest",
     [](const World& w, const Crowd& c, std::size_t begin, Hits& out) {
         return w.nearest(c.centers().slice(begin, query_count - begin), 25, 8, out, {}, serial());
     }},
};

class WorldFixedBuffer : public testing::TestWithParam<Batch> {};
INSTANTIATE_TEST_SUITE_P(Of, WorldFixedBuffer, testing::ValuesIn(batches), testing::PrintToStringParamName());

TEST_P(WorldFixedBuffer, GoesOnWhereItStopped) {
    Crowd crowd(query_count);
    for (std::size_t i = 0; i < query_count; ++i) crowd.half_extent[i] = i % 9 == 0 ? 3.f : i % 50 == 0 ? 12.f : 0.4f;
    World world({.agent_half_extent = 1, .prop_half_extent = 9});
    std::vector<Id> ids(query_count);
    ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids));
    (void)settle(world, row_of(30), Motion::Static);
    Hits all;
    ASSERT_TRUE(GetParam().ask(world, crowd, 0, all));

    for (const std::size_t bytes : {9'000u, 20'000u, 1'000'000u}) {
        SCOPED_TRACE(bytes);
        std::vector<std::byte> buffer(bytes);
        Hits hits{std::span<std::byte>(buffer)};
        int calls = 0;
        for (std::size_t done = 0; done < query_count;) {
            ASSERT_LT(++calls, 400);
            const Status status = GetParam().ask(world, crowd, done, hits);
            ASSERT_TRUE(status || status.faults == Fault::OutputTooSmall);
            const std::size_t complete = status ? query_count - done : status.first;
            ASSERT_GT(complete, 0u) << "no row fits";
            for (std::size_t i = 0; i < complete; ++i) {
                const auto got = hits[i], expected = all[done + i];
                ASSERT_TRUE(std::equal(got.begin(), got.end(), expected.begin(), expected.end())) << "row " << done + i;
                ASSERT_EQ(hits.found(i), all.found(done + i));
                const auto distances = hits.distances(i), expected_distances = all.distances(done + i);
                ASSERT_TRUE(std::equal(distances.begin(), distances.end(), expected_distances.begin(),
                                       expected_distances.end()));
            }
            done += complete;
        }
        EXPECT_EQ(calls > 1, bytes < 1'000'000u) << "or the buffer proves nothing";
    }
}

// Queries of a world with several structures are answered sixteen at a time, and all of a packet together may not fit.
TEST(WorldFixedBuffer, HoldsTheRowsOfAPacketThatFitAlone) {
    constexpr std::size_t queries = 16, hits_of_each = 80, room_for = 100;
    World world({.agent_half_extent = 1, .prop_half_extent = 9});
    (void)spawn(world, row_of(hits_of_each - 1));
    (void)settle(world, {{{0, 0}, {2 * hits_of_each, 1}}}, Motion::Static);
    const std::vector<Aabb> equal(queries, Aabb{{0, 0}, {2 * hits_of_each, 1}});
    const std::vector<Query> mixed(queries, Query::within({{static_cast<float>(hits_of_each), 0}, 1000}));
    const QueryOptions options{.order = Order::BySlot};
    std::vector<Slot> row(hits_of_each);
    std::iota(row.begin(), row.end(), Slot{0});
    const auto expect_one_row = [&](std::size_t bytes_each, const auto& ask) {
        // What a Hits takes itself, the rows' offsets, and the tiles behind the hits.
        std::vector<std::byte> buffer(480 + 4 * (queries + 1) + bytes_each * (2 * 16 + room_for));
        Hits hits{std::span<std::byte>(buffer)};
        EXPECT_TRUE(same_status({Fault::OutputTooSmall, 1, queries - 1}, ask(hits)));
        ASSERT_EQ(hits.size(), 1u);
        EXPECT_TRUE(std::ranges::equal(hits[0], row));
    };
    expect_one_row(4, [&](Hits& to) { return world.overlap(equal, to, options, serial()); });
    expect_one_row(8, [&](Hits& to) { return world.query(mixed, to, options, serial()); });
}

} // namespace
} // namespace throng::test
