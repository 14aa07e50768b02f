// SPDX-License-Identifier: MIT
// A building: floors are layers of one World. People walk, take the stairs to another floor, and meet only people on
// their own; one query covers the lift shaft on all floors.
#include <throng/world.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace throng;

enum Team : std::uint32_t { Staff = 1, Visitor = 2 };

constexpr std::uint16_t floors = 30;
constexpr std::size_t people_a_floor = 200;
constexpr float side = 30;
constexpr Aabb stairs{{12, 12}, {16, 16}}, shaft{{2, 2}, {6, 6}};

Aabb person(float x, float y) { return {{x - 0.25f, y - 0.25f}, {x + 0.25f, y + 0.25f}}; }

// Prints a fault. True if the call failed as a whole; otherwise only faulty items were left out.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status.applied();
}

} // namespace

int main() {
    World world{WorldDesc{.track_overlaps = true}};
    std::vector<Aabb> boxes;
    std::vector<std::uint32_t> teams;
    std::vector<std::uint16_t> floor_of;
    for (std::uint16_t floor = 0; floor < floors; ++floor) {
        for (std::size_t i = 0; i < people_a_floor; ++i) {
            boxes.push_back(person(1 + 2 * float(i % 14), 1 + 2 * float(i / 14)));
            teams.push_back(i % 10 == 0 ? Staff : Visitor);
            floor_of.push_back(floor);
        }
    }
    std::vector<Id> people(boxes.size());
    if (failed(world.spawn(boxes, Motion::Dynamic, people, teams, floor_of)) || failed(world.commit())) return 1;

    // Pairs begin and end on one floor, never through a ceiling. Element i of the arrays has slot i.
    Pairs begun, ended, pairs;
    Hits near;
    std::size_t climbed = 0, touching = 0;
    for (int tick = 0; tick < 100; ++tick) {
        std::vector<Id> climbing;
        std::vector<std::uint16_t> to;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const float step_x = 0.06f * float(int(i * 7 % 5) - 2), step_y = 0.06f * float(int(i * 3 % 7) - 3);
            Aabb& box = boxes[i];
            const bool inside = box.min.x + step_x > 0 && box.max.x + step_x < side && box.min.y + step_y > 0 &&
                                box.max.y + step_y < side;
            if (inside) box = {{box.min.x + step_x, box.min.y + step_y}, {box.max.x + step_x, box.max.y + step_y}};
            const bool on_stairs = box.min.x > stairs.min.x && box.max.x < stairs.max.x && box.min.y > stairs.min.y &&
                                   box.max.y < stairs.max.y;
            if (!on_stairs || tick % 20 != 0 || floor_of[i] + 1 == floors) continue;
            climbing.push_back(people[i]);
            to.push_back(++floor_of[i]);
        }
        climbed += climbing.size();
        if (failed(world.set_layers(climbing, to)) || failed(world.commit(boxes)) ||
            failed(world.overlaps_changed(begun, ended)))
            return 1;
        touching += begun.size();
        touching -= ended.size();
    }

    // The neighbours of all people within two metres, floor by floor, in one call.
    if (failed(world.neighbors(2, near))) return 1;
    std::size_t through_ceilings = 0;
    for (Slot slot = 0; slot < near.size(); ++slot)
        for (const Slot other : near[slot]) through_ceilings += world.layer_of(slot) != world.layer_of(other);

    // Staff on floor 3; the nearest person to a spot on floors 10 to 12; and all people in the lift shaft.
    std::vector<Query> questions = {Query::overlap({{0, 0}, {side, side}}), Query::nearest({15, 15}, 1, side),
                                    Query::overlap(shaft)};
    questions[0].layers = LayerRange::only(3);
    questions[0].mask = Staff;
    questions[1].layers = {10, 12};
    Hits hits;
    if (failed(world.query(questions, hits)) || failed(world.pairs(pairs))) return 1;
    const std::uint16_t nearest_on = world.layer_of(hits[1][0]);
    std::printf("%zu people climbed; %zu neighbours, %zu through a ceiling; %zu staff on floor 3; nearest on floor %u; "
                "%zu people in the shaft; %zu pairs touch\n",
                climbed, near.slots().size(), through_ceilings, hits[0].size(), unsigned(nearest_on), hits[2].size(),
                pairs.size());

    bool staff = !hits[0].empty();
    for (const Slot slot : hits[0]) staff = staff && floor_of[slot] == 3 && teams[slot] == Staff;
    const bool right = climbed > 0 && through_ceilings == 0 && staff && nearest_on >= 10 && nearest_on <= 12 &&
                       hits[2].size() > floors && touching == pairs.size();
    return right ? 0 : 1;
}
