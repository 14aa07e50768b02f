// SPDX-License-Identifier: MIT
// Content that rests lets memory rest: whatever it is like, an index that adapts to it reaches a layout that it keeps.
#include "scenes/generator.hpp"
#include "scenes/scene.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using scenes::Generator;
using support::CountingMemory;

constexpr int ticks_between_looks = 17; // an index looks at its content with about every sixteenth update

struct Content {
    std::string name;
    std::vector<Aabb> boxes;
};

// Distances from a centre that are spread over so many powers of two, as evenly in each.
Content scattered(std::size_t size, int octaves, float unit, float half_extent) {
    Generator random(size);
    Content content{"scattered over " + std::to_string(octaves) + " octaves", {}};
    while (content.boxes.size() < size) {
        const Vec2 way = random.direction();
        const float distance = std::ldexp(unit * random.uniform(1, 2),
                                          static_cast<int>(random.below(static_cast<std::uint32_t>(octaves))));
        content.boxes.push_back(
            predicates::box_around({way.x * distance, way.y * distance}, {half_extent, half_extent}));
    }
    return content;
}

Content within(std::size_t size, const char* name, float low, float high, float half_extent) {
    Generator random(size + 1);
    Content content{name, {}};
    while (content.boxes.size() < size)
        content.boxes.push_back(
            predicates::box_around({random.uniform(low, high), random.uniform(low, high)}, {half_extent, half_extent}));
    return content;
}

// A few far away, at another place for each number.
Content with_outliers(std::size_t size, std::uint32_t one_in) {
    Content content = within(size, "one in so many far away", 0, 50, 0.4f);
    Generator random(one_in);
    for (std::size_t i = 0; i < size; i += one_in) {
        const float by = random.uniform(-1e5f, 1e5f);
        content.boxes[i].min.x += by, content.boxes[i].max.x += by;
    }
    return content;
}

// One in so many is much longer than the distance between elements, in one direction alone.
Content with_wires(std::size_t size, std::uint32_t one_in) {
    Content content = within(size, "wires, one in so many", 0, std::sqrt(static_cast<float>(size)), 0.2f);
    for (std::size_t i = 0; i < size; i += one_in) {
        Aabb& box = content.boxes[i];
        (i / one_in % 2 == 0 ? box.max.x : box.max.y) += 12;
    }
    return content;
}

std::vector<Content> contents(std::size_t size) {
    std::vector<Content> all{scattered(size, 4, 1, 0.4f),
                             scattered(size, 12, 1, 0.4f),
                             scattered(size, 30, 1, 0.4f),
                             scattered(size, 100, 1e-20f, 1e-22f),
                             within(size, "1e20 across", -1e20f, 1e20f, 1e17f),
                             within(size, "1e30 across", 0, 1e30f, 1e26f),
                             within(size, "3e38 across", -1.6e38f, 1.6e38f, 1e36f),
                             within(size, "at 1e38", 1e38f, 3e38f, 1e30f),
                             within(size, "denormal", -1e-40f, 1e-40f, 1e-43f),
                             within(size, "small", 1e-37f, 2e-37f, 1e-39f),
                             with_outliers(size, 3),
                             with_outliers(size, 40),
                             with_wires(size, 1),
                             with_wires(size, 8),
                             with_wires(size, 12)};
    for (scenes::Scene& scene : scenes::all(size))
        if (scene.centers.size() <= size) all.push_back({scene.name, scene.boxes()});
    return all;
}

std::vector<std::size_t> sizes() {
    if (instrumented) return {1, 65, 1000};
    if (everything_asked()) return {1, 2, 16, 17, 64, 65, 256, 257, 1000, 1024, 4096, 20'000};
    return {1, 17, 65, 257, 1000, 4096};
}

class RestingContent : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, RestingContent, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

// Requests for memory by so many updates of the same boxes.
std::size_t requests_of(AnyIndex& index, const CountingMemory& memory, const std::vector<Aabb>& boxes, int updates) {
    const std::size_t before = memory.requests();
    for (int i = 0; i < updates; ++i) EXPECT_TRUE(index.update(boxes, serial()));
    return memory.requests() - before;
}

TEST_P(RestingContent, NeedsNoMemoryFromTheThirdTickAfterABuild) {
    for (const std::size_t size : sizes()) {
        for (const Content& content : contents(size)) {
            SCOPED_TRACE(content.name + ", " + std::to_string(size));
            CountingMemory memory;
            const auto index = GetParam().open({.memory = memory.memory()});
            ASSERT_TRUE(index->build(content.boxes, serial()));

            (void)requests_of(*index, memory, content.boxes, 2);

            EXPECT_EQ(requests_of(*index, memory, content.boxes, 4 * ticks_between_looks), 0u);
            EXPECT_TRUE(index->validate());
        }
    }
}

// All elements go from one content to another by an update.
TEST_P(RestingContent, NeedsNoMemoryAfterTwoLooksAtWhereElementsHaveGone) {
    for (const std::size_t size : sizes()) {
        const std::vector<Content> all = contents(size);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Content &from = all[(i + 5) % all.size()], &to = all[i];
            if (from.boxes.size() != to.boxes.size()) continue;
            SCOPED_TRACE(from.name + " to " + to.name + ", " + std::to_string(size));
            CountingMemory memory;
            const auto index = GetParam().open({.memory = memory.memory()});
            ASSERT_TRUE(index->build(from.boxes, serial()));

            (void)requests_of(*index, memory, to.boxes, 2 * ticks_between_looks);

            EXPECT_EQ(requests_of(*index, memory, to.boxes, 4 * ticks_between_looks), 0u);
            EXPECT_TRUE(index->validate());
        }
    }
}

// Its commits go to two versions by turns, and look at a sixteenth of all slots each.
TEST(RestingWorld, NeedsNoMemoryAfterAWhile) {
    for (const std::size_t size : sizes()) {
        for (const Content& content : contents(size)) {
            if (content.boxes.empty()) continue;
            SCOPED_TRACE(content.name + ", " + std::to_string(size));
            CountingMemory memory;
            World world({.memory = memory.memory(), .executor = serial()});
            std::vector<Id> ids(content.boxes.size());
            ASSERT_TRUE(world.spawn(content.boxes, Motion::Dynamic, ids));
            ASSERT_TRUE(world.commit());
            const auto tick = [&](int count) {
                for (int i = 0; i < count; ++i) {
                    ASSERT_TRUE(world.move_all(content.boxes));
                    ASSERT_TRUE(world.commit());
                }
            };

            tick(4 * ticks_between_looks);
            const std::size_t before = memory.requests();
            tick(4 * ticks_between_looks);

            EXPECT_EQ(memory.requests(), before);
            EXPECT_TRUE(world.validate());
        }
    }
}

} // namespace
} // namespace throng::test
