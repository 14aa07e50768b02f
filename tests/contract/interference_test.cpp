// SPDX-License-Identifier: MIT
// Calls that meet another call on the same index, and hosts that stop early: reported at once, and nothing is half
// done.
#include "scenes/crowd.hpp"
#include "tests/support/cancelling_executor.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/every_call.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/reentrant_call.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

class Busy : public testing::TestWithParam<IndexKind> {
protected:
    void SetUp() override { ASSERT_TRUE(index->build(crowd.boxes(), serial())); }

    // A writer takes memory, if for more elements than ever before.
    Status write_more() { return index->build(larger.boxes(), serial()); }

    const IndexKind kind = GetParam();
    const Crowd crowd{20'000};
    const Crowd larger{40'000};
    ReentrantCall within_writer;
    std::unique_ptr<AnyIndex> index = kind.open({.memory = within_writer.memory()});
};
INSTANTIATE_TEST_SUITE_P(Each, Busy, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Busy, IsAWriterThatMeetsAReader) {
    for (const Change& change : every_change(kind, crowd.boxes())) {
        ReentrantCall within_reader{
            [&] { EXPECT_TRUE(same_status(failed_call(Fault::Busy), change(*index, serial()))); }};
        Hits hits;
        EXPECT_TRUE(index->neighbors(2, hits, {}, within_reader.executor()));
        EXPECT_TRUE(within_reader.met()) << "the batch was too small to reach the host";
    }
    EXPECT_EQ(index->size(), 20'000u);
}

TEST_P(Busy, IsAReaderThatMeetsAWriter) {
    Hits hits;
    Pairs pairs;
    std::vector<std::uint32_t> counts(crowd.size(), 7);
    const std::vector<Slot> none(crowd.size(), no_slot);
    const auto refused = [](Status status) { EXPECT_TRUE(same_status(failed_call(Fault::Busy), status)); };
    ASSERT_TRUE(index->neighbors(2, hits, {}, serial()));
    within_writer.meddle = [&] {
        for (const IndexQuery& query : every_query(crowd)) {
            refused(query(*index, hits, serial()));
            EXPECT_EQ(hits.size(), 0u);
        }
        refused(index->neighbors(2, hits, {.exclude = none}, serial()));
        refused(index->pairs(pairs, {}, serial()));
        refused(index->count(crowd.boxes(), counts, {}, serial()));
        refused(index->count(DiscView(crowd.centers(), 1.0f), counts, {}, serial()));
        refused(index->validate());
    };
    EXPECT_TRUE(write_more());
    EXPECT_TRUE(within_writer.met());
    EXPECT_EQ(counts, std::vector<std::uint32_t>(crowd.size(), 7)) << "a count that is refused leaves its output alone";
    EXPECT_EQ(index->size(), 40'000u);
}

TEST_P(Busy, IsAWriterThatMeetsAWriter) {
    within_writer.meddle = [&] {
        for (const Change& change : every_change(kind, crowd.boxes()))
            EXPECT_TRUE(same_status(failed_call(Fault::Busy), change(*index, serial())));
    };
    EXPECT_TRUE(write_more());
    EXPECT_TRUE(within_writer.met());
    EXPECT_EQ(index->size(), 40'000u);
    EXPECT_TRUE(index->validate());
}

TEST_P(Busy, ReadersAreNotToEachOther) {
    Hits inner;
    ReentrantCall within_reader{[&] { EXPECT_TRUE(index->neighbors(2, inner, {}, serial())); }};
    Hits outer;
    EXPECT_TRUE(index->neighbors(2, outer, {}, within_reader.executor()));
    EXPECT_EQ(inner.hash(), outer.hash());
}

class Cancelled : public testing::TestWithParam<IndexKind> {
protected:
    void SetUp() override { ASSERT_TRUE(index->build(crowd.boxes(), serial())); }

    std::uint64_t state(Order order = Order::Stable) const {
        Hits hits;
        EXPECT_TRUE(index->neighbors(2, hits, {.order = order, .distances = true}, serial()));
        return hits.hash() + index->size();
    }

    const IndexKind kind = GetParam();
    const Crowd crowd{20'000};
    std::unique_ptr<AnyIndex> index = kind.open();
};
INSTANTIATE_TEST_SUITE_P(Each, Cancelled, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

// Whichever loop a host abandons: either the change had been decided, and is complete, or nothing has happened.
TEST_P(Cancelled, ChangesAreWholeOrNothing) {
    const Crowd next(20'000, 2);
    for (const Change& change : every_change(kind, next.boxes())) {
        index = kind.open();
        ASSERT_TRUE(index->build(crowd.boxes(), serial()));
        ASSERT_TRUE(change(*index, serial()));
        const std::uint64_t after = state();

        bool quit = true;
        for (int loops = 0; quit; ++loops) {
            SCOPED_TRACE("host gives up in loop " + std::to_string(loops));
            ASSERT_LT(loops, 200);
            index = kind.open();
            ASSERT_TRUE(index->build(crowd.boxes(), serial()));
            const std::uint64_t before = state();
            CancellingExecutor cancelling{loops, 1};
            const Status status = change(*index, cancelling.executor());
            quit = cancelling.quit;
            ASSERT_TRUE(status || (quit && same_status(failed_call(Fault::Cancelled), status)));
            ASSERT_TRUE(index->validate());
            ASSERT_EQ(state(), status ? after : before);
        }
    }
}

TEST_P(Cancelled, QueriesAnswerNothing) {
    for (const IndexQuery& query : every_query(crowd)) {
        Hits expected;
        ASSERT_TRUE(query(*index, expected, serial()));
        bool quit = true;
        for (int loops = 0; quit; ++loops) {
            ASSERT_LT(loops, 100);
            CancellingExecutor cancelling{loops, 1};
            Hits hits;
            const Status status = query(*index, hits, cancelling.executor());
            quit = cancelling.quit;
            if (!status) {
                ASSERT_TRUE(same_status(failed_call(Fault::Cancelled), status));
                ASSERT_EQ(hits.size(), 0u);
            } else {
                ASSERT_EQ(hits.hash(), expected.hash());
            }
        }
    }
}

TEST_P(Cancelled, IsNoticedWhenTheHostDoesNothingAtAll) {
    const Executor idle{[](void*, std::uint32_t, Executor::Task*, void*) {}, nullptr};
    Hits hits;
    Pairs pairs;
    const std::uint64_t before = state(Order::BySlot);
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), index->neighbors(2, hits, {}, idle)));
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), index->pairs(pairs, {}, idle)));
    EXPECT_EQ(state(Order::BySlot), before);

    // A change small enough, or of its nature serial, needs no host.
    const Crowd next(20'000, 2);
    const Status status = index->update(next.boxes(), idle);
    ASSERT_TRUE(status || same_status(failed_call(Fault::Cancelled), status));
    EXPECT_FALSE(status && kind.route == Route::RowGrid);
    const std::uint64_t left = state(Order::BySlot);
    ASSERT_TRUE(index->build(next.boxes())) << "the index goes on";
    EXPECT_EQ(left, status ? state(Order::BySlot) : before);
}

} // namespace
} // namespace throng::test
