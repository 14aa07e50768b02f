// SPDX-License-Identifier: MIT
// A change gives the elements of a row their boxes a tile at a time.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"

namespace throng::kernels {

/// Sixteen neighbouring elements after a change.
template <class A> struct ChangedTile {
    NewBoxes<A> boxes;        // an element without a new box has its old one
    std::uint32_t chosen = 0; // lanes of the elements that the change affects
};

/// Reads the new boxes of sixteen elements of an update. Lanes that are not `live`, past the end of the row, read item
/// 0.
template <class A, bool points>
THRONG_INLINE NewBoxes<A> updated_boxes(const BoxSource& source, const std::uint32_t* slots, std::uint32_t live) {
    using namespace simd;
    // A whole tile's items are read from the column: loading single values after a vector store is slow.
    if (live == 0xFFFFu) return gather_boxes<A, points>(source, slots);
    alignas(64) std::uint32_t items[16];
    store(items, select(from_bits<A>(live), load<A>(slots), broadcast<A>(0u)));
    return gather_boxes<A, points>(source, items);
}

/// Returns the boxes, after the change, of the elements at `begin` of the columns, of which the first `left` belong to
/// the row; lanes past them are arbitrary. `in_order` says that the slots are begin, begin + 1, ..., so that an
/// update's boxes lie side by side.
template <class A, Change change, bool points, class Columns>
THRONG_INLINE ChangedTile<A> changed_tile(const Columns& columns, const BoxSource& source,
                                          const std::uint32_t* item_of_slot, std::uint32_t begin, std::uint32_t left,
                                          ItemFaults& faulty, bool in_order = false) {
    using namespace simd;
    ChangedTile<A> tile{};
    const std::uint32_t* const slots = columns.slots + begin;
    if constexpr (change == Change::Update) {
        const std::uint32_t live = left >= 16 ? 0xFFFFu : (1u << left) - 1;
        tile.boxes = in_order && is_packed(source) ? read_packed_boxes<A, points>(source, begin, left)
                                                   : updated_boxes<A, points>(source, slots, live);
        tile.chosen = reject_faulty<A, points>(source, tile.boxes, slots, live, faulty);
        if (tile.chosen == live) [[likely]]
            return tile;
    } else if constexpr (change != Change::Keep) {
        alignas(64) std::uint32_t items[16];
        for (std::uint32_t i = 0; i < 16 && i < left; ++i) {
            const std::uint32_t item = item_of_slot[slots[i]];
            items[i] = item == no_item ? 0 : item;
            tile.chosen |= (item == no_item ? 0u : 1u) << i;
        }
        for (std::uint32_t i = left; i < 16; ++i) items[i] = 0;
        if (change != Change::Erase && tile.chosen != 0) {
            tile.boxes = gather_boxes<A, points>(source, items);
            tile.chosen = reject_faulty<A, points>(source, tile.boxes, items, tile.chosen, faulty);
        }
    }
    if (change == Change::Erase || tile.chosen != 0xFFFFu) [[unlikely]] {
        const Mask<A> chosen = from_bits<A>(change == Change::Erase ? 0 : tile.chosen);
        const auto old = [&](const Floats<A>& box, const float* column)
                             THRONG_FLAT { return select(chosen, box, load<A>(column + begin)); };
        tile.boxes = {old(tile.boxes.min_x, columns.min_x), old(tile.boxes.min_y, columns.min_y),
                      old(tile.boxes.max_x, columns.max_x), old(tile.boxes.max_y, columns.max_y)};
    }
    return tile;
}

} // namespace throng::kernels
