// SPDX-License-Identifier: MIT
// A history of a World and its twin: staging, commits that fail first, snapshots that are asked much later.
#pragma once

#include "tests/fuzz/asker.hpp"
#include "tests/fuzz/changing.hpp"
#include "tests/fuzz/double_forms.hpp"
#include "tests/fuzz/forms.hpp"
#include "tests/fuzz/world_past.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng::fuzz {

class WorldHistory : private WorldPast {
public:
    explicit WorldHistory(Bytes& source) : WorldPast(source) {}

    void play() {
        std::size_t spent = 0;
        for (int steps = 0; !source_.exhausted() && spent < 400'000 && steps < 40; ++steps) {
            stage();
            if (!source_.chance(4)) commit();
            if (const std::uint32_t asks = source_.below(4); asks < 2) {
                for (std::uint32_t i = 0; i <= asks; ++i) spent += ask();
            }
            spent += 10'000 + content().elements.size() * 60;
        }
    }

private:
    /// call(side) -> Status, of staging: at first without memory, now and then.
    template <class Call> void staged(const char* what, const Status& expected, Call&& call) {
        const std::uint32_t k = source_.below(256);
        each([&](WorldSide& side) {
            if (k % 8 == 7) {
                side.memory.refuse(1 + k / 8 % 8, k / 64 % 2 == 1);
                const Status status = call(side);
                const bool refused = side.memory.refused();
                side.memory.refuse(0);
                trace("  ", what, " with memory refused: ", status);
                if (!refused || !out_of_memory(status))
                    return demand(test::same_status(expected, status), what, " with memory refused");
            }
            demand(test::same_status(expected, call(side)), what);
        });
    }

    void stage() {
        if (source_.newer(4) == 3) return travel();
        const std::uint32_t kind = source_.below(20);
        switch (model_.ids().empty() ? 0 : kind) {
        case 0:
        case 1:
        case 2: return spawn(Motion::Dynamic, some_size(source_));
        case 3: return spawn(Motion::Static, some_size(source_));
        case 4:
        case 5: return rest_of_the_crowd();
        case 6: return move();
        case 7:
        case 8:
        case 9:
        case 10: return move_all();
        case 11: return layered_ && source_.chance(2) ? set_layers() : categorize();
        case 12: return despawn();
        case 13: return discard();
        case 14:
        case 15: return keep_snapshot();
        case 16: return drop_snapshot();
        case 17: return rest();
        case 18: return meddle();
        default: return; // a commit of nothing
        }
    }

    /// act(form) with these boxes in some form, of floats or of doubles.
    template <class Act> void in_some_form(std::vector<Aabb> boxes, Act&& act) {
        const std::uint32_t form = source_.below(16), doubles = source_.newer(12);
        if (doubles < 6)
            act(Form(std::move(boxes), form));
        else
            act(DoubleForm(std::move(boxes), content().origin, doubles, form));
    }

    void spawn(Motion motion, std::size_t n) {
        // Tracking takes memory for every pair that overlaps, and all may.
        if (tracks_) n = std::min<std::size_t>(n, content().elements.size() < 1000 ? 700 : 20);
        Places places(source_);
        in_some_form(places.boxes(n), [&](const auto& form) { spawn(motion, form, places); });
    }
    template <class SomeForm> void spawn(Motion motion, const SomeForm& form, Places& places) {
        const std::size_t n = form.size();
        std::vector<std::uint32_t> categories;
        if (source_.chance(2))
            for (std::size_t i = 0; i < n; ++i) categories.push_back(1u << places.random().below(5));
        std::vector<std::uint16_t> layers;
        if (layered_ && !source_.chance(4)) layers = some_layers(n);
        trace("spawn ", motion == Motion::Static ? "static " : "dynamic ", n, ", ", places.name(), ", form ",
              form.kind());
        std::vector<Id> expected;
        const Status right = model_.spawn(form.boxes(), motion, expected, categories, layers);
        staged("spawn", right, [&](WorldSide& side) {
            std::vector<Id> ids(n);
            const Status status = side.world.spawn(form.view(), motion, ids, categories, layers);
            demand(out_of_memory(status) || ids == expected, "spawn: other ids");
            return status;
        });
    }

    /// Static elements alone change, for some commits; then, mostly, the crowd does.
    void rest_of_the_crowd() {
        for (std::uint32_t commits = 1 + source_.below(3); commits > 0; --commits) {
            spawn(Motion::Static, 1 + source_.below(3));
            commit();
        }
        if (!source_.chance(4)) move_all();
    }

    std::vector<Id> some_ids() {
        const std::vector<Id> all = model_.ids();
        Generator random(source_.below(1 << 16));
        const std::size_t n = std::min<std::size_t>(some_size(source_), 300);
        const bool strange = source_.chance(2);
        std::vector<Id> ids;
        for (std::size_t i = 0; i < n; ++i) {
            Id id = all.empty() ? Id{} : all[random.below(static_cast<std::uint32_t>(all.size()))];
            if (strange && random.below(8) == 0) {
                const Id strangers[] = {
                    {}, {id.slot, id.generation + 1}, {no_slot, 1}, {id.slot + 5000, 1}, {id.slot, ~0u}, {id.slot, 0}};
                id = strangers[random.below(6)];
            }
            ids.push_back(id);
        }
        return ids;
    }

    void move() {
        const std::vector<Id> ids = some_ids();
        std::vector<Aabb> boxes;
        for (const Id id : ids) boxes.push_back(content().alive(id.slot) ? content().elements[id.slot].box : Aabb{});
        change_boxes(boxes, source_);
        in_some_form(std::move(boxes), [&](const auto& form) {
            trace("move ", ids.size(), ", form ", form.kind());
            const Status right = model_.move(ids, form.boxes());
            staged("move", right, [&](WorldSide& side) { return side.world.move(ids, form.view()); });
        });
    }
    void move_all() {
        std::vector<Aabb> boxes = held_boxes();
        change_boxes(boxes, source_);
        if (source_.chance(32) && !boxes.empty()) boxes.pop_back();
        in_some_form(std::move(boxes), [&](auto&& form) { move_all(std::move(form)); });
    }
    void move_all(const DoubleForm& form) { // which need not stay
        trace("move_all ", form.size(), ", form ", form.kind());
        model_.move_all(form.boxes());
        staged("move_all", {}, [&](WorldSide& side) { return side.world.move_all(form.view()); });
    }
    void move_all(Form form) {
        by_slot_.push_back(std::move(form)); // until the commit, as the boxes of earlier ones are no longer read
        if (by_slot_.size() > 1) by_slot_.erase(by_slot_.begin());
        trace("move_all ", by_slot_.back().size());
        model_.move_all(by_slot_.back().boxes());
        each([&](WorldSide& side) {
            demand(test::same_status({}, side.world.move_all(by_slot_.back().view())), "move_all");
        });
    }
    void categorize() {
        const std::vector<Id> ids = some_ids();
        std::vector<std::uint32_t> categories;
        for (std::size_t i = 0; i < ids.size(); ++i) categories.push_back(i % 9 == 0 ? 0 : 1u << i % 5);
        trace("categorize ", ids.size());
        const Status right = model_.categorize(ids, categories);
        staged("categorize", right, [&](WorldSide& side) { return side.world.categorize(ids, categories); });
    }
    std::vector<std::uint16_t> some_layers(std::size_t n) {
        const std::uint32_t how = source_.below(256);
        std::vector<std::uint16_t> layers;
        for (std::size_t i = 0; i < n; ++i)
            layers.push_back(i % 31 == 30 ? 0xFFFF
                                          : static_cast<std::uint16_t>(how % 4 == 0 ? how / 4 % 5 : (i + how) % 5));
        return layers;
    }
    void set_layers() {
        const std::vector<Id> ids = some_ids();
        const std::vector<std::uint16_t> layers = some_layers(ids.size());
        trace("set_layers ", ids.size());
        const Status right = model_.set_layers(ids, layers);
        staged("set_layers", right, [&](WorldSide& side) { return side.world.set_layers(ids, layers); });
    }
    void despawn() {
        const std::vector<Id> ids = source_.chance(4) ? model_.ids() : some_ids();
        trace("despawn ", ids.size());
        const Status right = model_.despawn(ids);
        staged("despawn", right, [&](WorldSide& side) { return side.world.despawn(ids); });
    }
    std::vector<Aabb> held_boxes() const {
        std::vector<Aabb> boxes;
        for (const oracle::WorldElement& e : content().elements) boxes.push_back(e.box);
        return boxes;
    }

    bool beyond_capacity() const {
        const Capacity& capacity = desc_.capacity;
        if (capacity.elements == 0) return false;
        std::size_t statics = 0;
        const std::vector<Id> ids = model_.ids();
        for (const Id id : ids) statics += model_.is_static(id.slot) ? 1 : 0;
        return ids.size() > capacity.elements || statics > capacity.static_elements;
    }

    void commit() {
        if (beyond_capacity()) {
            trace("commit beyond capacity");
            each([](WorldSide& side) {
                const Status status = side.world.commit(serial());
                demand(failed(status) &&
                           (has(status.faults, Fault::OutOfCapacity) || has(status.faults, Fault::InvalidArgument)),
                       "commit beyond capacity: ", status);
            });
            return discard();
        }
        if (source_.newer(4) == 3) return tick();
        commit("commit", [](WorldSide& side, Executor executor) { return side.world.commit(executor); });
    }
    /// act(side, executor) -> Status.
    template <class Act> void commit(const char* what, Act&& act) {
        const Host by = host(source_);
        const std::uint32_t attempt = source_.below(6), how = source_.below(256);
        const Status right = model_.commit();
        trace(what, ", by ", by.name, ": ", right);
        each([&](WorldSide& side) {
            const Host own = &side == &one_ ? by : host(how);
            const auto act_on = [&](Executor executor) { return act(side, executor); };
            if (attempt == 1 && made_without_memory(what, side, right, own, how, act_on)) return;
            if (attempt == 2 && made_by_a_quitter(what, side, right, how, act_on)) return;
            const test::ForcedIsa isa(some_isa(source_));
            demand(test::same_status(right, act_on(own.executor)), what);
        });
        if (failed(right)) return discard();
        by_slot_ = {}; // nothing reads it from here on
        check_state();
        tell_overlaps(how);
    }
    /// All boxes and commit() in one call, at first with too few: then only what was staged before is staged.
    void tick() {
        std::vector<Aabb> boxes = held_boxes();
        change_boxes(boxes, source_);
        const Form form(std::move(boxes), source_.below(16));
        if (form.size() != 0)
            each([&](WorldSide& side) {
                const BoxView few = form.view().slice(0, form.size() - 1);
                demand(test::same_status(oracle::whole_call(Fault::InvalidArgument), side.world.commit(few, serial())),
                       "a tick with too few boxes");
            });
        if (source_.chance(8))
            return commit("commit", [](WorldSide& side, Executor executor) { return side.world.commit(executor); });
        model_.move_all(form.boxes());
        commit("tick", [&](WorldSide& side, Executor executor) { return side.world.commit(form.view(), executor); });
    }
    std::size_t ask() {
        if (kept_.empty() || source_.chance(2)) return Asker(one_.world, content(), source_, answers_).ask();
        const Kept& kept = kept_[source_.below(256) % kept_.size()];
        trace(" of a snapshot:");
        demand(test::same_status({}, kept.snapshot.validate()), "validate() of a snapshot");
        demand(kept.snapshot.size() == size_of(kept.content()), "size() of a snapshot");
        return Asker(kept.snapshot, kept.content(), source_, answers_).ask();
    }

    /// The same tick again and again: at last a commit allocates nothing. Within sixteen commits each element is where
    /// its size suits, and with two looks more, seventeen commits each, every structure of both states as well.
    void rest() {
        constexpr int settled = 16 + 2 * 17 + 4;
        if (content().elements.size() > 600) return;
        commit();
        const Host by = host(source_);
        trace("rest, by ", by.name);
        for (int tick = 0; tick < settled + 18; ++tick) {
            move_all(Form(held_boxes(), 9));
            const Status right = model_.commit();
            each([&](WorldSide& side) {
                const std::size_t requests = side.memory.requests();
                demand(test::same_status(right, side.world.commit(by.executor)), "commit at rest");
                demand(tick < settled || side.memory.requests() == requests, "the identical commit ", tick + 1,
                       " allocates ", side.memory.requests() - requests, " times");
            });
        }
        check_state();
    }

    void meddle() {
        if (source_.chance(4)) return open();
        trace("move to another object");
        World taken = std::move(one_.world);
        const WorldContent nothing;
        demand(one_.world.size() == 0 && one_.world.slot_count() == 0, "moved from, and not empty");
        std::vector<Id> ids(1);
        demand(failed(one_.world.spawn(Aabb{{0, 0}, {1, 1}}, Motion::Dynamic, ids)), "moved from, and spawned into");
        demand(failed(one_.world.commit(serial())), "moved from, and committed");
        (void)Asker(one_.world, nothing, source_, answers_).ask();
        one_.world = std::move(taken);
    }
};

} // namespace throng::fuzz
