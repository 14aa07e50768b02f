// SPDX-License-Identifier: MIT
// Positions by slot, and copies of them: always the same, and only what was written is taken over where that is enough.
#include "engine/src/base/positions.hpp"
#include "support/counting_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace throng {
namespace {

using support::CountingMemory;

constexpr std::size_t slots = 1000;

struct Absent : Positions {
    explicit Absent(std::size_t count, Memory memory = {}) : Positions(memory) { EXPECT_TRUE(extend(count)); }
};

std::vector<std::uint32_t> content(const Positions& positions) {
    return {positions.data(), positions.data() + positions.size()};
}

void expect_same(const Positions& a, const Positions& b) { EXPECT_EQ(content(a), content(b)); }

/// Written past the marks: shows up in a copy of more than what was written.
void poke(Positions& positions, std::size_t slot) { positions.writable().positions[slot] = 4711; }

TEST(Positions, NewSlotsAreAbsent) {
    Absent positions(10);
    positions.set(3, 77);
    ASSERT_TRUE(positions.extend(slots));

    EXPECT_TRUE(has_slot(positions, 3));
    EXPECT_EQ(positions[3], 77u);
    for (Slot slot = 4; slot < slots; ++slot) ASSERT_FALSE(has_slot(positions, slot));
    EXPECT_FALSE(has_slot(positions, slots));
    ASSERT_TRUE(positions.extend(10));
    EXPECT_EQ(positions.size(), slots); // never fewer

    positions.reset(5);
    EXPECT_EQ(content(positions), std::vector<std::uint32_t>(5, kernels::no_position));
}

TEST(Positions, VersionsThatTakeTurnsTakeOverWhatWasWrittenAlone) {
    Absent one(slots);
    Positions other;
    ASSERT_TRUE(other.assign(one));
    poke(one, 500);
    Positions* const versions[] = {&other, &one};
    for (Slot turn = 0; turn < 20; ++turn) {
        Positions &now = *versions[turn % 2], &next = *versions[1 - turn % 2];
        now.begin_edition();
        now.set(turn * 47, turn);
        ASSERT_TRUE(next.assign(now));
        EXPECT_EQ(next[turn * 47], turn);
    }
    EXPECT_EQ(one[500], 4711u); // in a line that was not written to
    one.set(500, kernels::no_position);
    expect_same(one, other);
}

TEST(Positions, AVersionFartherBehindTakesOverAll) {
    Absent first(slots);
    Positions second, third;
    ASSERT_TRUE(second.assign(first));
    second.set(1, 11);
    ASSERT_TRUE(third.assign(second));
    third.set(900, 22);
    ASSERT_TRUE(first.assign(third)); // what the second wrote as well
    expect_same(first, third);
    EXPECT_EQ(first[1], 11u);
}

TEST(Positions, AVersionChangedAfterItWasCopiedTakesOverAll) {
    Absent original(slots);
    Positions copy;
    ASSERT_TRUE(copy.assign(original));
    copy.set(1, 11);
    original.begin_edition();
    original.set(900, 22); // of a change that was given up
    ASSERT_TRUE(original.assign(copy));
    expect_same(original, copy);
    EXPECT_FALSE(has_slot(original, 900));
}

TEST(Positions, AVersionThatBecameACopyOfAnotherTakesOverAll) {
    Absent original(slots), another(slots);
    Positions copy;
    ASSERT_TRUE(copy.assign(original));
    copy.set(1, 11);
    another.set(900, 22);
    ASSERT_TRUE(original.assign(another));
    ASSERT_TRUE(original.assign(copy));
    expect_same(original, copy);
}

TEST(Positions, CopiesFollowSlotsThatComeAndGo) {
    Absent one(slots);
    Positions other;
    for (Slot slot = 0; slot < slots; ++slot) one.set(slot, 7);
    ASSERT_TRUE(other.assign(one));
    one.reset(20);
    ASSERT_TRUE(other.assign(one));
    ASSERT_TRUE(other.extend(slots)); // there is room in the first for them, where something else was
    other.set(999, 1);
    ASSERT_TRUE(one.assign(other));
    expect_same(one, other);

    one.reset(7);
    ASSERT_TRUE(other.assign(one));
    expect_same(other, one);

    ASSERT_TRUE(other.extend(5000)); // and no room
    other.set(4999, 2);
    ASSERT_TRUE(one.assign(other));
    expect_same(one, other);
}

TEST(Positions, WhatIsMovedInIsWritten) {
    Absent one(slots);
    Positions other;
    ASSERT_TRUE(other.assign(one));
    Absent fresh(slots);
    fresh.set(300, 5);
    other = std::move(fresh);
    ASSERT_TRUE(one.assign(other));
    expect_same(one, other);
    EXPECT_EQ(one[300], 5u);
}

TEST(Positions, AfterARefusedCopyTheNextOneIsWhole) {
    CountingMemory memory;
    for (std::size_t refused = 1; refused <= 2; ++refused) {
        Absent one(20, memory.memory());
        Positions other(memory.memory());
        ASSERT_TRUE(other.assign(one));
        other.set(3, 33);
        ASSERT_TRUE(other.extend(slots));
        memory.refuse(refused);
        EXPECT_FALSE(one.assign(other));
        ASSERT_TRUE(memory.refused());
        ASSERT_TRUE(one.assign(other));
        expect_same(one, other);
    }
    EXPECT_EQ(memory.live_blocks(), 0u);
}

} // namespace
} // namespace throng
