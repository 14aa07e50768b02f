// SPDX-License-Identifier: MIT
// A town whose visitors come and go, in a LooseQuadtree: they enter at the gates, walk to the market in the middle and
// back again, among buildings from stalls to barns. Slots of those who left are given to those who come.

#include <throng/loose_quadtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <vector>

namespace {

using namespace throng;

constexpr float radius = 500; // of the town, in metres; the market is at {0, 0}
constexpr int ticks = 600, comers_a_tick = 40, stay = 200;
constexpr std::size_t buildings = 3000;

struct Visitor {
    Slot slot;
    Vec2 gate;
    int since;
};

Aabb square(Vec2 middle, float half) {
    return {{middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}};
}

Vec2 place(float away, std::size_t number) {
    const float angle = 2.4f * float(number); // numbers that follow each other are far apart
    return {away * std::cos(angle), away * std::sin(angle)};
}

Aabb box_of(const Visitor& visitor, int tick) {
    const float share = std::abs(1 - 2 * float(tick - visitor.since) / stay); // of the way from the market to the gate
    return square({share * visitor.gate.x, share * visitor.gate.y}, 0.25f);
}

// Prints a fault: here even a single faulty item ends the program.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status;
}

} // namespace

int main() {
    // Sizes follow the spacing, from stalls on the market to barns at the gates.
    std::vector<Aabb> boxes; // by slot
    for (std::size_t i = 0; i < buildings; ++i) {
        const float away = radius * std::pow(10.f, -float(i) / 1000);
        boxes.push_back(square(place(away, i), 0.02f * away));
    }
    LooseQuadtree town{LooseQuadtreeDesc{}};
    if (failed(town.build(boxes))) return 1;

    std::deque<Visitor> inside; // in the order in which they came
    std::vector<Slot> leaving, coming, walking, free;
    std::vector<Aabb> entered, walked;
    std::size_t came = 0, went = 0;
    for (int tick = 0; tick < ticks; ++tick) {
        leaving.clear(), coming.clear(), walking.clear(), entered.clear(), walked.clear();
        for (; !inside.empty() && tick - inside.front().since > stay; inside.pop_front())
            leaving.push_back(inside.front().slot);
        free.insert(free.end(), leaving.begin(), leaving.end());
        for (const Visitor& visitor : inside) {
            walking.push_back(visitor.slot);
            walked.push_back(boxes[visitor.slot] = box_of(visitor, tick));
        }
        for (int i = 0; i < comers_a_tick; ++i) {
            if (free.empty()) {
                free.push_back(Slot(boxes.size()));
                boxes.emplace_back();
            }
            const Visitor visitor{free.back(), place(radius, came + coming.size()), tick};
            free.pop_back();
            inside.push_back(visitor);
            coming.push_back(visitor.slot);
            entered.push_back(boxes[visitor.slot] = box_of(visitor, tick));
        }
        if (failed(town.erase(leaving)) || failed(town.move(walking, walked)) || failed(town.insert(coming, entered)))
            return 1;
        came += coming.size();
        went += leaving.size();
    }

    // The ten nearest of each visitor, and the same in a tree that is built anew. In the last ticks as many came as
    // left, so that each slot has an element.
    std::vector<Vec2> at;
    for (const Visitor& visitor : inside) at.push_back(boxes[visitor.slot].min);
    LooseQuadtree fresh{LooseQuadtreeDesc{}};
    Hits near, near_fresh;
    if (failed(fresh.build(boxes)) || failed(town.nearest(at, 10, radius, near)) ||
        failed(fresh.nearest(at, 10, radius, near_fresh)))
        return 1;
    std::printf("%zu came, %zu went, %zu are among %zu buildings\n", came, went, inside.size(), buildings);
    const double read = double(near.candidates()) / double(at.size());
    const double read_fresh = double(near_fresh.candidates()) / double(at.size());
    std::printf("their ten nearest: %.0f elements looked at for each, %.0f in a tree built anew\n", read, read_fresh);
    const bool same =
        std::equal(near.slots().begin(), near.slots().end(), near_fresh.slots().begin(), near_fresh.slots().end());
    return same && town.size() == buildings + inside.size() && came == went + inside.size() ? 0 : 1;
}
