// SPDX-License-Identifier: MIT
// The reads of World and WorldSnapshot that other indexes do not have.
#include "engine/src/base/hash.hpp"
#include "engine/src/world/queries/searched_parts.hpp"
#include "engine/src/world/view.hpp"
#include "engine/src/world/world_space_state.hpp"

#include <bit>

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

std::uint64_t together(std::uint32_t low, std::uint32_t high) noexcept { return std::uint64_t{high} << 32 | low; }

std::uint32_t bits_of(float value) noexcept {
    constexpr std::uint32_t minus_zero = 0x8000'0000u;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits == minus_zero ? 0 : bits;
}

// Elements are in no order, so their hashes are added.
std::uint64_t content_hash(const WorldView& world, DoubleVec2 origin) noexcept {
    std::uint64_t sum = mixed(world.size);
    if (origin != DoubleVec2{0, 0}) {
        constexpr double no_sign = 0; // -0 + 0 is 0
        sum += mixed(mixed(std::bit_cast<std::uint64_t>(origin.x + no_sign)) ^
                     std::bit_cast<std::uint64_t>(origin.y + no_sign));
    }
    for_each_element(world, [&](const kernels::ElementColumns& c, std::uint32_t i, Slot slot) {
        const std::uint32_t layer = world.layer_by_slot ? world.layer_by_slot[slot] : 0;
        std::uint64_t h = mixed(together(slot, world.generations[slot]));
        h = mixed(h ^ together(bits_of(c.min_x[i]), bits_of(c.min_y[i])));
        h = mixed(h ^ together(bits_of(c.max_x[i]), bits_of(c.max_y[i])));
        h = mixed(h ^ together(world.categories ? world.categories[slot] : ~0u,
                               layer << 1 | (world.is_static(slot) ? 1u : 0u)));
        sum += h;
    });
    return sum;
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
    return content_hash(state_of(*this).view(), state_of(*this).origin());
}

} // namespace throng
