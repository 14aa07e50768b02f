// SPDX-License-Identifier: MIT
// The squares at which a tree of tiles is cut, so that an element that leaves those of its tile knows where it belongs.
#pragma once

#include "engine/kernels/tiles/leaf_update.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/space_curve.hpp"

#include <throng/predicates.hpp>
#include <throng/types.hpp>

#include <array>
#include <limits>
#include <optional>
#include <span>

namespace throng {

inline kernels::Region region_at(Vec2 p) noexcept { return {p.x, p.y, p.x, p.y}; }

/// A square of a quadtree is divided if it has more than `max_per_leaf` centres, down to `max_depth`. max_per_leaf 0:
/// the tree has no squares, and is cut at every sixteenth element.
struct SquareRules {
    Aabb bounds{}; // where elements are expected besides where they are
    std::uint32_t max_per_leaf = 0, max_depth = 0;
};

/// The order of all centres along Hilbert's curve visits each square of the quadtree as a whole, so that a leaf of the
/// quadtree is a run of them. A tile holds some whole leaves, or a part of one that has too many elements.
///
/// Where elements are common that are long in one direction alone, those of each kind (wide, tall, both or neither)
/// have a quadtree of their own, one behind the other.
class Squares {
public:
    Squares(const SquareRules& rules, Memory memory) noexcept : homes(memory), first_places(memory), rules_(rules) {}

    bool used() const noexcept { return rules_.max_per_leaf != 0; }
    const SquareRules& rules() const noexcept { return rules_; }
    const CurveFrame& frame() const noexcept { return now_.frame; }
    bool by_kind() const noexcept { return now_.by_kind(); }
    std::size_t bytes() const noexcept { return homes.bytes() + first_places.bytes(); }

    // A sort is prepared, and may fail, before take_cut() makes it that of the tree.
    /// Chooses the whole square and the kinds for valid items, and sorts them. `again`: they are those of the tree, so
    /// that the kinds are those of the last look, or else change only where it matters. OutOfMemory, Cancelled or None.
    Fault sort(CurveOrder& curve, const kernels::BoxSource& source, std::size_t count, bool again,
               kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    /// Cuts the sorted items into tiles: `begins` gets the first item of each, and the number of items. False: out of
    /// memory.
    [[nodiscard]] bool cut(std::span<const parallel::KeyedItem> items, Column<std::uint32_t>& begins) noexcept;
    void take_cut(std::span<const parallel::KeyedItem> items, std::span<const std::uint32_t> begins,
                  std::uint64_t edition) noexcept;
    void clear() noexcept;
    /// Becomes equal to `other`, of the same rules, without what was prepared there. False: out of memory, and the
    /// content is unspecified until the next successful call.
    [[nodiscard]] bool assign(const Squares& other) noexcept;

    /// Looks whether wires have a quadtree of their own if they are common among these elements, and none if they are
    /// not. False: the next sort makes it so.
    bool suit_kinds_of(std::span<Aabb> sample, std::size_t elements) noexcept;

    std::uint32_t kind_of(const Aabb& box) const noexcept { return now_.kind_of(box); }
    /// Whether a box of the leaf's kind is where it may be in the leaf.
    bool may_hold(std::uint32_t leaf, const Aabb& box) const noexcept {
        return meets(region_at(predicates::center_of(box)), homes[leaf]);
    }
    /// Whether an element with this box stays in its leaf, as kernels::LeafSquares say.
    bool holds(std::uint32_t leaf, const Aabb& box) const noexcept {
        return may_hold(leaf, box) && (!by_kind() || kind_of(box) == kernel_squares().kind_of(leaf));
    }
    bool valid(std::uint32_t leaves) const noexcept;
    /// The leaf has the box from now on. `edition`: of this change, unlike any other in this process.
    void include(std::uint32_t leaf, const Aabb& box, std::uint64_t edition) noexcept {
        kernels::include(homes[leaf], region_at(predicates::center_of(box)));
        edition_ = edition;
    }

    /// Leaves by number.
    struct Range {
        std::uint32_t begin, end;
    };
    /// The box belongs in the squares of these leaves: they are several where they begin at the same place, and none if
    /// there are none of its kind.
    Range leaves_for(const Aabb& box) const noexcept;
    Range leaves_of_kind(std::uint32_t kind) const noexcept {
        return {now_.first_leaves[kind], now_.first_leaves[kind + 1]};
    }
    /// The first of these leaves, as far as they begin in one square of this depth.
    Range first_square(const Range& leaves, std::uint32_t depth) const noexcept;
    kernels::LeafSquares kernel_squares() const noexcept {
        return {.homes = homes.data(), .long_side = now_.long_side, .first_leaves = now_.first_leaves.data()};
    }

    // By leaf: where the centres of its elements may be, and the place of the first one on the curve of its kind.
    Column<kernels::Region> homes;
    Column<std::uint32_t> first_places;

private:
    struct Layout {
        CurveFrame frame{};
        float long_side = std::numeric_limits<float>::infinity();
        std::array<std::uint32_t, 5> first_leaves{}; // of each kind, and behind all

        bool by_kind() const noexcept { return long_side < std::numeric_limits<float>::infinity(); }
        std::uint32_t kind_of(const Aabb& box) const noexcept {
            return (box.max.x - box.min.x > long_side ? 1u : 0u) | (box.max.y - box.min.y > long_side ? 2u : 0u);
        }
    };
    float choose_long_side(std::span<Aabb> sample, std::size_t elements, bool by_kind) const noexcept;
    std::size_t lanes_of_tile(std::span<const parallel::KeyedItem> items, std::size_t begin) const noexcept;
    bool is_end_of_leaf(std::span<const parallel::KeyedItem> items, std::size_t at) const noexcept;

    const SquareRules rules_;
    Layout now_, next_;
    std::optional<float> wanted_long_side_;    // by the last look, if it is another one
    std::array<std::uint32_t, 4> kind_ends_{}; // of the sorted items
    std::uint64_t edition_ = 0;                // of the last change of the columns
};

} // namespace throng
