// SPDX-License-Identifier: MIT
// A refused answer of a layered World tells the true number of its hits or pairs, whatever the structures and the
// layers in which its elements are.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/pathological.hpp"
#include "tests/support/runners.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

// Elements of every size, moving and static, in three layers, most of them in layer 0.
class SmallLayeredWorld {
public:
    explicit SmallLayeredWorld(std::uint32_t seed) : random_(seed) {
        const float side = random_.uniform(3, 23), giant = random_.below(2) ? 4.f : 30.f;
        for (std::uint32_t part = 0, parts = 1 + random_.below(3); part < parts; ++part) {
            const std::vector<Aabb> boxes = draw_boxes(5 + random_.below(50), side, giant);
            std::vector<std::uint16_t> layers(boxes.size());
            for (std::uint16_t& layer : layers) layer = std::uint16_t(random_.below(2) ? 0 : random_.below(3));
            std::vector<Id> ids(boxes.size());
            const Motion motion = random_.below(2) ? Motion::Static : Motion::Dynamic;
            EXPECT_TRUE(world.spawn(boxes, motion, ids, {}, layers));
            EXPECT_TRUE(world.commit());
        }
    }

    World world{WorldDesc{}};

private:
    std::vector<Aabb> draw_boxes(std::uint32_t count, float side, float giant) {
        std::vector<Aabb> boxes;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Vec2 at{random_.uniform(0, side), random_.uniform(0, side)};
            const float half = random_.below(40) == 0 ? giant : random_.below(10) == 0 ? 2.f : 0.5f;
            boxes.push_back(predicates::box_around(at, half));
        }
        return boxes;
    }

    scenes::Generator random_;
};

constexpr std::uint32_t worlds = 60;

// ask(limit, size) asks with a limit, 0: none, and tells the size of the answer.
template <class Ask> void expect_true_number(const Ask& ask) {
    std::size_t number = 0, size = 0;
    ASSERT_TRUE(ask(0u, number));
    if (number < 2) return;
    for (const std::size_t limit : {std::size_t{1}, number / 2, number - 1})
        EXPECT_TRUE(same_status(beyond(number), ask(limit, size))) << limit;
    for (const std::size_t limit : {number, number + 1}) EXPECT_TRUE(ask(limit, size)) << limit;
}

TEST(LimitedLayers, RefusedPairsAcrossLayersTellTheirTrueNumber) {
    Hosts hosts;
    for (std::uint32_t seed = 0; seed < worlds; ++seed) {
        const SmallLayeredWorld small(seed);
        for (const Runner& runner : hosts.runners()) {
            const ForcedIsa forced(runner.isa);
            for (std::uint32_t choice = 0; choice < 8; ++choice) {
                SCOPED_TRACE("seed " + std::to_string(seed) + ", " + runner.name + ", choice " +
                             std::to_string(choice));
                PairOptions options{.static_static = (choice & 2) != 0, .across_layers = (choice & 1) != 0};
                HierarchicalBitset odd(small.world.slot_count());
                for (Slot slot = 1; slot < small.world.slot_count(); slot += 2) odd.set(slot);
                if (choice & 4) options.among = &odd;
                expect_true_number([&](std::size_t limit, std::size_t& size) {
                    options.limit = std::uint32_t(limit);
                    Pairs pairs;
                    const Status status = small.world.pairs(pairs, options, runner.executor);
                    size = pairs.size();
                    return status;
                });
            }
        }
    }
}

// A heap in each of three layers, of which each is in a structure of its own. With some of the limits the list is full
// while elements of one layer are joined with those of the next ones, and the rest of their pairs is only counted.
TEST(LimitedLayers, RefusedPairsOfHeapsTellTheirTrueNumberInEveryStructure) {
    constexpr std::size_t heap = 20, layers = 3, kinds = 4;
    const float halves[kinds] = {0.5f, 5, 50, 0.5f}; // row grid, loose grid, loose quadtree, static
    for (std::uint32_t choice = 0; choice < kinds * kinds * kinds; ++choice) {
        SCOPED_TRACE(choice);
        World world({.agent_half_extent = 1, .prop_half_extent = 10});
        for (std::size_t layer = 0, rest = choice; layer < layers; ++layer, rest /= kinds) {
            const std::size_t kind = rest % kinds;
            std::vector<Id> ids(heap);
            ASSERT_TRUE(world.spawn(boxes_around(std::vector<Vec2>(heap, {3, 4}), halves[kind]),
                                    kind == 3 ? Motion::Static : Motion::Dynamic, ids, {},
                                    std::vector<std::uint16_t>(heap, std::uint16_t(layer))));
        }
        ASSERT_TRUE(world.commit());
        Pairs pairs;
        PairOptions options{.static_static = true, .across_layers = true};
        ASSERT_TRUE(world.pairs(pairs, options, serial()));
        const std::size_t number = pairs.size();
        ASSERT_EQ(number, layers * heap * (layers * heap - 1) / 2);
        for (options.limit = 1; options.limit < number; options.limit += 17) {
            Pairs refused; // a list that has no room yet
            ASSERT_TRUE(same_status(beyond(number), world.pairs(refused, options, serial()))) << options.limit;
        }
    }
}

TEST(LimitedLayers, RefusedRowsOfLayeredWorldsTellTheirTrueNumber) {
    Hosts hosts;
    const std::vector<Vec2> at = spread(40, {0, 0}, {20, 20}), directions(at.size(), Vec2{1, 0.5f});
    std::vector<Query> mixed;
    for (const Vec2 p : at)
        mixed.insert(mixed.end(), {Query::within({p, 3}), Query::nearest(p, 5, 9), Query::cone(p, {1, 1}, 0.5f, 9)});
    for (std::uint32_t seed = 0; seed < (many_asked() ? worlds : worlds / 5); ++seed) {
        const SmallLayeredWorld small(seed);
        for (const Runner& runner : hosts.runners()) {
            const ForcedIsa forced(runner.isa);
            const auto check = [&](const char* name, auto call) {
                SCOPED_TRACE(std::string(name) + ", seed " + std::to_string(seed) + ", " + runner.name);
                expect_true_number([&](std::size_t limit, std::size_t& size) {
                    Hits hits;
                    const Status status = call(hits, std::uint32_t(limit));
                    size = hits.slots().size();
                    return status;
                });
            };
            const World& world = small.world;
            const Executor on = runner.executor;
            for (const std::uint32_t keep : {0u, 3u}) {
                check("within", [&](Hits& h, std::uint32_t most) {
                    return world.within(DiscView(at, 3), h, {.limit = keep, .most_hits = most}, on);
                });
                check("neighbors", [&](Hits& h, std::uint32_t most) {
                    return world.neighbors(3, h, {.limit = keep, .most_hits = most, .across_layers = true}, on);
                });
                check("nearest", [&](Hits& h, std::uint32_t most) {
                    return world.nearest(at, 4, 9, h, {.limit = keep, .most_hits = most}, on);
                });
                check("along", [&](Hits& h, std::uint32_t most) {
                    return world.along(RayView(at, directions, 9), h, {.limit = keep, .most_hits = most}, on);
                });
                check("query", [&](Hits& h, std::uint32_t most) {
                    return world.query(mixed, h, {.limit = keep, .most_hits = most}, on);
                });
            }
        }
    }
}

} // namespace
} // namespace throng::test
