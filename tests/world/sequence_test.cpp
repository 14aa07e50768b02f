// SPDX-License-Identifier: MIT
// Random sequences of all changes of a World, on every instruction set and host in turn: each Status, each
// commit's answers and all snapshots are what a plain list of elements gives.
#include "support/counting_memory.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

struct Course {
    std::uint64_t seed;
    int steps;
    std::uint32_t statics;    // that are there first
    std::uint32_t population; // half as many are alive at least
    std::uint32_t batch;      // most items of a call
    float side;
    WorldDesc desc;
    bool few = false; // elements have a category of WorldDesc::tracked
    float height = 0; // 0: as the side
    std::uint32_t layers = 1;

    friend std::ostream& operator<<(std::ostream& out, const Course& course) { return out << "seed " << course.seed; }
};

class WorldSequence : public testing::TestWithParam<Course> {
protected:
    struct Held {
        WorldSnapshot snapshot;
        oracle::WorldModel::Kept kept;
    };

    WorldSequence() : random_(GetParam().seed) {
        WorldDesc desc = GetParam().desc;
        desc.memory = memory_.memory();
        desc.track_overlaps = true;
        world_ = World(desc);
    }

    // Mostly agents; a few props, points, giants, and such as are far away.
    Aabb some_box() {
        const std::uint32_t kind = random_.below(14);
        const float half = kind == 0   ? random_.uniform(1, 8)
                           : kind == 1 ? random_.uniform(10, 40)
                           : kind == 2 ? 0
                                       : random_.uniform(0.3f, 0.6f);
        const float x = random_.uniform(0, GetParam().side) * (random_.below(60) == 0 ? 10.f : 1.f);
        const float height = GetParam().height > 0 ? GetParam().height : GetParam().side;
        const float y = random_.uniform(0, height), share = random_.uniform(0.3f, 1);
        return {{x - half, y - half * share}, {x + half, y + half}};
    }
    Aabb perhaps_faulty_box() {
        Aabb box = some_box();
        switch (random_.below(60)) {
        case 0: box.min.x = nan; break;
        case 1: box.max.y = infinity; break;
        case 2: std::swap(box.min, box.max), box.min.x += 1; break;
        default: break;
        }
        return box;
    }
    // Alive, staged, gone and null.
    std::vector<Id> some_ids(std::uint32_t most) {
        const std::vector<Id> known = model_.ids();
        std::vector<Id> ids(random_.below(most + 1));
        for (Id& id : ids) {
            const auto& from = gone_.empty() || (random_.below(12) != 0 && !known.empty()) ? known : gone_;
            if (!from.empty() && random_.below(40) != 0)
                id = from[random_.below(static_cast<std::uint32_t>(from.size()))];
        }
        return ids;
    }
    std::vector<std::uint32_t> some_categories(std::size_t count) {
        std::vector<std::uint32_t> categories(count);
        for (std::uint32_t& category : categories) category = random_.below(3) != 0 ? ~0u : random_.below(32);
        if (GetParam().few)
            for (std::uint32_t& category : categories)
                category = random_.below(40) != 0 ? 2 * random_.below(2) : random_.below(32);
        return categories;
    }

    // Most are those below Course::layers; some are the last ones.
    std::vector<std::uint16_t> some_layers(std::size_t count) {
        std::vector<std::uint16_t> layers(count);
        for (std::uint16_t& layer : layers) {
            layer = static_cast<std::uint16_t>(random_.below(GetParam().layers));
            if (random_.below(50) == 0) layer = static_cast<std::uint16_t>(0xFFFF - layer);
        }
        return layers;
    }

    void spawn() {
        const std::size_t alive = model_.ids().size(), enough = GetParam().population / 2;
        const std::uint32_t count =
            random_.below(alive < enough ? GetParam().population / 2 : GetParam().batch * 2 / 3 + 1);
        spawn(count, random_.below(3) == 0 ? Motion::Static : Motion::Dynamic);
    }
    void spawn(std::uint32_t count, Motion motion) {
        std::vector<Aabb> boxes(count);
        for (Aabb& box : boxes) box = perhaps_faulty_box();
        std::vector<std::uint32_t> categories;
        if (GetParam().few || random_.below(2) == 0) categories = some_categories(boxes.size());
        std::vector<std::uint16_t> layers;
        if (GetParam().layers > 1) layers = some_layers(boxes.size());
        std::vector<Id> got(boxes.size()), expected;
        const Status status = model_.spawn(boxes, motion, expected, categories, layers);
        EXPECT_TRUE(same_status(status, world_.spawn(boxes, motion, got, categories, layers))) << "spawn";
        EXPECT_EQ(got, expected);
    }
    void move() {
        const std::vector<Id> ids = some_ids(GetParam().batch);
        std::vector<Aabb> boxes(ids.size());
        for (Aabb& box : boxes) box = perhaps_faulty_box();
        EXPECT_TRUE(same_status(model_.move(ids, boxes), world_.move(ids, boxes))) << "move";
    }
    void categorize() {
        const std::vector<Id> ids = some_ids(GetParam().batch);
        const auto categories = some_categories(ids.size());
        EXPECT_TRUE(same_status(model_.categorize(ids, categories), world_.categorize(ids, categories)))
            << "categorize";
    }
    void set_layers() {
        if (GetParam().layers == 1) return move();
        const std::vector<Id> ids = some_ids(GetParam().batch);
        const auto layers = some_layers(ids.size());
        EXPECT_TRUE(same_status(model_.set_layers(ids, layers), world_.set_layers(ids, layers))) << "set_layers";
    }
    void despawn() {
        const std::uint32_t alive = static_cast<std::uint32_t>(model_.ids().size()),
                            enough = GetParam().statics + GetParam().population;
        const std::vector<Id> ids = some_ids(alive > enough ? alive : GetParam().batch * 4 / 5);
        gone_.insert(gone_.end(), ids.begin(), ids.end());
        EXPECT_TRUE(same_status(model_.despawn(ids), world_.despawn(ids))) << "despawn";
    }
    // All elements drift, some change size, a few boxes are faulty; those of dead and static slots are not read.
    void move_all() {
        const auto& elements = model_.now().elements;
        by_slot_.assign(elements.size() + random_.below(3), Aabb{{nan, 0}, {0, 0}});
        for (std::size_t slot = 0; slot < elements.size(); ++slot) {
            if (elements[slot].generation == 0 || elements[slot].is_static) continue;
            const float dx = random_.uniform(-1, 1), dy = random_.uniform(-1, 1);
            Aabb box = elements[slot].box;
            box = {{box.min.x + dx, box.min.y + dy}, {box.max.x + dx, box.max.y + dy}};
            by_slot_[slot] = random_.below(30) == 0 ? perhaps_faulty_box() : box;
        }
        model_.move_all(by_slot_);
        EXPECT_TRUE(world_.move_all(by_slot_));
    }
    void discard() {
        for (const Id id : model_.ids())
            if (!world_.alive(id)) gone_.push_back(id);
        model_.discard();
        world_.discard();
    }

    // A commit that memory or its host gives up changes nothing, neither the world nor what is staged.
    void fail_to_commit(const Runner& runner) {
        const Executor idle{[](void*, std::uint32_t, Executor::Task*, void*) {}, nullptr};
        const bool of_memory = random_.below(2) == 0;
        memory_.refuse(of_memory ? 1 + random_.below(40) : 0);
        const Status status = world_.commit(of_memory ? runner.executor : idle);
        memory_.refuse(0);
        if (status.applied()) return committed(status, runner);
        EXPECT_TRUE(same_status(failed_call(of_memory ? Fault::OutOfMemory : Fault::Cancelled), status));
        expect_content(world_, model_.now());
    }
    void committed(const Status& status, const Runner& runner) {
        EXPECT_TRUE(same_status(model_.commit(), status)) << "commit";
        expect_content(world_, model_.now());
        WorldAsker(model_.now(), 20, random_.next()).expect_answers(world_, runner.executor);
        told_ = false;
        if (random_.below(3) != 0) expect_changes(runner.executor);
    }
    // Since the last call at an earlier commit, however many commits ago; at the same commit the same once more.
    void expect_changes(Executor on) {
        for (std::uint32_t times = 1 + random_.below(2); times > 0; --times) {
            fail_to_tell(on);
            Pairs begun, ended;
            ASSERT_TRUE(world_.overlaps_changed(begun, ended, on));
            succeeded_to_tell();
            expect_ids(begun, without(now_, then_));
            expect_ids(ended, without(then_, now_));
        }
        if (random_.below(2) == 0) fail_to_tell(on);
    }
    void succeeded_to_tell() {
        if (!std::exchange(told_, true)) then_ = std::exchange(now_, tracked_overlaps());
    }
    // Neither the world's memory nor that of the lists: nothing is lost.
    void fail_to_tell(Executor on) {
        CountingMemory lists;
        Pairs begun(lists.memory()), ended(lists.memory());
        memory_.refuse(random_.below(2) == 0 ? 1 + random_.below(8) : 0);
        lists.refuse(random_.below(2) == 0 ? 1 + random_.below(4) : 0);
        const Status status = world_.overlaps_changed(begun, ended, on);
        memory_.refuse(0);
        if (status) return succeeded_to_tell();
        EXPECT_TRUE(same_status(failed_call(Fault::OutOfMemory), status));
        EXPECT_EQ(begun.size() + ended.size() + begun.ids().size() + ended.ids().size(), 0u);
    }
    std::vector<IdPair> tracked_overlaps() const {
        const WorldDesc& desc = GetParam().desc;
        return model_.now().overlaps(desc.tracked, desc.tracked_against, desc.track_across_layers);
    }
    static auto key(const IdPair& p) { return std::tuple(p.a.slot, p.b.slot, p.a.generation, p.b.generation); }
    static std::vector<IdPair> without(const std::vector<IdPair>& some, const std::vector<IdPair>& others) {
        std::vector<IdPair> rest;
        std::set_difference(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(rest),
                            [](const IdPair& p, const IdPair& q) { return key(p) < key(q); });
        return rest;
    }
    static void expect_ids(const Pairs& got, const std::vector<IdPair>& expected) {
        ASSERT_EQ(got.size(), expected.size());
        ASSERT_EQ(got.ids().size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(key(got.ids()[i]), key(expected[i]));
            EXPECT_EQ(got.view()[i].a, expected[i].a.slot);
            EXPECT_EQ(got.view()[i].b, expected[i].b.slot);
        }
    }

    void step(const Runner& runner) {
        const ForcedIsa forced(runner.isa);
        switch (random_.below(19)) {
        case 0:
        case 1: return spawn();
        case 2:
        case 3: return move();
        case 4: return categorize();
        case 5: return despawn();
        case 6:
        case 7:
        case 8: return move_all();
        case 9: return random_.below(5) == 0 ? discard() : set_layers();
        case 10: return keep_snapshot();
        case 11: return expect_snapshot(runner.executor);
        case 12: return fail_to_commit(runner);
        case 13: return rest(runner);
        case 14: return grow_hard(runner);
        case 15: return restore(runner.executor);
        default: return committed(world_.commit(runner.executor), runner);
        }
    }
    // Some commits that change static elements alone: what else there is rests, and is copied into the version that
    // takes its turn.
    void rest(const Runner& runner) {
        for (std::uint32_t left = 1 + random_.below(3); left > 0 && !HasFailure(); --left) {
            spawn(1 + random_.below(3), Motion::Static);
            committed(world_.commit(runner.executor), runner);
        }
    }
    // One of the dynamic elements becomes far larger than all others are apart, by move or by move_all.
    void grow_hard(const Runner& runner) {
        const auto& elements = model_.now().elements;
        std::vector<Slot> dynamic;
        for (Slot slot = 0; slot < elements.size(); ++slot)
            if (elements[slot].generation != 0 && !elements[slot].is_static) dynamic.push_back(slot);
        if (dynamic.empty()) return;
        const Slot grown = dynamic[random_.below(static_cast<std::uint32_t>(dynamic.size()))];
        const float half = random_.below(2) == 0 ? 1e6f : 200.f;
        const std::vector<Aabb> giant{{{-half, -half}, {half, half}}};
        if (random_.below(2) == 0) {
            const std::vector<Id> id{{grown, elements[grown].generation}};
            EXPECT_TRUE(same_status(model_.move(id, giant), world_.move(id, giant))) << "move";
        } else {
            by_slot_.assign(elements.size(), Aabb{{nan, 0}, {0, 0}});
            for (const Slot slot : dynamic) by_slot_[slot] = slot == grown ? giant[0] : elements[slot].box;
            model_.move_all(by_slot_);
            EXPECT_TRUE(world_.move_all(by_slot_));
        }
        committed(world_.commit(runner.executor), runner);
    }
    void keep_snapshot() {
        if (held_.size() >= 3) held_.erase(held_.begin() + random_.below(3));
        held_.push_back({world_.snapshot(), model_.keep()});
    }
    void expect_snapshot(Executor on) {
        if (held_.empty()) return;
        const Held& held = held_[random_.below(static_cast<std::uint32_t>(held_.size()))];
        expect_content(held.snapshot, held.kept.content);
        WorldAsker(held.kept.content, 20, random_.next()).expect_answers(held.snapshot, on);
    }
    // Of this world, of a twin with another history that was restored from it before, or loaded.
    void restore(Executor on) {
        if (held_.empty()) return keep_snapshot();
        if (random_.below(3) == 0) twin_ = World();
        Held& held = held_[random_.below(static_cast<std::uint32_t>(held_.size()))];
        if (random_.below(3) == 0) return restore_saved(held);
        memory_.refuse(random_.below(2) == 0 ? 1 + random_.below(4) : 0);
        const Status refused = world_.restore(held.snapshot);
        memory_.refuse(0);
        if (!refused) {
            EXPECT_TRUE(same_status(failed_call(Fault::OutOfMemory), refused));
            expect_content(world_, model_.now());
            ASSERT_TRUE(world_.restore(held.snapshot));
        }
        model_.restore(held.kept);
        expect_content(world_, model_.now());
        EXPECT_EQ(world_.hash(), held.snapshot.hash());
        told_ = false;
        if (random_.below(3) != 0) expect_changes(on);
        if (random_.below(2) == 0) pass_to_a_twin(held);
    }
    void restore_saved(const Held& held) {
        WorldSnapshot loaded;
        Bytes bytes;
        ASSERT_TRUE(held.snapshot.save(writer_to(bytes)));
        Rest rest{bytes.data(), bytes.size()};
        ASSERT_TRUE(loaded.load(reader_of(rest), memory_.memory()));
        ASSERT_TRUE(world_.restore(loaded));
        model_.restore(held.kept);
        expect_content(world_, model_.now());
        told_ = false;
    }
    // The version is shared by two worlds, and both go on from it.
    void pass_to_a_twin(Held& held) {
        if (twin_.slot_count() == 0) {
            WorldDesc desc = GetParam().desc;
            desc.memory = memory_.memory();
            desc.track_overlaps = true;
            ASSERT_TRUE(twin_.open(desc));
        }
        ASSERT_TRUE(twin_.restore(held.snapshot));
        oracle::WorldModel other;
        other.restore(held.kept);
        const std::vector<Id> ids = other.ids();
        const auto some = std::span(ids).first(ids.size() / 2);
        std::vector<Aabb> boxes(some.size());
        for (Aabb& box : boxes) box = some_box();
        std::vector<Id> got(3), expected;
        const std::vector<Aabb> more(3, some_box());
        EXPECT_TRUE(same_status(other.move(some, boxes), twin_.move(some, boxes)));
        EXPECT_TRUE(
            same_status(other.spawn(more, Motion::Dynamic, expected, {}), twin_.spawn(more, Motion::Dynamic, got)));
        EXPECT_EQ(got, expected);
        EXPECT_TRUE(same_status(other.commit(), twin_.commit()));
        expect_content(twin_, other.now());
        held_.push_back({twin_.snapshot(), other.keep()});
    }

    CountingMemory memory_;
    scenes::Generator random_;
    World world_, twin_;
    oracle::WorldModel model_;
    std::vector<Aabb> by_slot_;
    std::vector<Id> gone_;
    std::vector<Held> held_;
    std::vector<IdPair> then_, now_; // tracked at the last two commits whose changes were listed
    bool told_ = true;               // the changes of the last commit
};

TEST_P(WorldSequence, IsWhatAPlainListOfElementsIs) {
    Hosts hosts;
    const std::vector<Runner> runners = hosts.runners();
    const int steps = GetParam().steps / (everything_asked() ? 1 : instrumented ? 10 : 2);
    spawn(GetParam().statics, Motion::Static);
    for (int i = 0; i < steps; ++i) {
        const Runner& runner = runners[static_cast<std::size_t>(i) % runners.size()];
        SCOPED_TRACE(testing::Message() << "seed " << GetParam().seed << ", step " << i << ", " << runner.name);
        step(runner);
        if (HasFailure()) return;
    }
    world_ = World();
    twin_ = World();
    for (const Held& held : held_) {
        expect_content(held.snapshot, held.kept.content);
        WorldAsker(held.kept.content, 20, 1).expect_answers(held.snapshot, serial());
    }
    held_.clear();
    EXPECT_EQ(memory_.live_blocks(), 0u);
    EXPECT_FALSE(memory_.mismatched());
}

// Few static elements are in a tree that is built anew with each change; of many, changes are kept apart for a while.
// Most commits of the last course but one have so few changes that they are made in place; the last one stands upright.
INSTANTIATE_TEST_SUITE_P(
    Of, WorldSequence,
    testing::Values(Course{1, 12500, 0, 120, 15, 40, {}},
                    Course{2, 12500, 0, 60, 8, 25, {.agent_half_extent = 1, .prop_half_extent = 9}},
                    Course{3, 12500, 0, 200, 25, 60, {.bounds = {{0, 0}, {60, 60}}}}, Course{4, 12500, 0, 12, 2, 6, {}},
                    Course{5, 300, 2600, 60, 60, 250, {}},
                    Course{6, 1500, 0, 120, 15, 40, {.tracked = 1, .tracked_against = 6}},
                    Course{7, 2000, 0, 150, 15, 20, {.tracked = 13}, true},
                    Course{8, 2000, 0, 150, 15, 20, {.tracked = 4, .tracked_against = 12}, true},
                    Course{9, 700, 0, 150, 15, 20, {.tracked_against = 16}, true}, Course{10, 1200, 0, 900, 3, 60, {}},
                    Course{11, 2000, 0, 300, 3, 9, {}, false, 120}));

// Elements in layers; in the last but one, pairs across them are tracked as well.
INSTANTIATE_TEST_SUITE_P(
    InLayers, WorldSequence,
    testing::Values(Course{21, 4000, 0, 120, 15, 25, {}, false, 0, 4},
                    Course{22, 2500, 0, 200, 25, 20, {.agent_half_extent = 1, .prop_half_extent = 9}, false, 0, 50},
                    Course{23, 200, 7500, 60, 60, 250, {}, false, 0, 3},
                    Course{24, 1500, 0, 150, 15, 20, {.tracked = 13}, true, 0, 3},
                    Course{25, 1500, 0, 12, 2, 6, {}, false, 0, 6},
                    Course{26, 1500, 0, 120, 15, 25, {.tracked = 5, .track_across_layers = true}, false, 0, 4},
                    Course{27, 700, 0, 900, 3, 60, {}, false, 0, 2}));

} // namespace
} // namespace throng::test
