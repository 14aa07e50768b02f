// SPDX-License-Identifier: MIT
// The boxes of a World's elements after one commit by slot, each side by side: a pair is tested without the structures
// that store its elements.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/world/tracked.hpp"
#include "engine/src/world/world_version.hpp"
#include "simd/box_pair.hpp"

namespace throng {

/// An element as far as its pairs depend on it, in one layer.
struct BoxOfSlot {
    Slot slot;
    std::uint32_t generation; // 0: dead
    std::uint32_t category;
    bool is_static;
    simd::SignedBox box;

    Id id() const noexcept { return {slot, generation}; }
    Aabb aabb() const noexcept { return {{box.min_x, box.min_y}, {-box.minus_max_x, -box.minus_max_y}}; }
    /// Whether they are a tracked pair.
    friend bool are_pair(const BoxOfSlot& a, const BoxOfSlot& b, const TrackedPairs& tracked) noexcept {
        return a.generation != 0 && b.generation != 0 && !(a.is_static && b.is_static) && overlap(a.box, b.box) &&
               tracked.contain(a.category, b.category);
    }
};

class BoxesBySlot {
public:
    explicit BoxesBySlot(Memory memory) noexcept
        : boxes_(memory), generations_(memory), categories_(memory), layers_(memory), flags_(memory), copied_(memory) {
        editions_.fill(being_made);
    }

    /// Copies what has changed since the last call, which was given an earlier version of the same World. None,
    /// OutOfMemory or Cancelled; after a fault the content is unspecified until a later call succeeds.
    Fault take(const WorldVersion& world, bool with_categories, const Executor& executor) noexcept;

    /// Whether a version of one layer has the same columns, so that slots can be put one by one.
    bool suits(const WorldVersion& world, bool with_categories) const noexcept;
    BoxOfSlot at(Slot slot) const noexcept {
        return {slot, generations_[slot], category(slot), is_static(slot), boxes_[slot]};
    }
    static BoxOfSlot of(const WorldVersion& world, Slot slot) noexcept;
    /// Replaces what is at a slot; set_editions_of() follows when that is done for all slots that have changed.
    void put(const BoxOfSlot& element) noexcept;
    void set_editions_of(const WorldVersion& world) noexcept { editions_ = world.editions; }

    /// Adds dead slots. False: out of memory, and nothing has changed.
    [[nodiscard]] bool pad(std::size_t slots) noexcept;

    /// By slot; that of a dead slot is unspecified.
    const simd::SignedBox* boxes() const noexcept { return boxes_.data(); }
    simd::SignedBox* boxes() noexcept { return boxes_.data(); }
    /// Generation 0: dead.
    Id id_of(Slot slot) const noexcept { return {slot, generations_[slot]}; }
    std::uint32_t category(Slot slot) const noexcept { return categories_.empty() ? ~0u : categories_[slot]; }
    std::uint16_t layer(Slot slot) const noexcept { return layers_.empty() ? std::uint16_t{0} : layers_[slot]; }
    bool is_static(Slot slot) const noexcept {
        return !flags_.empty() && (flags_[slot] & WorldView::static_element) != 0;
    }
    std::size_t slot_count() const noexcept { return boxes_.size(); }
    /// Bit i: slot first + i has another id, category, layer or motion than in `other`. At most 64 slots.
    std::uint64_t differing(const BoxesBySlot& other, std::size_t first, std::size_t count) const noexcept;
    /// The commit that changed generations, categories, layers or motion last.
    std::uint64_t edition() const noexcept { return editions_[columns_by_slot]; }

    void release_memory() noexcept;
    std::size_t bytes() const noexcept { return bytes_of(boxes_, generations_, categories_, layers_, flags_, copied_); }

private:
    [[nodiscard]] bool copy_slots(const WorldVersion& world, const Executor& executor) noexcept;
    [[nodiscard]] bool copy_boxes(const Part& part, const Executor& executor) noexcept;
    Fault copy_layers(const WorldVersion& world, const Executor& executor) noexcept;

    struct LayerCopied {
        std::uint32_t layer;
        std::uint64_t made_at;
    };

    Column<simd::SignedBox> boxes_;
    Column<std::uint32_t> generations_;
    Column<std::uint32_t> categories_; // empty: all are ~0u
    Column<std::uint16_t> layers_;     // empty: all are 0
    Column<std::uint8_t> flags_;       // empty: all are dynamic
    Column<LayerCopied> copied_;       // the layers whose boxes are here, ascending
    WorldEditions editions_{};
};

} // namespace throng
