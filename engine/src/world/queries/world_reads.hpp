// SPDX-License-Identifier: MIT
// The public reads of World and of WorldSnapshot that other indexes do not have: the members of
// parts::WorldQueries<Self>.
#pragma once

#include "engine/src/query/index.hpp"
#include "engine/src/query/index_queries.hpp"
#include "engine/src/world/content_hash.hpp"
#include "engine/src/world/queries/pair_segments.hpp"
#include "engine/src/world/queries/searched_layers.hpp"
#include "engine/src/world/world_state.hpp"

namespace throng {
namespace reads {

// The version of the world that the object shows.
template <class State> const WorldVersion* version_of(const State* state) noexcept {
    return state ? &reads::content_of(*state) : nullptr;
}

// list(world, to) writes all live slots.
template <class State, class List> Status list_slots(const State* state, std::span<Slot> out, List&& list) noexcept {
    const Reading reading(state, serial());
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (out.size() < reading.view().size) return refused(Reason::SlotListTooShort, Fault::OutputTooSmall);
    list(reading.view(), out.data());
    return reading.with_reason({});
}

// out[i] = read(version, slots[i]).
template <class State, class T, class Read>
Status list_of(const State* state, std::span<const Slot> slots, std::span<T> out, Read&& read) noexcept {
    const Reading reading(state, serial());
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (out.size() < slots.size()) return refused(Reason::SlotListTooShort, Fault::OutputTooSmall);
    const WorldVersion* const version = version_of(state);
    for (std::size_t i = 0; i < slots.size(); ++i) out[i] = version ? read(*version, slots[i]) : T{};
    return reading.with_reason({});
}

inline Motion motion_of(const WorldVersion& version, Slot slot) noexcept {
    return slot < version.slot_count() && version.is_static(slot) ? Motion::Static : Motion::Dynamic;
}

} // namespace reads

template <class Self> Status parts::WorldQueries<Self>::order(std::span<Slot> out) const noexcept {
    return reads::list_slots(Access::state_of(*this), out, [](const WorldView& world, Slot* to) {
        const SearchedLayers layers(world, {});
        for (std::uint32_t i = 0; i < layers.count(); ++i) {
            Slot* const begin = to;
            to = list_in_order(layers[i], to);
            name_in_world(layers[i], begin, static_cast<std::uint32_t>(to - begin));
        }
    });
}

template <class Self> Status parts::WorldQueries<Self>::live_slots(std::span<Slot> out) const noexcept {
    return reads::list_slots(Access::state_of(*this), out, [](const WorldView& world, Slot* to) {
        for (Slot slot = 0; slot < world.slot_count; ++slot)
            if ((world.flags[slot] & WorldView::alive) != 0) *to++ = slot;
    });
}

template <class Self> bool parts::WorldQueries<Self>::alive(Id id) const noexcept {
    const WorldVersion* const version = reads::version_of(Access::state_of(*this));
    return version && version->alive(id);
}

template <class Self> Id parts::WorldQueries<Self>::id_of(Slot slot) const noexcept {
    const WorldVersion* const version = reads::version_of(Access::state_of(*this));
    return version ? version->id_of(slot) : Id{};
}

template <class Self> Route parts::WorldQueries<Self>::route(Id id) const noexcept {
    const WorldVersion* const version = reads::version_of(Access::state_of(*this));
    if (!version || !version->alive(id)) return Route::None;
    const WorldVersion::Place place = version->place_of(id.slot);
    return place.content.route_of(place.slot);
}

template <class Self> std::uint16_t parts::WorldQueries<Self>::layer_of(Slot slot) const noexcept {
    const WorldVersion* const version = reads::version_of(Access::state_of(*this));
    return version ? version->layer_of(slot) : std::uint16_t{0};
}

template <class Self> std::uint32_t parts::WorldQueries<Self>::category_of(Slot slot) const noexcept {
    const WorldVersion* const version = reads::version_of(Access::state_of(*this));
    return version ? version->category_of(slot) : 0;
}

template <class Self> Motion parts::WorldQueries<Self>::motion_of(Slot slot) const noexcept {
    const WorldVersion* const version = reads::version_of(Access::state_of(*this));
    return version ? reads::motion_of(*version, slot) : Motion::Dynamic;
}

template <class Self>
Status parts::WorldQueries<Self>::ids_of(std::span<const Slot> slots, std::span<Id> out) const noexcept {
    return reads::list_of(Access::state_of(*this), slots, out,
                          [](const WorldVersion& version, Slot slot) { return version.id_of(slot); });
}

template <class Self>
Status parts::WorldQueries<Self>::categories_of(std::span<const Slot> slots,
                                                std::span<std::uint32_t> out) const noexcept {
    return reads::list_of(Access::state_of(*this), slots, out,
                          [](const WorldVersion& version, Slot slot) { return version.category_of(slot); });
}

template <class Self>
Status parts::WorldQueries<Self>::motion_of(std::span<const Slot> slots, std::span<Motion> out) const noexcept {
    const auto read = [](const WorldVersion& version, Slot slot) { return reads::motion_of(version, slot); };
    return reads::list_of(Access::state_of(*this), slots, out, read);
}

template <class Self>
Status parts::WorldQueries<Self>::layers_of(std::span<const Slot> slots, std::span<std::uint16_t> out) const noexcept {
    return reads::list_of(Access::state_of(*this), slots, out,
                          [](const WorldVersion& version, Slot slot) { return version.layer_of(slot); });
}

template <class Self> std::uint64_t parts::WorldQueries<Self>::hash() const noexcept {
    const WorldVersion* const version = reads::version_of(Access::state_of(*this));
    return version ? content_hash(version->view(), version->origin) : content_hash(WorldView{}, {0, 0});
}

} // namespace throng
