// SPDX-License-Identifier: MIT
// How a crowd changes from one tick to the next.
#pragma once

#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/places.hpp"

#include <throng/predicates.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::fuzz {

/// boxes[i] becomes what element i is next: mostly hard on a structure that suits what was there.
inline void change_boxes(std::vector<Aabb>& boxes, Bytes& source) {
    if (boxes.empty()) return;
    const std::uint32_t how = source.below(16);
    Generator random(source.below(1 << 16));
    const auto any = [&]() -> Aabb& { return boxes[random.below(static_cast<std::uint32_t>(boxes.size()))]; };
    const auto each = [&](auto&& change) {
        for (Aabb& b : boxes) change(b);
    };
    const auto shift = [](Aabb& b, float x, float y) { b = {{b.min.x + x, b.min.y + y}, {b.max.x + x, b.max.y + y}}; };
    switch (how) {
    case 0: break; // at rest
    case 1:
    case 2:
    case 3: { // one giant, far larger than all are apart
        static constexpr float halves[] = {1e3f, 1e6f, 1e2f, 1e12f, 3e38f, 30, 1e9f, 1e30f};
        any() = predicates::box_around({random.uniform(-1, 1), 0}, {halves[random.below(8)], halves[random.below(8)]});
        break;
    }
    case 12: // many giants
        each([&](Aabb& b) {
            const float half = random.uniform(0, 1000);
            if (random.below(3) == 0) b = predicates::box_around(predicates::center_of(b), {half, half});
        });
        break;
    case 13: // everything shrinks to its centre
        each([](Aabb& b) { b.min = b.max = predicates::center_of(b); });
        break;
    case 4: // small steps
        each([&](Aabb& b) { shift(b, random.uniform(-0.3f, 0.3f), random.uniform(-0.3f, 0.3f)); });
        break;
    case 5: // all moves out
        each([&](Aabb& b) { shift(b, 1e5f, -3e4f); });
        break;
    case 6: { // all on one spot
        const Aabb spot = any();
        each([&](Aabb& b) { b = spot; });
        break;
    }
    case 7: // twice as far apart, or half
        each([factor = random.below(2) == 0 ? 4.f : 0.25f](Aabb& b) {
            const Vec2 c = predicates::center_of(b);
            b = {{b.min.x - c.x + c.x * factor, b.min.y - c.y + c.y * factor},
                 {b.max.x - c.x + c.x * factor, b.max.y - c.y + c.y * factor}};
        });
        break;
    case 8: { // elsewhere
        Places places(source);
        boxes = places.boxes(boxes.size());
        break;
    }
    case 9: // places are exchanged
        for (std::size_t i = boxes.size(); i > 1; --i)
            std::swap(boxes[i - 1], boxes[random.below(static_cast<std::uint32_t>(i))]);
        break;
    case 10: // a few leave
        for (int i = 0; i < 4; ++i) shift(any(), random.uniform(-1e4f, 1e4f), 0);
        break;
    default: // scaled beyond all
        each([factor = random.below(2) == 0 ? 1e20f : 1e-20f](Aabb& b) {
            b = {{b.min.x * factor, b.min.y * factor}, {b.max.x * factor, b.max.y * factor}};
        });
    }
}

} // namespace throng::fuzz
