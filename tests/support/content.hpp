// SPDX-License-Identifier: MIT
// What an index holds, kept as plainly as can be: one entry per slot. Every change has its Status, as the index must
// give it.
#pragma once

#include <throng/predicates.hpp>
#include <throng/types.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace throng::oracle {

struct Element {
    Aabb box;
    Vec2 center;
    bool present = false;
};

/// Puts the fault of an item into the Status of its batch.
inline void tell(Status& status, Fault fault, std::size_t position) {
    if (fault == Fault::None) return;
    status.faults = status.faults | fault;
    status.first = std::min(status.first, static_cast<Slot>(position));
    ++status.count;
}

inline Status whole_call(Fault fault) { return {fault, no_slot, 0}; }

/// Elements of a box-built (items are Aabb) or point-built (items are Vec2) index.
class Content {
public:
    /// `max_half_extent` as in RowGridDesc: 0 for no bound, or points that are points.
    explicit Content(float max_half_extent = 0) : bound_(max_half_extent) {}

    std::size_t slot_count() const { return elements_.size(); }
    std::size_t size() const {
        return static_cast<std::size_t>(
            std::count_if(elements_.begin(), elements_.end(), [](const Element& e) { return e.present; }));
    }
    bool present(Slot slot) const { return slot < elements_.size() && elements_[slot].present; }
    const Element& operator[](Slot slot) const { return elements_[slot]; }

    template <class Item> Status build(std::span<const Item> items) {
        elements_.assign(items.size(), {});
        Status status;
        for (std::size_t i = 0; i < items.size(); ++i) place(status, i, i, items[i]);
        return status;
    }

    template <class Item> Status update(std::span<const Item> items) {
        if (items.size() != elements_.size()) return whole_call(Fault::InvalidArgument);
        Status status;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (elements_[i].present) place(status, i, i, items[i]);
        }
        return status;
    }

    template <class Item> Status insert(std::span<const Slot> slots, std::span<const Item> items) {
        if (slots.size() != items.size()) return whole_call(Fault::InvalidArgument);
        Status status;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const bool taken = present(slots[i]) || repeated(slots, i) || slots[i] == no_slot;
            const Fault fault = taken ? Fault::InvalidArgument : judge(items[i]);
            tell(status, fault, i);
            if (fault != Fault::None) continue;
            if (slots[i] >= elements_.size()) elements_.resize(std::size_t{slots[i]} + 1);
            elements_[slots[i]] = element_of(items[i]);
        }
        return status;
    }

    template <class Item> Status move(std::span<const Slot> slots, std::span<const Item> items) {
        if (slots.size() != items.size()) return whole_call(Fault::InvalidArgument);
        Status status;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (present(slots[i]) && !repeated(slots, i)) {
                place(status, i, slots[i], items[i]);
            } else {
                tell(status, Fault::InvalidArgument, i);
            }
        }
        return status;
    }

    Status erase(std::span<const Slot> slots) {
        Status status;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (present(slots[i])) {
                elements_[slots[i]] = {};
            } else {
                tell(status, Fault::InvalidArgument, i);
            }
        }
        return status;
    }

    void clear() { elements_.clear(); }

private:
    // Of a slot named twice in a batch, the first item counts.
    static bool repeated(std::span<const Slot> slots, std::size_t i) {
        const auto before = slots.first(i);
        return std::find(before.begin(), before.end(), slots[i]) != before.end();
    }

    // A side longer than twice the bound by more than 4 ulp of the largest number involved.
    bool too_long(float low, float high) const {
        const float largest = std::max({std::fabs(low), std::fabs(high), bound_});
        const double ulp = std::ldexp(1., std::max(std::ilogb(largest), -126) - 23);
        return double{high} - double{low} > 2. * double{bound_} + 4. * ulp;
    }

    Fault judge(const Aabb& box) const {
        if (!predicates::is_valid(box)) return Fault::InvalidBounds;
        const bool too_large = bound_ > 0 && (too_long(box.min.x, box.max.x) || too_long(box.min.y, box.max.y));
        return too_large ? Fault::TooLarge : Fault::None;
    }
    Fault judge(Vec2 point) const {
        return predicates::is_valid(predicates::box_around(point, bound_)) ? Fault::None : Fault::InvalidBounds;
    }

    Element element_of(const Aabb& box) const { return {box, predicates::center_of(box), true}; }
    Element element_of(Vec2 point) const { return {predicates::box_around(point, bound_), point, true}; }

    template <class Item> void place(Status& status, std::size_t position, std::size_t slot, const Item& item) {
        const Fault fault = judge(item);
        tell(status, fault, position);
        if (fault == Fault::None) elements_[slot] = element_of(item);
    }

    std::vector<Element> elements_;
    float bound_;
};

} // namespace throng::oracle
