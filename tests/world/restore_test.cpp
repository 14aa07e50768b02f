// SPDX-License-Identifier: MIT
// A world that goes back to a snapshot goes on from there as it did before: every id, answer and order again.
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "support/pool_executor.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

/// All that a game sees of one tick.
struct Seen {
    std::vector<Id> spawned;
    std::uint64_t content, neighbors, pairs, begun, ended;
    friend bool operator==(const Seen&, const Seen&) = default;
};

/// A game of which each tick follows from the world, the number of the tick and the timeline alone.
class Game {
public:
    Game(const WorldDesc& desc, std::uint32_t population, std::uint16_t layers)
        : layers_(layers), side_(std::sqrt(static_cast<float>(population))), world(desc) {
        scenes::Generator random(7);
        std::vector<Aabb> boxes(population), walls(population / 20);
        for (Aabb& box : boxes) box = some_box(random);
        for (Aabb& box : walls) box = some_box(random);
        (void)spawn(boxes, Motion::Dynamic, random);
        (void)spawn(walls, Motion::Static, random);
        EXPECT_TRUE(world.commit());
        Pairs begun, ended;
        EXPECT_TRUE(world.overlaps_changed(begun, ended));
    }

    Seen tick(std::uint32_t number, std::uint32_t timeline, Executor executor) {
        scenes::Generator random(number * 1000 + timeline);
        std::vector<Slot> live(world.size());
        EXPECT_TRUE(world.live_slots(live));
        std::vector<Id> ids(live.size());
        EXPECT_TRUE(world.ids_of(live, ids));
        std::vector<Aabb> by_slot(world.slot_count());
        const float far = random.below(4) == 0 ? 30.f : 0.3f; // some ticks scatter all elements
        for (Slot slot = 0; slot < by_slot.size(); ++slot) {
            const Aabb b = world.bounds_of(slot);
            const float x = random.uniform(-far, far), y = random.uniform(-far, far);
            by_slot[slot] = {{b.min.x + x, b.min.y + y}, {b.max.x + x, b.max.y + y}};
        }
        std::vector<Id> gone;
        for (const Id id : ids)
            if (random.below(40) == 0) gone.push_back(id);
        EXPECT_TRUE(world.despawn(gone));
        if (random.below(3) == 0) {
            (void)spawn({some_box(random)}, Motion::Dynamic, random);
            world.discard();
        }
        Seen seen{};
        std::vector<Aabb> more(gone.size());
        for (Aabb& box : more) box = some_box(random);
        seen.spawned = spawn(more, random.below(5) == 0 ? Motion::Static : Motion::Dynamic, random);
        EXPECT_TRUE(world.commit(by_slot, executor));
        Hits hits;
        Pairs pairs, begun, ended;
        EXPECT_TRUE(world.neighbors(1, hits, {}, executor));
        EXPECT_TRUE(world.pairs(pairs, {}, executor));
        EXPECT_TRUE(world.overlaps_changed(begun, ended, executor));
        seen.content = world.hash();
        seen.neighbors = hits.hash(), seen.pairs = pairs.hash(), seen.begun = begun.hash(), seen.ended = ended.hash();
        return seen;
    }

private:
    Aabb some_box(scenes::Generator& random) {
        const float half = random.below(30) == 0 ? random.uniform(1, 12) : random.uniform(0.2f, 0.5f);
        const float x = random.uniform(0, side_), y = random.uniform(0, side_);
        return {{x - half, y - half}, {x + half, y + half}};
    }
    std::vector<Id> spawn(const std::vector<Aabb>& boxes, Motion motion, scenes::Generator& random) {
        std::vector<Id> ids(boxes.size());
        std::vector<std::uint16_t> in(layers_ > 1 ? boxes.size() : 0);
        for (std::uint16_t& layer : in) layer = static_cast<std::uint16_t>(random.below(layers_));
        EXPECT_TRUE(world.spawn(boxes, motion, ids, {}, in));
        return ids;
    }

    std::uint32_t layers_;
    float side_;

public:
    World world;
};

struct Course {
    std::uint32_t population;
    std::uint16_t layers;
    WorldDesc desc;
};

class Rollback : public testing::TestWithParam<Course> {};

TEST_P(Rollback, GivesTheSameTicksAgain) {
    support::PoolExecutor pool(3);
    const Executor executors[] = {serial(), pool.executor()};
    WorldDesc desc = GetParam().desc;
    desc.track_overlaps = true;
    Game game(desc, GetParam().population, GetParam().layers);
    constexpr std::uint32_t ticks = 20;
    std::vector<WorldSnapshot> before;
    std::vector<Seen> first;
    for (std::uint32_t t = 0; t < ticks; ++t) {
        before.push_back(game.world.snapshot());
        first.push_back(game.tick(t, 0, executors[t % 2]));
    }

    for (const std::uint32_t back_to : {0u, 7u, 15u, 1u, 19u}) {
        for (std::uint32_t t = 0; t < 5; ++t) (void)game.tick(t, 1 + back_to, serial()); // another future
        ASSERT_TRUE(game.world.restore(before[back_to]));
        Pairs begun, ended;
        ASSERT_TRUE(game.world.overlaps_changed(begun, ended));
        for (std::uint32_t t = back_to; t < ticks; ++t)
            ASSERT_EQ(game.tick(t, 0, executors[(t + 1) % 2]), first[t]) << "tick " << t << " from " << back_to;
        ASSERT_TRUE(game.world.validate());
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Rollback,
                         testing::Values(Course{3000, 1, {}}, Course{300, 1, {}}, Course{30, 1, {}},
                                         Course{3000, 1, {.agent_half_extent = 0.5f, .prop_half_extent = 4}},
                                         Course{2000, 3, {}}, Course{40, 40, {}}, Course{9000, 1, {.tag = 77}}));

TEST(Restore, DiscardsWhatIsStaged) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, row_of(3));
    const WorldSnapshot then = world.snapshot();
    const std::vector<Aabb> by_slot(3, box_at(99));
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[0]}));
    ASSERT_TRUE(world.move_all(by_slot));
    const std::vector<Id> staged = spawn(world, row_of(1));

    ASSERT_TRUE(world.restore(then));

    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.size(), 3u);
    EXPECT_EQ(left_of(world, ids[1]), 2);
    EXPECT_EQ(spawn(world, row_of(1)), staged) << "ids come again";
}

TEST(Restore, GivesDeadElementsTheirHandlesBack) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, row_of(2));
    const WorldSnapshot then = world.snapshot();
    ASSERT_TRUE(world.despawn(ids));
    ASSERT_TRUE(world.commit());
    const std::vector<Id> later = settle(world, row_of(3));

    ASSERT_TRUE(world.restore(then));

    EXPECT_TRUE(world.alive(ids[0]) && world.alive(ids[1]));
    EXPECT_FALSE(world.alive(later[0]));
    EXPECT_EQ(world.slot_count(), 2u);
}

// Sizes that were spawned later do not count any more.
TEST(Restore, GivesTheLearnedSizesBack) {
    const auto squares = [](std::size_t count, float side) {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i) {
            const float x = 2 * side * static_cast<float>(i);
            boxes.push_back({{x, 0}, {x + side, side}});
        }
        return boxes;
    };
    World world(WorldDesc{});
    (void)settle(world, squares(1000, 1));
    const WorldSnapshot then = world.snapshot();
    const Route first = world.route(settle(world, squares(1, 8))[0]);
    (void)settle(world, squares(20000, 8));
    const Route later = world.route(settle(world, squares(1, 8))[0]);
    ASSERT_NE(first, later);

    ASSERT_TRUE(world.restore(then));

    EXPECT_EQ(world.route(settle(world, squares(1, 8))[0]), first);
}

TEST(Restore, TakesNoMemoryAndLeavesTheSnapshotAsItWas) {
    CountingMemory memory;
    World world({.memory = memory.memory()});
    const std::vector<Id> ids = settle(world, row_of(1000));
    const WorldSnapshot then = world.snapshot();
    const std::uint64_t hash = then.hash();
    ASSERT_TRUE(world.move(std::vector<Id>{ids[5]}, std::vector<Aabb>{box_at(-7)}));
    ASSERT_TRUE(world.commit());
    const std::size_t requests = memory.requests();

    ASSERT_TRUE(world.restore(then));
    EXPECT_EQ(memory.requests(), requests);
    ASSERT_TRUE(world.move(std::vector<Id>{ids[6]}, std::vector<Aabb>{box_at(-9)}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(then.hash(), hash);
    EXPECT_EQ(left_of(world, ids[5]), 10);
    EXPECT_EQ(left_of(world, ids[6]), -9);
}

TEST(Restore, KeepsNoVersionThatNothingNeeds) {
    CountingMemory memory;
    World world(WorldDesc{.memory = memory.memory()});
    settle(world, row_of(4000));
    std::vector<WorldSnapshot> past;
    for (int tick = 0; tick < 24; ++tick) {
        ASSERT_TRUE(world.commit(row_of(4000)));
        past.push_back(world.snapshot());
    }
    const std::size_t with_snapshots = memory.live_bytes();

    for (WorldSnapshot& snapshot : past) {
        ASSERT_TRUE(world.restore(snapshot));
        snapshot = WorldSnapshot();
    }

    // The shown version and a spare one, of twenty-four.
    EXPECT_LT(memory.live_bytes(), with_snapshots / 3);
}

TEST(Restore, OfAnotherWorldNeedsTheSameDesc) {
    const Status refused = failed_call(Fault::InvalidArgument);
    World world({.tag = 1}), other({.tag = 1}), closed;
    const std::vector<Id> ids = settle(other, row_of(4));
    std::vector<Id> own = settle(world, row_of(1));
    WorldSnapshot then = other.snapshot();
    other = World();

    ASSERT_TRUE(world.restore(then));
    then = WorldSnapshot();

    EXPECT_EQ(world.size(), 4u);
    EXPECT_TRUE(world.alive(ids[3]));
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[3]}));
    ASSERT_TRUE(world.commit());
    ASSERT_TRUE(world.validate());
    World elsewhere({.origin = {500, -7}, .tag = 1});
    ASSERT_TRUE(elsewhere.restore(world.snapshot())) << "an origin is a part of the content";
    EXPECT_EQ(elsewhere.origin(), (DoubleVec2{0, 0}));
    EXPECT_TRUE(same_status(refused, world.restore(then))) << "empty";
    EXPECT_TRUE(same_status(refused, closed.restore(world.snapshot())));
}

/// Memory of which any part may be another one.
void* take_block(void*, std::size_t bytes, std::size_t alignment) {
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void* take_other_block(void* self, std::size_t bytes, std::size_t alignment) {
    return take_block(self, bytes, alignment);
}
void give_block(void*, void* block, std::size_t, std::size_t) { std::free(block); }
void give_other_block(void*, void* block, std::size_t, std::size_t) { std::free(block); }

TEST(Restore, OfAWorldOfOtherRulesIsRefusedWhateverMemberDiffers) {
    int self = 0, other_self = 0;
    const WorldDesc rules{.bounds = {{-9, -8}, {70, 80}},
                          .agent_half_extent = 1,
                          .prop_half_extent = 5,
                          .track_overlaps = true,
                          .tracked = 3,
                          .tracked_against = 5,
                          .capacity = {.elements = 100, .static_elements = 50, .hits = 1000},
                          .memory = {take_block, give_block, &self},
                          .tag = 1};
    struct Change {
        const char* member;
        void (*make)(WorldDesc&);
    };
    const Change changes[] = {
        {"bounds.min.x", [](WorldDesc& d) { d.bounds.min.x = -10; }},
        {"bounds.min.y", [](WorldDesc& d) { d.bounds.min.y = -10; }},
        {"bounds.max.x", [](WorldDesc& d) { d.bounds.max.x = 90; }},
        {"bounds.max.y", [](WorldDesc& d) { d.bounds.max.y = 90; }},
        {"agent_half_extent", [](WorldDesc& d) { d.agent_half_extent = 2; }},
        {"prop_half_extent", [](WorldDesc& d) { d.prop_half_extent = 6; }},
        {"track_overlaps", [](WorldDesc& d) { d.track_overlaps = false; }},
        {"tracked", [](WorldDesc& d) { d.tracked = 7; }},
        {"tracked_against", [](WorldDesc& d) { d.tracked_against = 7; }},
        {"track_across_layers", [](WorldDesc& d) { d.track_across_layers = true; }},
        {"capacity.elements", [](WorldDesc& d) { d.capacity.elements = 101; }},
        {"capacity.static_elements", [](WorldDesc& d) { d.capacity.static_elements = 51; }},
        {"capacity.hits", [](WorldDesc& d) { d.capacity.hits = 1001; }},
        {"memory.allocate", [](WorldDesc& d) { d.memory.allocate = take_other_block; }},
        {"memory.deallocate", [](WorldDesc& d) { d.memory.deallocate = give_other_block; }},
        {"tag", [](WorldDesc& d) { d.tag = 2; }},
    };
    World world(rules);
    (void)settle(world, row_of(4));
    const auto restored = [&](const WorldDesc& desc) {
        World other(desc);
        (void)settle(other, row_of(1));
        const Status status = other.restore(world.snapshot());
        EXPECT_EQ(other.size(), status ? 4u : 1u);
        return status;
    };

    for (const Change& change : changes) {
        SCOPED_TRACE(change.member);
        WorldDesc desc = rules;
        change.make(desc);
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), restored(desc)));
    }
    WorldDesc desc = rules;
    desc.memory.self = &other_self;
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), restored(desc))) << "memory.self";

    EXPECT_TRUE(restored(rules));
    support::PoolExecutor pool(2);
    desc = rules;
    desc.executor = pool.executor();
    EXPECT_TRUE(restored(desc)) << "threads decide nothing";
    desc = rules;
    desc.origin = {500, -7};
    EXPECT_TRUE(restored(desc)) << "an origin is a part of the content";
}

TEST(WorldHandles, OfBeforeOpenAreStale) {
    World world(WorldDesc{});
    const std::vector<Id> before = settle(world, row_of(3));
    (void)settle(world, row_of(3));

    ASSERT_TRUE(world.open(WorldDesc{}));
    const std::vector<Id> after = settle(world, row_of(6));
    for (const Id id : before) EXPECT_FALSE(world.alive(id));
    EXPECT_TRUE(same_status(faulty_item(Fault::StaleId, 0, 3), world.despawn(before)));
    EXPECT_EQ(after[0].slot, 0u);

    ASSERT_TRUE(world.open(WorldDesc{}));
    const WorldSnapshot empty = world.snapshot();
    (void)settle(world, row_of(6));
    ASSERT_TRUE(world.restore(empty));
    (void)settle(world, row_of(6));
    for (const Id id : before) EXPECT_FALSE(world.alive(id)) << "nor after a way back to its beginning";
    for (const Id id : after) EXPECT_FALSE(world.alive(id));

    world = World(WorldDesc{});
    (void)settle(world, row_of(6));
    for (const Id id : before) EXPECT_FALSE(world.alive(id));
    for (const Id id : after) EXPECT_FALSE(world.alive(id));
}

TEST(WorldHandles, OfAWorldWithAnotherTagAreStale) {
    World one({.tag = 1}), other({.tag = 2}), same({.tag = 1});
    const std::vector<Id> ids = settle(one, row_of(3));
    EXPECT_EQ(settle(same, row_of(3)), ids) << "peers in lockstep";

    const std::vector<Id> others = settle(other, row_of(3));

    for (const Id id : ids) EXPECT_FALSE(other.alive(id));
    for (const Id id : others) EXPECT_FALSE(one.alive(id));
}

TEST(WorldTick, InOneCallIsMoveAllAndCommit) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, row_of(2));

    ASSERT_TRUE(world.commit(std::vector<Aabb>{box_at(50), box_at(60)}));

    EXPECT_EQ(left_of(world, ids[0]), 50);
    EXPECT_EQ(left_of(world, ids[1]), 60);
    ASSERT_TRUE(world.commit()) << "the view has ended";
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 1),
                            world.commit(std::vector<Aabb>{box_at(5), {{9, 9}, {0, 0}}})));
    EXPECT_EQ(left_of(world, ids[1]), 60);
}

TEST(WorldTick, ThatFailsLeavesWhatWasStagedBefore) {
    World world({.capacity = {.elements = 3}});
    const std::vector<Id> ids = settle(world, row_of(2));
    const std::vector<Aabb> before = {box_at(50), box_at(60)};
    ASSERT_TRUE(world.move_all(before));
    ASSERT_TRUE(world.move(std::vector<Id>{ids[1]}, std::vector<Aabb>{box_at(70)}));

    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), world.commit(std::vector<Aabb>{box_at(1)})));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(left_of(world, ids[0]), 50);
    EXPECT_EQ(left_of(world, ids[1]), 70) << "newer than the last move_all that counts";
}

// Three static elements in layer 1, and one dynamic element in layer 0.
std::vector<Id> settle_in_layers(World& world) {
    std::vector<Id> ids(3);
    EXPECT_TRUE(world.spawn(row_of(3), Motion::Static, ids, {}, std::vector<std::uint16_t>(3, 1)));
    (void)settle(world, {box_at(20)});
    return ids;
}

// A snapshot shares its layers with versions that the world may reuse once they are not held.
TEST(Snapshot, KeepsLayersOfALoadedVersion) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle_in_layers(world);
    const auto go_on_from_saved = [&] {
        WorldSnapshot loaded;
        ASSERT_TRUE(load(loaded, saved(world)));
        ASSERT_TRUE(world.restore(loaded));
    };
    go_on_from_saved();
    (void)settle(world, {box_at(30)});
    const WorldSnapshot held = world.snapshot();
    const std::uint64_t content = held.hash();
    go_on_from_saved();

    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[1]}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(held.hash(), content);
    EXPECT_EQ(held.bounds_of(ids[1].slot).min.x, row_of(3)[1].min.x);
    EXPECT_TRUE(held.validate());
    EXPECT_FALSE(world.alive(ids[1]));
}

TEST(Snapshot, KeepsLayersOfAWorldThatHasEnded) {
    World world(WorldDesc{});
    std::vector<Id> ids;
    {
        World other(WorldDesc{});
        ids = settle_in_layers(other);
        ASSERT_TRUE(world.restore(other.snapshot()));
    }
    (void)settle(world, {box_at(30)});
    const WorldSnapshot held = world.snapshot();
    const std::uint64_t content = held.hash();
    World another(WorldDesc{});
    ASSERT_TRUE(load(another, saved(world)));
    ASSERT_TRUE(world.restore(another.snapshot())); // has the layer, too, but not the same version of it

    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[1]}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(held.hash(), content);
    EXPECT_TRUE(held.validate());
}

// Boxes that do not live until commit do not compile.
template <class R> constexpr bool moves_all = requires(World& world, R&& boxes) {
    world.move_all(std::forward<R>(boxes));
};
static_assert(moves_all<const std::vector<Aabb>&> && moves_all<std::vector<Aabb>&> && moves_all<BoxView> &&
              moves_all<std::span<const Aabb>> && !moves_all<std::vector<Aabb>> &&
              !moves_all<const std::vector<Aabb>> && !moves_all<Aabb>);

TEST(WorldReads, OfManySlotsAreThoseOfEach) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, row_of(40)), walls = settle(world, row_of(3), Motion::Static);
    ASSERT_TRUE(world.categorize(std::vector<Id>{ids[3]}, std::vector<std::uint32_t>{6}));
    ASSERT_TRUE(world.set_layers(std::vector<Id>{ids[4]}, std::vector<std::uint16_t>{9}));
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[7]}));
    ASSERT_TRUE(world.commit());
    const std::vector<Slot> slots = {3, 4, 7, walls[1].slot, 5000, no_slot};
    std::vector<Id> of(slots.size());
    std::vector<Aabb> boxes(slots.size());
    std::vector<std::uint32_t> categories(slots.size());
    std::vector<Motion> motions(slots.size());
    std::vector<std::uint16_t> layers(slots.size());

    ASSERT_TRUE(world.ids_of(slots, of));
    ASSERT_TRUE(world.bounds_of(slots, boxes));
    ASSERT_TRUE(world.categories_of(slots, categories));
    ASSERT_TRUE(world.motion_of(slots, motions));
    ASSERT_TRUE(world.layers_of(slots, layers));

    for (std::size_t i = 0; i < slots.size(); ++i) {
        EXPECT_EQ(of[i], world.id_of(slots[i]));
        EXPECT_TRUE(same_box(boxes[i], world.bounds_of(slots[i])));
        EXPECT_EQ(categories[i], world.category_of(slots[i]));
        EXPECT_EQ(motions[i], world.motion_of(slots[i]));
        EXPECT_EQ(layers[i], world.layer_of(slots[i]));
    }
    EXPECT_EQ(categories, (std::vector<std::uint32_t>{6, ~0u, 0, ~0u, 0, 0}));
    EXPECT_EQ(layers, (std::vector<std::uint16_t>{0, 9, 0, 0, 0, 0}));
    EXPECT_EQ(motions[3], Motion::Static);
    const Status small = failed_call(Fault::OutputTooSmall);
    EXPECT_TRUE(same_status(small, world.ids_of(slots, std::span(of).first(2))));
    EXPECT_TRUE(same_status(small, world.bounds_of(slots, std::span(boxes).first(2))));
}

// The same elements, by other ways and in other structures.
TEST(ContentHash, DependsOnTheContentAlone) {
    World one(WorldDesc{}), other({.agent_half_extent = 0.01f, .prop_half_extent = 0.02f});
    std::vector<Aabb> boxes = row_of(500);
    const std::vector<Id> ids = settle(one, boxes);
    (void)spawn(other, std::vector<Aabb>(500, box_at(3)));
    ASSERT_TRUE(other.commit());
    EXPECT_NE(one.hash(), other.hash());
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(other.commit(boxes));

    EXPECT_EQ(one.hash(), other.hash());
    EXPECT_EQ(one.hash(), one.snapshot().hash());
    EXPECT_NE(one.route(ids[0]), other.route(ids[0]));
    boxes[9] = {{-0.f, 0}, {1, 1}};
    ASSERT_TRUE(one.commit(boxes));
    boxes[9] = {{0, -0.f}, {1, 1}};
    ASSERT_TRUE(other.commit(boxes));
    EXPECT_EQ(one.hash(), other.hash()) << "zeros";
    std::uint64_t last = one.hash();
    const auto differs = [&](const char* what) {
        ASSERT_TRUE(one.commit());
        EXPECT_NE(one.hash(), last) << what;
        last = one.hash();
    };
    ASSERT_TRUE(one.categorize(std::vector<Id>{ids[1]}, std::vector<std::uint32_t>{6}));
    differs("a category");
    ASSERT_TRUE(one.set_layers(std::vector<Id>{ids[1]}, std::vector<std::uint16_t>{6}));
    differs("a layer");
    ASSERT_TRUE(one.move(std::vector<Id>{ids[1]}, std::vector<Aabb>{box_at(0.5f)}));
    differs("a box");
    ASSERT_TRUE(one.despawn(std::vector<Id>{ids[1]}));
    differs("an end");
    (void)spawn(one, std::vector<Aabb>{box_at(0.5f)});
    differs("another element in its slot");
}

} // namespace
} // namespace throng::test
