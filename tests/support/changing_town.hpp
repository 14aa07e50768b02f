// SPDX-License-Identifier: MIT
// The history of a World of which few elements change between two commits: what it holds, which overlaps began and
// ended, and the memory that it tells, each against a plain list of its elements.
#pragma once

#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_answers.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ostream>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace throng::test {

struct TownPlan {
    std::uint64_t seed = 1;
    std::uint32_t tracked = ~0u, against = ~0u; // as in WorldDesc
    std::uint32_t people = 480, statics = 80;   // that are there first
    std::uint16_t layers = 1;                   // people are in the first, and pillars in each of the others
    bool categories_come_later = false;         // the first of them with few changes

    friend std::ostream& operator<<(std::ostream& out, const TownPlan& plan) {
        return out << "seed " << plan.seed << ", tracked " << plan.tracked << ", layers " << plan.layers;
    }
};

/// In rows of 32, which suit a row grid even if they are few: from 257 on they are in one.
inline std::vector<Aabb> rows_of_pillars(std::size_t count, scenes::Generator& random) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 at{static_cast<float>(i % 32) + random.uniform(0, 0.3f),
                      static_cast<float>(i / 32) + random.uniform(0, 0.3f)};
        boxes.push_back(predicates::box_around(at, Vec2{0.3f, 0.3f}));
    }
    return boxes;
}

class ChangingTown {
public:
    explicit ChangingTown(const TownPlan& plan)
        : plan_(plan), random_(plan.seed), categorizes_(plan.tracked != ~0u && !plan.categories_come_later),
          world_({.track_overlaps = true,
                  .tracked = plan.tracked,
                  .tracked_against = plan.against,
                  .memory = memory_.memory(),
                  .executor = serial()}) {
        spawn(plan.people, Motion::Dynamic);
        if (plan.layers == 1) spawn(plan.statics, Motion::Static);
        for (std::uint16_t layer = 1; layer < plan.layers; ++layer)
            spawn(rows_of_pillars(plan.statics, random_), Motion::Static, layer);
        commit();
    }

    /// Some commits and a question.
    void step() {
        for (std::uint32_t commits = 1 + random_.below(2); commits > 0; --commits) {
            change();
            commit();
        }
        if (random_.below(4) == 0) turn_over();
        if (random_.below(8) == 0) refuse();
        ask();
        if (random_.below(3) == 0) ask_again();
    }
    /// Everything that is kept by slot, and answers of all kinds.
    void expect_content() {
        test::expect_content(world_, model_.now());
        WorldAsker(model_.now(), 8, random_.next()).expect_answers(world_, serial());
    }
    const World& world() const { return world_; }

private:
    Aabb some_box() {
        const Vec2 at{random_.uniform(0, 40), random_.uniform(0, 40)};
        const float half = random_.below(20) == 0 ? 3.f : 0.5f;
        return {{at.x - half, at.y - half}, {at.x + half, at.y + half}};
    }
    std::vector<Aabb> some_boxes(std::size_t count) {
        std::vector<Aabb> boxes(count);
        for (Aabb& box : boxes) box = some_box();
        return boxes;
    }
    // A third of them are of those that were chosen last, since what a change leaves behind shows in the next one.
    std::vector<Id> some(std::uint32_t most) {
        std::vector<Id> ids;
        for (std::uint32_t i = 1 + random_.below(most); i > 0; --i) {
            const std::vector<Id>& from = random_.below(3) == 0 && !chosen_.empty() ? chosen_ : ids_;
            ids.push_back(from[random_.below(static_cast<std::uint32_t>(from.size()))]);
        }
        return chosen_ = ids;
    }
    std::vector<std::uint32_t> some_categories(std::size_t count) {
        std::vector<std::uint32_t> categories(count);
        for (std::uint32_t& category : categories) category = random_.below(16) == 0 ? 0 : 1u << random_.below(3);
        return categories;
    }
    std::uint16_t some_layer() { return static_cast<std::uint16_t>(random_.below(plan_.layers)); }

    void spawn(std::size_t count, Motion motion, std::uint16_t layer = 0) { spawn(some_boxes(count), motion, layer); }
    void spawn(const std::vector<Aabb>& boxes, Motion motion, std::uint16_t layer) {
        const std::size_t count = boxes.size();
        std::vector<std::uint32_t> categories;
        if (categorizes_) categories = some_categories(count);
        const std::vector<std::uint16_t> layers(plan_.layers > 1 ? count : 0, layer);
        std::vector<Id> ids(count), expected;
        ASSERT_TRUE(world_.spawn(boxes, motion, ids, categories, layers));
        ASSERT_TRUE(model_.spawn(boxes, motion, expected, categories, layers));
        ASSERT_EQ(ids, expected);
        ids_.insert(ids_.end(), ids.begin(), ids.end());
    }
    // The slots of elements that end before their first commit are new, and stay so.
    void spawn_in_vain() {
        const std::size_t known = ids_.size();
        spawn(8, Motion::Dynamic, some_layer());
        despawn({ids_.begin() + static_cast<std::ptrdiff_t>(known), ids_.end()});
        ids_.resize(known);
    }
    void despawn(const std::vector<Id>& ids) { ASSERT_TRUE(same_status(model_.despawn(ids), world_.despawn(ids))); }
    void move(const std::vector<Id>& ids) {
        std::vector<Aabb> boxes = some_boxes(ids.size());
        if (random_.below(3) == 0) std::fill(boxes.begin(), boxes.end(), boxes[0]); // onto one spot
        ASSERT_TRUE(same_status(model_.move(ids, boxes), world_.move(ids, boxes)));
    }
    void categorize(const std::vector<Id>& ids) {
        if (plan_.tracked == ~0u) return move(ids);
        categorizes_ = true;
        const std::vector<std::uint32_t> categories = some_categories(ids.size());
        ASSERT_TRUE(same_status(model_.categorize(ids, categories), world_.categorize(ids, categories)));
    }
    void set_layers(const std::vector<Id>& ids) {
        if (plan_.layers == 1) return move(ids);
        std::vector<std::uint16_t> layers(ids.size());
        for (std::uint16_t& layer : layers) layer = some_layer();
        ASSERT_TRUE(same_status(model_.set_layers(ids, layers), world_.set_layers(ids, layers)));
    }
    // So many that a search around each would not pay; what is of the other motion rests.
    void move_many(bool statics) {
        std::vector<Id> ids;
        for (Slot slot = 0; slot < model_.now().elements.size() && ids.size() < 60; ++slot)
            if (model_.now().alive(slot) && model_.is_static(slot) == statics && random_.below(4) == 0)
                ids.push_back(model_.now().id_of(slot));
        if (!ids.empty()) move(ids);
    }
    void move_all() {
        all_ = some_boxes(world_.slot_count());
        ASSERT_TRUE(world_.move_all(all_));
        model_.move_all(all_);
    }
    void change() {
        switch (random_.below(12)) {
        case 0: return spawn(1 + random_.below(3), Motion::Dynamic, some_layer());
        case 1: return random_.below(2) == 0 ? spawn(1, Motion::Static, some_layer()) : spawn_in_vain();
        case 2:
        case 3: {
            const std::vector<Id> ids = some(2);
            despawn(ids);
            if (random_.below(2) == 0) return;
            commit();
            const Motion motion = random_.below(4) == 0 ? Motion::Static : Motion::Dynamic;
            return spawn(ids.size(), motion, some_layer()); // in their slots
        }
        case 4: return categorize(some(3));
        case 5: return random_.below(3) == 0 ? move_all() : move(some(4));
        case 6: return set_layers(some(2));
        case 7: return move_many(random_.below(3) != 0);
        default: return move(some(4));
        }
    }
    void commit() {
        ASSERT_TRUE(world_.commit());
        ASSERT_TRUE(model_.commit());
        expect_bytes();
    }
    // Everything at once, in a world that has been changed before.
    void turn_over() {
        switch (random_.below(6)) {
        case 0: return keep();
        case 1: return load();
        case 2: return refit();
        case 3: return rebase();
        default: return roll_back();
        }
    }
    void refit() {
        ASSERT_TRUE(world_.refit());
        expect_bytes();
    }
    void rebase() {
        const DoubleVec2 to{0.25 * random_.below(64), 0.25 * random_.below(64)};
        ASSERT_TRUE(world_.rebase(to));
        if (to != model_.now().origin) {
            ASSERT_TRUE(model_.rebase(to));
        }
        expect_bytes();
    }
    // What the world itself has saved.
    void load() {
        const Bytes bytes = saved(world_);
        ASSERT_TRUE(test::load(world_, bytes));
        model_.restore(model_.keep());
        expect_bytes();
    }
    void keep() { kept_ = {world_.snapshot(), model_.keep(), ids_}; }
    void roll_back() {
        if (kept_.ids.empty()) return keep();
        ASSERT_TRUE(world_.restore(kept_.snapshot));
        model_.restore(kept_.content);
        ids_ = kept_.ids;
        expect_bytes();
    }
    void expect_bytes() const {
        if (kept_.ids.empty()) {
            EXPECT_EQ(world_.stats().bytes, memory_.live_bytes());
        }
    }

    // A call without memory changes nothing of what later calls tell.
    void refuse() {
        memory_.limit(memory_.live_bytes() + random_.below(3000));
        (void)world_.overlaps_changed(begun_, ended_);
        memory_.limit(~std::size_t{0});
    }
    static auto key(const IdPair& p) { return std::tuple(p.a.slot, p.b.slot, p.a.generation, p.b.generation); }
    void ask() {
        const std::vector<IdPair> was = std::exchange(told_, model_.now().overlaps(plan_.tracked, plan_.against));
        const auto before = [](const IdPair& p, const IdPair& q) { return key(p) < key(q); };
        expected_begun_.clear(), expected_ended_.clear();
        std::set_difference(told_.begin(), told_.end(), was.begin(), was.end(), std::back_inserter(expected_begun_),
                            before);
        std::set_difference(was.begin(), was.end(), told_.begin(), told_.end(), std::back_inserter(expected_ended_),
                            before);
        ask_again();
    }
    void ask_again() {
        ASSERT_TRUE(world_.overlaps_changed(begun_, ended_));
        expect(expected_begun_, begun_), expect(expected_ended_, ended_);
        expect_bytes();
    }
    static void expect(const std::vector<IdPair>& expected, const Pairs& got) {
        ASSERT_EQ(got.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_EQ(got.ids()[i].a, expected[i].a) << i;
            ASSERT_EQ(got.ids()[i].b, expected[i].b) << i;
            ASSERT_EQ(got.view()[i].a, expected[i].a.slot) << i;
            ASSERT_EQ(got.view()[i].b, expected[i].b.slot) << i;
        }
    }

    struct Kept {
        WorldSnapshot snapshot;
        oracle::WorldModel::Kept content;
        std::vector<Id> ids; // empty: nothing is kept
    };

    const TownPlan plan_;
    scenes::Generator random_;
    bool categorizes_;
    support::CountingMemory memory_;
    World world_;
    oracle::WorldModel model_;
    Kept kept_;
    std::vector<IdPair> told_; // the overlaps at the last question
    std::vector<Id> ids_, chosen_;
    std::vector<Aabb> all_; // that move_all() shows
    Pairs begun_, ended_;
    std::vector<IdPair> expected_begun_, expected_ended_;
};

/// Makes a town of each plan and lets it change, and names the plan and the step of a failure.
inline void expect_histories(std::span<const TownPlan> plans, int steps,
                             const std::function<void(ChangingTown&, int step)>& look = {}) {
    for (const TownPlan& plan : plans) {
        SCOPED_TRACE(testing::Message() << plan);
        ChangingTown town(plan);
        for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) {
            SCOPED_TRACE(testing::Message() << "step " << i);
            town.step();
            if (look) look(town, i);
        }
    }
}

} // namespace throng::test
