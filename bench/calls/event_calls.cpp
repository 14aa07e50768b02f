// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

namespace throng::bench {

// What tracking takes is the difference of two commits, so that each round times three things.
std::vector<CallFigure> event_calls(const CallSetup& setup) {
    Town tracked(setup.n, {.track_overlaps = true, .executor = serial()});
    Town plain(setup.n, {.executor = serial()});
    Pairs begun, ended, all;
    const auto commit = [&](Town& town) {
        town.walk();
        require(town.world.move_all(town.boxes()));
        return seconds([&] { require(town.world.commit(serial())); });
    };
    return {compare(
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
        [&] { return seconds([&] { require(plain.world.pairs(all, {}, serial())); }); })};
}

} // namespace throng::bench
