// SPDX-License-Identifier: MIT
// Which layers and parts of a world a query searches, and where an element is.
#pragma once

#include "engine/src/world/view.hpp"

#include <iterator>

namespace throng {

/// The layers with elements that a range contains, ascending; none if it ends before it begins.
class SearchedLayers {
public:
    SearchedLayers(const WorldView& world, LayerRange range) noexcept;

    std::uint32_t count() const noexcept { return (base_ ? 1u : 0u) + last_ - first_; }
    const WorldView& operator[](std::uint32_t i) const noexcept {
        if (base_ && i == 0) return world_;
        return *world_.layers[first_ + i - (base_ ? 1u : 0u)].view;
    }

private:
    const WorldView& world_;
    bool base_; // layer 0 is one of them
    std::uint32_t first_, last_;
};

/// The parts of these layers, one layer after the other.
class SearchedParts {
public:
    SearchedParts(const WorldView& world, LayerRange range, bool only_dynamic = false) noexcept
        : layers_(world, range), only_dynamic_(only_dynamic) {}

    class Iterator {
    public:
        explicit Iterator(const SearchedParts& all) noexcept : all_(all) { skip_layers(); }
        const Part& operator*() const noexcept { return *part_; }
        void operator++() noexcept {
            ++part_;
            skip_layers();
        }
        bool operator==(std::default_sentinel_t) const noexcept { return part_ == end_; }

    private:
        void skip_layers() noexcept { // those of which all parts were seen
            while (part_ == end_ && layer_ != all_.layers_.count()) {
                const std::span<const Part> here = all_.layers_[layer_++].parts_here(all_.only_dynamic_);
                part_ = here.data();
                end_ = part_ + here.size();
            }
        }
        const SearchedParts& all_;
        const Part *part_ = nullptr, *end_ = nullptr;
        std::uint32_t layer_ = 0;
    };
    Iterator begin() const noexcept { return Iterator(*this); }
    std::default_sentinel_t end() const noexcept { return {}; }

    /// Lists the first parts, at most `most` of them; returns how many there are, or most + 1 for more.
    std::uint32_t list(const Part** to, std::uint32_t most) const noexcept;

private:
    const SearchedLayers layers_;
    const bool only_dynamic_;
};

/// Where an element is: the view of its layer, and its slot there.
struct InLayer {
    const WorldView* view = nullptr; // null: it is dead
    Slot slot = 0;
};
InLayer place_of(const WorldView& world, Slot slot) noexcept;

/// The number of a slot of the world among `names`; null: the same. no_slot: it has none.
Slot slot_among(const Slot* names, std::uint32_t count, Slot slot) noexcept;

/// The box and the centre of a live slot of a view; false: it is dead.
bool box_of(const WorldView& view, Slot slot, kernels::Region& box) noexcept;
bool center_of(const WorldView& view, Slot slot, float& x, float& y) noexcept;

/// Writes the slots in the world of all elements of a view, or of its dynamic ones, part by part, each in the order of
/// its memory. Returns the end. `own`: also the slots that they have in the view; null: not needed.
Slot* list_in_order(const WorldView& view, Slot* to, bool only_dynamic = false, Slot* own = nullptr) noexcept;

/// Calls body(columns, i, slot) for each element: i is its place in the columns, `slot` that in the world.
template <class Body> void for_each_element(const WorldView& world, Body&& body) noexcept {
    for (const Part& part : SearchedParts(world, {}))
        for_each_run(part, 0, part.items(), [&](const Elements& elements) {
            const kernels::ElementColumns& columns = elements.columns;
            for (std::uint32_t i = 0; i < elements.count; ++i) body(columns, i, part.name_of(columns.slots[i]));
        });
}

} // namespace throng
