// SPDX-License-Identifier: MIT
// The reads of a World after each commit, without queries: its elements, their handles, and the overlaps that began and
// ended.
#pragma once

#include "tests/fuzz/held.hpp"
#include "tests/fuzz/report.hpp"
#include "tests/support/compare.hpp"

#include <throng/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace throng::fuzz {

inline void check_reads(const World& world, const WorldContent& content) {
    const std::size_t slots = content.elements.size(), size = size_of(content);
    demand(test::same_status({}, world.validate()), "validate()");
    demand(world.size() == size, "size() is ", world.size(), ", not ", size);
    demand(world.slot_count() == slots, "slot_count() is ", world.slot_count(), ", not ", slots);
    const WorldStats stats = world.stats();
    demand(std::size_t{stats.row_grid} + stats.loose_quadtree + stats.static_tree == size, "stats()");
    for (std::size_t s = 0; s < slots + 2; s += slots / 100 + 1) {
        const auto slot = static_cast<Slot>(s);
        const Id id = content.id_of(slot);
        const bool alive = content.alive(slot);
        demand(world.id_of(slot) == id && world.alive(id) == alive, "the handle of slot ", slot);
        demand(world.layer_of(slot) == (alive ? content.elements[slot].layer : 0), "the layer of slot ", slot);
        demand((world.route(id) != Route::None) == alive, "the route of slot ", slot);
        demand(!world.alive({slot, id.generation + 1}), "a forged handle of slot ", slot, " is alive");
    }
}

/// The reads of many slots at once are those of each; among them dead slots and such as never were.
inline void check_bulk_reads(const World& world, const WorldContent& content) {
    std::vector<Slot> slots = {no_slot};
    const std::size_t count = content.elements.size();
    for (std::size_t slot = 0; slot < count + 2; slot += count / 60 + 1) slots.push_back(static_cast<Slot>(slot));
    const std::size_t n = slots.size();
    std::vector<Id> ids(n);
    std::vector<Aabb> boxes(n);
    std::vector<std::uint32_t> categories(n);
    std::vector<Motion> motions(n);
    std::vector<std::uint16_t> layers(n);
    demand(world.ids_of(slots, ids) && world.bounds_of(slots, boxes) && world.categories_of(slots, categories) &&
               world.motion_of(slots, motions) && world.layers_of(slots, layers),
           "reads of many slots");
    for (std::size_t i = 0; i < n; ++i) {
        const Slot slot = slots[i];
        const oracle::WorldElement e = content.alive(slot) ? content.elements[slot] : oracle::WorldElement{};
        const bool same = ids[i] == content.id_of(slot) && test::same_box(boxes[i], e.box) &&
                          categories[i] == e.category && layers[i] == e.layer &&
                          (motions[i] == Motion::Static) == e.is_static;
        demand(same, "the reads of slot ", slot, " among many: box ", boxes[i], ", not ", e.box, "; category ",
               categories[i], ", not ", e.category, "; layer ", layers[i], ", not ", e.layer);
    }
    std::vector<Slot> live(world.size() + 1, 7);
    demand(test::same_status({}, world.live_slots(live)), "live_slots()");
    std::size_t next = 0;
    for (Slot slot = 0; slot < count; ++slot)
        if (content.alive(slot)) demand(live[next++] == slot, "live_slots() lacks ", slot);
    demand(live[next] == 7, "live_slots() writes beyond its slots");
}

inline void check_origin(const World& world, const WorldContent& content) {
    const DoubleVec2 origin = content.origin, place{origin.x + 3.3, origin.y - 1e7};
    demand(world.origin() == origin, "origin()");
    const Vec2 relative = world.relative(place),
               expected{static_cast<float>(place.x - origin.x), static_cast<float>(place.y - origin.y)};
    demand(relative.x == expected.x && relative.y == expected.y, "relative()");
    demand(world.absolute(relative) == DoubleVec2{origin.x + double{relative.x}, origin.y + double{relative.y}},
           "absolute()");
}

inline bool before(const IdPair& p, const IdPair& q) {
    return std::tie(p.a.slot, p.b.slot, p.a.generation, p.b.generation) <
           std::tie(q.a.slot, q.b.slot, q.a.generation, q.b.generation);
}

inline std::vector<IdPair> sorted(std::span<const IdPair> pairs) {
    std::vector<IdPair> list(pairs.begin(), pairs.end());
    std::sort(list.begin(), list.end(), before);
    return list;
}

/// By handles, where `desc` tracks them; nothing where there are too many candidates.
inline std::optional<std::vector<IdPair>> overlaps_of(const WorldContent& held, const WorldDesc& desc) {
    const auto has = [&](Slot slot, std::uint32_t mask) {
        return mask == ~0u || (held.elements[slot].category & mask) != 0;
    };
    const auto all = swept_pairs(held);
    if (!all) return {};
    std::vector<IdPair> pairs;
    for (const Pair& p : *all)
        if ((!held.elements[p.a].is_static || !held.elements[p.b].is_static) &&
            (desc.track_across_layers || held.elements[p.a].layer == held.elements[p.b].layer) &&
            ((has(p.a, desc.tracked) && has(p.b, desc.tracked_against)) ||
             (has(p.b, desc.tracked) && has(p.a, desc.tracked_against))))
            pairs.push_back({held.id_of(p.a), held.id_of(p.b)});
    return sorted(pairs);
}

inline void expect_overlaps(const char* what, const std::vector<IdPair>& there, const std::vector<IdPair>& not_there,
                            const Pairs& got) {
    std::vector<IdPair> expected;
    std::set_difference(there.begin(), there.end(), not_there.begin(), not_there.end(), std::back_inserter(expected),
                        before);
    const auto same = [](const IdPair& p, const IdPair& q) { return p.a == q.a && p.b == q.b; };
    const std::vector<IdPair> told = sorted(got.ids());
    demand(std::equal(expected.begin(), expected.end(), told.begin(), told.end(), same), "overlaps ", what, ": ",
           told.size(), ", not ", expected.size());
}

/// The changes from one content to another. False: without memory, which is said only where it `may` be.
inline bool check_overlaps(const World& world, const WorldDesc& desc, const WorldContent& then, const WorldContent& now,
                           bool may) {
    Pairs begun, ended;
    const Status status = world.overlaps_changed(begun, ended);
    if (!desc.track_overlaps) {
        demand(status.faults == Fault::InvalidArgument && status.count == 0, "overlaps_changed untracked: ", status);
        return true;
    }
    if (may && out_of_memory(status)) return false;
    demand(test::same_status({}, status), "overlaps_changed");
    const auto were = overlaps_of(then, desc), are = overlaps_of(now, desc);
    if (!were || !are) return true;
    expect_overlaps("begun", *are, *were, begun);
    expect_overlaps("ended", *were, *are, ended);
    return true;
}

} // namespace throng::fuzz
