// SPDX-License-Identifier: MIT
// A version of a world as bytes: a header, then blocks of 1024 slots each. A block has a bit for each slot with an
// element, and columns of these elements: generations, boxes, and what not all elements have by default.
#pragma once

#include "engine/src/base/saved_bytes.hpp"
#include "engine/src/world/world_version.hpp"

#include <bit>

namespace throng {

/// What comes before the elements. Floats are saved as their bits.
struct SavedWorld {
    enum : std::uint32_t { Categories = 1, Layers = 2, Statics = 4, TrackOverlaps = 256, TrackAcrossLayers = 512 };
    static constexpr std::uint32_t columns = Categories | Layers | Statics;
    static constexpr std::uint32_t known_flags = columns | TrackOverlaps | TrackAcrossLayers;

    SavedKind kind{.kind = SavedKind::World};
    std::uint32_t size = 0, slot_count = 0;
    std::uint64_t generations = 0; // used up
    std::uint32_t flags = 0;       // the columns of blocks, and switches of WorldDesc
    std::uint32_t tag = 0, tracked = 0, tracked_against = 0;
    std::uint32_t most_elements = 0, most_statics = 0, most_hits = 0;
    std::uint32_t bounds[4] = {}, agent_half_extent = 0, prop_half_extent = 0;
    std::uint32_t unused = 0;
    std::uint64_t origin[2] = {}; // bits of doubles

    bool has(std::uint32_t bit) const noexcept { return (flags & bit) != 0; }
    WorldDesc desc(const Memory& memory, const Executor& executor) const noexcept;
};

/// The slots [first, first + 1024) of a world.
struct SavedBlock {
    static constexpr std::uint32_t slots = 1024, words = slots / 64;

    std::uint64_t mask[words];
    std::uint32_t generations[slots], categories[slots];
    Aabb boxes[slots];
    std::uint16_t layers[slots];
    std::uint8_t statics[slots];

    std::uint32_t count() const noexcept {
        std::uint32_t count = 0;
        for (const std::uint64_t word : mask) count += static_cast<std::uint32_t>(std::popcount(word));
        return count;
    }
    /// Calls body(column, its bytes) for each column of `count` elements, in the order in which they are saved.
    template <class Body> bool for_each_column(const SavedWorld& header, std::uint32_t count, Body&& body) noexcept {
        const auto column = [&](auto* values) { return body(static_cast<void*>(values), count * sizeof *values); };
        return column(generations) && column(boxes) && (!header.has(SavedWorld::Categories) || column(categories)) &&
               (!header.has(SavedWorld::Layers) || column(layers)) &&
               (!header.has(SavedWorld::Statics) || column(statics));
    }
};

/// None, InvalidArgument without a function, OutOfMemory or Cancelled.
Fault save_world(const WorldVersion& version, const ByteWriter& writer) noexcept;

/// The header, checked: None, InvalidArgument without a function or for a later major version, or Corrupt.
Fault load_header(LoadingBytes& bytes, SavedWorld& header) noexcept;

/// The next block, checked but for its boxes and generations. `first`: the first slot. Columns that are not saved have
/// any content. None or Corrupt.
Fault load_block(LoadingBytes& bytes, const SavedWorld& header, std::uint32_t first, SavedBlock& block) noexcept;

} // namespace throng
