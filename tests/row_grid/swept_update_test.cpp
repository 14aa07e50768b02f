// SPDX-License-Identifier: MIT
// An update of a row grid sweeps over the arrays, unless a box is faulty: then boxes wait in rows. The
// results are the same: only the time differs.
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/cancelling_executor.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/thread_executor.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

constexpr std::size_t crowd_size = 140'000; // more than 512 KB of boxes, so that their order is looked at

struct Place {
    const char* name;
    float width, height;
    bool points;
    float cell_size = 1, across = 0.7f; // of a step
};

// Walks of boxes that are in no order.
class Walk {
public:
    explicit Walk(const Place& place) : place_(place) {
        for (std::size_t i = 0; i < crowd_size; ++i) {
            const Vec2 at{random_.uniform(0, place_.width), random_.uniform(0, place_.height)};
            boxes.push_back({at, {at.x + random_.uniform(0, 0.8f), at.y + random_.uniform(0, 0.8f)}});
        }
    }
    // Most walk, a few jump anywhere, others stand still.
    void step() { step(place_.across); }
    void step(float across) {
        for (std::size_t i = 0; i < crowd_size; ++i) {
            Vec2 by{};
            if (i % 4 != 0) by = {random_.uniform(-across, across), random_.uniform(-0.1f, 0.1f)};
            if (i % 50 == 1) {
                by = {random_.uniform(0, place_.width) - boxes[i].min.x,
                      random_.uniform(0, place_.height) - boxes[i].min.y};
            }
            boxes[i] = {{boxes[i].min.x + by.x, boxes[i].min.y + by.y}, {boxes[i].max.x + by.x, boxes[i].max.y + by.y}};
        }
    }
    // One of `every` steps to a neighbouring column, or jumps anywhere; the others stand still.
    void step_of_few(std::size_t every) {
        for (std::size_t i = random_.below(static_cast<std::uint32_t>(every)); i < crowd_size; i += every) {
            Vec2 by{random_.uniform(-1, 1), 0};
            if (i % 3 == 0) {
                by = {random_.uniform(0, place_.width) - boxes[i].min.x,
                      random_.uniform(0, place_.height) - boxes[i].min.y};
            }
            boxes[i] = {{boxes[i].min.x + by.x, boxes[i].min.y + by.y}, {boxes[i].max.x + by.x, boxes[i].max.y + by.y}};
        }
    }
    // One row more than the walkers cross.
    RowGridDesc desc() const {
        return {.bounds = {{0, 0}, {place_.width, place_.height + 3}},
                .max_half_extent = place_.points ? 0.4f : 0.f,
                .cell_size = place_.cell_size};
    }

    std::vector<Aabb> boxes;

private:
    Place place_;
    scenes::Generator random_{5};
};

// change(view), of points or of boxes.
template <class Change> Status tell(const std::vector<Aabb>& boxes, bool points, Change&& change) {
    const BoxView view(boxes);
    return points ? change(view.a) : change(view);
}

class Swept : public testing::TestWithParam<simd::Isa> {
protected:
    const ForcedIsa forced_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Each, Swept, testing::ValuesIn(instruction_sets()),
                         [](const auto& isa) { return std::string(simd::name(isa.param)); });

// One more element, alone in a row. Its new box is faulty each time: with it boxes wait in the grid.
class SweptTwins {
public:
    SweptTwins(const Place& place, const Walk& walk)
        : points_(place.points), lonely_{{1, place.height + 2}, {1, place.height + 2}}, swept_(walk.desc()),
          waiting_(walk.desc()) {
        EXPECT_TRUE(tell(walk.boxes, points_, [&](const auto& items) { return swept_.build(items); }));
        EXPECT_TRUE(tell(with(walk.boxes, lonely_), points_, [&](const auto& items) { return waiting_.build(items); }));
    }
    void update(const std::vector<Aabb>& boxes, Status expected = {}) {
        ThreadExecutor two(2);
        const Status of_swept =
            tell(boxes, points_, [&](const auto& items) { return swept_.update(items, two.executor()); });
        ASSERT_TRUE(same_status(expected, of_swept));
        Status with_lonely = expected;
        with_lonely.faults = Fault::InvalidBounds;
        with_lonely.first = expected ? static_cast<Slot>(crowd_size) : expected.first;
        ++with_lonely.count;
        const Aabb faulty{{nan, nan}, {nan, nan}};
        const Status of_waiting =
            tell(with(boxes, faulty), points_, [&](const auto& items) { return waiting_.update(items, serial()); });
        ASSERT_TRUE(same_status(with_lonely, of_waiting));
        expect_alike();
    }
    void step(Walk& walk) {
        walk.step();
        update(walk.boxes);
    }
    void erase(const std::vector<Slot>& slots) {
        ASSERT_TRUE(swept_.erase(slots));
        ASSERT_TRUE(waiting_.erase(slots));
    }
private:
    void expect_alike() const {
        ASSERT_TRUE(swept_.validate());
        ASSERT_TRUE(waiting_.validate());
        std::vector<Slot> order(waiting_.order().begin(), waiting_.order().end());
        std::erase(order, static_cast<Slot>(crowd_size));
        ASSERT_TRUE(std::ranges::equal(swept_.order(), order));
        for (const Slot slot : order)
            ASSERT_TRUE(same_box(waiting_.bounds_of(slot), swept_.bounds_of(slot))) << "slot " << slot;
    }

    static std::vector<Aabb> with(std::vector<Aabb> boxes, const Aabb& last) {
        boxes.push_back(last);
        return boxes;
    }

    bool points_;
    Aabb lonely_;
    RowGrid swept_, waiting_;
};

// Wide cells are eight columns wide, as rows are long and hardly filled. The leavers of a cell of two tiles are found
// by a search of the cell; those of a full cell are marked.
constexpr Place places[] = {{"boxes", 370, 370, false},
                            {"points", 370, 370, true},
                            {"wide cells", 400'000, 4, false},
                            {"cells of two tiles", 370, 370, false, 5, 0.1f},
                            {"full cells", 370, 370, false, 30, 0.1f}};

TEST_P(Swept, ArraysAreTheSame) {
    for (const Place& place : places) {
        SCOPED_TRACE(place.name);
        Walk walk(place);
        SweptTwins twins(place, walk);
        for (int tick = 0; tick < 3; ++tick) ASSERT_NO_FATAL_FAILURE(twins.step(walk));
    }
}

// Rows of few changes are copied in pieces: rows without any, with one or some, and with as many as are laid out anew;
// rows of hundreds of elements, of thousands and of a few.
TEST_P(Swept, ArraysOfWhomFewMoveAreTheSame) {
    constexpr Place few_move[] = {{"rows of hundreds", 370, 370, false},
                                  {"points", 370, 370, true},
                                  {"rows of thousands", 4000, 34, false},
                                  {"rows of a few", 6, 20'000, false},
                                  {"full cells", 370, 370, false, 30}};
    for (const Place& place : few_move) {
        SCOPED_TRACE(place.name);
        Walk walk(place);
        SweptTwins twins(place, walk);
        for (const std::size_t every : {1'000'000u, 1000u, 100u, 20u}) {
            walk.step_of_few(every);
            ASSERT_NO_FATAL_FAILURE(twins.update(walk.boxes));
        }
    }
}

// The boxes of absent slots may be anything.
TEST_P(Swept, ArraysOfWhomSomeAreAbsentAreTheSame) {
    Walk walk(places[0]);
    SweptTwins twins(places[0], walk);
    std::vector<Slot> absent;
    for (std::size_t i = 0; i < crowd_size; i += 7) absent.push_back(static_cast<Slot>(i));
    ASSERT_NO_FATAL_FAILURE(twins.erase(absent));
    for (const Slot slot : absent) walk.boxes[slot].min.x = nan;
    for (int tick = 0; tick < 2; ++tick) ASSERT_NO_FATAL_FAILURE(twins.step(walk));
}

TEST_P(Swept, FaultyBoxesLeaveTheOldOnes) {
    Walk walk(places[0]);
    SweptTwins twins(places[0], walk);
    for (std::size_t tick = 0; tick < 4; ++tick) {
        walk.step();
        std::vector<Aabb> told = walk.boxes;
        if (tick == 1) told[77'777].max.y = infinity, told[crowd_size - 1].min.x = nan;
        const Status expected = tick == 1 ? faulty_item(Fault::InvalidBounds, 77'777, 2) : Status{};
        ASSERT_NO_FATAL_FAILURE(twins.update(told, expected));
    }
}

class SweptGrid : public testing::Test {
protected:
    // All but slot 7.
    void SetUp() override {
        std::vector<Slot> slots(crowd_size - 1);
        std::iota(slots.begin(), slots.end(), 0u);
        slots[7] = crowd_size - 1;
        std::vector<Aabb> boxes = walk.boxes;
        boxes[7] = boxes.back();
        boxes.pop_back();
        for (RowGrid* const each : {&grid, &before, &after}) ASSERT_TRUE(each->insert(slots, boxes));
    }

    std::vector<Aabb> content(const RowGrid& of) const {
        std::vector<Aabb> boxes;
        for (const Slot slot : of.order()) boxes.push_back(of.bounds_of(slot));
        return boxes;
    }
    bool is_as(const RowGrid& other) const {
        return std::ranges::equal(grid.order(), other.order()) &&
               std::ranges::equal(content(grid), content(other), same_box);
    }

    CountingMemory memory;
    Walk walk{places[0]};
    RowGrid grid{[&] {
        RowGridDesc desc = walk.desc();
        desc.memory = memory.memory();
        return desc;
    }()};
    RowGrid before{walk.desc()}, after{walk.desc()}; // an update
};

// All boxes side by side are one block of 16 bytes each: the sweep has happened. It minds no boxes of absent slots, and
// so none waits in the grid, which would take as much again.
TEST_F(SweptGrid, TakesNoMemoryOnceItIsWarm) {
    EXPECT_LT(memory.largest(), 16 * crowd_size);
    const auto update = [&] {
        walk.step(0.1f);
        walk.boxes[7].max.x = nan;
        ASSERT_TRUE(grid.update(walk.boxes, serial()));
    };
    for (int tick = 0; tick < 12; ++tick) update();
    EXPECT_GE(memory.largest(), 16 * crowd_size);
    const std::size_t requests = memory.requests(), bytes = grid.bytes();
    for (int tick = 0; tick < 3; ++tick) update();
    EXPECT_EQ(memory.requests(), requests);

    walk.boxes[8].max.x = nan; // now they wait
    ASSERT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 8), grid.update(walk.boxes, serial())));
    EXPECT_GT(grid.bytes(), bytes + 15 * crowd_size);
}

TEST_F(SweptGrid, TakesRoomForNewcomers) {
    const auto add_and_update = [&] {
        for (int i = 0; i < 16; ++i) walk.boxes.push_back(walk.boxes.back());
        std::vector<Slot> slots(16);
        std::iota(slots.begin(), slots.end(), static_cast<Slot>(grid.slot_count()));
        ASSERT_TRUE(grid.insert(slots, std::span(walk.boxes).last(16), serial()));
        ASSERT_TRUE(grid.update(walk.boxes, serial()));
    };
    ASSERT_TRUE(grid.update(walk.boxes, serial()));
    add_and_update();
    const std::size_t largest = memory.largest();
    EXPECT_GE(largest, 16 * crowd_size);
    for (int i = 0; i < 20; ++i) add_and_update();
    EXPECT_EQ(memory.largest(), largest); // all boxes side by side
    EXPECT_TRUE(grid.validate());
}

TEST_F(SweptGrid, RefusedMemoryChangesNothing) {
    walk.step();
    ASSERT_TRUE(after.update(walk.boxes));
    bool refused = true;
    for (std::size_t k = 1; refused; ++k) { // what was granted is kept for the next
        ASSERT_LT(k, 1000u);
        memory.refuse(k);
        const Status status = grid.update(walk.boxes, serial());
        refused = memory.refused();
        ASSERT_TRUE(same_status(refused ? failed_call(Fault::OutOfMemory) : Status{}, status)) << "request " << k;
        ASSERT_TRUE(is_as(refused ? before : after)) << "request " << k;
    }
    EXPECT_TRUE(grid.validate());
}

// An insert that fails when it has got part of its memory, for more elements or for more cells, leaves an update
// nothing to stumble over.
TEST(UpdateAfterRefusal, IsAsIfTheInsertHadNotBeenCalled) {
    constexpr float side = 200;
    scenes::Generator random(9);
    const auto anywhere = [&](std::size_t number, float from, float to) {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < number; ++i)
            boxes.push_back(predicates::box_around({random.uniform(0, side), random.uniform(from, to)}, {0.3f, 0.3f}));
        return boxes;
    };
    const std::vector<Aabb> boxes = anywhere(5000, 0, 40), more = anywhere(5000, 40, side);
    std::vector<Aabb> moved;
    for (const Aabb& box : boxes) {
        const Vec2 by{random.uniform(-0.2f, 0.2f), random.uniform(-0.2f, 0.2f)};
        moved.push_back({{box.min.x + by.x, box.min.y + by.y}, {box.max.x + by.x, box.max.y + by.y}});
    }
    std::vector<Slot> slots(more.size());
    std::iota(slots.begin(), slots.end(), static_cast<Slot>(boxes.size()));
    const RowGridDesc desc{.bounds = {{0, 0}, {side, side}}, .cell_size = 1};
    RowGrid untouched(desc);
    ASSERT_TRUE(untouched.build(boxes));
    ASSERT_TRUE(untouched.update(moved));
    bool refused = true;
    std::size_t k = 1;
    for (; refused; ++k) {
        ASSERT_LT(k, 1000u);
        CountingMemory memory;
        RowGridDesc counted = desc;
        counted.memory = memory.memory();
        RowGrid grid(counted);
        ASSERT_TRUE(grid.build(boxes));
        memory.refuse(k);
        const Status status = grid.insert(slots, more, serial());
        refused = memory.refused();
        ASSERT_TRUE(same_status(refused ? failed_call(Fault::OutOfMemory) : Status{}, status)) << "request " << k;
        if (!refused) break;
        memory.refuse(0);
        ASSERT_TRUE(grid.update(moved, serial()));
        ASSERT_TRUE(std::ranges::equal(grid.order(), untouched.order())) << "request " << k;
        ASSERT_TRUE(grid.validate());
    }
    EXPECT_GT(k, 20u);
}

TEST_F(SweptGrid, CancelledUpdatesAreWholeOrNothing) {
    walk.step();
    ASSERT_TRUE(after.update(walk.boxes));
    bool quit = true, done = false;
    for (int loops = 0; quit && !done; ++loops) {
        ASSERT_LT(loops, 50);
        CancellingExecutor cancelling{loops, 1};
        const Status status = grid.update(walk.boxes, cancelling.executor());
        quit = cancelling.quit, done = static_cast<bool>(status);
        ASSERT_TRUE(status || (quit && same_status(failed_call(Fault::Cancelled), status)));
        ASSERT_TRUE(is_as(status ? after : before)) << "host gives up in loop " << loops;
        EXPECT_EQ(loops < 2, quit && !done) << "the sweep and what gathers the arrivals can be cancelled";
    }
    EXPECT_TRUE(grid.validate());
}

} // namespace
} // namespace throng::test
