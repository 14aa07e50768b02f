// SPDX-License-Identifier: MIT
// Commits of few changes: the rows that they concern are written, and the rest of a version stays as it is.
#include "engine/src/base/box_input.hpp"
#include "engine/src/row_grid/store_change.hpp"
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/world_answers.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

Aabb square(float x, float y, float half = 0.4f) { return {{x - half, y - half}, {x + half, y + half}}; }

std::vector<Aabb> squares(std::size_t count, float side, scenes::Generator& random) {
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) box = square(random.uniform(0, side), random.uniform(0, side));
    return boxes;
}

// A world and its model, changed together.
struct Twins {
    explicit Twins(WorldDesc desc = {}) : world(desc) {}

    void spawn(const std::vector<Aabb>& boxes) {
        std::vector<Id> expected, got(boxes.size());
        (void)model.spawn(boxes, Motion::Dynamic, expected, {});
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, got));
        ids.insert(ids.end(), got.begin(), got.end());
    }
    void move(Id id, const Aabb& to) {
        const std::vector<Id> of{id};
        const std::vector<Aabb> box{to};
        (void)model.move(of, box);
        ASSERT_TRUE(world.move(of, box));
    }
    void commit() {
        (void)model.commit();
        ASSERT_TRUE(world.commit());
    }
    void expect_equal(std::uint64_t seed) const {
        expect_content(world, model.now());
        WorldAsker(model.now(), 20, seed).expect_answers(world, serial());
    }

    // Each commit has the changes of stage(i); every twentieth is compared, and the last one.
    template <class Stage> void expect_equal_after(int commits, Stage&& stage) {
        for (int i = 1; i <= commits; ++i) {
            stage(i);
            commit();
            if (i % 20 == 1 || i == commits) expect_equal(static_cast<std::uint64_t>(i));
        }
    }

    World world;
    oracle::WorldModel model;
    std::vector<Id> ids;
};

TEST(FewChanges, FillARowBeyondItsRoom) {
    scenes::Generator random(11);
    Twins twins;
    twins.spawn(squares(1500, 39, random));
    twins.commit();

    twins.expect_equal_after(200, [&](int) { twins.spawn({square(random.uniform(0, 39), 20)}); });
}

TEST(FewChanges, ReachRowsThatWereEmpty) {
    scenes::Generator random(12);
    Twins twins;
    std::vector<Aabb> boxes = squares(1500, 39, random);
    for (Aabb& box : boxes)
        if (box.max.y > 15 && box.min.y < 25) box = square(5, 5);
    twins.spawn(boxes);
    twins.commit();

    twins.expect_equal_after(120, [&](int) {
        twins.move(twins.ids[random.below(1500)], square(random.uniform(0, 39), random.uniform(15, 25)));
    });
}

// A large box has its row read by every search, and a prop is joined with packets of agents.
TEST(FewChanges, BesidePropsAndGiants) {
    scenes::Generator random(13);
    Twins twins;
    twins.spawn(squares(1500, 39, random));
    twins.spawn({square(10, 10, 3), square(20, 30, 3), square(35, 5, 20)});
    twins.commit();

    twins.expect_equal_after(160, [&](int i) {
        const Id id = twins.ids[random.below(1500)];
        const float half = i % 40 == 3 ? 1.5f : 0.4f;
        twins.move(id, square(random.uniform(0, 39), random.uniform(0, 39), half));
    });
}

// The few are changed in place, and then all of them: rows with room take more positions than before.
TEST(FewChanges, ComeTogetherWithAMoveOfAll) {
    scenes::Generator random(17);
    Twins twins;
    twins.spawn(squares(300, 17, random));
    twins.commit();
    std::vector<Aabb> boxes;

    twins.expect_equal_after(200, [&](int) {
        const std::vector<Id> gone = {twins.ids[random.below(static_cast<std::uint32_t>(twins.ids.size()))]};
        (void)twins.model.despawn(gone);
        (void)twins.world.despawn(gone);
        std::erase(twins.ids, gone[0]);
        twins.spawn({square(random.uniform(0, 17), random.uniform(0, 17))});
        boxes = squares(twins.world.slot_count(), 17, random);
        twins.model.move_all(boxes);
        ASSERT_TRUE(twins.world.move_all(boxes));
    });
}

TEST(FewChanges, OfTheNextVersionLeaveSnapshotsAsTheyAre) {
    scenes::Generator random(14);
    Twins twins;
    twins.spawn(squares(1500, 39, random));
    twins.commit();

    std::vector<std::pair<WorldSnapshot, oracle::WorldContent>> held;
    for (int i = 0; i < 60; ++i) {
        twins.move(twins.ids[random.below(1500)], square(random.uniform(0, 39), random.uniform(0, 39)));
        twins.spawn({square(random.uniform(0, 39), random.uniform(0, 39))});
        twins.commit();
        if (i % 7 == 0) held.emplace_back(twins.world.snapshot(), twins.model.now());
        if (held.size() == 4) held.erase(held.begin() + random.below(4));
    }

    twins.expect_equal(1);
    for (const auto& [snapshot, content] : held) expect_content(snapshot, content);
}

TEST(FewChanges, NeedNoMemoryOnceTheyAreUsual) {
    scenes::Generator random(15);
    CountingMemory memory;
    Twins twins(WorldDesc{.memory = memory.memory()});
    std::vector<Aabb> boxes = squares(2000, 45, random);
    twins.spawn(boxes);
    twins.commit();
    // Two change places, so that no row has more elements than before.
    const auto step = [&] {
        const std::uint32_t one = random.below(2000), other = (one + 1 + random.below(1999)) % 2000;
        std::swap(boxes[one], boxes[other]);
        twins.move(twins.ids[one], boxes[one]);
        twins.move(twins.ids[other], boxes[other]);
        twins.commit();
    };
    for (int i = 0; i < 300; ++i) step();

    const auto before = memory.requests();
    for (int i = 0; i < 200; ++i) step();

    EXPECT_EQ(memory.requests(), before);

    // A row that is fuller than ever needs some.
    for (int i = 0; i < 200; ++i) {
        twins.move(twins.ids[random.below(2000)], square(random.uniform(0, 45), random.uniform(0, 45)));
        twins.commit();
    }
    EXPECT_LE(memory.requests(), before + 60);
}

// Where two stores alternate, as in a World, most of each one stays.
TEST(FewChanges, WriteOnlyTheirRows) {
    scenes::Generator random(16);
    RowGridChange change({});
    RowGridStore stores[2]{RowGridStore(RowGridDesc{}), RowGridStore(RowGridDesc{})};
    for (RowGridStore& store : stores) {
        store.set_kind(RowGridStore::Kind::Boxes);
        store.changes_in_place = true;
    }
    const auto source = [](const std::vector<Aabb>& boxes) {
        return *box_source_of(BoxView(std::span<const Aabb>(boxes)), 0);
    };
    const std::vector<Aabb> boxes = squares(20'000, 141, random);
    std::vector<Slot> slots(boxes.size());
    for (Slot slot = 0; slot < slots.size(); ++slot) slots[slot] = slot;
    ASSERT_TRUE(change.insert(stores[0], stores[0], slots, source(boxes), serial()));

    std::size_t now = 0, relaid = 0;
    for (int i = 0; i < 100; ++i) {
        const std::vector<Slot> slot{random.below(20'000)};
        const std::vector<Aabb> to = squares(1, 141, random);
        const RowGridStore& from = stores[now];
        RowGridStore& into = stores[1 - now];
        ASSERT_TRUE(change.move(from, into, slot, source(to), serial()));
        ASSERT_TRUE(into.valid());
        std::size_t written = 0;
        for (std::size_t r = 0; r < from.rows.size(); ++r) written += from.row_editions[r] != into.row_editions[r];
        relaid += from.layout != into.layout;
        EXPECT_LE(from.layout == into.layout ? written : 0, 2u);
        now = 1 - now;
    }

    EXPECT_LE(relaid, 3u);

    // A value that only a copy of its row would replace.
    const RowGridStore& from = stores[now];
    RowGridStore& into = stores[1 - now];
    ASSERT_EQ(from.layout, into.layout);
    std::uint32_t row = 0;
    while (from.rows[row].size == 0 || from.row_editions[row] != into.row_editions[row]) ++row;
    float& kept = into.front.columns().min_x[from.rows[row].begin];
    const float before = std::exchange(kept, 12'345.f);
    const std::uint32_t other = row + 3;
    const std::vector<Slot> slot{from.elements().slots[from.rows[other].begin]};
    const std::vector<Aabb> stays{from.box_of(slot[0])};
    ASSERT_TRUE(change.move(from, into, slot, source(stays), serial()));
    EXPECT_EQ(kept, 12'345.f);
    kept = before;
    EXPECT_TRUE(into.valid());
}

} // namespace
} // namespace throng::test
