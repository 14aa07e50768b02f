// SPDX-License-Identifier: MIT
// The reads of World and WorldSnapshot that other indexes do not have.
#include "engine/src/world/queries/searched_parts.hpp"
#include "engine/src/world/view.hpp"
#include "engine/src/world/world_space_state.hpp"

namespace throng {
namespace {

// list(world, to) writes all live slots.
template <class List> Status list_slots(const WorldSpaceState& state, std::span<Slot> out, List&& list) noexcept {
    const Reading reading(state, serial());
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (out.size() < reading.view().size) return refused(Reason::SlotListTooShort, Fault::OutputTooSmall);
    list(reading.view_as<WorldView>(), out.data());
    return reading.with_reason({});
}

// out[i] = read(version, slots[i]).
template <class T, class Read>
Status list_of(const WorldSpaceState& state, std::span<const Slot> slots, std::span<T> out, Read&& read) noexcept {
    const Reading reading(state, serial());
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (out.size() < slots.size()) return refused(Reason::SlotListTooShort, Fault::OutputTooSmall);
    const WorldVersion* const version = state.version();
    for (std::size_t i = 0; i < slots.size(); ++i) out[i] = version ? read(*version, slots[i]) : T{};
    return reading.with_reason({});
}

Motion motion_in(const WorldVersion& version, Slot slot) noexcept {
    return slot < version.slot_count() && version.is_static(slot) ? Motion::Static : Motion::Dynamic;
}

} // namespace

Status WorldSpace::order(std::span<Slot> out) const noexcept {
    return list_slots(state_of(*this), out, [](const WorldView& world, Slot* to) {
        const SearchedLayers layers(world, {});
        for (std::uint32_t i = 0; i < layers.count(); ++i) to = list_in_order(layers[i], to);
    });
}

Status WorldSpace::live_slots(std::span<Slot> out) const noexcept {
    return list_slots(state_of(*this), out, [](const WorldView& world, Slot* to) {
        for (Slot slot = 0; slot < world.slot_count; ++slot)
            if ((world.flags[slot] & WorldView::alive) != 0) *to++ = slot;
    });
}

bool WorldSpace::alive(Id id) const noexcept {
    const WorldVersion* const version = state_of(*this).version();
    return version && version->alive(id);
}

Id WorldSpace::id_of(Slot slot) const noexcept {
    const WorldVersion* const version = state_of(*this).version();
    return version ? version->id_of(slot) : Id{};
}

Route WorldSpace::route(Id id) const noexcept {
    const WorldVersion* const version = state_of(*this).version();
    if (!version || !version->alive(id)) return Route::None;
    const WorldVersion::Place place = version->place_of(id.slot);
    return place.content.route_of(place.slot);
}

std::uint16_t WorldSpace::layer_of(Slot slot) const noexcept {
    const WorldVersion* const version = state_of(*this).version();
    return version ? version->layer_of(slot) : std::uint16_t{0};
}

std::uint32_t WorldSpace::category_of(Slot slot) const noexcept {
    const WorldVersion* const version = state_of(*this).version();
    return version ? version->category_of(slot) : 0;
}

Motion WorldSpace::motion_of(Slot slot) const noexcept {
    const WorldVersion* const version = state_of(*this).version();
    return version ? motion_in(*version, slot) : Motion::Dynamic;
}

Status WorldSpace::ids_of(std::span<const Slot> slots, std::span<Id> out) const noexcept {
    return list_of(state_of(*this), slots, out,
                   [](const WorldVersion& version, Slot slot) { return version.id_of(slot); });
}

Status WorldSpace::categories_of(std::span<const Slot> slots, std::span<std::uint32_t> out) const noexcept {
    return list_of(state_of(*this), slots, out,
                   [](const WorldVersion& version, Slot slot) { return version.category_of(slot); });
}

Status WorldSpace::motion_of(std::span<const Slot> slots, std::span<Motion> out) const noexcept {
    const auto read = [](const WorldVersion& version, Slot slot) { return motion_in(version, slot); };
    return list_of(state_of(*this), slots, out, read);
}

Status WorldSpace::layers_of(std::span<const Slot> slots, std::span<std::uint16_t> out) const noexcept {
    return list_of(state_of(*this), slots, out,
                   [](const WorldVersion& version, Slot slot) { return version.layer_of(slot); });
}

std::uint64_t WorldSpace::hash() const noexcept {
    const WorldVersion* const version = state_of(*this).version();
    return version ? content_hash(version->view(), version->origin) : content_hash(WorldView{}, {0, 0});
}

} // namespace throng
