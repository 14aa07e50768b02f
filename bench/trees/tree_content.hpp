// SPDX-License-Identifier: MIT
// What trees are measured with: boxes that walk, and queries about them.
#pragma once

#include "scenes/generator.hpp"

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace throng::bench {

/// New boxes of a few elements. No slot is there twice.
struct FewMoves {
    std::vector<Slot> slots;
    std::vector<Aabb> boxes;
};

struct TreeContent {
    std::vector<Aabb> boxes;              // to build from
    std::vector<std::vector<Aabb>> steps; // each element walks up to a tenth of its width along each axis
    std::vector<FewMoves> moves;          // after the last step
    std::vector<Vec2> points;             // beside every fourth element
    std::vector<Aabb> queries;            // four widths of that element wide
    std::vector<Ray> rays;                // twenty widths long
};

struct TreeContentKind {
    std::string_view name, meaning;
};
std::span<const TreeContentKind> tree_content_kinds();

/// Makes `n` elements in no order of space. Throws std::invalid_argument: there is no such kind.
TreeContent tree_content(std::string_view kind, std::size_t n, std::uint64_t seed);

/// The side of a square of land that has `n` units of area.
float side_of(std::size_t n);

/// A square of half extent `half` somewhere in a square of land whose side is `side`.
Aabb square_anywhere(scenes::Generator& random, float side, float half);

/// Squares of half extent 0.25, one for each unit of area, in no order.
std::vector<Aabb> squares_alike(std::size_t n, std::uint64_t seed);

/// Long, thin boxes, one for each unit of area; half of them lie, the others stand.
std::vector<Aabb> crossing_wires(std::size_t n, float length, std::uint64_t seed);

/// A square whose half extent follows its distance from the middle, which is uniform on a logarithmic scale over
/// `decades`. Each of `n` such squares overlaps a few.
Aabb square_by_spacing(scenes::Generator& random, std::size_t n, float decades);

/// Moves the box up to `share` of its width along each axis.
void walk(Aabb& box, float share, scenes::Generator& random);

} // namespace throng::bench
