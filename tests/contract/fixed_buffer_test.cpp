// SPDX-License-Identifier: MIT
// Hits in a fixed buffer: what fits is complete, what does not is reported, and the rest can be queried again.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/reversed_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

class FixedBuffer : public testing::TestWithParam<IndexKind> {
protected:
    void SetUp() override {
        ASSERT_TRUE(index->build(crowd.boxes()));
        ASSERT_TRUE(index->within(queries, all, {.order = Order::BySlot, .distances = true}));
    }

    // The rows [begin, begin + rows) of `all` are what `part` starts with.
    void expect_rows(const Hits& part, std::size_t rows, std::size_t begin) const {
        for (std::size_t i = 0; i < rows; ++i) {
            ASSERT_TRUE(std::equal(part[i].begin(), part[i].end(), all[begin + i].begin(), all[begin + i].end()))
                << "row " << i;
            const auto distances = part.distances(i);
            const auto expected = all.distances(begin + i);
            ASSERT_TRUE(std::equal(distances.begin(), distances.end(), expected.begin(), expected.end()))
                << "row " << i;
            ASSERT_EQ(part.found(i), all.found(begin + i));
        }
    }

    Crowd crowd{400};
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    DiscView queries{crowd.centers(), 3};
    Hits all;
};

INSTANTIATE_TEST_SUITE_P(Each, FixedBuffer, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(FixedBuffer, HoldsACompleteAnswerLikeAnyOther) {
    std::vector<std::byte> buffer(1 << 20);
    Hits hits{std::span<std::byte>(buffer)};
    ASSERT_TRUE(index->within(queries, hits, {.order = Order::BySlot, .distances = true}));
    EXPECT_EQ(hits.hash(), all.hash());
    EXPECT_TRUE(well_formed(hits));
    const std::byte* const slots = reinterpret_cast<const std::byte*>(hits.slots().data());
    EXPECT_TRUE(slots >= buffer.data() && slots < buffer.data() + buffer.size()) << "the answer is not in the buffer";
}

// As hits.hpp says what a buffer takes.
TEST_P(FixedBuffer, OfTheSizeThatIsPromisedHoldsTheAnswer) {
    for (const std::size_t rows : {1u, 3u, 40u}) {
        for (const bool distances : {false, true}) {
            Hits expected;
            const QueryOptions options{.order = Order::BySlot, .distances = distances};
            ASSERT_TRUE(index->within(queries.slice(0, rows), expected, options));
            const std::size_t per_hit = distances ? 8 : 4, beside = distances ? 256 : 128;
            std::vector<std::byte> buffer(480 + 4 * (rows + 1) + per_hit * expected.slots().size() + beside + 1);
            Hits hits{std::span(buffer).subspan(1)};
            ASSERT_TRUE(index->within(queries.slice(0, rows), hits, options)) << rows << " rows";
            EXPECT_EQ(hits.hash(), expected.hash());
        }
    }
}

TEST_P(FixedBuffer, ThatIsTooSmallHoldsWholeRowsAndSaysHowMany) {
    for (const Executor executor : {serial(), reversed()}) {
        std::vector<std::byte> buffer(20'000);
        Hits hits{std::span<std::byte>(buffer)};
        const Status status = index->within(queries, hits, {.order = Order::BySlot, .distances = true}, executor);
        ASSERT_EQ(status.faults, Fault::OutputTooSmall);
        ASSERT_GT(status.first, 0u);
        ASSERT_LT(status.first, 400u);
        EXPECT_EQ(status.count, 400 - status.first);
        EXPECT_TRUE(well_formed(hits));
        ASSERT_GE(hits.size(), status.first);
        expect_rows(hits, status.first, 0);
    }
}

TEST_P(FixedBuffer, GoesOnWhereItStopped) {
    for (const std::size_t bytes : {6'000u, 10'000u, 33'333u}) {
        SCOPED_TRACE(bytes);
        std::vector<std::byte> buffer(bytes);
        Hits hits{std::span<std::byte>(buffer)};
        std::size_t done = 0;
        int calls = 0;
        while (done < 400) {
            ASSERT_LT(++calls, 400);
            const Status status =
                index->within(queries.slice(done, 400 - done), hits, {.order = Order::BySlot, .distances = true});
            const std::size_t rows = status ? 400 - done : status.first;
            ASSERT_TRUE(status || status.faults == Fault::OutputTooSmall);
            ASSERT_GT(rows, 0u) << "a buffer for a row at least";
            expect_rows(hits, rows, done);
            done += rows;
        }
        EXPECT_GT(calls, 1);
    }
}

// A faulty query has an empty row, and the queries after it are answered.
TEST_P(FixedBuffer, GoesOnBehindFaultyQueries) {
    std::vector<float> radii(400, 3.f);
    radii[0] = radii[7] = -1;
    std::vector<std::byte> buffer(20'000);
    Hits hits{std::span<std::byte>(buffer)};
    std::size_t done = 0, faulty = 0;
    for (int calls = 0; done < 400; ++calls) {
        ASSERT_LT(calls, 400);
        const DiscView rest = DiscView(crowd.centers(), radii).slice(done, 400 - done);
        const Status status = index->within(rest, hits, {.order = Order::BySlot, .distances = true});
        const bool full = (status.faults | Fault::OutputTooSmall) == status.faults;
        const std::size_t missing = 400 - done - hits.size();
        ASSERT_EQ(full, missing != 0);
        if (full) {
            ASSERT_EQ(status.first, hits.size());
            ASSERT_GT(status.first, 0u);
        }
        faulty += status.count - missing;
        for (std::size_t i = 0; i < hits.size(); ++i)
            ASSERT_EQ(hits[i].size(), radii[done + i] < 0 ? 0 : all[done + i].size());
        done += hits.size();
    }
    EXPECT_EQ(faulty, 2u);
}

TEST_P(FixedBuffer, HasRoomForAsManyThreadsAsForOne) {
    std::vector<std::byte> one(20'000);
    std::vector<std::byte> other(20'000);
    Hits first{std::span<std::byte>(one)};
    Hits second{std::span<std::byte>(other)};
    const Status expected = index->within(queries, first, {}, serial());
    const Status got = index->within(queries, second, {}, reversed());
    EXPECT_TRUE(same_status(expected, got));
    EXPECT_EQ(first.hash(), second.hash());
}

TEST_P(FixedBuffer, OfAnySizeOrPlaceIsSafe) {
    std::vector<std::byte> storage(3000);
    for (std::size_t bytes = 0; bytes < 3000; bytes += bytes < 200 ? 1 : 97) {
        for (const std::size_t shift : {0u, 1u, 7u}) {
            if (bytes + shift > storage.size()) continue;
            std::fill(storage.begin(), storage.end(), std::byte{0x5A});
            Hits hits{std::span<std::byte>(storage).subspan(shift, bytes)};
            const Status status = index->within(queries, hits);
            ASSERT_EQ(status.faults, Fault::OutputTooSmall) << bytes << " bytes";
            ASSERT_LT(status.first, 400u) << bytes << " bytes";
            ASSERT_EQ(status.count, 400u - status.first) << bytes << " bytes";
            ASSERT_TRUE(std::all_of(storage.begin(), storage.begin() + static_cast<std::ptrdiff_t>(shift),
                                    [](std::byte b) { return b == std::byte{0x5A}; }));
            ASSERT_TRUE(std::all_of(storage.begin() + static_cast<std::ptrdiff_t>(shift + bytes), storage.end(),
                                    [](std::byte b) { return b == std::byte{0x5A}; }));
        }
    }
}

// Where nothing is asked, no row is missing: the call has failed as a whole, as types.hpp has it.
TEST_P(FixedBuffer, WithoutRoomForOneOffsetTellsNoItemWhereNothingIsAsked) {
    std::vector<std::byte> storage(480 + 4 + 128 + 1);
    for (std::size_t bytes = 0; bytes < storage.size(); bytes += 4) {
        Hits hits{std::span<std::byte>(storage).subspan(1, bytes)};

        const Status status = index->within(queries.slice(0, 0), hits);

        if (status) {
            EXPECT_GT(bytes, 128u);
            continue;
        }
        ASSERT_TRUE(same_status({Fault::OutputTooSmall, no_slot, 0}, status)) << bytes << " bytes";
        ASSERT_FALSE(status.applied());
        ASSERT_EQ(hits.size(), 0u);
    }
}

} // namespace
} // namespace throng::test
