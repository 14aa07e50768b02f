// SPDX-License-Identifier: MIT
// Brute force over what an index or a World holds, as far as it is fast enough for a fuzzer.
#pragma once

#include "tests/support/oracle.hpp"
#include "tests/support/world_answers.hpp"
#include "tests/support/world_model.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace throng::fuzz {

using oracle::Answer;
using oracle::Content;
using oracle::WorldContent;

inline bool present(const Content& held, Slot slot) { return held.present(slot); }
inline bool present(const WorldContent& held, Slot slot) { return held.alive(slot); }
inline const Aabb& box_of(const Content& held, Slot slot) { return held[slot].box; }
inline const Aabb& box_of(const WorldContent& held, Slot slot) { return held.elements[slot].box; }
inline Vec2 center_of(const Content& held, Slot slot) { return held[slot].center; } // of a point, the point
inline Vec2 center_of(const WorldContent& held, Slot slot) { return predicates::center_of(held.elements[slot].box); }
inline std::size_t slots_of(const Content& held) { return held.slot_count(); }
inline std::size_t slots_of(const WorldContent& held) { return held.elements.size(); }

template <class Held> std::size_t size_of(const Held& held) {
    std::size_t size = 0;
    for (Slot slot = 0; slot < slots_of(held); ++slot) size += present(held, slot) ? 1 : 0;
    return size;
}

/// A few boxes, from everywhere in the order of slots.
template <class Held> std::vector<Aabb> some_boxes(const Held& held) {
    std::vector<Aabb> boxes;
    const std::size_t step = slots_of(held) / 64 + 1;
    for (std::size_t slot = 0; slot < slots_of(held); slot += step)
        if (present(held, static_cast<Slot>(slot))) boxes.push_back(box_of(held, static_cast<Slot>(slot)));
    return boxes;
}

/// Whether an array has too few rows: the call is refused, and has no answer to expect.
inline bool is_short(const QueryOptions& options, std::size_t rows) {
    const auto lacks = [rows](const auto& array) { return !array.empty() && array.size() < rows; };
    return lacks(options.exclude) || lacks(options.masks) || lacks(options.layers_by_query);
}

/// ask(content, first, count, options) -> Answer: once for all rows, or row by row where each has a mask of its own.
template <class Ask> Answer over(const Content& held, std::size_t rows, const QueryOptions& options, Ask&& ask) {
    return is_short(options, rows) ? Answer() : ask(held, std::size_t{0}, rows, options);
}
template <class Ask> Answer over(const WorldContent& held, std::size_t rows, const QueryOptions& options, Ask&& ask) {
    if (is_short(options, rows)) return {};
    if (options.masks.empty() && options.layers_by_query.empty())
        return ask(held.found_by(options.mask, ~0u, no_slot, options.layers), std::size_t{0}, rows, options);
    return oracle::row_by_row(rows, options, [&](std::uint32_t mask, std::size_t row, const QueryOptions& own) {
        return ask(held.found_by(mask, ~0u, no_slot, own.layers), row, std::size_t{1}, own);
    });
}

/// All pairs that are within a distance; nothing where there are too many elements.
template <class Held> std::optional<std::vector<Pair>> near_pairs(const Held& held, float distance) {
    constexpr std::size_t most = 700;
    if (slots_of(held) > most) return {};
    std::vector<Pair> pairs;
    for (Slot a = 0; a < slots_of(held); ++a) {
        if (!present(held, a)) continue;
        const Disc disc{center_of(held, a), distance};
        for (Slot b = a + 1; b < slots_of(held); ++b)
            if (present(held, b) && predicates::within(center_of(held, b), disc)) pairs.push_back({a, b});
    }
    return pairs;
}

/// All pairs that overlap, along the order of minima; nothing where there are too many candidates.
template <class Held> std::optional<std::vector<Pair>> swept_pairs(const Held& held) {
    std::vector<Slot> order;
    for (Slot slot = 0; slot < slots_of(held); ++slot)
        if (present(held, slot)) order.push_back(slot);
    std::sort(order.begin(), order.end(),
              [&](Slot a, Slot b) { return box_of(held, a).min.x < box_of(held, b).min.x; });
    std::vector<Pair> pairs;
    std::size_t left = 300'000;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& a = box_of(held, order[i]);
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            const Aabb& b = box_of(held, order[j]);
            if (!(b.min.x <= a.max.x)) break;
            if (left-- == 0) return {};
            if (predicates::overlaps(a, b))
                pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
        }
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const Pair& p, const Pair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
    return pairs;
}

inline bool kept(const Content&, const Pair&, const PairOptions&) { return true; }
inline bool kept(const WorldContent& held, const Pair& pair, const PairOptions& options) {
    const oracle::WorldElement &a = held.elements[pair.a], &b = held.elements[pair.b];
    if (!options.static_static && a.is_static && b.is_static) return false;
    if (!options.across_layers && a.layer != b.layer) return false;
    if (!options.layers.contains(a.layer) || !options.layers.contains(b.layer)) return false;
    if ((a.category & options.mask) == 0 || (b.category & options.mask) == 0) return false;
    const auto& with = options.collides_with;
    return with.empty() || ((a.category & with[pair.b]) != 0 && (b.category & with[pair.a]) != 0);
}

/// What pairs() must list, of all that overlap.
template <class Held>
std::vector<Pair> chosen_pairs(const Held& held, std::vector<Pair> pairs, const PairOptions& options) {
    const auto member = [&](Slot slot) {
        return options.among == nullptr || (slot < options.among->size() && options.among->test(slot));
    };
    std::erase_if(pairs, [&](const Pair& p) { return !member(p.a) || !member(p.b) || !kept(held, p, options); });
    return pairs;
}

} // namespace throng::fuzz
