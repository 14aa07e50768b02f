// SPDX-License-Identifier: MIT
// A World contains everything: a crowd, crates of odd sizes, a train, walls. Each tick all elements move, and then all
// are queried.
#include <throng/world.hpp>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

namespace {

using namespace throng;

enum Category : std::uint32_t { Person = 1, Crate = 2, Train = 4, Wall = 8 };

Aabb square(float x, float y, float half) { return {{x - half, y - half}, {x + half, y + half}}; }
Vec2 center(const Aabb& box) { return {0.5f * (box.min.x + box.max.x), 0.5f * (box.min.y + box.max.y)}; }

// Prints a fault. True if the call failed as a whole; otherwise only faulty items were left out.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status.applied();
}

// Handles are stable; a handle's slot is the index into the caller's arrays. After a fault, which is printed, ids are
// null.
std::vector<Id> spawn(World& world, const std::vector<Aabb>& boxes, Motion motion, Category category) {
    std::vector<Id> ids(boxes.size());
    failed(world.spawn(boxes, motion, ids, std::vector<std::uint32_t>(boxes.size(), category)));
    return ids;
}

} // namespace

int main() {
    World world{WorldDesc{.track_overlaps = true}};
    std::vector<Aabb> people, goods;
    for (int i = 0; i < 1000; ++i)
        people.push_back(square(1.f + 1.5f * float(i % 40), 1.f + 1.5f * float(i / 40), 0.25f));
    for (int i = 0; i < 20; ++i)
        goods.push_back(square(3.f * float(i), 5.f + float(i * 7 % 30), 0.3f + 0.1f * float(i)));
    const std::vector<Id> crowd = spawn(world, people, Motion::Dynamic, Person),
                          crates = spawn(world, goods, Motion::Dynamic, Crate);
    const Id train = spawn(world, {{{-30, 18}, {0, 21}}}, Motion::Dynamic, Train)[0];
    spawn(world, {{{-10, -1}, {70, 0}}, {{-10, 39}, {70, 40}}, {{50, 10}, {51, 30}}}, Motion::Static, Wall);
    if (failed(world.commit())) return 1;

    std::vector<Aabb> boxes(world.slot_count());
    for (Slot slot = 0; slot < boxes.size(); ++slot) boxes[slot] = world.bounds_of(slot);
    const auto shift = [&](Id id, Vec2 by) {
        Aabb& box = boxes[id.slot];
        box = {{box.min.x + by.x, box.min.y + by.y}, {box.max.x + by.x, box.max.y + by.y}};
    };
    Pairs begun, ended, pairs;
    if (failed(world.overlaps_changed(begun, ended))) return 1; // all pairs so far, the first time
    std::size_t touching = begun.size(), bumps = 0;
    for (int tick = 0; tick < 60; ++tick) {
        for (const Id id : crowd) shift(id, {0.02f * float(id.slot % 3), 0.02f * float(id.slot % 5) - 0.04f});
        shift(train, {0.5f, 0});
        if (failed(world.commit(boxes)) || failed(world.overlaps_changed(begun, ended))) return 1;
        touching += begun.size() - ended.size();
        for (const IdPair& pair : begun.ids()) bumps += pair.a == train || pair.b == train;
    }

    // One batch with every kind of query, over all elements: people, crates and walls, whichever structure stores them.
    constexpr float anywhere = std::numeric_limits<float>::infinity();
    const Vec2 here = center(world.bounds_of(train.slot)), ahead = {1, 0};
    std::vector<Query> questions = {Query::within({here, 8}), Query::overlap({{0, 0}, {20, 10}}),
                                    Query::nearest(here, 3, anywhere), Query::cast({here, ahead, anywhere}),
                                    Query::cone(here, ahead, 0.9f, 30)};
    for (Query& question : questions) question.exclude = train.slot;
    questions[1].mask = Crate; // and the others find elements of every kind
    questions[3].mask = Wall;
    Hits hits;
    if (failed(world.query(questions, hits))) return 1;
    const char* const asked[] = {"within 8", "crates in a corner", "nearest 3", "the wall ahead",
                                 "in sight of the driver"};
    for (std::size_t row = 0; row < hits.size(); ++row) std::printf("%-24s %zu\n", asked[row], hits[row].size());

    // Which people can see the train? Only walls are in the way.
    std::vector<Vec2> eyes;
    for (const Id id : crowd) eyes.push_back(center(world.bounds_of(id.slot)));
    std::vector<std::uint8_t> sees(eyes.size());
    if (failed(world.visible(eyes, std::vector<Vec2>(eyes.size(), here), Wall, sees))) return 1;
    std::size_t watching = 0;
    for (const std::uint8_t one : sees) watching += one;
    const WorldStats stats = world.stats();
    std::printf("%zu bumps, %zu of %zu see the train; %u in the row grid, %u in trees\n", bumps, watching, crowd.size(),
                stats.row_grid, stats.loose_quadtree + stats.static_tree);

    // What began and did not end is what there is; the wall ahead is the third one, and the people behind it do not see
    // the train.
    if (failed(world.pairs(pairs))) return 1;
    const bool right = touching == pairs.size() && hits[2].size() == 3 && hits[3].size() == 1 &&
                       world.bounds_of(hits[3][0]).min.x == 50 && watching < crowd.size() && world.alive(crates[0]);
    return right ? 0 : 1;
}
