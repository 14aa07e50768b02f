// SPDX-License-Identifier: MIT
// A World that holds a crowd by slots of the crowd's choosing, as the other indexes do.
#include "world_crowd.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng::app {

WorldCrowd::WorldCrowd(const WorldDesc& desc) : World(desc), desc_(desc) {}

// A world opened anew issues its slots from 0 on. One that has those very slots stays, with the memory that it has grown to.
Status WorldCrowd::build(BoxView boxes) {
    if (size() == boxes.size() && slot_count() == boxes.size()) return follow(boxes);
    if (const Status status = open(desc_); !status) return status;
    std::vector<Id> ids(boxes.size());
    const Status status = spawn(boxes, Motion::Dynamic, ids);
    return status ? commit() : status;
}

Status WorldCrowd::follow(BoxView by_slot) {
    const Status status = move_all(by_slot);
    return status ? commit() : status;
}

// Free slots are issued lowest first: all up to the last that is wanted are spawned, and those between end before they ever lived.
Status WorldCrowd::insert(std::span<const Slot> slots, PointView centers) {
    if (slots.empty()) return {};
    constexpr std::size_t nobody = ~std::size_t{0};
    std::vector<std::size_t> who(std::size_t{*std::max_element(slots.begin(), slots.end())} + 1, nobody);
    for (std::size_t i = 0; i < slots.size(); ++i) who[slots[i]] = i;
    std::vector<Aabb> boxes;
    std::vector<std::size_t> free;
    for (Slot slot = 0; slot < who.size(); ++slot) {
        if (id_of(slot) != Id{}) continue;
        const PointView at = centers.slice(who[slot] == nobody ? 0 : who[slot], 1);
        boxes.push_back({{*at.x, *at.y}, {*at.x, *at.y}});
        free.push_back(who[slot]);
    }
    std::vector<Id> ids(boxes.size()), not_wanted;
    if (const Status status = spawn(boxes, Motion::Dynamic, ids); !status) return status;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (free[i] == nobody) not_wanted.push_back(ids[i]);
    const Status status = despawn(not_wanted);
    return status ? commit() : status;
}

Status WorldCrowd::erase(std::span<const Slot> slots) {
    std::vector<Id> ids;
    for (const Slot slot : slots) ids.push_back(id_of(slot));
    const Status status = despawn(ids);
    return status ? commit() : status;
}

} // namespace throng::app
