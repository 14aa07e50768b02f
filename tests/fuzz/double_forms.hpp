// SPDX-License-Identifier: MIT
// Boxes in each form that a DoubleBoxView can have, with what a world with an origin stores of them.
#pragma once

#include "tests/fuzz/places.hpp"

#include <throng/double_views.hpp>
#include <throng/predicates.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::fuzz {

class DoubleForm {
public:
    /// The boxes that are stored may differ from `wanted` in roundings, and where the form has no room for them.
    DoubleForm(std::vector<Aabb> wanted, DoubleVec2 origin, std::uint32_t form, std::uint32_t seed)
        : boxes_(std::move(wanted)), form_(form % 6) {
        Generator random(seed);
        common_ = form_ == 2 && !boxes_.empty() ? half_of(boxes_.front()).x : 0;
        if (!(common_ >= 0 && std::isfinite(common_))) common_ = 0;
        for (Aabb& box : boxes_) {
            const double nearly = 1 + 1e-7 * double{random.unit()};
            const auto place = [&](Vec2 p) {
                return DoubleVec2{origin.x + double{p.x} * nearly, origin.y + double{p.y} * nearly};
            };
            const auto stored = [&](DoubleVec2 p) {
                return Vec2{static_cast<float>(p.x - origin.x), static_cast<float>(p.y - origin.y)};
            };
            if (form_ < 2) {
                corners_.push_back({place(box.min), place(box.max)});
                box = {stored(corners_.back().min), stored(corners_.back().max)};
                continue;
            }
            const Vec2 half = half_of(box);
            centers_.push_back(place(predicates::center_of(box)));
            halves_.push_back(form_ == 2 ? common_ : half.x);
            double_halves_.push_back({double{half.x} * nearly, double{half.y} * nearly});
            const Vec2 wide = {static_cast<float>(double_halves_.back().x),
                               static_cast<float>(double_halves_.back().y)};
            box = form_ == 4   ? predicates::box_around(stored(centers_.back()), wide)
                  : form_ == 5 ? predicates::box_around(stored(centers_.back()), {wide.x, wide.x})
                               : predicates::box_around(stored(centers_.back()), {halves_.back(), halves_.back()});
        }
        if (form_ == 5)
            for (const DoubleVec2& half : double_halves_) half_sizes_.push_back(half.x);
    }

    const std::vector<Aabb>& boxes() const { return boxes_; }
    std::size_t size() const { return boxes_.size(); }
    std::uint32_t kind() const { return 100 + form_; }

    DoubleBoxView view() const {
        switch (form_) {
        case 0: return corners_;
        case 1: { // within structures
            if (corners_.empty()) return {DoublePointView::none(), DoublePointView::none()};
            const DoubleAabb& first = corners_.front();
            return {DoublePointView(&first.min.x, &first.min.y, size(), sizeof(DoubleAabb)),
                    DoublePointView(&first.max.x, &first.max.y, size(), sizeof(DoubleAabb))};
        }
        case 2: return DoubleBoxView::around(centers_, common_);
        case 3: return DoubleBoxView::around(centers_, std::span<const float>(halves_));
        case 4: return DoubleBoxView::around(centers_, DoublePointView(double_halves_));
        default: return DoubleBoxView::around(centers_, std::span<const double>(half_sizes_));
        }
    }

private:
    static Vec2 half_of(const Aabb& b) { return {0.5f * b.max.x - 0.5f * b.min.x, 0.5f * b.max.y - 0.5f * b.min.y}; }

    std::vector<Aabb> boxes_;
    std::uint32_t form_;
    float common_ = 0;
    std::vector<DoubleAabb> corners_;
    std::vector<DoubleVec2> centers_, double_halves_;
    std::vector<float> halves_;
    std::vector<double> half_sizes_;
};

} // namespace throng::fuzz
