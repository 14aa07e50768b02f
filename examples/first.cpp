// SPDX-License-Identifier: MIT
// A World in one page: people walk east until a person or the wall is in their way.

#include <throng/world.hpp>

#include <cstdio>
#include <vector>

int main() {
    std::vector<throng::Vec2> at;
    for (int i = 0; i < 10'000; ++i) at.push_back({1.5f * float(i % 100), 1.5f * float(i / 100)});
    throng::World world{throng::WorldDesc{}};
    std::vector<throng::Id> people(at.size()), wall(1); // stable handles: a slot and a generation
    throng::Status status = world.spawn(throng::BoxView::around(at, 0.25f), throng::Motion::Dynamic, people);
    if (status.applied()) status = world.spawn(throng::Aabb{{90, 0}, {91, 60}}, throng::Motion::Static, wall);
    if (status.applied()) status = world.commit(); // all that is staged happens here, or nothing
    at.resize(world.slot_count());                 // an entry for each slot; that of the wall is ignored
    std::vector<throng::Query> looks(people.size());
    throng::Hits ahead; // used again and again: after the first ticks nothing is allocated
    for (int tick = 0; tick < 200 && status.applied(); ++tick) {
        for (throng::Slot i = 0; i < looks.size(); ++i) {
            looks[i] = throng::Query::cast({at[i], {1, 0}, 0.5f});
            looks[i].exclude = i;
        }
        status = world.query(looks, ahead); // a person or the wall, whatever comes first
        for (throng::Slot i = 0; i < looks.size(); ++i) at[i].x += ahead[i].empty() ? 0.1f : 0.f;
        if (status.applied()) status = world.commit(throng::BoxView::around(at, 0.25f)); // a view, read within the call
    }
    std::printf("%s %zu of %zu had to stop.\n", describe(status).data(), ahead.slots().size(), people.size());
}
