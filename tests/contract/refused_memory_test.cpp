// SPDX-License-Identifier: MIT
// Fail-at-k: whichever allocation of an operation is refused, the operation says OutOfMemory, nothing has changed, and
// once there is memory again the same call succeeds.
#include "scenes/crowd.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/global_new.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/reversed_executor.hpp"

#include <throng/hits.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::CountingMemory;

// Several blocks of elements and of queries.
const std::size_t crowd_size = many_asked() ? 4500 : 2200;
constexpr std::size_t query_count = 2200;

// Content by slot and what every query says of it, through answers that have their own memory. By Order::BySlot what is
// held, by Order::Stable also how. 0: a query failed.
std::uint64_t state_of(const AnyIndex& index, Order order = Order::Stable) {
    std::uint64_t hash = index.size() * 31 + index.slot_count();
    const auto add = [&](std::uint64_t value) { hash = hash * 0x9E37'79B9'7F4A'7C15ull + value; };
    if (order == Order::Stable) {
        for (const Slot slot : index.order()) add(slot);
    }
    static const Crowd asking(64);
    const BoxView boxes = asking.boxes();
    const PointView points = asking.centers();
    const RayView rays(points, points, 1);
    const QueryOptions options{.order = order, .distances = true};
    Hits hits;
    const auto ask = [&](const Status& status) { return status ? add(hits.hash()), true : false; };
    const bool answered = ask(index.overlap(boxes, hits, options, serial())) &&
                          ask(index.within(DiscView(points, 8), hits, options, serial())) &&
                          ask(index.nearest(points, 5, 20, hits, options, serial())) &&
                          ask(index.cast(rays, hits, options, serial())) &&
                          ask(index.along(rays, hits, options, serial())) &&
                          ask(index.neighbors_of(std::vector<Slot>{0, 1, 2000}, 2, hits, options, serial())) &&
                          ask(index.neighbors(2, hits, options, serial()));
    Pairs pairs;
    std::vector<std::uint32_t> counts(asking.size());
    if (!answered || !index.pairs(pairs, {.order = order}, serial()) || !index.count(boxes, counts, {}, serial()))
        return 0;
    add(pairs.hash());
    for (const std::uint32_t count : counts) add(count);
    return hash;
}

struct Stage {
    std::unique_ptr<AnyIndex> index;
    Hits hits;
    Pairs pairs;
    Crowd now{crowd_size};
    Crowd next{crowd_size};
    std::vector<Slot> old_slots, new_slots;

    Stage(const IndexKind& kind, Memory memory) : index(kind.open({.memory = memory})), hits(memory), pairs(memory) {
        for (int i = 0; i < 30; ++i) next.step();
        next.shuffle(3);
        for (Slot slot = 0; slot < 100; ++slot) {
            old_slots.push_back(slot * 3);
            new_slots.push_back(static_cast<Slot>(crowd_size) + slot * 20);
        }
    }
    BoxView some() const { return next.boxes().slice(0, 100); }
    PointView askers() const { return now.centers().slice(0, query_count); }
    RayView rays() const { return RayView(askers(), next.centers().slice(0, query_count), 1); }
    void forget_answers(Memory memory) {
        hits = Hits(memory);
        pairs = Pairs(memory);
    }
};

struct Operation {
    const char* name;
    std::function<Status(Stage&, Executor)> act;
    // Upkeep that finds no memory may leave the shape as it is, which is no fault; the order of answers is then
    // another.
    Order compared = Order::Stable;
    bool is_query = false;
};

std::vector<Operation> changes(const IndexKind& kind) {
    std::vector<Operation> changes = {
        {"build", [](Stage& s, Executor e) { return s.index->build(s.next.boxes(), e); }},
        {"update", [](Stage& s, Executor e) { return s.index->update(s.next.boxes(), e); }},
        {"move", [](Stage& s, Executor e) { return s.index->move(s.old_slots, s.some(), e); }},
    };
    changes.push_back({"insert", [](Stage& s, Executor e) { return s.index->insert(s.new_slots, s.some(), e); }});
    changes.push_back({"erase", [](Stage& s, Executor e) { return s.index->erase(s.old_slots, e); }});
    changes.push_back({"refit", [](Stage& s, Executor e) { return s.index->refit(e); }, Order::BySlot});
    changes.push_back({"cleanup", [](Stage& s, Executor) { return s.index->cleanup(); }, Order::BySlot});
    if (kind.route == Route::StaticTree || kind.route == Route::LooseQuadtree) // all but a build may sort them again
        for (Operation& change : changes) change.compared = Order::BySlot;
    return changes;
}

std::vector<Operation> queries() {
    std::vector<Operation> queries = {
        {"pairs", [](Stage& s, Executor e) { return s.index->pairs(s.pairs, {}, e); }},
        {"pairs by slot", [](Stage& s, Executor e) { return s.index->pairs(s.pairs, {.order = Order::BySlot}, e); }},
        {"pairs within a distance",
         [](Stage& s, Executor e) { return s.index->pairs(s.pairs, {.distance = 1.f, .squared_distances = true}, e); }},
        {"neighbors",
         [](Stage& s, Executor e) { return s.index->neighbors(2, s.hits, {.limit = 3, .distances = true}, e); }},
        {"neighbors_of",
         [](Stage& s, Executor e) {
             return s.index->neighbors_of(s.old_slots, 3, s.hits, {.order = Order::BySlot}, e);
         }},
        {"overlap",
         [](Stage& s, Executor e) { return s.index->overlap(s.now.boxes().slice(0, query_count), s.hits, {}, e); }},
        {"within", [](Stage& s, Executor e) { return s.index->within(DiscView(s.askers(), 10), s.hits, {}, e); }},
        {"nearest", [](Stage& s, Executor e) { return s.index->nearest(s.askers(), 40, 10, s.hits, {}, e); }},
        {"cast", [](Stage& s, Executor e) { return s.index->cast(s.rays(), s.hits, {}, e); }},
        {"along", [](Stage& s, Executor e) { return s.index->along(s.rays(), s.hits, {}, e); }},
    };
    for (Operation& query : queries) query.is_query = true;
    return queries;
}

std::uint64_t answer_of(const Stage& stage) { return stage.hits.hash() * 31 + stage.pairs.hash(); }

/// Two ways for memory to be out: the Memory that a user gave, and the program's own operator new.
class Source {
public:
    explicit Source(bool given) : given_(given) {}

    Memory get() { return given_ ? memory_.memory() : Memory{}; }
    void refuse(std::size_t k) {
        if (given_) return memory_.refuse(k);
        global_new::refuse(k);
    }
    bool refused() const { return given_ ? memory_.refused() : global_new::refused(); }

private:
    bool given_;
    CountingMemory memory_;
};

class RefusedMemory : public testing::TestWithParam<std::tuple<IndexKind, bool>> {
protected:
    // Every k up to the first that the operation does not reach. `built`: on an index that holds a crowd.
    void refuse_each(const Operation& operation, bool built, Executor executor) {
        SCOPED_TRACE(operation.name);
        Source clean(given);
        Stage expected(kind, clean.get());
        ASSERT_TRUE(!built || expected.index->build(expected.now.boxes(), executor));
        const std::uint64_t before = operation.is_query ? 0 : state_of(*expected.index);
        ASSERT_TRUE(operation.is_query || before != 0) << "a query failed";
        ASSERT_TRUE(operation.act(expected, executor));
        const std::uint64_t after = operation.is_query ? 0 : state_of(*expected.index, operation.compared);

        bool struck = true;
        Source source(given);
        std::optional<Stage> kept;
        for (std::size_t k = 1; struck; ++k) {
            SCOPED_TRACE("allocation " + std::to_string(k) + " refused");
            ASSERT_LT(k, 2000u) << "endless allocations";
            if (kept && operation.is_query) { // which takes memory for its answer alone
                kept->forget_answers(source.get());
            } else {
                kept.reset();
                kept.emplace(kind, source.get());
                ASSERT_TRUE(!built || kept->index->build(kept->now.boxes(), executor));
            }
            Stage& stage = *kept;

            source.refuse(k);
            const Status status = operation.act(stage, executor);
            struck = source.refused();
            source.refuse(0);

            if (struck && !status) {
                ASSERT_EQ(status.faults, Fault::OutOfMemory);
                ASSERT_FALSE(status.applied());
                ASSERT_EQ(stage.hits.size() + stage.pairs.size(), 0u) << "a failed answer is not empty";
                ASSERT_TRUE(operation.is_query || stage.index->validate());
                ASSERT_TRUE(operation.is_query || state_of(*stage.index) == before)
                    << "a failed call changed the index";
                ASSERT_TRUE(operation.act(stage, executor)) << "there is memory again";
            } else {
                ASSERT_TRUE(status);
            }
            ASSERT_TRUE(operation.is_query || stage.index->validate());
            ASSERT_TRUE(operation.is_query || state_of(*stage.index, operation.compared) == after);
            ASSERT_EQ(answer_of(stage), answer_of(expected));
            const bool allocates = operation.is_query || !built;
            ASSERT_TRUE(!allocates || struck || k > 1) << "the operation allocates nothing: the test proves nothing";
        }
    }

    const IndexKind kind = std::get<0>(GetParam());
    const bool given = std::get<1>(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Each, RefusedMemory, testing::Combine(testing::ValuesIn(index_kinds), testing::Bool()),
                         [](const auto& one) {
                             return std::string(std::get<0>(one.param).name) +
                                    (std::get<1>(one.param) ? "GivenMemory" : "OperatorNew");
                         });

TEST_P(RefusedMemory, InFirstBuildChangesNothing) {
    refuse_each(changes(kind)[0], false, serial());
    refuse_each(changes(kind)[0], false, reversed());
}

TEST_P(RefusedMemory, InChangesChangesNothing) {
    for (const Operation& operation : changes(kind)) {
        refuse_each(operation, true, serial());
        refuse_each(operation, true, reversed());
    }
}

TEST_P(RefusedMemory, InQueriesLeavesEmptyAnswers) {
    for (const Operation& operation : queries()) {
        refuse_each(operation, true, serial());
        refuse_each(operation, true, reversed());
    }
}

TEST_P(RefusedMemory, InOpenIsToldAndInConstructorThrown) {
    Source source(given);
    const IndexOptions options{.memory = source.get()};
    const auto index = kind.closed();
    source.refuse(1);
    EXPECT_EQ(index->open(options).faults, Fault::OutOfMemory);
    source.refuse(1);
    EXPECT_THROW(kind.open(options), std::bad_alloc);
    source.refuse(0);
    EXPECT_TRUE(index->open(options));
}

class RefusedAnswers : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Each, RefusedAnswers, testing::Bool(),
                         [](const auto& one) { return one.param ? "GivenMemory" : "OperatorNew"; });

TEST_P(RefusedAnswers, InReserveAreWhatTheyWere) {
    Source source(GetParam());
    Hits hits(source.get());
    Pairs pairs(source.get());
    source.refuse(1);
    EXPECT_EQ(hits.reserve(1000, 1000).faults, Fault::OutOfMemory);
    source.refuse(1);
    EXPECT_EQ(pairs.reserve(1000).faults, Fault::OutOfMemory);
    source.refuse(0);
    EXPECT_TRUE(hits.reserve(1000, 1000));
    EXPECT_TRUE(pairs.reserve(1000));
}

} // namespace
} // namespace throng::test
