// SPDX-License-Identifier: MIT
// What is asked of an index: ordinary queries about the content it holds, and every kind of awkward one.
#pragma once

#include "scenes/generator.hpp"
#include "tests/support/content.hpp"
#include "tests/support/faults.hpp"

#include <throng/predicates.hpp>
#include <throng/types.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::test {

namespace detail {

constexpr float greatest = std::numeric_limits<float>::max();
constexpr float smallest = std::numeric_limits<float>::denorm_min();

// Weighted sum rather than a difference: differences of finite numbers may overflow.
inline float between(float low, float high, float share) { return low * (1 - share) + high * share; }
inline Vec2 between(const Aabb& box, float share_x, float share_y) {
    return {between(box.min.x, box.max.x, share_x), between(box.min.y, box.max.y, share_y)};
}

} // namespace detail

/// Makes queries about one content; the same seed makes the same queries.
class Questions {
public:
    Questions(const oracle::Content& content, std::uint64_t seed) : random_(seed), world_({{0, 0}, {1, 1}}) {
        bool first = true;
        for (Slot slot = 0; slot < content.slot_count(); ++slot) {
            if (!content.present(slot)) continue;
            const oracle::Element& e = content[slot];
            elements_.push_back(e);
            if (first) world_ = e.box;
            first = false;
            world_ = {{std::min(world_.min.x, e.box.min.x), std::min(world_.min.y, e.box.min.y)},
                      {std::max(world_.max.x, e.box.max.x), std::max(world_.max.y, e.box.max.y)}};
        }
        if (elements_.empty()) elements_.push_back({{{0, 0}, {1, 1}}, {0.5f, 0.5f}, true});
    }

    std::vector<Aabb> boxes(std::size_t count) {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i) boxes.push_back(box(static_cast<std::uint32_t>(i)));
        return boxes;
    }
    std::vector<Vec2> points(std::size_t count) {
        std::vector<Vec2> points;
        for (std::size_t i = 0; i < count; ++i) points.push_back(point(static_cast<std::uint32_t>(i)));
        return points;
    }
    std::vector<float> radii(const std::vector<Vec2>& centers) {
        std::vector<float> radii;
        for (std::size_t i = 0; i < centers.size(); ++i)
            radii.push_back(radius(static_cast<std::uint32_t>(i), centers[i]));
        return radii;
    }
    std::vector<Ray> rays(std::size_t count) {
        std::vector<Ray> rays;
        for (std::size_t i = 0; i < count; ++i) rays.push_back(ray(static_cast<std::uint32_t>(i)));
        return rays;
    }
    /// Slots to leave out, one per row: mostly such as exist.
    std::vector<Slot> exclusions(std::size_t rows, std::size_t slot_count) {
        std::vector<Slot> slots;
        for (std::size_t i = 0; i < rows; ++i) {
            slots.push_back(i % 7 == 3 ? no_slot : random_.below(static_cast<std::uint32_t>(slot_count) + 2));
        }
        return slots;
    }

private:
    const oracle::Element& any_element() {
        return elements_[random_.below(static_cast<std::uint32_t>(elements_.size()))];
    }
    Vec2 anywhere() {
        const float share = random_.unit();
        return detail::between(world_, share, random_.unit());
    }
    Aabb part_of_world(float share_x, float share_y) {
        const float across = (1 - share_x) * random_.unit(),
                    up = (1 - share_y) * random_.unit(); // the order of arguments is the compiler's choice
        const Vec2 low = detail::between(world_, across, up);
        return {low,
                {low.x + share_x * (world_.max.x - world_.min.x), low.y + share_y * (world_.max.y - world_.min.y)}};
    }
    Vec2 corner(const Aabb& box) {
        const std::uint32_t which = random_.below(4);
        return {which & 1 ? box.min.x : box.max.x, which & 2 ? box.min.y : box.max.y};
    }

    Aabb box(std::uint32_t kind) {
        using namespace detail;
        const Aabb own = any_element().box;
        switch (kind % 16) {
        case 0: return part_of_world(0.95f, 0.95f);
        case 1: return {{-greatest, -greatest}, {greatest, greatest}};
        case 2: return part_of_world(1, 0.02f);
        case 3: return part_of_world(0.02f, 1);
        case 4: return part_of_world(0.5f, 0.3f);
        case 5: {
            const float wide = 0.1f * random_.unit(), tall = 0.1f * random_.unit();
            return part_of_world(wide, tall);
        }
        case 6: {
            const Vec2 p = corner(own);
            return {p, p};
        }
        case 7: {
            const Vec2 p = anywhere();
            return {p, p};
        }
        case 8:
            return {{own.max.x, own.min.y},
                    {between(own.max.x, greatest, 1e-37f), own.max.y}}; // touches, and hardly more
        case 9: return {{std::nextafter(own.max.x, infinity), own.min.y}, {greatest, own.max.y}}; // misses by an ulp
        case 10: return {{-greatest, -greatest}, {own.min.x, own.min.y}};
        case 11: return {{world_.max.x * 3 + 7, world_.max.y + 1}, {world_.max.x * 4 + 7, world_.max.y * 2 + 1}};
        case 12: return faulty(own, kind / 16);
        default: return own;
        }
    }

    static Aabb faulty(Aabb box, std::uint32_t kind) {
        switch (kind % 4) {
        case 0: box.max.y = nan; return box;
        case 1: box.min.x = -infinity; return box;
        case 2: box.min.x = std::nextafter(box.max.x, infinity); return box;
        default: box.min.y = nan; return box;
        }
    }

    Vec2 point(std::uint32_t kind) {
        using namespace detail;
        switch (kind % 8) {
        case 0: return corner(any_element().box);
        case 1: return between(world_, 0.5f, 0.5f);
        case 2: return {world_.max.x * 5 + 1, world_.min.y};
        case 3: return kind % 32 == 3 ? Vec2{nan, 0} : kind % 32 == 11 ? Vec2{0, infinity} : Vec2{greatest, -greatest};
        case 4:
        case 5: return anywhere();
        default: return any_element().center;
        }
    }

    float radius(std::uint32_t kind, Vec2 center) {
        using namespace detail;
        const Aabb own = any_element().box;
        switch ((kind / 3) % 16) {
        case 0: return 0;
        case 1: return smallest;
        case 2: return 1e-25f; // its square underflows
        case 3: return 1e25f;  // its square overflows
        case 4: return kind % 2 == 0 ? infinity : greatest;
        case 5: return kind % 2 == 0 ? nan : -1;
        case 6: return between(0, world_.max.x - world_.min.x, 0.9f);
        case 7:
        case 8: return std::sqrt(predicates::squared_distance(own, center)); // touches exactly
        case 9: return std::sqrt(predicates::squared_distance(predicates::center_of(own), center));
        case 10: return 1e-10f;
        default: return 4 * random_.unit() * std::max(own.max.x - own.min.x, own.max.y - own.min.y);
        }
    }

    Ray ray(std::uint32_t kind) {
        using namespace detail;
        const Vec2 from = kind % 5 == 0 ? corner(any_element().box) : kind % 5 == 1 ? any_element().center : anywhere();
        const Vec2 to = kind % 3 == 0 ? corner(any_element().box) : anywhere();
        const Vec2 along = {to.x - from.x, to.y - from.y};
        switch (kind % 20) {
        case 0: return {from, {1, 0}, infinity};
        case 1: return {from, {0, -1}, infinity};
        case 2: return {from, {-0.0f, 2}, random_.unit() * 20};
        case 3: return {from, {-3, 0.0f}, random_.unit() * 20};
        case 4: return {from, {1, 1}, infinity};
        case 5: return {from, {-1, 1}, infinity};
        case 6: return {from, along, 0};
        case 7: return {from, along, infinity};
        case 8: return {from, {smallest, -smallest}, infinity};
        case 9: return {from, {1e30f, 1e-30f}, infinity};
        case 10:
            return {{world_.min.x - 1, world_.min.y - 1},
                    {world_.max.x - world_.min.x + 2, world_.max.y - world_.min.y + 2},
                    1};
        case 11: return {{world_.max.x * 2 + 3, world_.max.y}, {-1, -1e-3f}, infinity};
        case 12: return kind % 40 == 12 ? Ray{from, {0, -0.0f}, 1} : Ray{from, {nan, 1}, 1};
        case 13: return kind % 40 == 13 ? Ray{from, along, -1} : Ray{{infinity, 0}, {1, 0}, nan};
        case 14: return {{greatest, from.y}, {-greatest, 0}, 2};
        default: return {from, along, kind % 2 == 0 ? 1 : random_.unit()};
        }
    }

    scenes::Generator random_;
    std::vector<oracle::Element> elements_;
    Aabb world_;
};

} // namespace throng::test
