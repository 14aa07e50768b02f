// SPDX-License-Identifier: MIT
// What narrows, orders and measures an answer.
#pragma once

#include <throng/hierarchical_bitset.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// The order of a row, or of pairs, where the query itself gives none.
enum class Order : std::uint8_t {
    /// Follows from the history of changes and the batch alone: not from threads, Executor, instruction set or timing.
    Stable,
    /// Ascending by slot (pairs: by a, then b): follows from the content alone, for peers whose histories differ.
    BySlot
};

/// What a distance is measured to.
enum class Measure : std::uint8_t {
    Box,   ///< to the nearest point of the element's box; 0 inside
    Center ///< to the element's centre
};

/// What a query may be told beside its batch; the defaults ask for everything, as fast as possible.
///
/// Spans and the set stay unchanged until the query returns. What does not fit (a span of the wrong length, a mask
/// where there are no categories, an order or a measure of no name) is InvalidArgument of the whole call.
struct QueryOptions {
    /// Keeps elements whose category shares a bit. Only a World has categories: elsewhere anything but ~0u is
    /// InvalidArgument.
    std::uint32_t mask = ~0u;

    /// Empty, or a mask for each query in place of `mask`. Elsewhere than in a World anything but empty is
    /// InvalidArgument.
    std::span<const std::uint32_t> masks = {};

    /// Keeps members of this set; slots at or beyond its size() are not members. Null: everybody.
    const HierarchicalBitset* among = nullptr;

    /// Empty, or one slot for each query that does not answer it, such as the asker's own; no_slot leaves nobody out.
    std::span<const Slot> exclude = {};

    /// 0: every match. Else the nearest `limit` of them, by `measure` from the disc's or query box's centre; neighbors:
    /// from centre to centre. Such rows ascend by (squared distance, slot), unless `order` is BySlot. nearest and along
    /// keep the first `limit` of their own order; cast and count take no notice. Hits::found tells how many matched.
    std::uint32_t limit = 0;

    /// What within and nearest search by, and what limits and distances of overlap and within are measured to.
    /// neighbors always takes centres, rays always take boxes.
    Measure measure = Measure::Box;

    /// Of overlap, within, neighbors and neighbors_of. Rows of nearest ascend by (squared distance, slot), those of
    /// along by (t, slot).
    Order order = Order::Stable;

    /// Fills Hits::distances for overlap, within, neighbors and neighbors_of: IEEE square roots, from where `limit`
    /// measures. nearest, cast and along always fill them; count takes no notice.
    bool distances = false;
};

/// What pairs() may be told; the default asks for all. An order of no name is InvalidArgument.
struct PairOptions {
    /// Of the whole list.
    Order order = Order::Stable;

    /// Keeps pairs of which both are members. Null: all. The set stays unchanged until the call returns.
    const HierarchicalBitset* among = nullptr;

    /// Keeps pairs whose categories both share a bit with it. Only a World has categories: elsewhere anything but ~0u
    /// is InvalidArgument.
    std::uint32_t mask = ~0u;

    /// Empty, or by slot, slot_count() entries at least: keeps a pair if category[a] & collides_with[b] and category[b]
    /// & collides_with[a]. Shorter, or not empty elsewhere than in a World: InvalidArgument.
    std::span<const std::uint32_t> collides_with = {};

    /// Also pairs of two static elements. Only a World knows who is static: elsewhere true is InvalidArgument.
    bool static_static = false;
};

} // namespace throng
