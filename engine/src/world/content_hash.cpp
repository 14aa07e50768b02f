// SPDX-License-Identifier: MIT
#include "engine/src/world/view.hpp"

#include "engine/src/base/hash.hpp"
#include "engine/src/world/queries/searched_parts.hpp"

#include <bit>

namespace throng {
namespace {

std::uint64_t together(std::uint32_t low, std::uint32_t high) noexcept { return std::uint64_t{high} << 32 | low; }

std::uint32_t bits_of(float value) noexcept {
    constexpr std::uint32_t minus_zero = 0x8000'0000u;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits == minus_zero ? 0 : bits;
}

} // namespace

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

} // namespace throng
