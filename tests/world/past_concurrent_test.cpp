// SPDX-License-Identifier: MIT
// A world in layers goes on, back, and to what was saved, while other threads save, load, read many slots at once and
// query: each call meets one completed state, or returns Busy.
#include "tests/support/saved_content.hpp"
#include "tests/support/thread_executor.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

namespace throng::test {
namespace {

constexpr std::uint32_t population = 40'000, layers = 3;

// In each state all elements stand in one column, and the layer of slot s is (s + column) % layers.
std::uint16_t layer_in(std::uint32_t column, Slot slot) { return static_cast<std::uint16_t>((slot + column) % layers); }

struct State {
    explicit State(std::uint32_t column) {
        for (Slot slot = 0; slot < population; ++slot) {
            const float x = static_cast<float>(column), y = 2 * static_cast<float>(slot);
            boxes.push_back({{x, y}, {x + 0.5f, y + 1}});
            floors.push_back(layer_in(column, slot));
        }
    }
    std::vector<Aabb> boxes;
    std::vector<std::uint16_t> floors;
};

bool in_one_column(const std::vector<Aabb>& boxes) {
    bool equal = true;
    for (const Aabb& box : boxes) equal &= box.min.x == boxes[0].min.x;
    return equal;
}
bool of_one_state(const std::vector<std::uint16_t>& floors) {
    bool equal = true;
    for (Slot slot = 0; slot < floors.size(); ++slot) equal &= floors[slot] == layer_in(floors[0], slot);
    return equal;
}

// A read may return Busy of a world that changes, but not of the reader's own.
struct Reader {
    std::vector<Slot> slots = std::vector<Slot>(population);
    std::vector<Aabb> boxes = std::vector<Aabb>(population);
    std::vector<std::uint16_t> floors = std::vector<std::uint16_t>(population);
    Hits hits;
    int answered = 0;

    Reader() { std::iota(slots.begin(), slots.end(), Slot{0}); }

    template <class Index> bool is_one_state(const Index& index) {
        return index.bounds_of(slots, boxes) && index.layers_of(slots, floors) && in_one_column(boxes) &&
               of_one_state(floors) && floors[0] == layer_in(static_cast<std::uint32_t>(boxes[0].min.x), 0);
    }
    /// The elements of one layer in the column where a state has all of them.
    template <class Index> bool counts_a_layer(const Index& index, float column) {
        std::uint32_t expected = 0;
        for (Slot slot = 0; slot < population; ++slot)
            expected += layer_in(static_cast<std::uint32_t>(column), slot) == 1 ? 1 : 0;
        const Aabb area{{column, 0}, {column, 2.f * population}};
        return index.overlap(area, hits, {.layers = LayerRange::only(1)}, serial()) && hits[0].size() == expected;
    }

    /// By a writer so slow that commits come and go meanwhile.
    void save_and_load(const World& world) {
        Bytes bytes;
        const ByteWriter slow{[](void* self, const void* from, std::size_t count) {
                                  std::this_thread::sleep_for(std::chrono::milliseconds(3));
                                  return writer_to(*static_cast<Bytes*>(self)).write(self, from, count);
                              },
                              &bytes};
        EXPECT_TRUE(world.save(slow));
        World loaded;
        WorldSnapshot snapshot;
        EXPECT_TRUE(load(loaded, bytes));
        EXPECT_TRUE(is_one_state(loaded));
        Rest rest{bytes.data(), bytes.size()};
        EXPECT_TRUE(snapshot.load(reader_of(rest)));
        EXPECT_TRUE(is_one_state(snapshot));
        ++answered;
    }
    void read_many(const World& world) {
        for (const bool of_layers : {false, true}) {
            const Status status = of_layers ? world.layers_of(slots, floors) : world.bounds_of(slots, boxes);
            EXPECT_TRUE(status || status.faults == Fault::Busy);
            if (!status) continue;
            EXPECT_TRUE(of_layers ? of_one_state(floors) : in_one_column(boxes));
            ++answered;
        }
    }
    void ask(const World& world) {
        const WorldSnapshot now = world.snapshot();
        EXPECT_TRUE(is_one_state(now));
        EXPECT_TRUE(counts_a_layer(now, now.bounds_of(0).min.x));
        const Aabb everywhere{{0, 0}, {1e6f, 1e6f}};
        const Status status = world.overlap(everywhere, hits, {.order = Order::BySlot}, serial());
        EXPECT_TRUE(status ? hits[0].size() == population : status.faults == Fault::Busy);
        ++answered;
    }
};

class WorldPastConcurrency : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Threads, WorldPastConcurrency, testing::Values(2u, 3u, 7u), testing::PrintToStringParamName());

TEST_P(WorldPastConcurrency, ReadersMeetCompletedStatesAlone) {
    ThreadExecutor host(GetParam());
    World world(WorldDesc{});
    std::vector<Id> ids(population);
    const State first(100);
    ASSERT_TRUE(world.spawn(first.boxes, Motion::Dynamic, ids, {}, first.floors));
    ASSERT_TRUE(world.commit(host));
    const WorldSnapshot then = world.snapshot();
    const Bytes bytes = saved(world);

    // When readers rest between their calls, so that a change is not refused for ever.
    std::atomic<bool> done = false;
    std::atomic<int> satisfied = 0;
    using Call = void (Reader::*)(const World&);
    std::vector<std::thread> readers;
    for (const Call call : {&Reader::save_and_load, &Reader::read_many, &Reader::ask}) {
        readers.emplace_back([&, call] {
            Reader reader;
            bool told = false;
            while (!done) {
                (reader.*call)(world);
                if (reader.answered >= 3 && !told) told = true, ++satisfied;
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        });
    }
    const auto until_done = [](auto&& change) {
        for (;;) {
            const Status status = change();
            if (status.faults != Fault::Busy) return status;
            std::this_thread::sleep_for(std::chrono::microseconds(300));
        }
    };
    std::uint32_t tick = 0;
    for (; (tick < 9 || satisfied < 3) && !HasFailure(); ++tick) {
        if (tick % 3 != 2) {
            const State next(101 + tick);
            EXPECT_TRUE(world.set_layers(ids, next.floors));
            EXPECT_TRUE(until_done([&] { return world.commit(next.boxes, host); }));
        } else if (tick % 2 == 0) {
            EXPECT_TRUE(until_done([&] { return world.restore(then); }));
        } else {
            EXPECT_TRUE(until_done([&] {
                Rest rest{bytes.data(), bytes.size()};
                return world.load(reader_of(rest), host);
            }));
        }
    }
    done = true;
    for (std::thread& reader : readers) reader.join();

    // Then the world is what its last change has made of it.
    EXPECT_TRUE(world.validate());
    EXPECT_TRUE(Reader().is_one_state(world));
    EXPECT_TRUE(Reader().is_one_state(then));
}

} // namespace
} // namespace throng::test
