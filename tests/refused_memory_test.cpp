// SPDX-License-Identifier: MIT
// Fail-at-k: whichever allocation of an operation is refused, the operation says OutOfMemory, nothing has changed, and once
// there is memory again the same call succeeds.
#include "scenes/crowd.hpp"
#include "tests/support/counting_memory.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/global_new.hpp"
#include "tests/support/reversed_executor.hpp"

#include <throng/hits.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using throng_scenes::Crowd;

// Several blocks of elements and of queries.
constexpr std::size_t crowd_size = instrumented ? 2200 : 4500;

// Content by slot and what the neighbourhood looks like, through answers that have their own memory.
std::uint64_t state_of(const RowGrid& grid) {
    std::uint64_t hash = grid.size() * 31 + grid.slot_count();
    const auto add = [&](std::uint64_t value) { hash = hash * 0x9E37'79B9'7F4A'7C15ull + value; };
    for (const Slot slot : grid.order()) add(slot);
    Hits hits;
    Pairs pairs;
    if (!grid.neighbors(2, hits, {.distances = true}, serial()) || !grid.pairs(pairs, {}, serial())) return 0;
    add(hits.hash());
    add(pairs.hash());
    return hash;
}

struct Stage {
    RowGrid grid;
    Hits hits;
    Pairs pairs;
    Crowd now{crowd_size};
    Crowd next{crowd_size};
    std::vector<Slot> old_slots, new_slots;

    explicit Stage(Memory memory) : grid(RowGridDesc{.memory = memory}), hits(memory), pairs(memory) {
        for (int i = 0; i < 30; ++i) next.step();
        next.shuffle(3);
        for (Slot slot = 0; slot < 100; ++slot) {
            old_slots.push_back(slot * 3);
            new_slots.push_back(crowd_size + slot * 20);
        }
    }
    BoxView some() const { return next.boxes().slice(0, 100); }
};

struct Operation {
    const char* name;
    std::function<Status(Stage&, Executor)> act;
};

std::vector<Operation> changes() {
    return {
        {"build", [](Stage& s, Executor e) { return s.grid.build(s.next.boxes(), e); }},
        {"update", [](Stage& s, Executor e) { return s.grid.update(s.next.boxes(), e); }},
        {"insert", [](Stage& s, Executor e) { return s.grid.insert(s.new_slots, s.some(), e); }},
        {"move", [](Stage& s, Executor e) { return s.grid.move(s.old_slots, s.some(), e); }},
        {"erase", [](Stage& s, Executor e) { return s.grid.erase(s.old_slots, e); }},
        {"refit", [](Stage& s, Executor e) { return s.grid.refit(e); }},
    };
}

std::vector<Operation> queries() {
    return {
        {"pairs", [](Stage& s, Executor e) { return s.grid.pairs(s.pairs, {}, e); }},
        {"pairs by slot", [](Stage& s, Executor e) { return s.grid.pairs(s.pairs, {.order = Order::BySlot}, e); }},
        {"neighbors", [](Stage& s, Executor e) { return s.grid.neighbors(2, s.hits, {.limit = 3, .distances = true}, e); }},
        {"neighbors_of", [](Stage& s, Executor e) { return s.grid.neighbors_of(s.old_slots, 3, s.hits, {.order = Order::BySlot}, e); }},
        {"overlap", [](Stage& s, Executor e) { return s.grid.overlap(s.now.boxes(), s.hits, {}, e); }},
        {"within", [](Stage& s, Executor e) { return s.grid.within(DiscView(s.now.centers(), 30), s.hits, {}, e); }},
        {"nearest", [](Stage& s, Executor e) { return s.grid.nearest(s.now.centers(), 40, 10, s.hits, {}, e); }},
        {"cast", [](Stage& s, Executor e) { return s.grid.cast(RayView(s.now.centers(), s.next.centers(), 1), s.hits, {}, e); }},
        {"along", [](Stage& s, Executor e) { return s.grid.along(RayView(s.now.centers(), s.next.centers(), 1), s.hits, {}, e); }},
    };
}

std::uint64_t answer_of(const Stage& stage) { return stage.hits.hash() * 31 + stage.pairs.hash(); }

/// Two ways for memory to be out: the Memory that a user gave, and the program's own operator new.
struct Given {
    CountingMemory memory;
    Memory get() { return memory.memory(); }
    void refuse(std::size_t k) { memory.refuse(k); }
    bool refused() const { return memory.refused(); }
};
struct Global {
    Memory get() { return {}; }
    void refuse(std::size_t k) { global_new::refuse(k); }
    bool refused() const { return global_new::refused(); }
};

template <class Source> class RefusedMemory : public testing::Test {
protected:
    // Every k up to the first that the operation does not reach. `allocates`: at least one refusal must have struck.
    void refuse_each(const Operation& operation, bool built, bool allocates, Executor executor) {
        SCOPED_TRACE(operation.name);
        Source clean;
        Stage expected(clean.get());
        ASSERT_TRUE(!built || expected.grid.build(expected.now.boxes(), executor));
        ASSERT_TRUE(operation.act(expected, executor));

        bool struck = true;
        for (std::size_t k = 1; struck; ++k) {
            SCOPED_TRACE("allocation " + std::to_string(k) + " refused");
            ASSERT_LT(k, 2000u) << "endless allocations";
            Source source;
            Stage stage(source.get());
            ASSERT_TRUE(!built || stage.grid.build(stage.now.boxes(), executor));
            const std::uint64_t before = state_of(stage.grid);

            source.refuse(k);
            const Status status = operation.act(stage, executor);
            struck = source.refused();
            source.refuse(0);

            if (struck && !status) {
                ASSERT_EQ(status.faults, Fault::OutOfMemory);
                ASSERT_FALSE(status.applied());
                ASSERT_EQ(stage.hits.size() + stage.pairs.size(), 0u) << "a failed answer is not empty";
                ASSERT_TRUE(stage.grid.validate());
                ASSERT_EQ(state_of(stage.grid), before) << "a failed call changed the grid";
                ASSERT_TRUE(operation.act(stage, executor)) << "there is memory again";
            } else {
                ASSERT_TRUE(status);
            }
            ASSERT_EQ(state_of(stage.grid), state_of(expected.grid));
            ASSERT_EQ(answer_of(stage), answer_of(expected));
            ASSERT_TRUE(!allocates || struck || k > 1) << "the operation allocates nothing: the test proves nothing";
        }
    }
};

using Sources = testing::Types<Given, Global>;
TYPED_TEST_SUITE(RefusedMemory, Sources);

TYPED_TEST(RefusedMemory, InFirstBuildChangesNothing) {
    this->refuse_each(changes()[0], false, true, serial());
    this->refuse_each(changes()[0], false, true, reversed());
}

TYPED_TEST(RefusedMemory, InChangesChangesNothing) {
    for (const Operation& operation : changes()) {
        this->refuse_each(operation, true, false, serial());
        this->refuse_each(operation, true, false, reversed());
    }
}

TYPED_TEST(RefusedMemory, InQueriesLeavesEmptyAnswers) {
    for (const Operation& operation : queries()) {
        this->refuse_each(operation, true, true, serial());
        this->refuse_each(operation, true, true, reversed());
    }
}

TYPED_TEST(RefusedMemory, InReserveChangesNothing) {
    TypeParam source;
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

TYPED_TEST(RefusedMemory, InOpenIsToldAndInConstructorThrown) {
    TypeParam source;
    const RowGridDesc desc{.memory = source.get()};
    RowGrid grid;
    source.refuse(1);
    EXPECT_EQ(grid.open(desc).faults, Fault::OutOfMemory);
    source.refuse(1);
    EXPECT_THROW(RowGrid{desc}, std::bad_alloc);
    source.refuse(0);
    EXPECT_TRUE(grid.open(desc));
}

} // namespace
} // namespace throng::test
