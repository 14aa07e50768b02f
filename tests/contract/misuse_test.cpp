// SPDX-License-Identifier: MIT
// Objects used when they cannot be: never opened, or moved from.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/every_call.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using Slots = std::vector<Slot>;

class Misuse : public testing::TestWithParam<IndexKind> {
protected:
    void expect_reads_empty(const AnyIndex& index) {
        EXPECT_EQ(index.size(), 0u);
        EXPECT_EQ(index.slot_count(), 0u);
        EXPECT_TRUE(index.order().empty());
        static_cast<void>(index.bounds_of(0));
        static_cast<void>(index.bytes());
        EXPECT_TRUE(index.validate());
        std::size_t elements = 0;
        index.visit([&](const Node& node) {
            elements += node.elements;
            return true;
        });
        EXPECT_EQ(elements, 0u);
        Hits hits;
        for (const IndexQuery& query : every_query(crowd)) {
            EXPECT_TRUE(query(index, hits, {}));
            EXPECT_TRUE(hits.slots().empty());
        }
        Pairs pairs;
        EXPECT_TRUE(index.pairs(pairs));
        EXPECT_EQ(pairs.size(), 0u);
        std::vector<std::uint32_t> counts(crowd.size(), 5);
        EXPECT_TRUE(index.count(crowd.boxes(), counts));
        EXPECT_EQ(counts, std::vector<std::uint32_t>(crowd.size(), 0));
    }
    void expect_refuses_changes(AnyIndex& index) {
        for (const Change& change : every_change(kind, crowd.boxes()))
            EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), change(index, {})));
    }

    const IndexKind kind = GetParam();
    Crowd crowd{300};
};

INSTANTIATE_TEST_SUITE_P(Each, Misuse, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

class MisuseOfChanges : public Misuse {};
INSTANTIATE_TEST_SUITE_P(Each, MisuseOfChanges, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Misuse, AnIndexThatWasNeverOpenedReadsEmptyAndRefusesChanges) {
    const auto index = kind.closed();
    expect_reads_empty(*index);
    expect_refuses_changes(*index);
    ASSERT_TRUE(index->open({}));
    expect_reads_empty(*index);
    EXPECT_TRUE(index->build(crowd.boxes()));
}

TEST(MisuseOfARowGrid, NeverOpenedHasNoRows) {
    const RowGrid grid;
    EXPECT_EQ(grid.view().rows, 0u);
    EXPECT_EQ(grid.row(0).size, 0u);
    EXPECT_EQ(grid.row(12345).size, 0u);
}

TEST_P(MisuseOfChanges, AFreshIndexTakesEveryChange) {
    const Slots no_slots;
    const Slots one_slot = {0};
    const BoxView nothing;
    const BoxView one = crowd.boxes().slice(0, 1);
    const std::vector<Change> first_changes = {[&](AnyIndex& g, Executor e) { return g.build(nothing, e); },
                                               [&](AnyIndex& g, Executor e) { return g.update(nothing, e); },
                                               [&](AnyIndex& g, Executor e) { return g.insert(no_slots, nothing, e); },
                                               [&](AnyIndex& g, Executor e) { return g.move(no_slots, nothing, e); },
                                               [&](AnyIndex& g, Executor e) { return g.erase(no_slots, e); },
                                               [&](AnyIndex& g, Executor e) { return g.refit(e); },
                                               [&](AnyIndex& g, Executor) { return g.clear(); },
                                               [&](AnyIndex& g, Executor) { return g.cleanup(); }};
    for (const Change& change : first_changes) {
        const auto opened = kind.open();
        AnyIndex& index = *opened;
        EXPECT_TRUE(change(index, {}));
        expect_reads_empty(index);
        EXPECT_TRUE(same_status({Fault::InvalidArgument, 0, 1}, index.move(one_slot, one)));
        EXPECT_TRUE(same_status({Fault::InvalidArgument, 0, 1}, index.erase(one_slot)));
        expect_reads_empty(index);
        EXPECT_TRUE(index.insert(one_slot, one));
        EXPECT_EQ(index.size(), 1u);
    }
}

TEST_P(Misuse, AMovedFromIndexReadsEmptyAndRefusesChangesUntilOpened) {
    const auto index = kind.open();
    ASSERT_TRUE(index->build(crowd.boxes()));
    const auto taken = index->take();
    EXPECT_EQ(taken->size(), 300u);
    expect_reads_empty(*index);
    expect_refuses_changes(*index);
    ASSERT_TRUE(index->open({}));
    EXPECT_TRUE(index->build(crowd.boxes().slice(0, 200)));
    taken->assign(*index);
    EXPECT_EQ(taken->size(), 200u);
    EXPECT_TRUE(taken->validate());
}

TEST_P(Misuse, OpeningAgainBeginsAnew) {
    const auto index = kind.open();
    ASSERT_TRUE(index->build(crowd.boxes()));
    ASSERT_TRUE(index->open({.max_half_extent = 0.25f}));
    expect_reads_empty(*index);
    EXPECT_TRUE(kind.points ? index->build(crowd.centers()) : index->build(crowd.boxes())) << "another kind of content";
    EXPECT_EQ(index->size(), 300u);
}

TEST_P(Misuse, MovedFromAnswersReadEmpty) {
    const auto opened = kind.open();
    AnyIndex& index = *opened;
    ASSERT_TRUE(index.build(crowd.boxes()));
    Hits hits;
    Pairs pairs;
    ASSERT_TRUE(index.neighbors(2, hits));
    ASSERT_TRUE(index.pairs(pairs));
    const std::uint64_t hash = hits.hash();
    Hits kept(std::move(hits));
    Pairs kept_pairs(std::move(pairs));
    EXPECT_EQ(kept.hash(), hash);
    EXPECT_GT(kept_pairs.size(), 0u);

    EXPECT_EQ(hits.size(), 0u); // NOLINT(bugprone-use-after-move): it reads as empty
    EXPECT_TRUE(hits.slots().empty());
    EXPECT_TRUE(hits[0].empty());
    EXPECT_EQ(hits.found(3), 0u);
    EXPECT_EQ(hits.candidates(), 0u);
    EXPECT_EQ(pairs.size(), 0u); // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(pairs.view().empty());
    EXPECT_TRUE(pairs.ids().empty());
    EXPECT_FALSE(index.neighbors(2, hits)) << "a moved-from answer has nowhere to put hits";
    EXPECT_FALSE(index.pairs(pairs));

    hits = std::move(kept);
    EXPECT_EQ(hits.hash(), hash);
}

} // namespace
} // namespace throng::test
