// SPDX-License-Identifier: MIT
// HierarchicalBitset against std::set: every function, around every border between levels.
#include "engine/src/base/access.hpp"
#include "support/counting_memory.hpp"

#include <throng/hierarchical_bitset.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace throng {
namespace {

using support::CountingMemory;
using Slots = std::set<Slot>;

// Where a level begins to need another word, and where the set begins to need another level.
constexpr std::size_t sizes[] = {0, 1, 63, 64, 65, 127, 128, 4095, 4096, 4097, 262143, 262144, 262145};

HierarchicalBitset made_of(std::size_t size, const Slots& slots) {
    HierarchicalBitset set(size);
    for (const Slot slot : slots) set.set(slot);
    return set;
}

std::vector<std::pair<Slot, Slot>> runs_of(const Slots& slots) {
    std::vector<std::pair<Slot, Slot>> runs;
    for (const Slot slot : slots) {
        if (!runs.empty() && runs.back().second + 1 == slot)
            runs.back().second = slot;
        else
            runs.emplace_back(slot, slot);
    }
    return runs;
}

// Everything that can be read of `set` must be what `slots` says.
void expect_equal(const HierarchicalBitset& set, std::size_t size, const Slots& slots) {
    ASSERT_EQ(set.size(), size);
    ASSERT_EQ(set.count(), slots.size());
    ASSERT_EQ(set.any(), !slots.empty());

    Slots members;
    for (Slot slot = set.next(0); slot != no_slot; slot = set.next(slot + 1)) members.insert(members.end(), slot);
    ASSERT_EQ(members, slots);

    std::vector<std::pair<Slot, Slot>> runs;
    for (Run run = set.next_run(0); run.first != no_slot; run = set.next_run(run.last + 1))
        runs.emplace_back(run.first, run.last);
    ASSERT_EQ(runs, runs_of(slots));

    const kernels::BitsetView view = Access::view(set);
    struct Baseline;
    for (std::size_t slot = 0; slot < size + 130; slot += slot < 200 || slot + 200 > size ? 1 : 97) {
        const bool member = slots.contains(static_cast<Slot>(slot));
        ASSERT_EQ(set.test(static_cast<Slot>(slot)), member) << slot;
        ASSERT_EQ(kernels::contains<Baseline>(view, static_cast<Slot>(slot)), member) << slot;
    }
}

// Random members in clusters, so that words are empty, full and in between.
class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t limit) { return random_() % std::max<std::size_t>(limit, 1); }

    // Often next to a border of words or levels, and sometimes outside the set.
    Slot slot(std::size_t size) {
        static constexpr std::size_t borders[] = {64, 128, 4096, 8192, 262144};
        if (below(3) == 0) return static_cast<Slot>(borders[below(std::size(borders))] - 2 + below(4));
        return static_cast<Slot>(below(size + 3));
    }
    Run run(std::size_t size) {
        const Slot first = slot(size);
        const std::size_t length = below(10) == 0 ? below(9000) : below(200);
        return {first, static_cast<Slot>(first + length)};
    }
    Slots slots(std::size_t size) {
        Slots slots;
        for (std::size_t clusters = below(6); clusters > 0; --clusters) {
            const Run run = this->run(size);
            const std::size_t step = 1 + below(2) * below(100);
            for (std::size_t s = run.first; s <= run.last && s < size; s += step) slots.insert(static_cast<Slot>(s));
        }
        return slots;
    }

private:
    std::mt19937 random_;
};

// A set and what it should be; changed side by side.
struct Twins {
    explicit Twins(std::size_t n) : set(n), size(n) {}
    HierarchicalBitset set;
    std::size_t size;
    Slots slots;

    void change(Dice& dice) {
        switch (dice.below(12)) {
        case 0:
        case 1: {
            const Slot slot = dice.slot(size);
            set.set(slot);
            if (slot < size) slots.insert(slot);
            return;
        }
        case 2: {
            const auto place = slots.lower_bound(dice.slot(size));
            const Slot slot = place == slots.end() ? dice.slot(size) : *place;
            set.reset(slot);
            slots.erase(slot);
            return;
        }
        case 3:
        case 4:
        case 5: {
            const Run run = dice.run(size);
            set.set_run(run);
            for (std::size_t s = run.first; s <= run.last && s < size; ++s) slots.insert(static_cast<Slot>(s));
            return;
        }
        case 6: return combine(dice, &HierarchicalBitset::unite, [](bool mine, bool other) { return mine || other; });
        case 7:
            return combine(dice, &HierarchicalBitset::intersect, [](bool mine, bool other) { return mine && other; });
        case 8:
            return combine(dice, &HierarchicalBitset::subtract, [](bool mine, bool other) { return mine && !other; });
        case 9: {
            size = dice.below(2) == 0 ? sizes[dice.below(std::size(sizes))] : dice.below(size + 5000);
            EXPECT_TRUE(set.resize(size));
            slots.erase(slots.lower_bound(static_cast<Slot>(size)), slots.end());
            return;
        }
        case 10: {
            const std::size_t other_size = sizes[dice.below(std::size(sizes))];
            const Slots other = dice.slots(other_size);
            EXPECT_TRUE(set.assign(made_of(other_size, other)));
            size = other_size;
            slots = other;
            return;
        }
        default:
            if (dice.below(4) != 0) return;
            set.clear();
            slots.clear();
        }
    }

    template <class Law>
    void combine(Dice& dice, void (HierarchicalBitset::*function)(const HierarchicalBitset&) noexcept, Law&& law) {
        const std::size_t other_size = dice.below(2) == 0 ? size : sizes[dice.below(std::size(sizes))];
        const Slots other = dice.slots(other_size);
        const HierarchicalBitset other_set = made_of(other_size, other);

        Slots either = slots, expected;
        either.insert(other.begin(), other.end());
        for (const Slot s : either)
            if (s < size && law(slots.contains(s), other.contains(s))) expected.insert(expected.end(), s);
        const bool meet = std::any_of(other.begin(), other.end(), [&](Slot s) { return slots.contains(s); });

        EXPECT_EQ(set.intersects(other_set), meet);
        EXPECT_EQ(other_set.intersects(set), meet);
        (set.*function)(other_set);
        slots = expected;
        expect_equal(other_set, other_size, other);
    }
};

TEST(HierarchicalBitset, BehavesAsAStandardSetThroughRandomChanges) {
    for (const std::size_t size : sizes)
        for (unsigned seed = 1; seed <= 4; ++seed) {
            Dice dice(seed + static_cast<unsigned>(size));
            Twins twins(size);
            for (int step = 0; step < 120; ++step) {
                SCOPED_TRACE(testing::Message() << "size " << size << ", seed " << seed << ", step " << step);
                twins.change(dice);
                expect_equal(twins.set, twins.size, twins.slots);
                if (HasFatalFailure() || HasNonfatalFailure()) return;
            }
        }
}

TEST(HierarchicalBitset, ARunOverABorderComesBackAsOneRun) {
    for (const Slot border : {64u, 4096u, 262144u}) {
        HierarchicalBitset set(border + 200);

        set.set_run({border - 60, border + 60});

        const auto run = set.next_run(0);
        EXPECT_EQ(run.first, border - 60);
        EXPECT_EQ(run.last, border + 60);
        EXPECT_EQ(set.next_run(border).first, border);
        EXPECT_EQ(set.next_run(border + 61).first, no_slot);
    }
}

TEST(HierarchicalBitset, AFullSetIsOneRun) {
    for (const std::size_t size : sizes) {
        HierarchicalBitset set(size);

        set.set_run({0, no_slot});

        EXPECT_EQ(set.count(), size);
        EXPECT_EQ(set.next_run(0).first, size == 0 ? no_slot : 0);
        EXPECT_EQ(set.next_run(0).last, size == 0 ? no_slot : static_cast<Slot>(size - 1));
    }
}

TEST(HierarchicalBitset, AnEmptyRunSetsNothing) {
    HierarchicalBitset set(100);

    set.set_run({5, 4});
    set.set_run({});
    set.set_run({100, 200});

    EXPECT_FALSE(set.any());
}

TEST(HierarchicalBitset, FiveLevelsFindTheirWayUpAndDown) {
    constexpr Slot far = 64 * 64 * 64 * 64;
    HierarchicalBitset set(far + 2);

    set.set(3);
    set.set_run({far - 1, far + 1});

    EXPECT_EQ(set.next(0), 3u);
    EXPECT_EQ(set.next(4), far - 1);
    EXPECT_EQ(set.next_run(4).last, far + 1);
    EXPECT_EQ(set.next(far + 2), no_slot);
    EXPECT_EQ(set.next(no_slot), no_slot);
}

TEST(HierarchicalBitset, ASetCombinesWithItself) {
    const Slots slots{0, 63, 64, 100, 4095, 4096, 5000};
    HierarchicalBitset set = made_of(5001, slots);

    set.unite(set);
    expect_equal(set, 5001, slots);
    set.intersect(set);
    expect_equal(set, 5001, slots);
    EXPECT_TRUE(set.intersects(set));
    EXPECT_TRUE(set.assign(set));
    expect_equal(set, 5001, slots);
    set.subtract(set);
    expect_equal(set, 5001, {});
    EXPECT_FALSE(set.intersects(set));
}

TEST(HierarchicalBitset, AMovedFromSetReadsAsEmptyAndRefusesChanges) {
    const Slots slots{1, 70};
    HierarchicalBitset from = made_of(100, slots);

    HierarchicalBitset to(std::move(from));

    expect_equal(to, 100, slots);
    expect_equal(from, 0, {}); // NOLINT(bugprone-use-after-move): this is the promise
    EXPECT_EQ(from.resize(10).faults, Fault::InvalidArgument);
    EXPECT_EQ(from.assign(to).faults, Fault::InvalidArgument);
    from.set(1);
    from.set_run({0, 5});
    from.reset(1);
    from.clear();
    from.unite(to);
    from.intersect(to);
    from.subtract(to);
    EXPECT_FALSE(from.intersects(to));
    EXPECT_FALSE(to.intersects(from));
    EXPECT_EQ(Access::view(from).size, 0u);

    to.subtract(from);
    to.unite(from);
    expect_equal(to, 100, slots);
    from = std::move(to);
    expect_equal(from, 100, slots);
    EXPECT_TRUE(to.intersects(from) == false); // NOLINT(bugprone-use-after-move)
}

TEST(HierarchicalBitset, ASetOfMoreSlotsThanThereAreIsRefused) {
    constexpr std::size_t too_many = std::size_t{no_slot} + 1;
    EXPECT_THROW(HierarchicalBitset{too_many}, std::length_error);

    HierarchicalBitset set = made_of(100, {7});
    const Status status = set.resize(too_many);

    EXPECT_EQ(status.faults, Fault::OutOfCapacity);
    EXPECT_FALSE(status.applied());
    expect_equal(set, 100, {7});
}

TEST(HierarchicalBitset, WithoutMemoryNothingChanges) {
    const Slots slots{0, 64, 4999};
    const HierarchicalBitset larger = made_of(300000, {299999});
    CountingMemory memory;
    std::size_t refused = 0;
    for (std::size_t k = 1;; ++k) {
        memory.refuse(0);
        HierarchicalBitset set(5000, memory.memory());
        for (const Slot slot : slots) set.set(slot);
        memory.refuse(k);

        const bool by_resize = k % 2 == 0;
        const Status status = by_resize ? set.resize(300000) : set.assign(larger);

        if (!memory.refused()) {
            EXPECT_TRUE(status);
            expect_equal(set, 300000, by_resize ? slots : Slots{299999});
            break;
        }
        ++refused;
        EXPECT_EQ(status.faults, Fault::OutOfMemory);
        EXPECT_FALSE(status.applied());
        expect_equal(set, 5000, slots);
    }
    EXPECT_EQ(refused, 4u) << "four levels need larger blocks";
    EXPECT_EQ(memory.live_blocks(), 0u);
    EXPECT_FALSE(memory.mismatched());
}

TEST(HierarchicalBitset, AConstructorWithoutMemoryThrowsAndGivesAllBack) {
    CountingMemory memory;
    for (std::size_t k = 1; k <= 4; ++k) {
        memory.refuse(k);
        EXPECT_THROW(HierarchicalBitset(5000, memory.memory()), std::bad_alloc) << k;
        EXPECT_EQ(memory.live_blocks(), 0u);
    }
    memory.refuse(5);
    EXPECT_NO_THROW(HierarchicalBitset(5000, memory.memory()));
    EXPECT_FALSE(memory.mismatched());
}

TEST(HierarchicalBitset, WithinItsLargestSizeItAllocatesNothing) {
    CountingMemory memory;
    HierarchicalBitset set(300000, memory.memory());
    const HierarchicalBitset other = made_of(299999, {1, 2, 3});
    const std::size_t before = memory.requests();

    EXPECT_TRUE(set.resize(10));
    EXPECT_TRUE(set.resize(300000));
    EXPECT_TRUE(set.assign(other));
    set.set_run({0, 250000});
    set.intersect(other);
    set.clear();

    EXPECT_EQ(memory.requests(), before);
}

TEST(HierarchicalBitset, HasNoMemberInWhatLiesBehindItsMemory) {
    constexpr std::size_t behind = 64;
    const auto allocate = [](void*, std::size_t bytes, std::size_t alignment) {
        void* const block = std::aligned_alloc(alignment, (bytes + behind + alignment - 1) / alignment * alignment);
        if (block) std::memset(block, 0xFF, bytes + behind);
        return block;
    };
    const Memory filled{allocate, [](void*, void* block, std::size_t, std::size_t) { std::free(block); }};
    for (const Slot size : {64u, 128u, 4096u, 262144u}) {
        HierarchicalBitset set(size, filled);
        EXPECT_EQ(set.next(size), no_slot);
        EXPECT_EQ(set.next(size - 1), no_slot);
        set.set(size - 1);
        EXPECT_EQ(set.next(size - 1), size - 1);
        EXPECT_EQ(set.next(size), no_slot);
    }
}

TEST(HierarchicalBitset, TakesAsMuchMemoryAsItSays) {
    CountingMemory memory;

    const HierarchicalBitset set(1 << 20, memory.memory());

    EXPECT_LE(memory.live_bytes(), (std::size_t{1} << 20) * 65 / 512 + 1024);
}

} // namespace
} // namespace throng
