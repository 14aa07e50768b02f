// SPDX-License-Identifier: MIT
// Boxes in each form that a BoxView can have, with what they are in corners. The arrays are as long as the view needs
// and no byte longer.
#pragma once

#include "tests/fuzz/bytes.hpp"

#include <throng/predicates.hpp>
#include <throng/views.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng::fuzz {

class Form {
public:
    Form() = default;
    /// The boxes that the view stands for may differ from `wanted`, where its form has no room for them.
    Form(std::vector<Aabb> wanted, std::uint32_t form) : boxes_(std::move(wanted)), form_(form % 10) {
        const std::size_t n = boxes_.size();
        switch (form_) {
        case 0: lay(4 * n, 4, 0); break; // columns
        case 1: lay(7 * n, 0, 7); break; // within structures of seven floats
        case 2:                          // one box, n times
            for (Aabb& b : boxes_) b = boxes_.front();
            lay(4, 0, 0);
            break;
        case 3: // one half extent for all
        case 4: // one for each
        case 5: // two for each
            for (std::size_t i = 0; i < n; ++i) store_center(i);
            break;
        default: break; // an array of boxes
        }
    }

    const std::vector<Aabb>& boxes() const { return boxes_; }
    std::size_t size() const { return boxes_.size(); }
    std::uint32_t kind() const { return form_; }

    BoxView view() const {
        const std::size_t n = boxes_.size();
        const float* const f = floats_.data();
        if (n == 0) return {};
        switch (form_) {
        case 0: return {PointView(f, f + n, n), PointView(f + 2 * n, f + 3 * n, n)};
        case 1: return {PointView(f + 1, f + 2, n, 28), PointView(f + 4, f + 5, n, 28)};
        case 2: return {PointView(f, f + 1, n, 0), PointView(f + 2, f + 3, n, 0)};
        case 3: return BoxView::around(centers_, halves_.front().x);
        case 4: return BoxView::around(centers_, std::span<const float>(floats_));
        case 5: return BoxView::around(centers_, PointView(halves_));
        default: return boxes_;
        }
    }

    /// As points: the minima.
    PointView points() const {
        return boxes_.empty() ? PointView() : PointView(&boxes_[0].min.x, &boxes_[0].min.y, size(), sizeof(Aabb));
    }

private:
    void lay(std::size_t floats, std::size_t columns, std::size_t stride) {
        if (boxes_.empty()) return;
        floats_.assign(floats, 0);
        const std::size_t n = columns != 0 || stride != 0 ? boxes_.size() : 1;
        for (std::size_t i = 0; i < n; ++i) {
            const Aabb& b = boxes_[i];
            const float values[4] = {b.min.x, b.min.y, b.max.x, b.max.y};
            for (std::size_t c = 0; c < 4; ++c)
                floats_[columns != 0 ? c * n + i : stride != 0 ? i * stride + 1 + c + c / 2 : c] = values[c];
        }
    }

    static Vec2 square(float half) { return half >= 0 && std::isfinite(half) ? Vec2{half, half} : Vec2{0, 0}; }

    void store_center(std::size_t i) {
        Aabb& b = boxes_[i];
        Vec2 half = {0.5f * b.max.x - 0.5f * b.min.x, 0.5f * b.max.y - 0.5f * b.min.y};
        if (form_ == 3) half = halves_.empty() ? square(half.x) : halves_.front();
        if (form_ == 4) half.y = half.x;
        centers_.push_back(predicates::center_of(b));
        halves_.push_back(half);
        if (form_ == 4) floats_.push_back(half.x);
        b = predicates::box_around(centers_.back(), half);
    }

    std::vector<Aabb> boxes_;
    std::vector<float> floats_;
    std::vector<Vec2> centers_, halves_;
    std::uint32_t form_ = 9;
};

} // namespace throng::fuzz
