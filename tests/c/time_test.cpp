// SPDX-License-Identifier: MIT
// Worlds in time through the C interface: a rollback, a late joiner, saved snapshots and trees, reads of many slots.
// What C++ cannot be given is refused.
#include "scenes/generator.hpp"

#include <throng/reason.hpp>
#include <throng/throng.h>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace throng::test {
namespace {

using Bytes = std::vector<unsigned char>;

throng_writer writer_to(Bytes& bytes) {
    return {[](void* self, const void* from, std::size_t count) {
                const auto* at = static_cast<const unsigned char*>(from);
                static_cast<Bytes*>(self)->insert(static_cast<Bytes*>(self)->end(), at, at + count);
                return 2; // whatever is not 0
            },
            &bytes};
}

struct Rest {
    const Bytes& bytes;
    std::size_t at = 0;

    throng_reader reader() {
        return {[](void* self, void* to, std::size_t count) {
                    auto& own = *static_cast<Rest*>(self);
                    if (count > own.bytes.size() - own.at) return 0;
                    std::memcpy(to, own.bytes.data() + own.at, count);
                    own.at += count;
                    return 1;
                },
                this};
    }
};

std::vector<throng_aabb> boxes(std::size_t count, std::uint64_t seed) {
    scenes::Generator random(seed);
    std::vector<throng_aabb> some(count);
    for (throng_aabb& box : some) {
        const float x = random.uniform(0, 40), y = random.uniform(0, 40), half = random.uniform(0.2f, 1);
        box = {{x - half, y - half}, {x + half, y + half}};
    }
    return some;
}

struct World {
    throng_world* handle = nullptr;

    explicit World(const throng_world_desc* desc = nullptr) {
        EXPECT_EQ(throng_world_create(desc, &handle).faults, 0u);
    }
    explicit World(throng_world* made) : handle(made) {}
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World() { throng_world_destroy(handle); }

    const throng_space* space() const { return throng_world_space(handle); }
    std::uint64_t hash() const { return throng_hash(space()); }

    std::vector<throng_id> spawn(std::size_t count, std::uint64_t seed, std::uint32_t motion = THRONG_DYNAMIC) const {
        const std::vector<throng_aabb> some = boxes(count, seed);
        const throng_boxes view = throng_boxes_of(some.data(), count);
        std::vector<throng_id> ids(count);
        std::vector<std::uint32_t> categories(count);
        std::vector<std::uint16_t> layers(count);
        for (std::size_t i = 0; i < count; ++i) {
            categories[i] = static_cast<std::uint32_t>(i * 3 + 1);
            layers[i] = static_cast<std::uint16_t>(i % 3);
        }
        EXPECT_EQ(
            throng_world_spawn_in_layers(handle, &view, motion, ids.data(), count, categories.data(), layers.data())
                .faults,
            0u);
        return ids;
    }
    Bytes saved() const {
        Bytes bytes;
        const throng_writer writer = writer_to(bytes);
        EXPECT_EQ(throng_world_save(handle, &writer).faults, 0u);
        return bytes;
    }
    /// One tick of a game; what it sees follows from the world and the number.
    std::vector<std::uint64_t> tick(std::uint64_t number) const {
        const std::vector<throng_id> more = spawn(3, number);
        std::array<throng_id, 2> gone{};
        std::array<throng_slot, 2> slots{static_cast<throng_slot>(number), static_cast<throng_slot>(number + 7)};
        EXPECT_EQ(throng_ids_of(space(), slots.data(), slots.size(), gone.data()).faults, 0u);
        EXPECT_EQ(throng_world_despawn(handle, gone.data(), gone.size()).faults, 0u);
        const std::vector<throng_aabb> all = boxes(throng_slot_count(space()) + 3, number + 100);
        const throng_boxes by_slot = throng_boxes_of(all.data(), all.size());
        EXPECT_EQ(throng_world_commit_boxes(handle, &by_slot, nullptr).faults, 0u);
        std::vector<std::uint64_t> seen{hash()};
        for (const throng_id& id : more) seen.push_back((std::uint64_t{id.generation} << 32) | id.slot);
        return seen;
    }
};

constexpr std::size_t crowd_size = 300;

void settle(const World& world) {
    (void)world.spawn(crowd_size, 1);
    (void)world.spawn(20, 2, THRONG_STATIC);
    ASSERT_EQ(throng_world_commit(world.handle, nullptr).faults, 0u);
}

TEST(CTime, ARollbackGivesTheSameTicksAgain) {
    const World world;
    settle(world);
    (void)world.tick(20);
    throng_snapshot* snapshot = nullptr;
    ASSERT_EQ(throng_snapshot_create(world.handle, &snapshot).faults, 0u);
    const std::uint64_t before = world.hash();
    const std::vector<std::uint64_t> first = world.tick(1), second = world.tick(2);
    (void)world.spawn(2, 9); // staged, and gone with the rollback

    EXPECT_EQ(throng_world_restore(world.handle, snapshot).faults, 0u);
    const std::uint64_t after = world.hash();
    const std::vector<std::uint64_t> first_again = world.tick(1), second_again = world.tick(2);

    EXPECT_EQ(after, before);
    EXPECT_EQ(throng_hash(throng_snapshot_space(snapshot)), before);
    EXPECT_EQ(first_again, first);
    EXPECT_EQ(second_again, second);
    EXPECT_NE(first[0], before);
    throng_snapshot_destroy(snapshot);
}

TEST(CTime, ATickInOneCallIsMoveAllAndCommit) {
    const World world, other;
    settle(world);
    settle(other);
    const std::vector<throng_aabb> all = boxes(crowd_size + 20, 5);
    const throng_boxes by_slot = throng_boxes_of(all.data(), all.size());

    EXPECT_EQ(throng_world_commit_boxes(world.handle, &by_slot, nullptr).faults, 0u);
    EXPECT_EQ(throng_world_move_all(other.handle, &by_slot).faults, 0u);
    EXPECT_EQ(throng_world_commit(other.handle, nullptr).faults, 0u);

    EXPECT_EQ(world.hash(), other.hash());
    EXPECT_EQ(throng_bounds_of(world.space(), 3).max.x, all[3].max.x);
}

TEST(CTime, ALateJoinerGoesOnAsTheOthers) {
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.tag = 7;
    const World server(&desc), other(&desc);
    settle(server);
    (void)server.tick(20);
    const Bytes bytes = server.saved();
    Rest rest{bytes}, again{bytes};
    const throng_reader reader = rest.reader(), reader_again = again.reader();
    throng_world* made = nullptr;

    ASSERT_EQ(throng_world_create_loaded(&reader, nullptr, &made).faults, 0u);
    const World joiner(made);
    ASSERT_EQ(throng_world_load(other.handle, &reader_again, nullptr).faults, 0u);

    EXPECT_EQ(rest.at, bytes.size());
    EXPECT_EQ(joiner.hash(), server.hash());
    EXPECT_EQ(joiner.saved(), bytes);
    const std::vector<std::uint64_t> seen = server.tick(1);
    EXPECT_EQ(joiner.tick(1), seen);
    EXPECT_EQ(other.tick(1), seen);
    EXPECT_EQ(throng_validate(joiner.space()).faults, 0u);
}

TEST(CTime, ASavedSnapshotIsASnapshotOfEveryWorldOfItsDesc) {
    const World world, other;
    settle(world);
    const std::uint64_t hash = world.hash();
    throng_snapshot *snapshot = nullptr, *loaded = nullptr;
    ASSERT_EQ(throng_snapshot_create(world.handle, &snapshot).faults, 0u);
    (void)world.tick(1);
    Bytes bytes;
    const throng_writer writer = writer_to(bytes);

    ASSERT_EQ(throng_snapshot_save(snapshot, &writer).faults, 0u);
    Rest rest{bytes};
    const throng_reader reader = rest.reader();
    ASSERT_EQ(throng_snapshot_create_loaded(&reader, nullptr, nullptr, &loaded).faults, 0u);
    ASSERT_EQ(throng_world_restore(other.handle, loaded).faults, 0u);

    EXPECT_EQ(throng_hash(throng_snapshot_space(loaded)), hash);
    EXPECT_EQ(other.hash(), hash);
    EXPECT_EQ(throng_size(throng_snapshot_space(loaded)), crowd_size + 20);
    throng_snapshot_destroy(loaded);
    throng_snapshot_destroy(snapshot);
}

struct Index {
    throng_index* handle = nullptr;

    explicit Index(std::uint32_t kind) {
        throng_index_desc desc = THRONG_INDEX_DESC_INIT;
        desc.kind = kind;
        EXPECT_EQ(throng_index_create(&desc, &handle).faults, 0u);
    }
    Index(const Index&) = delete;
    Index& operator=(const Index&) = delete;
    ~Index() { throng_index_destroy(handle); }
};

TEST(CTime, ASavedTreeComesBack) {
    const Index tree(THRONG_STATIC_TREE), other(THRONG_STATIC_TREE);
    const std::vector<throng_aabb> some = boxes(crowd_size, 3);
    const throng_boxes view = throng_boxes_of(some.data(), crowd_size);
    ASSERT_EQ(throng_index_build(tree.handle, &view, nullptr).faults, 0u);
    Bytes bytes;
    const throng_writer writer = writer_to(bytes);

    ASSERT_EQ(throng_index_save(tree.handle, &writer).faults, 0u);
    Rest rest{bytes};
    const throng_reader reader = rest.reader();
    ASSERT_EQ(throng_index_load(other.handle, &reader, nullptr).faults, 0u);

    throng_hits *hits = throng_hits_create(nullptr), *hits_again = throng_hits_create(nullptr);
    EXPECT_EQ(throng_neighbors(throng_index_space(tree.handle), 2, hits, nullptr, nullptr).faults, 0u);
    EXPECT_EQ(throng_neighbors(throng_index_space(other.handle), 2, hits_again, nullptr, nullptr).faults, 0u);
    EXPECT_GT(throng_hits_count(hits), crowd_size);
    EXPECT_EQ(throng_hits_hash(hits_again), throng_hits_hash(hits));
    throng_hits_destroy(hits);
    throng_hits_destroy(hits_again);
}

TEST(CTime, ReadsOfManySlotsAreThoseOfEach) {
    const World world;
    settle(world);
    (void)world.tick(1);
    std::vector<throng_slot> slots{THRONG_NO_SLOT, 100000};
    for (throng_slot slot = 0; slot < throng_slot_count(world.space()); ++slot) slots.push_back(slot);
    const std::size_t n = slots.size();
    std::vector<std::uint32_t> categories(n, 9);
    std::vector<std::uint8_t> motions(n, 9);
    std::vector<std::uint16_t> layers(n, 9);
    std::vector<throng_id> ids(n);
    std::vector<throng_aabb> bounds(n);

    EXPECT_EQ(throng_categories_of(world.space(), slots.data(), n, categories.data()).faults, 0u);
    EXPECT_EQ(throng_motions_of(world.space(), slots.data(), n, motions.data()).faults, 0u);
    EXPECT_EQ(throng_layers_of(world.space(), slots.data(), n, layers.data()).faults, 0u);
    EXPECT_EQ(throng_ids_of(world.space(), slots.data(), n, ids.data()).faults, 0u);
    EXPECT_EQ(throng_bounds(world.space(), slots.data(), n, bounds.data()).faults, 0u);

    std::size_t still = 0;
    for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(categories[i], throng_category_of(world.space(), slots[i]));
        EXPECT_EQ(motions[i], throng_motion_of(world.space(), slots[i]));
        EXPECT_EQ(layers[i], throng_layer_of(world.space(), slots[i]));
        const throng_id id = throng_id_of(world.space(), slots[i]);
        EXPECT_EQ(std::memcmp(&ids[i], &id, sizeof(id)), 0);
        const throng_aabb box = throng_bounds_of(world.space(), slots[i]);
        EXPECT_EQ(std::memcmp(&bounds[i], &box, sizeof(box)), 0); // NOLINT(bugprone-suspicious-memory-comparison)
        still += motions[i] == THRONG_STATIC;
    }
    EXPECT_EQ(still, 20u);
    EXPECT_EQ(throng_category_of(world.space(), 5), 16u);
    EXPECT_EQ(throng_category_of(world.space(), THRONG_NO_SLOT), 0u);
}

TEST(CTime, ATagMakesIdsOfOtherWorldsStale) {
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.tag = 5;
    const World plain, tagged(&desc);
    desc.struct_size = offsetof(throng_world_desc, tag); // of before there were tags: it is not read
    const World older(&desc);

    const throng_id id = plain.spawn(1, 1)[0], of_older = older.spawn(1, 1)[0];
    (void)tagged.spawn(1, 1);
    for (const World* const world : {&plain, &tagged, &older})
        ASSERT_EQ(throng_world_commit(world->handle, nullptr).faults, 0u);

    EXPECT_EQ(throng_alive(tagged.space(), id), 0);
    EXPECT_EQ(throng_alive(older.space(), id), 1);
    EXPECT_EQ(throng_alive(plain.space(), of_older), 1);
    desc = THRONG_WORLD_DESC_INIT;
    desc.reserved_three = 1;
    throng_world* none = nullptr;
    EXPECT_EQ(throng_world_create(&desc, &none).faults, THRONG_INVALID_ARGUMENT);
}

class CTimeFaults : public testing::Test {
protected:
    void SetUp() override {
        settle(world_);
        hash_ = world_.hash();
        bytes_ = world_.saved();
        ASSERT_EQ(throng_snapshot_create(world_.handle, &snapshot_).faults, 0u);
    }
    void TearDown() override {
        EXPECT_EQ(world_.hash(), hash_);
        throng_snapshot_destroy(snapshot_);
    }
    static bool refused(throng_status status) { return status.faults == THRONG_INVALID_ARGUMENT && status.count == 0; }

    const World world_;
    throng_snapshot* snapshot_ = nullptr;
    Bytes bytes_;
    std::uint64_t hash_ = 0;
};

TEST_F(CTimeFaults, OfArgumentsAreRefused) {
    const Index tree(THRONG_STATIC_TREE), grid(THRONG_ROW_GRID);
    Bytes more;
    const throng_writer writer = writer_to(more), no_writer{nullptr, nullptr};
    Rest rest{bytes_};
    const throng_reader reader = rest.reader(), no_reader{nullptr, nullptr};
    alignas(8) std::array<char, 64> raw{}, raw_too{};
    std::memcpy(raw.data() + 1, &writer, sizeof(writer));
    std::memcpy(raw_too.data() + 1, &reader, sizeof(reader));
    const auto* const odd_writer = reinterpret_cast<const throng_writer*>(raw.data() + 1);
    const auto* const odd_reader = reinterpret_cast<const throng_reader*>(raw_too.data() + 1);
    const throng_executor executor = throng_serial();
    const auto* const odd_executor =
        reinterpret_cast<const throng_executor*>(reinterpret_cast<const char*>(&executor) + 1);

    EXPECT_TRUE(refused(throng_world_restore(nullptr, snapshot_)));
    EXPECT_TRUE(refused(throng_world_restore(world_.handle, nullptr)));
    EXPECT_TRUE(refused(throng_world_commit_boxes(nullptr, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_world_commit_boxes(world_.handle, nullptr, nullptr)));
    const throng_boxes too_few = throng_boxes_of(nullptr, 0);
    EXPECT_TRUE(refused(throng_world_commit_boxes(world_.handle, &too_few, nullptr)));
    EXPECT_TRUE(refused(throng_world_save(nullptr, &writer)));
    EXPECT_TRUE(refused(throng_snapshot_save(nullptr, &writer)));
    EXPECT_TRUE(refused(throng_index_save(nullptr, &writer)));
    EXPECT_TRUE(refused(throng_index_save(grid.handle, &writer)));
    EXPECT_TRUE(refused(throng_index_load(nullptr, &reader, nullptr)));
    EXPECT_TRUE(refused(throng_index_load(grid.handle, &reader, nullptr)));
    EXPECT_TRUE(refused(throng_world_load(nullptr, &reader, nullptr)));
    EXPECT_TRUE(refused(throng_world_load(world_.handle, &reader, odd_executor)));
    EXPECT_TRUE(refused(throng_world_create_loaded(&reader, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_snapshot_create_loaded(&reader, nullptr, nullptr, nullptr)));
    for (const throng_writer* const bad : {static_cast<const throng_writer*>(nullptr), &no_writer, odd_writer}) {
        EXPECT_TRUE(refused(throng_world_save(world_.handle, bad)));
        EXPECT_TRUE(refused(throng_snapshot_save(snapshot_, bad)));
        EXPECT_TRUE(refused(throng_index_save(tree.handle, bad)));
    }
    for (const throng_reader* const bad : {static_cast<const throng_reader*>(nullptr), &no_reader, odd_reader}) {
        throng_world* world = world_.handle;
        throng_snapshot* snapshot = snapshot_;
        EXPECT_TRUE(refused(throng_world_load(world_.handle, bad, nullptr)));
        EXPECT_TRUE(refused(throng_index_load(tree.handle, bad, nullptr)));
        EXPECT_TRUE(refused(throng_world_create_loaded(bad, nullptr, &world)));
        EXPECT_TRUE(refused(throng_snapshot_create_loaded(bad, nullptr, nullptr, &snapshot)));
        EXPECT_EQ(world, nullptr);
        EXPECT_EQ(snapshot, nullptr);
    }
    EXPECT_TRUE(more.empty());
    EXPECT_EQ(rest.at, 0u);
}

TEST_F(CTimeFaults, SayWhatIsWrong) {
    const Index grid(THRONG_ROW_GRID);
    Bytes more;
    const throng_writer writer = writer_to(more), no_writer{nullptr, nullptr};
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.tag = 3;
    const World other(&desc);
    Rest rest{bytes_};
    const throng_reader reader = rest.reader();
    const auto reason = [](throng_status status) { return Reason(status.reason); };

    EXPECT_EQ(reason(throng_index_save(grid.handle, &writer)), Reason::OnlyStaticTrees);
    EXPECT_EQ(reason(throng_world_save(world_.handle, &no_writer)), Reason::NoFunction);
    EXPECT_EQ(reason(throng_world_save(nullptr, &writer)), Reason::Unreadable);
    EXPECT_EQ(reason(throng_world_load(other.handle, &reader, nullptr)), Reason::OtherTag);
    EXPECT_EQ(reason(throng_world_restore(other.handle, snapshot_)), Reason::OtherDesc);
    EXPECT_EQ(reason(throng_motions_of(throng_index_space(grid.handle), nullptr, 0, nullptr)), Reason::OnlyWorlds);
    EXPECT_EQ(reason(throng_motions_of(nullptr, nullptr, 0, nullptr)), Reason::Unreadable);
}

TEST_F(CTimeFaults, OfReadsAreRefused) {
    const Index grid(THRONG_ROW_GRID);
    std::array<throng_slot, 2> slots{0, 1};
    std::array<std::uint32_t, 2> categories{};
    std::array<std::uint8_t, 2> motions{};
    auto* const odd = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(categories.data()) + 1);
    const throng_space* const space = world_.space();

    EXPECT_TRUE(refused(throng_categories_of(nullptr, slots.data(), 2, categories.data())));
    EXPECT_TRUE(refused(throng_categories_of(throng_index_space(grid.handle), slots.data(), 2, categories.data())));
    EXPECT_TRUE(refused(throng_categories_of(space, nullptr, 2, categories.data())));
    EXPECT_TRUE(refused(throng_categories_of(space, slots.data(), 2, nullptr)));
    EXPECT_TRUE(refused(throng_categories_of(space, slots.data(), 1, odd)));
    EXPECT_TRUE(refused(throng_categories_of(space, odd, 1, categories.data())));
    EXPECT_TRUE(refused(throng_motions_of(nullptr, slots.data(), 2, motions.data())));
    EXPECT_TRUE(refused(throng_motions_of(space, odd, 1, motions.data())));
    EXPECT_TRUE(refused(throng_motions_of(space, slots.data(), 2, nullptr)));
    EXPECT_EQ(throng_categories_of(space, nullptr, 0, nullptr).faults, 0u);
    EXPECT_EQ(throng_hash(nullptr), 0u);
    EXPECT_EQ(throng_hash(throng_index_space(grid.handle)), 0u);
    EXPECT_NE(throng_hash(space), 0u);
    EXPECT_EQ(throng_category_of(nullptr, 0), 0u);
    EXPECT_EQ(throng_motion_of(nullptr, 0), static_cast<std::uint32_t>(THRONG_DYNAMIC));
}

TEST_F(CTimeFaults, OfStreamsAreReported) {
    const throng_writer full{[](void*, const void*, std::size_t) { return 0; }, nullptr};
    Bytes shortened(bytes_.begin(), bytes_.end() - 1), changed = bytes_;
    changed[changed.size() / 2] ^= 1;

    EXPECT_EQ(throng_world_save(world_.handle, &full).faults, THRONG_CANCELLED);
    EXPECT_EQ(throng_snapshot_save(snapshot_, &full).faults, THRONG_CANCELLED);
    for (const Bytes& bytes : {shortened, changed}) {
        Rest first{bytes}, second{bytes}, third{bytes};
        const throng_reader a = first.reader(), b = second.reader(), c = third.reader();
        throng_world* world = world_.handle;
        throng_snapshot* snapshot = snapshot_;
        EXPECT_EQ(throng_world_load(world_.handle, &a, nullptr).faults, THRONG_CORRUPT);
        EXPECT_EQ(throng_world_create_loaded(&b, nullptr, &world).faults, THRONG_CORRUPT);
        EXPECT_EQ(throng_snapshot_create_loaded(&c, nullptr, nullptr, &snapshot).faults, THRONG_CORRUPT);
        EXPECT_EQ(world, nullptr);
        EXPECT_EQ(snapshot, nullptr);
    }
}

TEST_F(CTimeFaults, OfAnotherDescAreRefused) {
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.tag = 3;
    const World other(&desc);
    Rest rest{bytes_};
    const throng_reader reader = rest.reader();

    EXPECT_TRUE(refused(throng_world_restore(other.handle, snapshot_)));
    EXPECT_TRUE(refused(throng_world_load(other.handle, &reader, nullptr)));
    EXPECT_EQ(throng_size(other.space()), 0u);
}

} // namespace
} // namespace throng::test
