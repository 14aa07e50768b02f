// SPDX-License-Identifier: MIT
// The elements of one structure of a world as the items of a join, and the order of the joins of all structures.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/src/world/queries/searched_layers.hpp"
#include "engine/src/world/queries/structure_packet.hpp"
#include "engine/src/world/view.hpp"

#include <span>

namespace throng {

/// The elements of a structure as items: single elements of a row grid, tiles of the others.
class WorldMembers {
public:
    WorldMembers(const WorldView& world, std::uint8_t structure) noexcept : world_(world), structure_(structure) {}

    static constexpr std::uint32_t tile_items = packet_queries;

    std::uint32_t size() const noexcept;
    std::uint64_t items() const noexcept;

    /// Pairs within the structure, found by its own kernel.
    std::uint32_t join(std::uint32_t begin, std::uint32_t end, const kernels::BitsetView* among,
                       kernels::PairSink& sink) const noexcept;

    /// Elements side by side; the count is the number of lanes in use.
    struct Elements {
        kernels::ElementColumns columns{};
        std::uint32_t count = 0;
    };
    /// The elements of items [begin, begin + 16), as far as they are before `end`; fewer where a row ends that has
    /// room.
    Elements elements(std::uint32_t begin, std::uint32_t end) const noexcept;
    /// How many items these elements are.
    std::uint32_t items_of(const Elements& elements) const noexcept {
        return is_row_grid(structure_) ? elements.count : tile_items;
    }

    /// Pairs of elements of another structure with those of this one. False: the sink is full.
    bool join_with(const Elements& others, const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept;

private:
    const kernels::GridView& grid() const noexcept;
    const kernels::TileTreeView& tree() const noexcept;

    const WorldView& world_;
    const std::uint8_t structure_;
};

/// Calls body(elements) for those of items [begin, end) of a structure, in the order of its memory.
template <class Body>
void for_each_run(const WorldMembers& members, std::uint64_t begin, std::uint64_t end, Body&& body) noexcept {
    const auto last = static_cast<std::uint32_t>(end);
    for (auto at = static_cast<std::uint32_t>(begin); at < last;) {
        const WorldMembers::Elements elements = members.elements(at, last);
        body(elements);
        at += members.items_of(elements);
    }
}

/// Writes the slots of all elements of a view, or of its dynamic ones, structure by structure, each in the order of its
/// memory. Returns the end.
Slot* list_in_order(const WorldView& world, Slot* to, bool only_dynamic = false) noexcept;

/// A run of one structure's items that are joined with themselves or with another structure (`other`).
struct PairSegment {
    // The place of its first item in the order of all items. Segments begin with blocks, so that no block has items
    // of two segments.
    std::uint64_t first;
    std::uint32_t begin, end;
    std::uint8_t structure, other;
};

/// All joins of a world.
class PairSegments {
public:
    PairSegments(const WorldView& world, bool static_static) noexcept;

    static constexpr std::uint32_t block = 4096;
    std::uint64_t items() const noexcept { return items_; }
    /// The segment of an item.
    const PairSegment& of(std::uint64_t item) const noexcept;

private:
    void add(std::uint8_t structure, std::uint8_t other, std::uint32_t begin, std::uint32_t end) noexcept;

    PairSegment segments_[world_structures * (world_structures + 1) / 2];
    std::uint32_t count_ = 0;
    std::uint64_t items_ = 0;
};

/// Calls body(columns, i, slot) for each element: i is its place in the columns, `slot` that in the world.
template <class Body> void for_each_element(const WorldView& world, Body&& body) noexcept {
    const SearchedLayers layers(world, {});
    for (std::uint32_t l = 0; l < layers.count(); ++l) {
        const Slot* const names = layers[l].members;
        for (std::uint8_t s = 0; s < world_structures; ++s) {
            const WorldMembers members(layers[l], s);
            for_each_run(members, 0, members.items(), [&](const WorldMembers::Elements& elements) {
                const kernels::ElementColumns& columns = elements.columns;
                for (std::uint32_t i = 0; i < elements.count; ++i)
                    body(columns, i, names ? names[columns.slots[i]] : columns.slots[i]);
            });
        }
    }
}

} // namespace throng
