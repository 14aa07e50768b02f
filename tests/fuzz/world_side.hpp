// SPDX-License-Identifier: MIT
// One World with its memory, its hosts and its queries; a history has two of them, whose answers must be the same.
#pragma once

#include "tests/fuzz/answers.hpp"
#include "tests/fuzz/strict_memory.hpp"

#include <throng/world.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng::fuzz {

/// The answers and handles of a world or a snapshot, in the order that follows from the history.
template <class Index> std::uint64_t probe_of(const Index& world) {
    constexpr float most = 3e38f;
    const Aabb boxes[] = {{{-most, -most}, {most, most}}, {{0, 0}, {2, 2}}, {{-1e3f, -1e3f}, {10, 1e3f}}};
    Hits hits;
    demand(bool(world.overlap(boxes, hits, {}, serial())), "probe");
    std::uint64_t hash = hits.hash();
    for (Slot slot = 0; slot < world.slot_count(); ++slot) {
        const Id id = world.id_of(slot);
        hash = hash * 0x9E37'79B9'7F4A'7C15u + id.slot + id.generation * 31;
    }
    return hash;
}

struct WorldSide {
    explicit WorldSide(unsigned char fill) : memory(fill) {}

    StrictMemory memory;
    World world;

    std::uint64_t probe() const { return probe_of(world); }
};

} // namespace throng::fuzz
