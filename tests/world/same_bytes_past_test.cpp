// SPDX-License-Identifier: MIT
// A World that goes back, is saved and loaded, and is queried in doubles from one origin and from another, gives the
// same bytes for every number of threads, instruction set and floating-point mode of the caller, and the same as ever.
#include "scenes/scene.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/same_bytes.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/utm.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Scene;

// Of a scene on a map, made before any mode is set.
class Course {
public:
    Course(Scene scene, std::uint32_t layers) : layers_(layers) {
        for (std::size_t tick = 0; tick < ticks; ++tick) {
            std::vector<DoubleVec2> there;
            for (const Vec2 p : scene.centers) there.push_back({utm.x + double{p.x}, utm.y + double{p.y} / 3});
            places.push_back(there);
            scene.step(tick);
        }
        const std::size_t count = scene.centers.size();
        for (std::size_t i = 0; i < count; ++i) {
            half_extents.push_back(i % 50 == 7 ? 6.f : i % 20 == 3 ? 2.f : 0.4f);
            categories.push_back(1u << i % 5);
            floors.push_back(static_cast<std::uint16_t>(i % layers));
            directions.push_back({static_cast<float>(i % 7) - 3, static_cast<float>(i % 3) + 0.5f});
            const DoubleVec2 at = places[0][i], corner = {at.x + 2, at.y + 1};
            queries.push_back(i % 4 == 0   ? DoubleQuery::nearest(at, 3, 9)
                              : i % 4 == 1 ? DoubleQuery::within(at, 2.5f)
                              : i % 4 == 2 ? DoubleQuery::cast(at, directions[i], 4)
                                           : DoubleQuery::overlap({at, corner}));
        }
    }

    DoubleBoxView boxes(std::size_t tick) const {
        return DoubleBoxView::around(places[tick], std::span<const float>(half_extents));
    }
    std::span<const std::uint16_t> layers() const {
        return layers_ == 1 ? std::span<const std::uint16_t>() : std::span<const std::uint16_t>(floors);
    }

    static constexpr std::size_t ticks = 6;
    std::vector<std::vector<DoubleVec2>> places;
    std::vector<DoubleQuery> queries;
    std::vector<float> half_extents;
    std::vector<std::uint32_t> categories;
    std::vector<std::uint16_t> floors;
    std::vector<Vec2> directions;

private:
    std::uint32_t layers_;
};

// The answers of a tick in floats, orders included.
void add_tick(Fingerprint& print, World& world, const Course& course, std::size_t tick, Executor on) {
    std::vector<Id> leave, come(5);
    for (Slot slot = static_cast<Slot>(tick); slot < world.slot_count(); slot += 97)
        if (const Id id = world.id_of(slot); id != Id{}) leave.push_back(id);
    print.add(world.despawn(leave));
    print.add(world.spawn(course.boxes(tick).slice(10 * tick, come.size()), Motion::Dynamic, come));
    for (const Id id : come) print.add(std::uint64_t{id.generation} << 32 | id.slot);
    print.add(world.move_all(course.boxes(tick)));
    print.add(world.commit(on));
    Hits hits;
    Pairs begun, ended;
    print.add(hits, world.neighbors(1.5f, hits, {.limit = 6}, on));
    print.add(hits, world.overlap(course.boxes(tick), hits, {.mask = 6}, on));
    print.add(world.pairs(begun, {}, on));
    print.add(begun.hash());
    print.add(world.overlaps_changed(begun, ended, on));
    print.add(begun.hash() * 3 + ended.hash());
    print.add(world.hash());
}

void add_doubles(Fingerprint& print, const World& world, const Course& course, Executor on) {
    const std::vector<DoubleVec2>&from = course.places[0], &to = course.places[3];
    Hits hits;
    print.add(hits, world.overlap(DoubleBoxView::around(from, 1.f), hits, {}, on));
    print.add(hits, world.within(DoubleDiscView(to, 1.5f), hits, {.distances = true}, on));
    print.add(hits, world.nearest(from, 3, 5, hits, {.mask = 6}, on));
    print.add(hits, world.cast(DoubleRayView(from, course.directions, 3), hits, {}, on));
    print.add(hits, world.along(DoubleRayView(to, course.directions, 2), hits, {.limit = 3}, on));
    print.add(hits, world.query(course.queries, hits, {.distances = true}, on));
    std::vector<std::uint32_t> counts(from.size());
    print.add(counts, world.count(DoubleDiscView(from, 2), counts, {}, on));
    std::vector<std::uint8_t> seen(from.size());
    print.add(world.visible(from, to, 3, seen, on));
    for (const std::uint8_t one : seen) print.add(one);
}

void add_bytes(Fingerprint& print, const Bytes& bytes) {
    print.add(bytes.size());
    for (const unsigned char byte : bytes) print.add(byte);
}

struct Prints {
    Fingerprint first, restored, saved, loaded, doubles, rebased;
    friend bool operator==(const Prints&, const Prints&) = default;
};

Prints play(const Course& course, World& world, Executor on) {
    Prints prints;
    const std::size_t count = course.places[0].size(), still = count / 3;
    const auto spawn = [&](std::size_t first, std::size_t size, Motion motion) {
        std::vector<Id> ids(size);
        const auto layers = course.layers();
        prints.first.add(world.spawn(course.boxes(0).slice(first, size), motion, ids,
                                     std::span(course.categories).subspan(first, size),
                                     layers.empty() ? layers : layers.subspan(first, size)));
    };
    spawn(0, still, Motion::Static);
    spawn(still, count - still, Motion::Dynamic);
    prints.first.add(world.commit(on));
    Pairs begun, ended;
    prints.first.add(world.overlaps_changed(begun, ended, on));
    const WorldSnapshot then = world.snapshot();
    const auto two_ticks = [&](Fingerprint& print, std::size_t first) {
        for (std::size_t tick = first; tick < first + 2; ++tick) add_tick(print, world, course, tick, on);
    };
    two_ticks(prints.first, 1);
    Fingerprint another;
    two_ticks(another, 4);

    prints.restored.add(world.restore(then));
    prints.restored.add(world.overlaps_changed(begun, ended, on));
    two_ticks(prints.restored, 1);
    const Bytes bytes = saved(world);
    add_bytes(prints.saved, bytes);
    add_bytes(prints.saved, saved(then));
    Rest rest{bytes.data(), bytes.size()};
    prints.loaded.add(world.load(reader_of(rest), on));
    two_ticks(prints.loaded, 3);
    add_doubles(prints.doubles, world, course, on);
    prints.rebased.add(world.rebase({utm.x + 77.7, utm.y - 1e5}, on));
    add_doubles(prints.rebased, world, course, on);
    two_ticks(prints.rebased, 2);
    return prints;
}

TEST(WorldSameBytesOfThePast, FromEveryThreadCountInstructionSetAndFloatMode) {
    Hosts hosts;
    std::size_t number = 0;
    for (const auto& [size, layers] : {std::pair{600u, 1u}, std::pair{600u, 3u}, std::pair{9000u, 3u}}) {
        const Course course(scenes::ordinary(size).front(), layers);
        Prints first;
        bool any = false;
        for (const Runner& runner : hosts.runners()) {
            const FloatMode::Kind kind = FloatMode::all[number++ % std::size(FloatMode::all)];
            SCOPED_TRACE(runner.name + ", " + FloatMode::names[kind]);
            const ForcedIsa forced(runner.isa);
            World world({.track_overlaps = true, .origin = utm});
            const FloatMode mode(kind);
            const Prints prints = play(course, world, runner.executor);
            const bool kept = mode.kept();
            if (!any) first = prints;
            any = true;
            ASSERT_TRUE(prints == first);
            ASSERT_TRUE(kept) << "the caller's floating-point mode was changed";
        }
        const std::string key = "World/past_of_" + std::to_string(size) + (layers == 1 ? "" : "_in_layers") + '/';
        expect_stored(key + "first", first.first.value());
        expect_stored(key + "restored", first.restored.value());
        expect_stored(key + "saved", first.saved.value());
        expect_stored(key + "loaded", first.loaded.value());
        expect_stored(key + "doubles", first.doubles.value());
        expect_stored(key + "rebased", first.rebased.value());
    }
}

} // namespace
} // namespace throng::test
