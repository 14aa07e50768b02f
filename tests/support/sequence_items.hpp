// SPDX-License-Identifier: MIT
// The elements of a random sequence: where they are, how large, how they move, and now and then what is wrong with
// them.
#pragma once

#include "support/index_options.hpp"
#include "tests/support/content.hpp"

#include <throng/predicates.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace throng::test {

using support::IndexOptions;

struct Style {
    float side = 14; // of the square they live in, around (offset, offset)
    float offset = 0;
    float size = 0.5f;       // greatest half extent
    bool wires = false;      // boxes are thin, of all lengths up to the square's side, and turn now and then
    bool snapped = false;    // coordinates are multiples of a quarter: borders are met exactly
    std::uint32_t scale = 1; // of the number of elements: up to 200 of them, or so many times more
    IndexOptions options{};
};

/// Styles 0, 1, 2, ... go through all that is worth a sequence.
inline Style style(std::uint64_t number) {
    constexpr std::uint32_t leaves[] = {8, 1, 3, 64}, depths[] = {8, 15, 3, 15, 0};
    Style style;
    style.options.max_per_leaf = leaves[number % 4];
    style.options.max_depth = depths[number % 5];
    style.options.tight_cell = number % 3 == 2 ? 20.0f : 0.0f;
    style.options.cell = number % 3 == 0 ? 1.5f : 0.0f; // few elements are one row of a grid that chooses
    style.snapped = number % 2 == 1;
    switch (number % 8) {
    case 1: style.options.bounds = {{-5, -5}, {5, 5}}; break;
    case 2: style.size = 15; break;
    case 3: style.options.cell = 0.5f; break;
    case 4: style.size = 0; break;
    case 5: style.offset = 1e7f; break;
    case 6: style.side = 1e30f, style.size = 1e29f; break;
    case 7: style.side = 2, style.options.cell = 30; break;
    default: break;
    }
    // Of points their size; of boxes a bound that one of them exceeds now and then. Row grids alone have such a bound.
    if (number % 3 == 1) style.options.max_half_extent = style.size * 0.9f;
    return style;
}

/// `Source` is where decisions come from: below(n) in [0, n), unit() in [0, 1).
template <class Source> class SequenceItems {
public:
    SequenceItems(const Style& style, Source& source) : style_(style), source_(source) {}

    /// A place for the element at `slot`: mostly close to where it was.
    void next(const oracle::Content& content, Slot slot, Vec2& point) {
        if (stays_close(content, slot)) {
            const Vec2 old = content[slot].center;
            const Vec2 by = small_step();
            point = {old.x + by.x, old.y + by.y};
        } else {
            point = anywhere();
        }
    }
    void next(const oracle::Content& content, Slot slot, Aabb& box) {
        if (stays_close(content, slot)) {
            const Aabb old = content[slot].box;
            const Vec2 by = small_step();
            box = {{old.min.x + by.x, old.min.y + by.y}, {old.max.x + by.x, old.max.y + by.y}};
            if (style_.wires && source_.below(16) == 0) box = turned(box);
        } else {
            const Vec2 center = anywhere();
            const float half_x = half_extent();
            box = style_.wires ? wire(center) : predicates::box_around(center, {half_x, half_extent()});
            if (source_.below(200) == 0) std::swap(box.min.x, box.max.x);
        }
    }

private:
    bool stays_close(const oracle::Content& content, Slot slot) {
        return content.present(slot) && source_.below(8) != 0;
    }

    float snap(float value) const {
        return style_.snapped ? static_cast<float>(static_cast<std::int64_t>(value * 4)) * 0.25f : value;
    }

    float coordinate() {
        const float far = source_.below(40) == 0 ? 30.0f : 1.0f;
        return snap((source_.unit() - 0.5f) * style_.side * far + style_.offset);
    }
    Vec2 anywhere() {
        const float x = coordinate();
        return {source_.below(200) == 0 ? std::numeric_limits<float>::quiet_NaN() : x, coordinate()};
    }
    float half_extent() { return snap(source_.unit() * style_.size); }

    Aabb wire(Vec2 center) {
        const Vec2 half{snap(0.5f * source_.unit() * style_.side), 1e-4f * style_.size * source_.unit()};
        const Aabb box = predicates::box_around(center, half);
        return source_.below(2) == 0 ? box : turned(box);
    }
    static Aabb turned(const Aabb& box) {
        return {box.min, {box.min.x + (box.max.y - box.min.y), box.min.y + (box.max.x - box.min.x)}};
    }

    Vec2 small_step() {
        const float length = style_.snapped ? 0.25f : style_.side * 0.01f * source_.unit();
        const float x = source_.below(3) == 0 ? length : 0.0f;
        return {x, source_.below(3) == 0 ? -length : 0.0f};
    }

    Style style_;
    Source& source_;
};

} // namespace throng::test
