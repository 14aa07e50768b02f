// SPDX-License-Identifier: MIT
// The contract, of a World: in every scene, whichever structures hold the elements, it gives the answers of brute
// force.
#include "scenes/scene.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/world_answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <set>
#include <vector>

namespace throng::test {
namespace {

using scenes::Scene;

struct Arrangement {
    const char* name;
    std::size_t size;    // of each scene
    std::size_t choices; // of options, that each scene meets
    std::uint32_t still; // one in so many elements is static; 0: none
    bool spread;         // the others are dealt out to all structures, whatever their size
    std::uint32_t late;  // the last so many elements are static and come in a second commit
    bool categories;
    std::vector<Route> routes; // that are taken in some scene
    std::uint32_t layers = 1;  // element i is in layer i % layers, or the scene's

    friend std::ostream& operator<<(std::ostream& out, const Arrangement& arrangement) {
        return out << arrangement.name;
    }
};

const Arrangement arrangements[] = {
    {"Dynamic", 400, 9, 0, false, 0, false, {Route::RowGrid}},
    {"Static", 400, 9, 1, false, 0, true, {Route::StaticTree}},
    {"Mixed", 400, 9, 4, true, 0, true, {Route::RowGrid, Route::LooseQuadtree, Route::StaticTree}},
    {"ManyStatic", 2400, 1, 1, false, 100, false, {Route::RowGrid, Route::StaticTree}},
    {"ManyMixed", 2400, 1, 2, true, 100, false, {Route::RowGrid, Route::StaticTree}},
    {"Layers", 400, 9, 4, true, 0, true, {Route::RowGrid, Route::StaticTree}, 5},
    {"ManyLayers", 300, 3, 8, false, 0, true, {Route::RowGrid, Route::StaticTree}, 120},
};

class WorldContract : public testing::TestWithParam<Arrangement> {
protected:
    // A place for every element that is not static, by turns in each structure. The elements stay in that structure for
    // a while wherever they move.
    static Aabb place(std::size_t i) {
        constexpr float halves[] = {0.5f, 5, 50};
        const float half = halves[i % 3];
        return {{-half, -half}, {half, half}};
    }

    void populate(const Scene& scene, Executor on) {
        const Arrangement& arrangement = GetParam();
        floors_ = scene.layers;
        const std::vector<Aabb> boxes = scene.boxes();
        const std::size_t late = std::min<std::size_t>(arrangement.late, boxes.size() / 8);
        spawn(boxes, 0, boxes.size() - late);
        commit(on);
        spawn(boxes, boxes.size() - late, boxes.size());
        commit(on);
        move(boxes);
        commit(on);
    }
    void spawn(const std::vector<Aabb>& boxes, std::size_t begin, std::size_t end) {
        const Arrangement& arrangement = GetParam();
        for (const Motion motion : {Motion::Dynamic, Motion::Static}) {
            std::vector<Aabb> some;
            std::vector<std::uint32_t> categories;
            std::vector<std::uint16_t> layers;
            for (std::size_t i = begin; i < end; ++i) {
                const bool still = arrangement.still != 0 && i % arrangement.still == 0;
                if (still != (motion == Motion::Static)) continue;
                order_.push_back(i);
                some.push_back(still || !arrangement.spread ? boxes[i] : place(i));
                layers.push_back(floors_.empty() ? layer_of(i, 0) : floors_[i]);
                categories.push_back(i % 7 == 0 ? ~0u : static_cast<std::uint32_t>(i % 32));
            }
            if (!arrangement.categories) categories.clear();
            if (arrangement.layers == 1 && floors_.empty()) layers.clear();
            std::vector<Id> got(some.size()), expected;
            const Status status = model_.spawn(some, motion, expected, categories, layers);
            ASSERT_TRUE(same_status(status, world_.spawn(some, motion, got, categories, layers)));
            ASSERT_EQ(got, expected);
        }
    }
    // Not 0, 1, 2: those that have elements are far apart.
    static std::uint16_t layer_of(std::size_t element, std::size_t turn) {
        return static_cast<std::uint16_t>((element + turn) % GetParam().layers * 61);
    }
    // Some elements to another layer; those of a building as they climb.
    void change_layers(const Scene& scene, std::size_t turn) {
        if (GetParam().layers == 1 && scene.layers.empty()) return;
        std::vector<Id> ids;
        std::vector<std::uint16_t> layers;
        for (const Id id : model_.ids()) {
            const std::size_t i = order_[id.slot];
            if (!scene.layers.empty() ? scene.layers[i] == floors_[i] : (id.slot + turn) % 6 != 0) continue;
            ids.push_back(id);
            layers.push_back(scene.layers.empty() ? layer_of(i, turn) : scene.layers[i]);
        }
        floors_ = scene.layers;
        ASSERT_TRUE(same_status(model_.set_layers(ids, layers), world_.set_layers(ids, layers)));
    }

    // All elements to their places in the scene, static ones by name.
    void move(const std::vector<Aabb>& boxes) {
        by_slot_.clear();
        for (const std::size_t i : order_) by_slot_.push_back(boxes[i]);
        std::vector<Id> still;
        std::vector<Aabb> to;
        for (const Id id : model_.ids()) {
            if (!model_.now().elements[id.slot].is_static || GetParam().late != 0) continue;
            still.push_back(id);
            to.push_back(by_slot_[id.slot]);
        }
        ASSERT_TRUE(same_status(model_.move(still, to), world_.move(still, to)));
        model_.move_all(by_slot_);
        ASSERT_TRUE(world_.move_all(by_slot_));
    }
    void commit(Executor on) {
        ASSERT_TRUE(same_status(model_.commit(), world_.commit(on)));
        for (const Id id : model_.ids()) routes_.insert(world_.route(id));
    }

    World world_;
    oracle::WorldModel model_;
    std::vector<std::size_t> order_; // of a slot: its element of the scene
    std::vector<Aabb> by_slot_;
    std::vector<std::uint16_t> floors_; // by element, of a building
    std::set<Route> routes_;
};

INSTANTIATE_TEST_SUITE_P(Each, WorldContract, testing::ValuesIn(arrangements), testing::PrintToStringParamName());

TEST_P(WorldContract, IsExactInEveryScene) {
    const Arrangement& arrangement = GetParam();
    Hosts hosts;
    const std::vector<Runner> runners = hosts.runners();
    std::uint64_t number = 0;
    for (Scene scene : scenes::all(instrumented && arrangement.late == 0 ? arrangement.size / 2 : arrangement.size)) {
        SCOPED_TRACE("scene " + scene.name);
        const Runner& first = runners[++number % runners.size()];
        const ForcedIsa isa(first.isa);
        world_ = World(); // so that generations begin anew
        world_ = World({.bounds = scene.bounds,
                        .agent_half_extent = arrangement.spread ? 1.f : 0.f,
                        .prop_half_extent = arrangement.spread ? 9.f : 0.f});
        model_ = {};
        order_.clear();
        populate(scene, first.executor);
        for (std::uint64_t choice = 0; choice < arrangement.choices && !HasFailure(); ++choice) {
            const Runner& runner = runners[(number + choice) % runners.size()];
            SCOPED_TRACE(testing::Message() << "option choice " << choice << ", " << runner.name);
            const ForcedIsa forced(runner.isa);
            if (choice == arrangement.choices / 2 && choice != 0) { // and once more when all have moved
                scene.step(number);
                change_layers(scene, number);
                move(scene.boxes());
                commit(runner.executor);
            }
            expect_content(world_, model_.now());
            WorldAsker(model_.now(), 64, choice + option_choices.size() * ((choice + number) % 4))
                .expect_answers(world_, runner.executor);
        }
        if (HasFailure()) return;
    }
    for (const Route route : arrangement.routes) EXPECT_TRUE(routes_.contains(route)) << "no element was there";
}

} // namespace
} // namespace throng::test
