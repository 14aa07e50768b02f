// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

#include <span>

namespace throng::bench {

std::vector<CallFigure> change_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    Town all(setup.n, {.executor = serial()}), one(setup.n, {.executor = serial()});
    const auto everything_moves = [&] {
        all.walk();
        require(all.world.move_all(all.boxes()));
        return seconds([&] { require(all.world.commit(serial())); });
    };
    const auto add = [&](const char* name, auto&& stage) {
        figures.push_back(compare(
            {.name = "one_change",
             .ours = name,
             .beside = "commit of move_all",
             .must = 0.08,
             .items = static_cast<double>(setup.n)},
            setup.rounds,
            [&] {
                stage();
                return seconds([&] { require(one.world.commit(serial())); });
            },
            everything_moves));
    };
    add("one element moves", [&] {
        const std::uint32_t i = one.random.below(static_cast<std::uint32_t>(one.size()));
        one.x[i] = one.random.uniform(0, one.side);
        require(
            one.world.move({&one.ids[i], 1}, BoxView::around(PointView(&one.x[i], &one.y[i], 1), Town::half_extent)));
    });
    add("one element comes, the next time it goes", [&, id = Id{}]() mutable {
        if (one.world.alive(id)) {
            require(one.world.despawn({&id, 1}));
            return;
        }
        const Vec2 at{one.random.uniform(0, one.side), one.random.uniform(0, one.side)};
        require(one.world.spawn(BoxView::around(PointView(at), Town::half_extent), Motion::Dynamic, {&id, 1}));
    });
    return figures;
}

} // namespace throng::bench
