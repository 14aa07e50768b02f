// SPDX-License-Identifier: MIT
// Objects used when they cannot be: never opened, moved from, busy with somebody else, or run by a host that gave up.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/reversed_executor.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using throng_scenes::Crowd;
using Slots = std::vector<Slot>;

constexpr Status failed_call(Fault fault) { return {fault, no_slot, 0}; }

// Every call that changes a grid.
using Change = std::function<Status(RowGrid&, Executor)>;
std::vector<Change> changes(const Crowd& crowd) {
    const BoxView boxes = crowd.boxes();
    const BoxView one = boxes.slice(0, 1);
    return {[=](RowGrid& g, Executor e) { return g.build(boxes, e); },
            [=](RowGrid& g, Executor e) { return g.update(boxes, e); },
            [=](RowGrid& g, Executor e) { return g.insert(Slots{99'999}, one, e); },
            [=](RowGrid& g, Executor e) { return g.move(Slots{0}, one, e); },
            [=](RowGrid& g, Executor e) { return g.erase(Slots{0}, e); },
            [=](RowGrid& g, Executor e) { return g.refit(e); },
            [=](RowGrid& g, Executor) { return g.clear(); }};
}

// Every query that fills Hits.
using Query = std::function<Status(const RowGrid&, Hits&, Executor)>;
std::vector<Query> queries(const Crowd& crowd) {
    const BoxView boxes = crowd.boxes();
    const PointView points = crowd.centers();
    return {[=](const RowGrid& g, Hits& h, Executor e) { return g.overlap(boxes, h, {}, e); },
            [=](const RowGrid& g, Hits& h, Executor e) { return g.within(DiscView(points, 1.0f), h, {}, e); },
            [=](const RowGrid& g, Hits& h, Executor e) { return g.nearest(points, 3, 5, h, {}, e); },
            [=](const RowGrid& g, Hits& h, Executor e) { return g.cast(RayView(points, points, 1.0f), h, {}, e); },
            [=](const RowGrid& g, Hits& h, Executor e) { return g.along(RayView(points, points, 1.0f), h, {}, e); },
            [=](const RowGrid& g, Hits& h, Executor e) { return g.neighbors(2, h, {}, e); },
            [=](const RowGrid& g, Hits& h, Executor e) {
                return g.neighbors_of(Slots{0, 1, 2}, 2, h, {}, e);
            }};
}

class Misuse : public testing::Test {
protected:
    void expect_reads_empty(const RowGrid& grid) {
        EXPECT_EQ(grid.size(), 0u);
        EXPECT_EQ(grid.slot_count(), 0u);
        EXPECT_TRUE(grid.order().empty());
        EXPECT_EQ(grid.row(0).size, 0u);
        EXPECT_EQ(grid.row(12345).size, 0u);
        static_cast<void>(grid.bounds_of(0));
        static_cast<void>(grid.bytes());
        EXPECT_TRUE(grid.validate());
        std::size_t nodes = 0;
        grid.visit([&](const Node& node) {
            nodes += node.elements;
            return true;
        });
        EXPECT_EQ(nodes, 0u);
        Hits hits;
        for (const Query& query : queries(crowd)) {
            EXPECT_TRUE(query(grid, hits, {}));
            EXPECT_TRUE(hits.slots().empty());
        }
        Pairs pairs;
        EXPECT_TRUE(grid.pairs(pairs));
        EXPECT_EQ(pairs.size(), 0u);
        std::vector<std::uint32_t> counts(crowd.size(), 5);
        EXPECT_TRUE(grid.count(crowd.boxes(), counts));
        EXPECT_EQ(counts, std::vector<std::uint32_t>(crowd.size(), 0));
    }

    Crowd crowd{300};
};

TEST_F(Misuse, AGridThatWasNeverOpenedReadsEmptyAndRefusesChanges) {
    RowGrid grid;
    expect_reads_empty(grid);
    EXPECT_EQ(grid.view().rows, 0u);
    for (const Change& change : changes(crowd)) EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), change(grid, {})));
    ASSERT_TRUE(grid.open({}));
    expect_reads_empty(grid);
    EXPECT_TRUE(grid.build(crowd.boxes()));
}

TEST_F(Misuse, AFreshGridTakesEveryChange) {
    const Slots nobody;
    const Slots somebody = {0};
    const BoxView nothing;
    const BoxView one = crowd.boxes().slice(0, 1);
    const std::vector<Change> first_changes = {[&](RowGrid& g, Executor e) { return g.build(nothing, e); },
                                               [&](RowGrid& g, Executor e) { return g.update(nothing, e); },
                                               [&](RowGrid& g, Executor e) { return g.insert(nobody, nothing, e); },
                                               [&](RowGrid& g, Executor e) { return g.move(nobody, nothing, e); },
                                               [&](RowGrid& g, Executor e) { return g.erase(nobody, e); },
                                               [&](RowGrid& g, Executor e) { return g.refit(e); },
                                               [&](RowGrid& g, Executor) { return g.clear(); }};
    for (const Change& change : first_changes) {
        RowGrid grid{RowGridDesc{}};
        EXPECT_TRUE(change(grid, {}));
        expect_reads_empty(grid);
        EXPECT_TRUE(same_status({Fault::InvalidArgument, 0, 1}, grid.move(somebody, one)));
        EXPECT_TRUE(same_status({Fault::InvalidArgument, 0, 1}, grid.erase(somebody)));
        expect_reads_empty(grid);
        EXPECT_TRUE(grid.insert(somebody, one));
        EXPECT_EQ(grid.size(), 1u);
    }
}

TEST_F(Misuse, AMovedFromGridReadsEmptyAndRefusesChangesUntilOpened) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(crowd.boxes()));
    RowGrid taken(std::move(grid));
    EXPECT_EQ(taken.size(), 300u);
    expect_reads_empty(grid); // NOLINT(bugprone-use-after-move)
    for (const Change& change : changes(crowd)) EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), change(grid, {})));
    ASSERT_TRUE(grid.open({}));
    EXPECT_TRUE(grid.build(crowd.boxes()));
    taken = std::move(grid);
    EXPECT_EQ(taken.size(), 300u);
}

TEST_F(Misuse, OpeningAgainBeginsAnew) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(crowd.boxes()));
    ASSERT_TRUE(grid.open({.max_half_extent = 0.25f}));
    expect_reads_empty(grid);
    EXPECT_TRUE(grid.build(crowd.centers())) << "another kind of content";
}

TEST_F(Misuse, MovedFromAnswersReadEmpty) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(crowd.boxes()));
    Hits hits;
    Pairs pairs;
    ASSERT_TRUE(grid.neighbors(2, hits));
    ASSERT_TRUE(grid.pairs(pairs));
    const std::uint64_t hash = hits.hash();
    Hits kept(std::move(hits));
    Pairs kept_pairs(std::move(pairs));
    EXPECT_EQ(kept.hash(), hash);
    EXPECT_GT(kept_pairs.size(), 0u);

    EXPECT_EQ(hits.size(), 0u);
    EXPECT_TRUE(hits.slots().empty());
    EXPECT_TRUE(hits[0].empty());
    EXPECT_EQ(hits.found(3), 0u);
    EXPECT_EQ(hits.candidates(), 0u);
    EXPECT_EQ(pairs.size(), 0u);
    EXPECT_TRUE(pairs.view().empty());
    EXPECT_TRUE(pairs.ids().empty());
    EXPECT_FALSE(grid.neighbors(2, hits)) << "a moved-from answer has nowhere to put hits";
    EXPECT_FALSE(grid.pairs(pairs));

    hits = std::move(kept);
    EXPECT_EQ(hits.hash(), hash);
}

// A host that does something else before the tasks: from inside a call of the library.
struct Meddler {
    std::function<void()> meddle;
    bool met = false;

    Executor executor() {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    auto& meddler = *static_cast<Meddler*>(self);
                    if (!meddler.met) {
                        meddler.met = true;
                        meddler.meddle();
                    }
                    for (std::uint32_t i = 0; i < count; ++i) task(context, i);
                },
                this};
    }
};

class Busy : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(grid.build(crowd.boxes(), serial())); }

    Crowd crowd{20'000};
    RowGrid grid{RowGridDesc{}};
};

TEST_F(Busy, IsAWriterThatMeetsAReader) {
    for (const Change& change : changes(crowd)) {
        Meddler meddler{[&] { EXPECT_TRUE(same_status(failed_call(Fault::Busy), change(grid, serial()))); }};
        Hits hits;
        EXPECT_TRUE(grid.neighbors(2, hits, {}, meddler.executor()));
        EXPECT_TRUE(meddler.met) << "the batch was too small to reach the host";
    }
    EXPECT_EQ(grid.size(), 20'000u);
}

TEST_F(Busy, IsAReaderThatMeetsAWriter) {
    for (const Query& query : queries(crowd)) {
        Hits hits;
        ASSERT_TRUE(grid.neighbors(2, hits, {}, serial()));
        Meddler meddler{[&] {
            EXPECT_TRUE(same_status(failed_call(Fault::Busy), query(grid, hits, serial())));
            EXPECT_EQ(hits.size(), 0u);
            Pairs pairs;
            EXPECT_TRUE(same_status(failed_call(Fault::Busy), grid.pairs(pairs, {}, serial())));
        }};
        crowd.step();
        EXPECT_TRUE(grid.update(crowd.boxes(), meddler.executor()));
        EXPECT_TRUE(meddler.met);
    }
}

TEST_F(Busy, IsAWriterThatMeetsAWriter) {
    for (const Change& change : changes(crowd)) {
        Meddler meddler{[&] { EXPECT_TRUE(same_status(failed_call(Fault::Busy), change(grid, serial()))); }};
        EXPECT_TRUE(grid.update(crowd.boxes(), meddler.executor()));
        EXPECT_TRUE(meddler.met);
    }
}

TEST_F(Busy, ReadersAreNotToEachOther) {
    Hits inner;
    Meddler meddler{[&] { EXPECT_TRUE(grid.neighbors(2, inner, {}, serial())); }};
    Hits outer;
    EXPECT_TRUE(grid.neighbors(2, outer, {}, meddler.executor()));
    EXPECT_EQ(inner.hash(), outer.hash());
}

// A host that gives up after some tasks of its n-th loop.
struct Quitter {
    int loops_before = 0;
    std::uint32_t tasks_before = 0;
    bool quit = false;

    Executor executor() {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    auto& quitter = *static_cast<Quitter*>(self);
                    const bool now = quitter.loops_before-- == 0 && quitter.tasks_before < count;
                    quitter.quit = quitter.quit || now;
                    const std::uint32_t end = now ? quitter.tasks_before : count;
                    for (std::uint32_t i = 0; i < end; ++i) task(context, i);
                },
                this};
    }
};

class Cancelled : public Busy {
protected:
    std::uint64_t state() const {
        Hits hits;
        EXPECT_TRUE(grid.neighbors(2, hits, {.distances = true}, serial()));
        return hits.hash() + grid.size();
    }
};

// Whichever loop a host abandons: either the change had been decided, and is complete, or nothing has happened.
TEST_F(Cancelled, ChangesAreWholeOrNothing) {
    Crowd next(20'000, 2);
    for (const Change& change : changes(next)) {
        RowGrid done{RowGridDesc{}};
        ASSERT_TRUE(done.build(crowd.boxes(), serial()));
        ASSERT_TRUE(change(done, serial()));
        std::swap(grid, done);
        const std::uint64_t after = state();

        bool quit = true;
        for (int loops = 0; quit; ++loops) {
            SCOPED_TRACE("host gives up in loop " + std::to_string(loops));
            ASSERT_LT(loops, 100);
            grid = RowGrid{RowGridDesc{}};
            ASSERT_TRUE(grid.build(crowd.boxes(), serial()));
            const std::uint64_t before = state();
            Quitter quitter{loops, 1};
            const Status status = change(grid, quitter.executor());
            quit = quitter.quit;
            ASSERT_TRUE(status || (quit && same_status(failed_call(Fault::Cancelled), status)));
            ASSERT_TRUE(grid.validate());
            ASSERT_EQ(state(), status ? after : before);
        }
    }
}

TEST_F(Cancelled, QueriesAnswerNothing) {
    for (const Query& query : queries(crowd)) {
        Hits expected;
        ASSERT_TRUE(query(grid, expected, serial()));
        bool quit = true;
        for (int loops = 0; quit; ++loops) {
            ASSERT_LT(loops, 100);
            Quitter quitter{loops, 1};
            Hits hits;
            const Status status = query(grid, hits, quitter.executor());
            quit = quitter.quit;
            if (!status) {
                ASSERT_TRUE(same_status(failed_call(Fault::Cancelled), status));
                ASSERT_EQ(hits.size(), 0u);
            } else {
                ASSERT_EQ(hits.hash(), expected.hash());
            }
        }
    }
}

TEST_F(Cancelled, IsNoticedWhenTheHostDoesNothingAtAll) {
    const Executor idle{[](void*, std::uint32_t, Executor::Task*, void*) {}, nullptr};
    Hits hits;
    Pairs pairs;
    const std::uint64_t before = state();
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), grid.neighbors(2, hits, {}, idle)));
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), grid.pairs(pairs, {}, idle)));
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), grid.update(crowd.boxes(), idle)));
    EXPECT_EQ(state(), before);
    EXPECT_TRUE(grid.update(crowd.boxes())) << "the grid goes on";
}

} // namespace
} // namespace throng::test
