// SPDX-License-Identifier: MIT
// A World with a crowd in slots that the crowd chooses, as in the other indexes, and with companions beside it.
#include "apps/throng/crowd/world_crowd.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace throng::app {

WorldCrowd::WorldCrowd(const WorldDesc& desc) : World(desc), desc_(desc) {}

void WorldCrowd::accompany(std::vector<Companion> companions) {
    companions_ = std::move(companions);
    companion_ids_.clear();
    category_ = person;
}

void WorldCrowd::place(std::span<const Aabb> boxes) {
    for (std::size_t i = 0; i < companions_.size(); ++i) companions_[i].box = boxes[i];
}

Status WorldCrowd::build(BoxView boxes) {
    if (const Status status = open(desc_); !status) return status;
    people_ = static_cast<Slot>(boxes.size());
    std::vector<Id> ids(people_);
    const std::vector<std::uint32_t> categories(people_, category_);
    Status status = spawn(boxes, Motion::Dynamic, ids, categories);
    if (status) status = spawn_companions();
    return status ? commit() : status;
}

// A new world issues its slots from 0 on. A world with exactly these slots is kept, with its memory.
Status WorldCrowd::build(PointView centers) {
    const bool holds_them = centers.size == people_ && size() == people_ + companions_.size() && slot_count() == size();
    return holds_them && companion_ids_.size() == companions_.size() ? update(centers)
                                                                     : build(BoxView::around(centers, 0));
}

Status WorldCrowd::spawn_companions() {
    companion_ids_.resize(companions_.size());
    for (std::size_t i = 0; i < companions_.size(); ++i) {
        const Companion& one = companions_[i];
        if (const Status status = spawn(one.box, one.motion, {&companion_ids_[i], 1}, {&one.category, 1}); !status)
            return status;
    }
    return {};
}

// A single move after a move of all takes precedence.
Status WorldCrowd::update(PointView centers) {
    PointView by_slot = centers;
    std::vector<Id> movers;
    std::vector<Aabb> boxes;
    if (!companions_.empty()) {
        at_.resize(slot_count());
        for (std::size_t i = 0; i < centers.size; ++i) at_[i] = {*centers.slice(i, 1).x, *centers.slice(i, 1).y};
        by_slot = at_;
        for (std::size_t i = 0; i < companions_.size(); ++i) {
            if (companions_[i].motion == Motion::Static) continue;
            movers.push_back(companion_ids_[i]);
            boxes.push_back(companions_[i].box);
        }
    }
    Status status = move_all(BoxView::around(by_slot, 0));
    if (status) status = move(movers, boxes);
    return status ? commit() : status;
}

Status WorldCrowd::update(BoxView boxes) {
    const Status status = move_all(boxes);
    return status ? commit() : status;
}

Status WorldCrowd::insert(std::span<const Slot> slots, PointView centers) {
    return insert(slots, BoxView(centers, centers));
}

// Free slots are issued lowest first: all up to the last wanted one are spawned, and the unwanted ones among them are
// despawned before the commit.
Status WorldCrowd::insert(std::span<const Slot> slots, BoxView corners) {
    if (slots.empty()) return {};
    constexpr std::size_t no_place = ~std::size_t{0};
    std::vector<std::size_t> place_of(std::size_t{*std::max_element(slots.begin(), slots.end())} + 1, no_place);
    for (std::size_t i = 0; i < slots.size(); ++i) place_of[slots[i]] = i;
    std::vector<Aabb> boxes;
    std::vector<std::size_t> free;
    for (Slot slot = 0; slot < place_of.size(); ++slot) {
        if (id_of(slot) != Id{}) continue;
        const std::size_t one = place_of[slot] == no_place ? 0 : place_of[slot];
        const PointView min = corners.a.slice(one, 1), max = corners.b.slice(one, 1);
        boxes.push_back({{*min.x, *min.y}, {*max.x, *max.y}});
        free.push_back(place_of[slot]);
    }
    std::vector<Id> ids(boxes.size()), not_wanted;
    if (const Status status = spawn(boxes, Motion::Dynamic, ids); !status) return status;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (free[i] == no_place) not_wanted.push_back(ids[i]);
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
