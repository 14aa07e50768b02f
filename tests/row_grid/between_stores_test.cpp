// SPDX-License-Identifier: MIT
// A change from one store to another makes what the same change makes in place, whatever the other one held.
#include "engine/src/base/box_input.hpp"
#include "engine/src/row_grid/store_change.hpp"
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using scenes::Generator;
using support::CountingMemory;

template <class T> bool same_values(const T* a, const T* b, std::size_t count) {
    return count == 0 || std::memcmp(a, b, count * sizeof(T)) == 0;
}
bool same(const RowGridStore& a, const RowGridStore& b) {
    if (a.size != b.size || a.slot_count() != b.slot_count() || a.rows.size() != b.rows.size() ||
        a.cell_begin.size() != b.cell_begin.size() || a.changes_since_look != b.changes_since_look)
        return false;
    const kernels::ElementColumns of_a = a.elements(), of_b = b.elements();
    return same_values(of_a.min_x, of_b.min_x, a.size) && same_values(of_a.min_y, of_b.min_y, a.size) &&
           same_values(of_a.max_x, of_b.max_x, a.size) && same_values(of_a.max_y, of_b.max_y, a.size) &&
           same_values(of_a.slots, of_b.slots, a.size) &&
           same_values(a.cell_keys.data(), b.cell_keys.data(), a.slot_count()) &&
           same_values(a.cell_begin.data(), b.cell_begin.data(), a.cell_begin.size()) &&
           same_values(&a.around, &b.around, 1) && a.reach_x == b.reach_x && a.reach_y == b.reach_y;
}

// A call with its arguments, for any stores.
struct Call {
    enum class Kind { Update, Move, Insert, Erase } kind = Kind::Insert;
    std::vector<Aabb> boxes;
    std::vector<Slot> slots;

    Status run(RowGridChange& change, const RowGridStore& from, RowGridStore& to) const {
        const kernels::BoxSource source = *box_source_of(BoxView(std::span<const Aabb>(boxes)), 0);
        if (kind == Kind::Update) return change.update(from, to, source, serial());
        if (kind == Kind::Move) return change.move(from, to, slots, source, serial());
        if (kind == Kind::Insert) return change.insert(from, to, slots, source, serial());
        return change.erase(from, to, slots, serial());
    }
};

class Crowd {
public:
    explicit Crowd(std::size_t slots) : boxes_(slots) {
        for (Aabb& box : boxes_) place(box);
    }
    Call first() {
        Call call{Call::Kind::Insert, boxes_, {}};
        for (Slot slot = 0; slot < boxes_.size(); ++slot) call.slots.push_back(slot);
        return call;
    }
    Call next() {
        const std::uint32_t chosen = random_.below(10);
        Call call{chosen < 6 ? Call::Kind::Update : static_cast<Call::Kind>(chosen < 8 ? 1 : chosen - 6), {}, {}};
        if (call.kind == Call::Kind::Update) {
            for (Aabb& box : boxes_) step(box);
            call.boxes = boxes_;
            if (random_.chance(0.1f)) call.boxes[7].min.x = std::numeric_limits<float>::quiet_NaN();
            return call;
        }
        for (int i = 0; i < 40; ++i) { // some of them twice, or absent, or present already
            const Slot slot = random_.below(static_cast<std::uint32_t>(boxes_.size()));
            place(boxes_[slot]);
            call.slots.push_back(slot);
            call.boxes.push_back(boxes_[slot]);
        }
        return call;
    }
    std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }

private:
    void place(Aabb& box) {
        const float x = random_.uniform(0, 60), y = random_.uniform(0, 60);
        box = {{x, y}, {x + 0.5f, y + 0.5f}};
    }
    void step(Aabb& box) {
        const float x = random_.uniform(-0.2f, 0.2f), y = random_.uniform(-0.2f, 0.2f);
        box = {{box.min.x + x, box.min.y + y}, {box.max.x + x, box.max.y + y}};
    }

    Generator random_{7};
    std::vector<Aabb> boxes_;
};

RowGridStore store_of_boxes(Memory memory) {
    RowGridStore store(RowGridDesc{.memory = memory});
    store.set_kind(RowGridStore::Kind::Boxes);
    return store;
}

// `slots` from which all cells of a small grid, those of a grid of one row, and of many blocks follow.
class BetweenStores : public ::testing::TestWithParam<std::size_t> {};

TEST_P(BetweenStores, AChangeMakesWhatItMakesInPlace) {
    RowGridStore in_place = store_of_boxes({});
    std::array<RowGridStore, 3> stores{store_of_boxes({}), store_of_boxes({}), store_of_boxes({})};
    RowGridChange change_in_place{Memory{}}, change{Memory{}};
    Crowd crowd(GetParam());
    std::size_t now = 0;
    for (int tick = 0; tick < 200; ++tick) {
        const Call call = tick == 0 ? crowd.first() : crowd.next();
        // Mostly two of the stores take turns; one falls behind, and at times the next is made in place.
        const std::uint32_t turn = crowd.below(8);
        const std::size_t next = turn == 0 ? now : (now + (turn == 1 ? 2 : 1)) % (turn == 1 ? 3 : 2);

        const Status expected = call.run(change_in_place, in_place, in_place);
        const Status status = call.run(change, stores[now], stores[next]);

        ASSERT_EQ(status.faults, expected.faults);
        ASSERT_EQ(status.count, expected.count);
        ASSERT_TRUE(same(stores[next], in_place)) << "tick " << tick;
        ASSERT_TRUE(stores[next].valid()) << "tick " << tick;
        now = next;
    }
}

TEST_P(BetweenStores, AChangeThatFailsLeavesNothingForTheNext) {
    CountingMemory memory;
    RowGridStore in_place = store_of_boxes({});
    std::array<RowGridStore, 3> stores{store_of_boxes(memory.memory()), store_of_boxes(memory.memory()),
                                       store_of_boxes(memory.memory())};
    RowGridChange change_in_place{Memory{}}, change{memory.memory()};
    Crowd crowd(GetParam());
    std::size_t now = 0, failed = 0;
    for (int tick = 0; tick < 60; ++tick) {
        const Call call = tick == 0 ? crowd.first() : crowd.next();
        if (tick % 3 == 2) { // into a store that has to take memory, and that is written again in the next tick
            RowGridStore& fresh = stores[(now + 1) % 3] = store_of_boxes(memory.memory());
            memory.refuse(1 + crowd.below(8));
            const bool made =
                tick % 2 == 0 ? call.run(change, stores[now], fresh).applied() : fresh.assign(stores[now]);
            failed += made ? 0u : 1u;
            memory.refuse(0);
            ASSERT_TRUE(same(stores[now], in_place)) << "tick " << tick;
        }
        const std::size_t next = (now + 2) % 3;

        (void)call.run(change_in_place, in_place, in_place);
        (void)call.run(change, stores[now], stores[next]);

        ASSERT_TRUE(same(stores[next], in_place)) << "tick " << tick;
        ASSERT_TRUE(stores[next].valid()) << "tick " << tick;
        now = next;
    }
    EXPECT_GT(failed, 5u);
}

INSTANTIATE_TEST_SUITE_P(OfSlots, BetweenStores, ::testing::Values(40, 200, 6000), ::testing::PrintToStringParamName());

} // namespace
} // namespace throng::test
