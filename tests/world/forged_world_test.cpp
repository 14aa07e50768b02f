// SPDX-License-Identifier: MIT
// Saved worlds that were changed by a forger, who knows the checksum: what no world has saved is Corrupt.
#include "engine/src/base/saved_bytes.hpp"
#include "engine/src/world/saved_world.hpp"
#include "engine/src/world/staging.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

const Status corrupt_bytes = failed_call(Fault::Corrupt);

TEST(SavedWorld, ThatWasForgedIsCorruptAndTakesLittleMemory) {
    World small({.tag = 5});
    (void)settle(small, row_of(3));
    const Bytes bytes = saved(small);
    using Change = void (*)(SavedWorld&, SavedBlock&);
    const Change changes[] = {
        [](SavedWorld& h, SavedBlock&) { h.size = 2; }, [](SavedWorld& h, SavedBlock&) { h.size = UINT32_MAX; },
        [](SavedWorld& h, SavedBlock&) { h.slot_count = 2; },
        [](SavedWorld& h, SavedBlock&) { h.slot_count = UINT32_MAX; },
        [](SavedWorld& h, SavedBlock&) { h.size = h.slot_count = UINT32_MAX; },
        [](SavedWorld& h, SavedBlock&) { h.flags = 1u << 30; },
        [](SavedWorld& h, SavedBlock&) { h.generations = ~std::uint64_t{0}; },
        [](SavedWorld&, SavedBlock& b) { b.mask[0] = 0xFFFF; },
        [](SavedWorld&, SavedBlock& b) { b.mask[1] = 1, b.mask[0] = 3; },
        [](SavedWorld&, SavedBlock& b) { b.generations[1] = 0; }, [](SavedWorld& h, SavedBlock&) { h.generations = 0; },
        [](SavedWorld& h, SavedBlock&) { h.unused = 1; }, [](SavedWorld& h, SavedBlock&) { h.most_elements = 2; },
        [](SavedWorld& h, SavedBlock&) { h.bounds[0] = 0x7FC0'0000u; },
        [](SavedWorld& h, SavedBlock&) { h.agent_half_extent = 0xBF80'0000u; },
        [](SavedWorld& h, SavedBlock&) { h.origin[1] = 0x7FF0'0000'0000'0000u; },
        [](SavedWorld& h, SavedBlock& b) {
            h.flags |= SavedWorld::Statics;
            b.statics[1] = 2;
        },
        [](SavedWorld& h, SavedBlock& b) {
            h.flags |= SavedWorld::Statics;
            h.most_statics = 1;
            b.statics[0] = b.statics[1] = 1;
        },
        // Columns that all elements have by default are not saved.
        [](SavedWorld& h, SavedBlock&) { h.flags |= SavedWorld::Statics; },
        [](SavedWorld& h, SavedBlock&) { h.flags |= SavedWorld::Layers; },
        [](SavedWorld& h, SavedBlock& b) {
            h.flags |= SavedWorld::Categories;
            b.categories[0] = b.categories[1] = b.categories[2] = ~0u;
        },
        // The generation of the elements is the only one that the world has issued.
        [](SavedWorld&, SavedBlock& b) { ++b.generations[1]; }, [](SavedWorld&, SavedBlock& b) { --b.generations[2]; },
        [](SavedWorld&, SavedBlock& b) { b.boxes[1].min.x = nan; },
        [](SavedWorld&, SavedBlock& b) { b.boxes[0].min.x = -infinity; },
        [](SavedWorld&, SavedBlock& b) { b.boxes[0].min.y = -infinity; },
        [](SavedWorld&, SavedBlock& b) { b.boxes[1].max.x = infinity; },
        [](SavedWorld&, SavedBlock& b) { b.boxes[2].max.y = infinity; },
        [](SavedWorld&, SavedBlock& b) { b.boxes[2].max.y = -1; }};
    for (const Change change : changes) {
        SavedWorld header;
        SavedBlock block{};
        Rest rest{bytes.data(), bytes.size()};
        LoadingBytes from(reader_of(rest));
        ASSERT_EQ(load_header(from, header), Fault::None);
        ASSERT_EQ(load_block(from, header, 0, block), Fault::None);
        change(header, block);
        Bytes forged;
        SavingBytes to(writer_to(forged));
        to.put_header(header);
        to.put(block.mask, sizeof block.mask);
        block.for_each_column(header, 3, [&](void* column, std::size_t size) { return to.put(column, size), true; });
        to.seal();
        CountingMemory memory;
        World loaded({.memory = memory.memory(), .tag = 5});

        EXPECT_TRUE(same_status(corrupt_bytes, load(loaded, forged)));

        EXPECT_EQ(loaded.size(), 0u);
        EXPECT_LT(memory.largest(), std::size_t{1} << 20);
    }
}

TEST(SavedWorld, KnowsTheGenerationsThatItsWorldHasIssued) {
    for (const std::uint32_t tag : {0u, 1u, 2u, 3u, 77u, 4'000'000'000u}) {
        WorldGenerations generations(tag);
        std::vector<std::uint32_t> issued;
        for (std::uint64_t count = 0; count < 4; ++count) {
            for (const std::uint32_t generation : issued) EXPECT_TRUE(generations.has_issued(generation));
            EXPECT_FALSE(generations.has_issued(generations.current()));
            EXPECT_FALSE(generations.has_issued(0));
            issued.push_back(generations.current());
            generations.go_on_from(count + 1);
        }
        generations.go_on_from(UINT32_MAX);
        EXPECT_TRUE(generations.used_up());
        for (const std::uint32_t generation : {1u, 2u, issued[0], issued[0] - 1, UINT32_MAX})
            EXPECT_EQ(generations.has_issued(generation), generation != 0) << "all of them, up to the wrap";
    }
}

// A world that is not open takes the saved description, a snapshot also the given memory.
TEST(SavedWorld, ThatWasForgedIsCorruptForEveryLoader) {
    World small(WorldDesc{});
    (void)settle(small, row_of(3));
    const Bytes bytes = saved(small);
    SavedWorld header;
    Rest rest{bytes.data(), bytes.size()};
    LoadingBytes from(reader_of(rest));
    ASSERT_EQ(load_header(from, header), Fault::None);
    header.bounds[0] = 0x7FC0'0000u;
    Bytes forged;
    SavingBytes(writer_to(forged)).put_header(header);
    forged.insert(forged.end(), rest.at, rest.at + rest.left);
    World open(WorldDesc{}), closed;
    WorldSnapshot snapshot;

    EXPECT_TRUE(same_status(corrupt_bytes, load(open, forged)));
    EXPECT_TRUE(same_status(corrupt_bytes, load(closed, forged)));
    EXPECT_TRUE(same_status(corrupt_bytes, load(snapshot, forged)));
}

} // namespace
} // namespace throng::test
