// SPDX-License-Identifier: MIT
// What the elements of a row become by a change, a tile at a time.
#pragma once

#include "engine/kernels/box_source.hpp"

namespace throng::kernels {

/// What happens to sixteen elements that stand side by side.
template <class A> struct ChangedTile {
    NewBoxes<A> boxes;        // who has no new box keeps the old one
    std::uint32_t chosen = 0; // lanes of those that the change is about
};

/// The elements at `begin` of the columns, of which the first `left` are the row's; lanes past them are told nothing of. `in_order`: their
/// slots are begin, begin + 1, ..., so that an update's boxes stand side by side.
template <class A, Change change, bool points, class Columns>
THRONG_INLINE ChangedTile<A> changed_tile(const Columns& columns, const BoxSource& source, const std::uint32_t* item_of_slot,
                                          std::uint32_t begin, std::uint32_t left, ItemFaults& faulty, bool in_order = false) {
    using namespace simd;
    ChangedTile<A> tile{};
    if constexpr (change != Change::Keep) {
        const std::uint32_t live = left >= 16 ? 0xFFFFu : (1u << left) - 1;
        const std::uint32_t* const slots = columns.slots + begin;
        alignas(64) std::uint32_t items[16];
        if constexpr (change == Change::Update) {
            tile.chosen = live;
            if (live != 0xFFFFu) store(items, select(from_bits<A>(live), load<A>(slots), broadcast<A>(0u))); // lanes past the row: in vain
        } else {
            for (std::uint32_t i = 0; i < 16 && i < left; ++i) {
                const std::uint32_t item = item_of_slot[slots[i]];
                items[i] = item == no_item ? 0 : item;
                tile.chosen |= (item == no_item ? 0u : 1u) << i;
            }
            for (std::uint32_t i = left; i < 16; ++i) items[i] = 0;
        }
        if (change != Change::Erase && tile.chosen != 0) {
            // A whole tile's items are read from the column itself: what is stored as lanes is slow to load one by one.
            const std::uint32_t* const from = change == Change::Update && live == 0xFFFFu ? slots : items;
            tile.boxes =
                in_order && is_packed(source) ? read_packed_boxes<A, points>(source, begin, left) : gather_boxes<A, points>(source, from);
            tile.chosen = reject_faulty<A, points>(source, tile.boxes, from, tile.chosen, faulty);
        }
    }
    if (change == Change::Erase || tile.chosen != 0xFFFFu) [[unlikely]] {
        const Mask<A> take = from_bits<A>(change == Change::Erase ? 0 : tile.chosen);
        const auto old = [&](const Floats<A>& box, const float* column) THRONG_FLAT { return select(take, box, load<A>(column + begin)); };
        tile.boxes = {old(tile.boxes.min_x, columns.min_x), old(tile.boxes.min_y, columns.min_y), old(tile.boxes.max_x, columns.max_x),
                      old(tile.boxes.max_y, columns.max_y)};
    }
    return tile;
}

} // namespace throng::kernels
