// SPDX-License-Identifier: MIT
#include "engine/src/tile_tree/squares.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/grid_geometry.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace throng {
namespace {

using parallel::KeyedItem;

std::uint32_t square_of(std::uint32_t place, std::uint32_t depth) noexcept {
    return depth == 0 ? 0 : place >> (32 - 2 * depth);
}

} // namespace

// A search enters leaves of wide and of tall wires in vain. So where wires much longer than a leaf are common, each
// kind of element has a quadtree of its own.
float Squares::choose_long_side(std::span<Aabb> sample, std::size_t elements, bool by_kind) const noexcept {
    constexpr float infinity = std::numeric_limits<float>::infinity(), leaves = 3, elements_of_leaf = 4;
    const float density = estimate_extent(sample, elements).density();
    if (rules_.max_depth == 0 || density <= 0) return infinity;
    const float side = leaves * std::sqrt(elements_of_leaf / density);
    return wires_are_common(sample, side, by_kind) ? side : infinity;
}

bool Squares::suit_kinds_of(std::span<Aabb> sample, std::size_t elements) noexcept {
    const float long_side = choose_long_side(sample, elements, by_kind());
    if ((long_side < std::numeric_limits<float>::infinity()) == by_kind()) return true;
    wanted_long_side_ = long_side;
    return false;
}

Fault Squares::sort(CurveOrder& curve, const kernels::BoxSource& source, std::size_t count, bool again,
                    kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    Aabb area;
    // Half the middle on each side: elements farther out belong to the border, where curves within cells sort them.
    if (!find_area(source, count, 0.5f, area, executor)) return Fault::Cancelled;
    if (has_area(rules_.bounds)) {
        area = {{std::min(area.min.x, rules_.bounds.min.x), std::min(area.min.y, rules_.bounds.min.y)},
                {std::max(area.max.x, rules_.bounds.max.x), std::max(area.max.y, rules_.bounds.max.y)}};
    }
    next_.frame = curve_around(area);
    std::array<Aabb, largest_sample> places;
    next_.long_side = again && wanted_long_side_
                          ? *wanted_long_side_
                          : choose_long_side(sample_of(source, count, places), count, again && by_kind());
    const Fault fault = curve.sort(source, count, next_.frame, false, faulty, executor);
    if (fault != Fault::None) return fault;
    kind_ends_.fill(static_cast<std::uint32_t>(curve.items().size()));
    if (next_.by_kind())
        kind_ends_ = curve.part_by_kind([&](std::uint32_t item) { return next_.kind_of(box_at(source, item)); });
    return Fault::None;
}

// The smallest square around the items before and behind is divided: it is not the deepest, and has enough elements.
bool Squares::is_end_of_leaf(std::span<const KeyedItem> items, std::size_t at) const noexcept {
    const auto shared = static_cast<std::uint32_t>(std::countl_zero(items[at - 1].key ^ items[at].key)) / 2;
    if (shared + (next_.by_kind() ? 1 : 0) >= rules_.max_depth) return false;
    const std::uint32_t square = square_of(items[at].key, shared);
    const std::size_t most = rules_.max_per_leaf;
    std::size_t begin = at, end = at;
    while (begin > 0 && at - begin <= most && square_of(items[begin - 1].key, shared) == square) --begin;
    while (end < items.size() && end - begin <= most && square_of(items[end].key, shared) == square) ++end;
    return end - begin > most;
}

// One of sixteen lanes stays free for an element that comes, if a leaf ends there. Else a tile with two free ones or
// none is better than one with more; one without the end of a leaf is full.
std::size_t Squares::lanes_of_tile(std::span<const KeyedItem> items, std::size_t begin) const noexcept {
    constexpr std::size_t all = 16, filled = all - 1, at_least = all - 2;
    const std::size_t left = items.size() - begin;
    if (left <= filled) return left;
    const auto is_end = [&](std::size_t count) { return count == left || is_end_of_leaf(items, begin + count); };
    for (const std::size_t count : {filled, at_least, all})
        if (is_end(count)) return count;
    std::size_t count = at_least - 1;
    while (count != 0 && !is_end(count)) --count;
    return count != 0 ? count : all;
}

bool Squares::cut(std::span<const KeyedItem> items, Column<std::uint32_t>& begins) noexcept {
    // Two tiles side by side have more than fifteen elements together, but for the last ones of each kind.
    const std::size_t most = items.size() / 8 + 2 * kind_ends_.size() + 1;
    if (!begins.resize_with_room(most)) return false;
    begins.resize(0);
    std::size_t kind_begin = 0;
    for (std::size_t kind = 0; kind < kind_ends_.size(); ++kind) {
        const std::span<const KeyedItem> own = items.subspan(kind_begin, kind_ends_[kind] - kind_begin);
        next_.first_leaves[kind] = static_cast<std::uint32_t>(begins.size());
        for (std::size_t begin = 0, end; begin < own.size(); begin = end) {
            begins.append(static_cast<std::uint32_t>(kind_begin + begin));
            end = begin + lanes_of_tile(own, begin);
        }
        kind_begin = kind_ends_[kind];
    }
    next_.first_leaves.back() = static_cast<std::uint32_t>(begins.size());
    begins.append(static_cast<std::uint32_t>(items.size()));
    return first_places.reserve(begins.size()) && homes.reserve(begins.size());
}

void Squares::take_cut(std::span<const KeyedItem> items, std::span<const std::uint32_t> begins,
                       std::uint64_t edition) noexcept {
    edition_ = edition;
    now_ = next_;
    wanted_long_side_.reset();
    first_places.resize(begins.size() - 1);
    homes.resize(begins.size() - 1);
    for (std::size_t leaf = 0; leaf < first_places.size(); ++leaf) first_places[leaf] = items[begins[leaf]].key;
}

void Squares::clear() noexcept {
    now_ = {};
    empty_all(first_places, homes);
    edition_ = 0;
}

bool Squares::assign(const Squares& other) noexcept {
    now_ = other.now_;
    wanted_long_side_ = other.wanted_long_side_;
    if (edition_ == other.edition_ && edition_ != 0) return true;
    edition_ = 0;
    if (!grow_all(other.homes.size(), homes, first_places)) return false;
    homes.resize(other.homes.size());
    first_places.resize(other.first_places.size());
    std::copy(other.homes.begin(), other.homes.end(), homes.begin());
    std::copy(other.first_places.begin(), other.first_places.end(), first_places.begin());
    edition_ = other.edition_;
    return true;
}

bool Squares::valid(std::uint32_t leaves) const noexcept {
    const auto& first = now_.first_leaves;
    if (first_places.size() != leaves || homes.size() != leaves) return false;
    if (first.front() != 0 || first.back() != leaves || !std::is_sorted(first.begin(), first.end())) return false;
    for (std::uint32_t kind = 0; kind + 1 < first.size(); ++kind)
        if (!std::is_sorted(first_places.begin() + first[kind], first_places.begin() + first[kind + 1])) return false;
    return true;
}

Squares::Range Squares::leaves_for(const Aabb& box) const noexcept {
    const Range all = leaves_of_kind(kind_of(box));
    if (all.begin == all.end) return all;
    const std::uint32_t place = place_on_curve(now_.frame, predicates::center_of(box));
    const std::uint32_t* const places = first_places.data();
    const auto end = std::max(std::upper_bound(places + all.begin, places + all.end, place), places + all.begin + 1);
    const auto begin = std::lower_bound(places + all.begin, end, end[-1]);
    return {static_cast<std::uint32_t>(begin - places), static_cast<std::uint32_t>(end - places)};
}

Squares::Range Squares::first_square(const Range& leaves, std::uint32_t depth) const noexcept {
    const std::uint32_t* const places = first_places.data();
    const std::uint32_t square = square_of(places[leaves.begin], depth);
    const auto end = std::partition_point(places + leaves.begin, places + leaves.end,
                                          [&](std::uint32_t place) { return square_of(place, depth) == square; });
    return {leaves.begin, static_cast<std::uint32_t>(end - places)};
}

} // namespace throng
