// SPDX-License-Identifier: MIT
// An answer of more hits or pairs than its limit is refused with their true number, from any executor and instruction
// set, in memory for about the limit.
#include "support/counting_memory.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/pathological.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/runners.hpp"

#include <throng/hits.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

class LimitedAnswers : public testing::TestWithParam<IndexKind> {
protected:
    // A crowd of several blocks, and in the middle of it a heap on one spot.
    std::vector<Aabb> blow_up(std::size_t heap, std::size_t others) {
        std::vector<Vec2> at = spread(others, {0, 0}, {70, 70});
        at.insert(at.begin() + std::ptrdiff_t(others / 2), heap, Vec2{33, 34});
        return boxes_around(at, 0.5f);
    }
    void build(const std::vector<Aabb>& boxes) {
        index_ = GetParam().open();
        ASSERT_TRUE(index_->build(boxes));
    }

    // Each call that lists hits, with the same queries as every other time.
    template <class Check> void each_query(Check&& check) {
        const std::vector<Vec2> at = spread(3000, {0, 0}, {70, 70});
        const std::vector<Aabb> boxes = boxes_around(at, 2);
        const std::vector<Vec2> directions(at.size(), Vec2{1, 0.25f});
        std::vector<Slot> of(index_->slot_count());
        std::iota(of.rbegin(), of.rend(), Slot{0});
        using O = QueryOptions;
        check("overlap", [&](Hits& h, O o, Executor e) { return index_->overlap(boxes, h, o, e); });
        check("within", [&](Hits& h, O o, Executor e) { return index_->within(DiscView(at, 2), h, o, e); });
        check("nearest", [&](Hits& h, O o, Executor e) { return index_->nearest(at, 7, 5, h, o, e); });
        check("cast", [&](Hits& h, O o, Executor e) { return index_->cast(RayView(at, directions, 9), h, o, e); });
        check("along", [&](Hits& h, O o, Executor e) { return index_->along(RayView(at, directions, 9), h, o, e); });
        check("neighbors", [&](Hits& h, O o, Executor e) { return index_->neighbors(1, h, o, e); });
        check("neighbors_of", [&](Hits& h, O o, Executor e) { return index_->neighbors_of(of, 1, h, o, e); });
        check("one query", [&](Hits& h, O o, Executor e) { return index_->overlap(Aabb{{0, 0}, {70, 70}}, h, o, e); });
    }

    std::unique_ptr<AnyIndex> index_;
    Hosts hosts_;
};
INSTANTIATE_TEST_SUITE_P(Of, LimitedAnswers, testing::ValuesIn(index_kinds),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(LimitedAnswers, OfPairsBeyondTheLimitAreRefusedWithTheirTrueNumber) {
    const std::vector<Aabb> boxes = blow_up(300, 4700);
    build(boxes);
    HierarchicalBitset two_thirds(boxes.size());
    for (Slot slot = 0; slot < boxes.size(); ++slot)
        if (slot % 3 != 1) two_thirds.set(slot);
    const HierarchicalBitset* const sets[] = {nullptr, &two_thirds};
    for (const HierarchicalBitset* const among : sets) {
        const std::size_t number = oracle::pairs(content_of(boxes), {.among = among}).size();
        ASSERT_GT(number, 200u * 199 / 2);
        for (const Runner& runner : hosts_.runners()) {
            SCOPED_TRACE(runner.name + (among ? ", of a set" : ""));
            const ForcedIsa forced(runner.isa);
            Pairs whole, pairs;
            ASSERT_TRUE(index_->pairs(whole, {.among = among}, runner.executor));
            ASSERT_EQ(whole.size(), number);

            for (const std::size_t limit : {std::size_t{1}, number / 2, number - 1}) {
                const PairOptions options{.among = among, .limit = std::uint32_t(limit)};
                EXPECT_TRUE(same_status(beyond(number), index_->pairs(pairs, options, runner.executor))) << limit;
                EXPECT_EQ(pairs.size(), 0u);
            }
            EXPECT_TRUE(index_->pairs(pairs, {.among = among, .limit = std::uint32_t(number)}, runner.executor));
            EXPECT_EQ(pairs.hash(), whole.hash());
        }
    }
}

TEST_P(LimitedAnswers, OfPairsAreRefusedInRoomThatTheListAlreadyHas) {
    const std::vector<Aabb> boxes = boxes_around(std::vector<Vec2>(40, {3, 3}), 1);
    build(boxes);
    Pairs pairs;
    ASSERT_TRUE(index_->pairs(pairs));
    ASSERT_EQ(pairs.size(), 780u);

    EXPECT_TRUE(same_status(beyond(780), index_->pairs(pairs, {.limit = 779})));

    EXPECT_EQ(pairs.size(), 0u);
}

TEST_P(LimitedAnswers, OfHitsBeyondTheLimitAreRefusedWithTheirTrueNumber) {
    build(blow_up(300, 4700));
    for (const Runner& runner : hosts_.runners()) {
        const ForcedIsa forced(runner.isa);
        for (const QueryOptions& form : {QueryOptions{}, QueryOptions{.limit = 20}, QueryOptions{.distances = true}})
            each_query([&](const char* name, auto ask) {
                SCOPED_TRACE(runner.name + ", " + name);
                Hits whole, hits;
                ASSERT_TRUE(ask(whole, form, runner.executor));
                const std::size_t number = whole.slots().size();
                ASSERT_GT(number, 1u);
                QueryOptions limited = form;

                for (const std::size_t limit : {std::size_t{1}, number / 2, number - 1}) {
                    limited.most_hits = std::uint32_t(limit);
                    EXPECT_TRUE(same_status(beyond(number), ask(hits, limited, runner.executor))) << limit;
                    EXPECT_EQ(hits.size(), 0u);
                }
                limited.most_hits = std::uint32_t(number);
                EXPECT_TRUE(ask(hits, limited, runner.executor));
                EXPECT_EQ(hits.hash(), whole.hash());
            });
    }
}

TEST_P(LimitedAnswers, OfABlowUpTakeTheMemoryOfTheLimit) {
    const std::size_t heap = many_asked() ? 8000 : 3000, number = heap * (heap - 1) / 2;
    constexpr std::size_t limit = 50'000;
    build(boxes_around(std::vector<Vec2>(heap, {5, 5}), 0.5f));
    ThreadExecutor two(2);
    for (const Executor& host : {serial(), reversed(), two.executor()}) {
        CountingMemory memory;
        memory.limit(4 * limit * sizeof(Pair) + 64 * heap);
        Pairs pairs(memory.memory());
        Hits hits(memory.memory());

        EXPECT_TRUE(same_status(beyond(number), index_->pairs(pairs, {.limit = limit}, host)));
        EXPECT_TRUE(same_status(beyond(heap * (heap - 1)), index_->neighbors(1, hits, {.most_hits = limit}, host)));

        EXPECT_FALSE(memory.refused());
        EXPECT_LT(memory.live_bytes(), megabytes(1)) << "a refused answer leaves its memory to others";
    }
}

// Where memory is refused, a call may fail for want of it, but never returns a false number.
TEST_P(LimitedAnswers, TellTheTrueNumberOrThatMemoryWasRefused) {
    const std::vector<Aabb> boxes = blow_up(200, 4400);
    build(boxes);
    const std::vector<Aabb> wide(1100, Aabb{{10, 10}, {60, 60}});
    Hits whole;
    ASSERT_TRUE(index_->overlap(wide, whole));
    const auto expect_truth = [&](std::size_t number, auto answer, auto ask) {
        std::size_t told = 0;
        bool refused = true;
        for (std::size_t k = 1; refused; ++k) {
            CountingMemory memory;
            decltype(answer) out(memory.memory());
            memory.refuse(k);

            const Status status = ask(out);

            refused = memory.refused();
            told += status.count != 0 ? 1 : 0;
            const Fault fault = status.count != 0 || !refused ? Fault::OutOfCapacity : Fault::OutOfMemory;
            EXPECT_TRUE(
                same_status({fault, no_slot, fault == Fault::OutOfCapacity ? std::uint32_t(number) : 0}, status));
            EXPECT_EQ(out.size(), 0u);
        }
        EXPECT_GT(told, 1u) << "a refusal on the way to the limit does not hide the number";
    };
    for (const Executor& host : {serial(), reversed()}) {
        expect_truth(oracle::pairs(content_of(boxes)).size(), Pairs(),
                     [&](Pairs& out) { return index_->pairs(out, {.limit = 9000}, host); });
        expect_truth(whole.slots().size(), Hits(),
                     [&](Hits& out) { return index_->overlap(wide, out, {.most_hits = 90'000}, host); });
    }
}

TEST_P(LimitedAnswers, InAFixedBufferAreLimitedByTheBufferAlone) {
    build(boxes_around(std::vector<Vec2>(40, {3, 3}), 1));
    std::vector<std::byte> buffer(4096);
    Hits hits{std::span<std::byte>(buffer)};

    EXPECT_TRUE(index_->overlap(Aabb{{0, 0}, {9, 9}}, hits, {.most_hits = 3}));

    EXPECT_EQ(hits.found(0), 40u);
}

} // namespace
} // namespace throng::test
