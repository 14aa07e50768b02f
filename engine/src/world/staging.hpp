// SPDX-License-Identifier: MIT
// The changes staged for the next commit of a World, and the issued slots and generations. A call that returns a fault
// of the whole batch has staged nothing.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/world/world_version.hpp"

#include <optional>

namespace throng {

/// All changes staged for one element.
struct Staged {
    enum : std::uint16_t { Spawned = 1, Static = 2, Moved = 4, Categorized = 8, Ended = 16, Layered = 32 };

    Slot slot;
    std::uint16_t what;
    std::uint16_t layer;     // Spawned, Layered
    Aabb box;                // Spawned, Moved
    std::uint32_t category;  // Spawned, Categorized
    std::uint32_t move_alls; // before the box was staged: later ones replace it
    bool has(unsigned bit) const noexcept { return (what & bit) != 0; }
    void note(unsigned bit) noexcept { what = static_cast<std::uint16_t>(what | bit); }
};

/// What a commit applies, to a world or to one of its layers: the slots are those of the version that it changes.
struct StagedChanges {
    std::span<const Staged> items;                 // one for each element at most
    std::optional<kernels::BoxSource> all_boxes{}; // of move_all, by slot, if there was one
    std::uint32_t move_alls = 0;
    const std::uint32_t* issued = nullptr; // the generations by slot; null: all are 1

    /// True if the item's box is the newest one of a dynamic element: no move_all came after it.
    bool box_counts(const Staged& item) const noexcept {
        return item.has(Staged::Moved) && item.move_alls == move_alls;
    }
    std::uint32_t generation(Slot slot) const noexcept { return issued ? issued[slot] : 1; }
};

/// The free slots, and the last issued generation of each slot.
class WorldSlots {
public:
    explicit WorldSlots(Memory memory) noexcept : issued_(memory), free_(memory) {}

    /// Reserves memory to take `count` ids. None, OutOfMemory or OutOfCapacity.
    Fault reserve(std::size_t count) noexcept;
    /// Returns the lowest free slot, with its next generation.
    Id take() noexcept;
    /// Frees a slot, unless its generations are used up.
    void release(Slot slot) noexcept;
    /// The number of slots that were ever issued.
    std::size_t size() const noexcept { return issued_.size(); }
    std::size_t bytes() const noexcept { return issued_.bytes() + free_.bytes(); }

    Column<std::uint32_t>& issued() noexcept { return issued_; }
    const Column<std::uint32_t>& issued() const noexcept { return issued_; }

private:
    Column<std::uint32_t> issued_; // by slot
    Column<std::uint64_t> free_;   // one bit per slot
    std::size_t free_count_ = 0;
    std::size_t first_word_ = 0; // no word before it has a bit
};

class WorldStaging {
public:
    explicit WorldStaging(Memory memory) noexcept : slots_(memory), items_(memory), item_of_slot_(memory) {}

    // The calls of World; `now` is the last commit's version.
    Status spawn(const kernels::BoxSource& boxes, std::size_t count, Motion motion, std::span<Id> out,
                 std::span<const std::uint32_t> categories, std::span<const std::uint16_t> layers) noexcept;
    Status move(const WorldVersion& now, std::span<const Id> ids, const kernels::BoxSource& boxes) noexcept;
    void move_all(const kernels::BoxSource& by_slot, std::size_t size) noexcept;
    Status categorize(const WorldVersion& now, std::span<const Id> ids,
                      std::span<const std::uint32_t> categories) noexcept;
    Status set_layers(const WorldVersion& now, std::span<const Id> ids, std::span<const std::uint16_t> layers) noexcept;
    Status despawn(const WorldVersion& now, std::span<const Id> ids) noexcept;
    void discard() noexcept;

    /// Frees the slots of ended elements after all changes were applied. `elements`: of the world, after them.
    void applied(std::size_t elements) noexcept;

    /// Whether changes of the element can be staged: it is alive or spawned, and its end is not staged.
    bool takes(const WorldVersion& now, Id id) const noexcept;

    /// In the order in which elements were first staged.
    std::span<const Staged> items() const noexcept { return {items_.data(), items_.size()}; }
    StagedChanges changes() const noexcept { return {items(), all_boxes_, move_alls_, slots_.issued().data()}; }
    /// Whether an element is staged for another layer than 0, or was since the last commit.
    bool layered() const noexcept { return layered_; }
    /// The boxes of move_all, by slot, if there was one.
    const std::optional<kernels::BoxSource>& all_boxes() const noexcept { return all_boxes_; }
    std::size_t all_boxes_size() const noexcept { return all_boxes_size_; }
    std::size_t bytes() const noexcept { return slots_.bytes() + items_.bytes() + item_of_slot_.bytes(); }
    WorldSlots& slots() noexcept { return slots_; }

private:
    template <class Change> Status stage(const WorldVersion& now, std::span<const Id> ids, Change&& change) noexcept;
    bool was_issued(Id id) const noexcept;
    Staged* find(const WorldVersion& now, Id id) noexcept;
    Staged& add(Slot slot) noexcept;
    void put_in_layer(Staged& item, std::uint16_t layer) noexcept;
    void forget() noexcept;

    WorldSlots slots_;
    Column<Staged> items_;
    Column<std::uint32_t> item_of_slot_; // or no_item
    std::optional<kernels::BoxSource> all_boxes_;
    std::size_t all_boxes_size_ = 0;
    std::uint32_t move_alls_ = 0;
    bool layered_ = false;
};

} // namespace throng
