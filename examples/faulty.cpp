// SPDX-License-Identifier: MIT
// A simulation that goes on when a few of its numbers are no numbers. A faulty item of a batch is skipped and the rest
// is done: applied() is true, the Status says what is wrong with the first, and all of them can be listed.
#include <throng/faulty.hpp>
#include <throng/world.hpp>

#include <cstddef>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

namespace {

using namespace throng;

constexpr std::size_t people = 1000;
constexpr float half_extent = 0.25f;

// Prints a fault. True if the call failed as a whole; otherwise only faulty items were left out.
bool failed(const char* call, const Status& status) {
    if (!status)
        std::printf("%s: %u faulty, the first is %u. %s\n", call, status.count, status.first, describe(status).data());
    return !status.applied();
}

} // namespace

int main() {
    // Three people came without a place.
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<Vec2> born(people);
    for (std::size_t i = 0; i < people; ++i) born[i] = {float(i % 40), float(i / 40)};
    born[17].x = born[500].y = born[999].x = nan;

    World world{WorldDesc{}};
    std::vector<Id> ids(people);
    if (failed("spawn", world.spawn(BoxView::around(born, half_extent), Motion::Dynamic, ids))) return 1;
    if (failed("commit", world.commit())) return 1;

    // They have the null id, and no slot: the arrays of the simulation are by slot, and contain only the others.
    std::vector<Vec2> at(world.slot_count());
    std::size_t unborn = 0;
    for (std::size_t i = 0; i < people; ++i) {
        if (ids[i] == Id{})
            ++unborn;
        else
            at[ids[i].slot] = born[i];
    }

    // In each tick two elements get a step that is no number. They stay where they were, the others walk.
    std::vector<Slot> faulty(16);
    std::size_t mended = 0;
    Hits near;
    for (int tick = 0; tick < 20; ++tick) {
        for (Slot slot = 0; slot < at.size(); ++slot) at[slot].x += 0.05f;
        at[std::size_t(tick)].x = at[std::size_t(tick) + 300].y = nan;
        const BoxView boxes = BoxView::around(at, half_extent);
        const Status status = world.commit(boxes);
        if (!status.applied()) return 1;
        if (status.count != 0) { // where nothing is faulty, nothing is paid
            const std::size_t count = world.faulty_slots(boxes, faulty);
            for (const Slot slot : std::span(faulty).first(count)) {
                const Aabb box = world.bounds_of(slot);
                at[slot] = {box.min.x + half_extent, box.min.y + half_extent};
            }
            mended += count;
        }
        if (failed("neighbors", world.neighbors(2, near))) return 1;
    }

    // A query at fault has an empty row.
    Query lost = Query::within({{nan, 0}, 2});
    if (failed("query", world.query({Query::within({at[0], 2}), lost}, near))) return 1;
    std::printf("%zu of %zu were not born, %zu steps were mended, %zu are near the first and %zu near nowhere\n",
                unborn, people, mended, near[0].size(), near[1].size());
    return unborn == 3 && mended == 40 && world.size() == people - 3 && !near[0].empty() && near[1].empty() ? 0 : 1;
}
