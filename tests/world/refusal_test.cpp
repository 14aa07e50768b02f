// SPDX-License-Identifier: MIT
// A life of a World in which one request for memory is refused, or one parallel loop cancelled, at every point in turn:
// the call says so, all is as before, what is staged stays staged, and the same call succeeds then.
#include "scenes/crowd.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::CountingMemory;

/// A host that leaves half of its k-th loop undone; 0: none.
class FallibleHost {
public:
    Executor executor() noexcept { return {&run, this}; }
    void cancel(std::size_t k) noexcept { cancel_ = k == 0 ? 0 : loops_ + k, struck_ = false; }
    bool struck() const noexcept { return struck_; }

private:
    static void run(void* self, std::uint32_t count, Executor::Task* task, void* context) {
        auto& host = *static_cast<FallibleHost*>(self);
        const bool strikes = ++host.loops_ == host.cancel_;
        host.struck_ |= strikes;
        for (std::uint32_t i = 0; i < (strikes ? count / 2 : count); ++i) task(context, i);
    }
    std::size_t loops_ = 0, cancel_ = 0;
    bool struck_ = false;
};

struct Sizes {
    const char* name;
    std::size_t people, statics;
    Fault fault;                 // that strikes
    std::size_t stride;          // a prime: not every point is struck, but points of every step
    std::uint32_t tracked = ~0u; // WorldDesc::tracked
    std::size_t layers = 1;
    friend std::ostream& operator<<(std::ostream& out, const Sizes& sizes) { return out << sizes.name; }
};

struct Life {
    explicit Life(const Sizes& sizes)
        : crowd(sizes.people), hits(memory.memory()), pairs(memory.memory()), ended(memory.memory()), ids(sizes.people),
          still(sizes.statics), tracked(sizes.tracked), layers(sizes.layers) {
        for (std::size_t i = 0; i < sizes.statics; ++i) {
            const float x = static_cast<float>(i % 50) * 2, y = static_cast<float>(i / 50) * 2;
            walls.push_back({{x, y}, {x + 1, y + 0.5f}});
        }
        for (std::size_t i = 0; i < 100; ++i) some.push_back({static_cast<Slot>(3 * i), 1});
        crowd.step();
    }

    // Where not all is tracked, elements have a category that is not.
    std::vector<std::uint32_t> ones(std::size_t count) const {
        return std::vector<std::uint32_t>(tracked == ~0u ? 0 : count, 1);
    }

    std::vector<std::uint16_t> floors(std::size_t count, std::size_t first) const {
        std::vector<std::uint16_t> floors(layers == 1 ? 0 : count);
        for (std::size_t i = 0; i < floors.size(); ++i) floors[i] = static_cast<std::uint16_t>((first + i) % layers);
        return floors;
    }

    CountingMemory memory;
    FallibleHost host;
    Crowd crowd;
    World world;
    Hits hits;
    Pairs pairs, ended;
    std::vector<Id> ids, still;
    std::uint32_t tracked;
    std::size_t layers;
    std::vector<Id> some, come = std::vector<Id>(40);
    std::vector<Aabb> walls, by_slot;
    std::vector<Query> mixed;
    std::vector<WorldSnapshot> held;
    std::uint64_t told = 0; // all changes of overlaps so far
};

using Step = std::function<Status(Life&)>;

Status commit(Life& life) { return life.world.commit(life.host.executor()); }

Status tell(Life& life) {
    const Status status = life.world.overlaps_changed(life.pairs, life.ended, life.host.executor());
    if (status) life.told = life.told * 31 + life.pairs.hash() * 3 + life.ended.hash();
    return status;
}

// Boxes for all elements; some have grown out of their structure.
Status grow_all(Life& life) {
    life.by_slot.assign(life.world.slot_count(), Aabb{{3, 3}, {4, 4}});
    for (std::size_t i = 0; i < life.crowd.size(); ++i) {
        const float half = i % 5 == 0 ? 6.f : i % 97 == 1 ? 40.f : 0.4f;
        life.by_slot[i] = predicates::box_around({life.crowd.x[i], life.crowd.y[i]}, half);
    }
    return life.world.move_all(life.by_slot);
}

Status ask_mixed(Life& life) {
    life.mixed.clear();
    for (std::size_t i = 0; i < life.crowd.size(); ++i) {
        const Vec2 at{life.crowd.x[i], life.crowd.y[i]};
        life.mixed.push_back(i % 4 == 0   ? Query::nearest(at, 3, 9)
                             : i % 4 == 1 ? Query::within({at, 2})
                             : i % 4 == 2 ? Query::cone(at, {1, 2}, 0.5f, 3)
                                          : Query::cast({at, {2, 1}, 5}));
    }
    return life.world.query(life.mixed, life.hits, {}, life.host.executor());
}

std::vector<Step> steps() {
    return {
        [](Life& l) {
            return l.world.open({.agent_half_extent = 1,
                                 .prop_half_extent = 9,
                                 .track_overlaps = true,
                                 .tracked = l.tracked,
                                 .memory = l.memory.memory()});
        },
        [](Life& l) {
            return l.world.spawn(l.crowd.boxes(), Motion::Dynamic, l.ids, l.ones(l.ids.size()),
                                 l.floors(l.ids.size(), 0));
        },
        [](Life& l) {
            return l.world.spawn(l.walls, Motion::Static, l.still, l.ones(l.still.size()), l.floors(l.still.size(), 0));
        },
        commit,
        tell,
        [](Life& l) { return l.world.move(l.some, l.crowd.boxes().slice(50, 100)); },
        [](Life& l) { return l.world.categorize(l.some, std::vector<std::uint32_t>(100, 2)); },
        [](Life& l) { return l.layers == 1 ? Status{} : l.world.set_layers(l.some, l.floors(100, 1)); },
        [](Life& l) { return l.world.despawn(std::span(l.some).first(20)); },
        [](Life& l) {
            return l.world.spawn(l.crowd.boxes().slice(7, 40), Motion::Dynamic, l.come,
                                 std::vector<std::uint32_t>(40, 4));
        },
        commit,
        [](Life& l) { return l.held.push_back(l.world.snapshot()), Status{}; },
        tell,
        grow_all,
        commit, // whose changes are listed with those of the next one
        [](Life& l) {
            return l.layers == 1 ? Status{} : l.world.set_layers(std::span(l.still).subspan(10, 40), l.floors(40, 2));
        },
        [](Life& l) { return l.world.move(std::span(l.still).first(30), l.crowd.boxes().slice(0, 30)); },
        [](Life& l) { return l.world.despawn(std::span(l.still).subspan(20, 30)); },
        [](Life& l) { return l.world.spawn(l.crowd.boxes().slice(7, 40), Motion::Static, l.come); },
        commit,
        tell,
        [](Life& l) { return l.held.push_back(l.world.snapshot()), Status{}; },
        grow_all,
        [](Life& l) { return l.world.despawn(l.come); },
        commit,
        ask_mixed,
        [](Life& l) { return l.world.neighbors(2, l.hits, {.limit = 5}, l.host.executor()); },
        [](Life& l) { return l.world.pairs(l.pairs, {.order = Order::BySlot}, l.host.executor()); },
        tell,
        tell, // once more
    };
}

// By content alone: a structure that found no memory to reshape itself is as right as it was.
std::uint64_t state_of(const World& world) {
    std::uint64_t hash = world.size();
    const auto add = [&](std::uint64_t value) { hash = hash * 0x9E37'79B9'7F4A'7C15ull + value; };
    for (Slot slot = 0; slot < world.slot_count(); ++slot) {
        add(world.id_of(slot).generation);
        add(world.layer_of(slot));
    }
    Hits hits;
    Pairs pairs;
    EXPECT_TRUE(world.validate());
    for (const std::uint32_t mask : {~0u, 2u, 4u}) {
        EXPECT_TRUE(world.neighbors(1.5f, hits, {.mask = mask, .order = Order::BySlot, .distances = true}, serial()));
        add(hits.hash());
    }
    EXPECT_TRUE(world.pairs(pairs, {.static_static = true, .order = Order::BySlot}, serial()));
    add(pairs.hash());
    return hash;
}

// Several blocks.
const std::size_t thousands = many_asked() ? 5000 : 2200;

class WorldRefusal : public testing::TestWithParam<Sizes> {};
INSTANTIATE_TEST_SUITE_P(Of, WorldRefusal,
                         testing::Values(Sizes{"MemoryOfAFew", 400, 60, Fault::OutOfMemory, 1},
                                         Sizes{"MemoryOfAFewTracked", 1000, 60, Fault::OutOfMemory, 3, 4},
                                         Sizes{"MemoryWithManyStatic", 400, 2400, Fault::OutOfMemory, 7},
                                         Sizes{"MemoryOfLayers", 400, 60, Fault::OutOfMemory, 3, ~0u, 4},
                                         Sizes{"MemoryOfLayersWithManyStatic", 400, 5000, Fault::OutOfMemory, 11, ~0u,
                                               2},
                                         Sizes{"AHostOfLayers", 5000, 5000, Fault::Cancelled, 5, ~0u, 2},
                                         Sizes{"AHost", thousands, 2400, Fault::Cancelled, 5}),
                         testing::PrintToStringParamName());

TEST_P(WorldRefusal, AnywhereLeavesAllAsItWas) {
    const bool of_memory = GetParam().fault == Fault::OutOfMemory;
    const std::vector<Step> all = steps();
    std::vector<std::uint64_t> states = {state_of(World())};
    Life clean(GetParam());
    for (const Step& step : all) {
        ASSERT_TRUE(step(clean));
        states.push_back(state_of(clean.world));
    }

    std::size_t told = 0;
    const std::size_t stride = everything_asked() ? 1 : GetParam().stride * (instrumented ? 5 : 1);
    bool struck = true;
    for (std::size_t k = 1; struck; k += stride) {
        SCOPED_TRACE(testing::Message() << "at " << k);
        ASSERT_LT(k, 5000u) << "endless";
        Life life(GetParam());
        if (of_memory) life.memory.refuse(k);
        if (!of_memory) life.host.cancel(k);
        struck = false;
        for (std::size_t s = 0; s < all.size(); ++s) {
            SCOPED_TRACE(testing::Message() << "step " << s);
            if (const Status status = all[s](life); !status) {
                ++told;
                struck = true;
                ASSERT_TRUE(same_status(failed_call(GetParam().fault), status));
                life.memory.refuse(0);
                ASSERT_EQ(state_of(life.world), states[s]);
                ASSERT_TRUE(all[s](life)) << "now it can";
                ASSERT_EQ(state_of(life.world), states[s + 1]);
            }
        }
        struck |= of_memory ? life.memory.refused() : life.host.struck(); // reshaping alone may do without
        life.memory.refuse(0);
        ASSERT_EQ(state_of(life.world), states.back());
        ASSERT_EQ(life.told, clean.told);
        for (std::size_t i = 0; i < life.held.size(); ++i) {
            ASSERT_TRUE(life.held[i].validate());
            Hits one, other;
            ASSERT_TRUE(life.held[i].neighbors(1.5f, one, {.order = Order::BySlot}, serial()));
            ASSERT_TRUE(clean.held[i].neighbors(1.5f, other, {.order = Order::BySlot}, serial()));
            ASSERT_EQ(one.hash(), other.hash()) << "snapshot " << i;
        }
    }
    EXPECT_GT(told, of_memory ? 50u / stride : 5u / stride);
}

// The version that a commit is made in may be up to date already, and is changed where it stands. A commit that fails
// then leaves it half changed, while others may be copies of what it was.
TEST(WorldRefusalOfACommit, InAVersionThatWasUpToDateIsForgotten) {
    // With the k-th request of the last commit refused, if there are so many.
    const auto live = [](int commits_between, std::size_t k, bool& refused) {
        Life life({"", 400, 2400, Fault::None, 1});
        std::vector<Id> more(200);
        EXPECT_TRUE(life.world.open({.memory = life.memory.memory()}));
        EXPECT_TRUE(life.world.spawn(life.crowd.boxes(), Motion::Dynamic, life.ids));
        EXPECT_TRUE(life.world.spawn(life.walls, Motion::Static, life.still));
        EXPECT_TRUE(commit(life));
        EXPECT_TRUE(
            life.world.spawn(life.crowd.boxes().slice(7, 40), Motion::Static, life.come)); // apart from the others
        EXPECT_TRUE(commit(life));
        for (int i = 0; i < commits_between; ++i) { // from the first on both versions hold the same static elements
            EXPECT_TRUE(life.world.move(life.some, life.crowd.boxes().slice(50, 100)));
            EXPECT_TRUE(commit(life));
        }
        EXPECT_TRUE(life.world.despawn(std::span(life.come).first(9)));
        EXPECT_TRUE(life.world.spawn(life.crowd.boxes().slice(60, 200), Motion::Static, more));
        const std::uint64_t before = state_of(life.world);
        life.memory.refuse(k);
        refused = !commit(life);
        life.memory.refuse(0);
        if (refused) {
            EXPECT_EQ(state_of(life.world), before);
            EXPECT_TRUE(commit(life));
        }
        return state_of(life.world);
    };
    for (const int commits_between : {1, 2}) {
        bool refused = false;
        const std::uint64_t wanted = live(commits_between, 0, refused);
        std::size_t k = 0;
        do {
            ASSERT_LT(++k, 1000u) << "endless";
            ASSERT_EQ(live(commits_between, k, refused), wanted)
                << commits_between << " commits between, request " << k;
        } while (refused);
        EXPECT_GT(k, 5u);
    }
}

} // namespace
} // namespace throng::test
