// SPDX-License-Identifier: MIT
// Options that narrow, order and measure an answer.
#pragma once

#include <throng/hierarchical_bitset.hpp>
#include <throng/views.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace throng {

/// The order of a row, or of pairs, if the query itself defines none.
enum class Order : std::uint8_t {
    /// Depends only on the history of changes and the batch: not on threads, Executor, instruction set or timing.
    Stable,
    /// Ascending by slot (pairs: by a, then b). Depends only on the content: for peers with different histories.
    BySlot
};

/// The target of a distance.
enum class Measure : std::uint8_t {
    Box,   ///< to the nearest point of the element's box; 0 inside
    Center ///< to the element's centre
};

/// The slots that queries leave out: none, one for each query, or one for all of them.
///
/// One slot is stored by value, so that `options.exclude = me` and `{.exclude = me}` are safe with a temporary. Slots
/// for each query are a view: they stay unchanged until the query returns. A list in braces of several slots does not
/// compile, because nothing would keep them.
class ExcludedSlots {
public:
    constexpr ExcludedSlots() noexcept = default; ///< none

    /// One slot that every query leaves out; no_slot leaves out none.
    constexpr ExcludedSlots(Slot of_all) noexcept : one_(of_all), for_all_(true) {}

    /// One for each query: a vector, array or span of slots, or a member of structures.
    template <class R>
    requires std::convertible_to<const R&, Strided<Slot>>
    constexpr ExcludedSlots(const R& each) noexcept : each_(each) {}

    template <class... More>
    constexpr ExcludedSlots(Slot, Slot, More...) noexcept = delete; ///< a view: pass an array that stays

    /// One for each query: `count` slots from `first` on.
    template <class P>
    requires std::same_as<P, Slot*> || std::same_as<P, const Slot*>
    constexpr ExcludedSlots(P first, std::size_t count) noexcept : each_(first, count) {}

    /// Whether it is one slot for all queries.
    constexpr bool for_all() const noexcept { return for_all_; }
    /// The first slot; the others follow it each().stride() bytes apart.
    constexpr const Slot* data() const noexcept { return for_all_ ? &one_ : each_.data(); }
    constexpr std::size_t size() const noexcept { return for_all_ ? 1 : each_.size(); }
    constexpr bool empty() const noexcept { return size() == 0; }
    constexpr const Strided<Slot>& each() const noexcept { return each_; } ///< empty if it is one for all
    constexpr Slot operator[](std::size_t row) const noexcept { return for_all_ ? one_ : each_[row]; }

private:
    Strided<Slot> each_ = {};
    Slot one_ = no_slot;
    bool for_all_ = false;
};

/// The options of a query beside its batch. The defaults select every match, as fast as possible.
///
/// Views and the set stay unchanged until the query returns. Views of a value for each query may be longer: the rest is
/// not read. Options that do not fit (a view that is shorter, null or of an odd stride, a mask without categories, an
/// order or a measure of no name) are InvalidArgument of the whole call.
struct QueryOptions {
    /// Keeps elements whose category shares a bit. Only a World has categories: in other indexes anything but
    /// ~0u is InvalidArgument.
    std::uint32_t mask = ~0u;

    /// Empty, or a mask for each query in place of `mask`. In other indexes than a World anything but
    /// empty is InvalidArgument. Strided<std::uint32_t>::of(agents, &Agent::mask) reads a member of structures.
    Strided<std::uint32_t> masks = {};

    /// Keeps members of this set; slots at or beyond its size() are not members. Null: all elements.
    const HierarchicalBitset* among = nullptr;

    /// Empty, or for each query one slot that it leaves out, such as that of its own element; no_slot leaves out none.
    /// One slot (`exclude = me`) is left out by every query of the batch.
    ExcludedSlots exclude = {};

    /// 0: every match. Else the nearest `limit` of them, by `measure` from the centre of the disc or query box; for
    /// neighbors from centre to centre. Such rows ascend by (squared distance, slot), unless `order` is BySlot. nearest
    /// and along keep the first `limit` of their own order; cast and count ignore it. Hits::found is the number of
    /// matches before the cut.
    std::uint32_t limit = 0;

    /// Empty, or a limit for each query (of neighbors: for each slot) in place of `limit`; 0: every match of that one,
    /// in the order that a row has without limits.
    Strided<std::uint32_t> limits = {};

    /// False: nothing is counted beyond the limit, and Hits::found is the length of the row. A search stops where no
    /// nearer match can come, which is cheaper the more a limit cuts.
    bool count_found = true;

    /// The distance by which within and nearest search, and which limits and distances of overlap and within use.
    /// neighbors always measures to centres, rays to boxes.
    Measure measure = Measure::Box;

    /// The order of rows of overlap, within, neighbors and neighbors_of. Rows of nearest always ascend by (squared
    /// distance, slot), rows of along by (t, slot).
    Order order = Order::Stable;

    /// Fills Hits::distances for overlap, within, neighbors and neighbors_of: IEEE square roots, measured as for
    /// `limit`. nearest, cast and along always fill them; count ignores it. To search again up to a reported distance,
    /// pass predicates::radius_reaching(distance).
    bool distances = false;

    /// An answer of more hits than this, all rows together, is refused: OutOfCapacity, without memory for the rest of
    /// it, and Status::count is the number of hits (2^32 - 1: that many or more). 0: no limit. An answer in a fixed
    /// buffer is limited by its buffer alone; count ignores it.
    std::uint32_t most_hits = 0;

    /// Keeps elements of these layers. Only a World has layers: in other indexes anything but all layers is
    /// InvalidArgument, and so is an option below. neighbors and neighbors_of also keep to the layer of each slot.
    LayerRange layers{};

    /// Empty, or a range for each query (of neighbors: for each slot) in place of `layers`.
    Strided<LayerRange> layers_by_query = {};

    /// neighbors and neighbors_of also list elements of other layers than that of the slot. Other queries ignore it.
    bool across_layers = false;

    /// Keeps dynamic elements, at no cost: the structures of static ones are not searched. neighbors also leaves the
    /// rows of static elements empty; neighbors_of answers a static slot. Only a World has static elements: in other
    /// indexes true is InvalidArgument.
    bool only_dynamic = false;
};

static_assert(std::is_trivially_copyable_v<QueryOptions>, "a copy stores its one excluded slot itself");

/// The value of PairOptions::distance for pairs of boxes that overlap.
inline constexpr float no_distance = -HUGE_VALF;

/// The options of pairs(). The defaults select every pair of boxes that overlap. An order of no name is
/// InvalidArgument.
///
/// A filter takes the time of all pairs, and a test of each. While a block of elements is joined, pairs that a filter
/// removes may take room in the list.
///
/// The members that QueryOptions has as well are in the same order there.
struct PairOptions {
    /// Keeps pairs whose categories both share a bit with it: no mask keeps a pair with an element of category 0, which
    /// World::overlaps_changed lists by default. Only a World has categories: in other indexes anything but ~0u is
    /// InvalidArgument.
    std::uint32_t mask = ~0u;

    /// Empty, or an entry by slot, at least slot_count() of them: keeps a pair if category[a] & collides_with[b] and
    /// category[b] & collides_with[a]. Shorter, or not empty in other indexes than a World: InvalidArgument.
    std::span<const std::uint32_t> collides_with = {};

    /// Keeps pairs with both elements in this set. Null: all. The set stays unchanged until the call returns.
    const HierarchicalBitset* among = nullptr;

    /// Also pairs of two static elements. Only a World has static elements: in other indexes true is InvalidArgument.
    bool static_static = false;

    /// A list of more pairs than this is refused: OutOfCapacity, without memory for the rest of it, and Status::count
    /// is the number of pairs (2^32 - 1: that many or more). 0: no limit.
    std::uint32_t limit = 0;

    /// The order of the whole list.
    Order order = Order::Stable;

    /// Keeps pairs with both elements in these layers. Only a World has layers: in other indexes anything but all
    /// layers is InvalidArgument.
    LayerRange layers{};

    /// Also pairs of two elements in different layers. Only a World has layers: in other indexes true is
    /// InvalidArgument.
    bool across_layers = false;

    /// Keeps pairs of elements whose centres are at most so far apart, in the unit of coordinates, in place of those
    /// whose boxes overlap: predicates::within from centre to centre, as for neighbors. 0 or more, +infinity pairs all;
    /// another value but no_distance is InvalidArgument. Cost: a RowGrid, and a World whose elements are all dynamic,
    /// of about one size and in one layer, compare each pair once, as for overlaps. Others search around each element,
    /// as neighbors does, and need twice the room of the pairs.
    float distance = no_distance;

    /// Fills Pairs::squared_distances. It costs a pass over all elements and one over the pairs, and the answer keeps 8
    /// bytes a slot besides.
    bool squared_distances = false;

    constexpr bool by_distance() const noexcept { return distance != no_distance; }
};

} // namespace throng
