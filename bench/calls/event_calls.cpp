// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace throng::bench {
namespace {

bool before(Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }
bool same(Pair p, Pair q) { return p.a == q.a && p.b == q.b; }

/// The changes as a user would find them: lists of two ticks in the order of slots, and their differences. No element
/// comes or goes.
class ByHand {
public:
    /// Of pairs with a slot that is a multiple of `every`.
    void step(const World& world, Slot every) {
        then_.swap(now_);
        require(world.pairs(pairs_, {.order = Order::BySlot}, serial()));
        now_.clear();
        std::copy_if(pairs_.view().begin(), pairs_.view().end(), std::back_inserter(now_),
                     [&](Pair p) { return p.a % every == 0 || p.b % every == 0; });
    }
    void require_same(const Pairs& begun, const Pairs& ended) const {
        const auto expect = [](const std::vector<Pair>& one, const std::vector<Pair>& other, const Pairs& got) {
            std::vector<Pair> rest;
            std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(rest), before);
            if (!std::equal(rest.begin(), rest.end(), got.view().begin(), got.view().end(), same))
                throw std::runtime_error("overlaps_changed differs from lists by hand");
        };
        expect(now_, then_, begun);
        expect(then_, now_, ended);
    }

private:
    Pairs pairs_;
    std::vector<Pair> then_, now_;
};

double commit(Town& town) {
    town.walk();
    require(town.world.move_all(town.boxes()));
    return seconds([&] { require(town.world.commit(serial())); });
}

// What tracking takes is the difference of two commits, and the call, so that each round times three things.
CallFigure every_pair(const CallSetup& setup) {
    Town tracked(setup.n, {.track_overlaps = true, .executor = serial()});
    Town plain(setup.n, {.executor = serial()});
    Pairs begun, ended, all;
    const auto figure = compare(
        {.name = "events",
         .ours = "track_overlaps and overlaps_changed, without the commit itself",
         .beside = "pairs()",
         .must = 4,
         .items = static_cast<double>(setup.n)},
        setup.rounds,
        [&] {
            return commit(tracked) + seconds([&] { require(tracked.world.overlaps_changed(begun, ended, serial())); }) -
                   commit(plain);
        },
        [&] { return seconds([&] { require(plain.world.pairs(all, {}, serial())); }); });
    ByHand by_hand;
    by_hand.step(tracked.world, 1);
    commit(tracked);
    by_hand.step(tracked.world, 1);
    require(tracked.world.overlaps_changed(begun, ended, serial()));
    by_hand.require_same(begun, ended);
    return figure;
}

// One element in `every` is tracked against all. Beside it the same elements search for what overlaps them, which a
// user would do first.
CallFigure some_pairs(const CallSetup& setup, Slot every) {
    Town town(setup.n, {.track_overlaps = true, .tracked = 1, .executor = serial()});
    std::vector<std::uint32_t> categories(town.size(), 2);
    for (Slot slot = 0; slot < town.size(); slot += every) categories[slot] = 1;
    require(town.world.categorize(town.ids, categories));
    require(town.world.commit(serial()));
    std::vector<Vec2> centers;
    Pairs begun, ended;
    Hits hits;
    const auto figure = compare(
        {.name = "some_events",
         .ours = "overlaps_changed, 1 in " + std::to_string(every) + " elements tracked, per such element",
         .beside = "overlap() around these elements",
         .must = 4,
         .items = static_cast<double>((town.size() + every - 1) / every)},
        setup.rounds,
        [&] {
            commit(town);
            return seconds([&] { require(town.world.overlaps_changed(begun, ended, serial())); });
        },
        [&] {
            centers.clear();
            for (Slot slot = 0; slot < town.size(); slot += every) centers.push_back({town.x[slot], town.y[slot]});
            const BoxView boxes = BoxView::around(centers, Town::half_extent);
            return seconds([&] { require(town.world.overlap(boxes, hits, {}, serial())); });
        });
    ByHand by_hand;
    by_hand.step(town.world, every);
    require(town.world.overlaps_changed(begun, ended, serial()));
    commit(town);
    by_hand.step(town.world, every);
    require(town.world.overlaps_changed(begun, ended, serial()));
    by_hand.require_same(begun, ended);
    return figure;
}

// Some elements move, as doors and thrown things do. Beside it these search for what overlaps them before and after.
CallFigure few_movers(const CallSetup& setup, std::size_t movers) {
    Town town(setup.n, {.track_overlaps = true, .executor = serial()});
    std::vector<Id> ids(movers);
    std::vector<Aabb> old_boxes(movers), boxes(movers);
    Pairs begun, ended;
    Hits hits;
    std::size_t tick = 0;
    const auto step = [&] {
        constexpr Slot stride = 7919; // the movers lie anywhere
        town.walk();
        ++tick;
        for (std::size_t i = 0; i < movers; ++i) {
            const Slot slot = static_cast<Slot>((tick + i * stride) % town.size());
            const float x = town.x[slot], y = town.y[slot], h = Town::half_extent;
            ids[i] = town.ids[slot];
            old_boxes[i] = town.world.bounds_of(slot);
            boxes[i] = {{x - h, y - h}, {x + h, y + h}};
        }
        require(town.world.move(ids, boxes));
        require(town.world.commit(serial()));
    };
    require(town.world.overlaps_changed(begun, ended, serial()));
    const auto figure = compare(
        {.name = "few_events",
         .ours = "overlaps_changed, " + std::to_string(movers) + " moved, per mover",
         .beside = "overlap() around these before and after",
         .must = 4,
         .items = static_cast<double>(movers)},
        setup.rounds,
        [&] {
            step();
            return seconds([&] { require(town.world.overlaps_changed(begun, ended, serial())); });
        },
        [&] {
            return seconds([&] {
                require(town.world.overlap(old_boxes, hits, {}, serial()));
                require(town.world.overlap(boxes, hits, {}, serial()));
            });
        });
    ByHand by_hand;
    by_hand.step(town.world, 1);
    step();
    by_hand.step(town.world, 1);
    require(town.world.overlaps_changed(begun, ended, serial()));
    by_hand.require_same(begun, ended);
    return figure;
}

} // namespace

std::vector<CallFigure> event_calls(const CallSetup& setup) {
    return {every_pair(setup), some_pairs(setup, 10), some_pairs(setup, 100), few_movers(setup, 1),
            few_movers(setup, 100)};
}

} // namespace throng::bench
