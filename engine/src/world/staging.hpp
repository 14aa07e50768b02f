// SPDX-License-Identifier: MIT
// The changes staged for the next commit of a World, and the slots and generation of new elements. A call that returns
// a fault of the whole batch has staged nothing.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/world/world_version.hpp"

#include <atomic>
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
    std::uint32_t generation = 1; // of spawned elements

    /// True if the item's box is the newest one of a dynamic element: no move_all came after it.
    bool box_counts(const Staged& item) const noexcept {
        return item.has(Staged::Moved) && item.move_alls == move_alls;
    }
};

/// The free slots of a world: those below `size()` that no element has.
class WorldSlots {
public:
    explicit WorldSlots(Memory memory) noexcept : free_(memory) {}

    /// Reserves memory to take `count` slots. None, OutOfMemory or OutOfCapacity. `now`: the last commit's version.
    Fault reserve(const WorldVersion& now, std::size_t count) noexcept;
    /// Returns the lowest free slot.
    Slot take() noexcept;
    void release(Slot slot) noexcept;
    /// The world has another version: its dead slots are free. They are found by the next reserve().
    void forget() noexcept { known_ = false; }
    bool known() const noexcept { return known_; }
    /// The number of slots that were ever taken.
    std::size_t size() const noexcept { return size_; }
    std::size_t bytes() const noexcept { return free_.bytes(); }

private:
    bool find_free(const WorldVersion& now) noexcept;

    Column<std::uint64_t> free_; // one bit per slot
    std::size_t size_ = 0, free_count_ = 0;
    std::size_t first_word_ = 0; // no word before it has a bit
    bool known_ = true;
};

/// The generation of new elements. It is another one after each commit or discard of new elements, so no slot gets one
/// twice. Worlds with different tags begin far from each other.
class WorldGenerations {
public:
    explicit WorldGenerations(std::uint32_t tag) noexcept : first_(tag * std::uint64_t{0x9E37'79B9} % all) {}

    /// Never 0.
    std::uint32_t current() const noexcept { return static_cast<std::uint32_t>((first_ + count_) % all) + 1; }
    bool used_up() const noexcept { return count_ >= all; }
    /// Whether an element may have the generation: it is one of those before the current one.
    bool has_issued(std::uint32_t generation) const noexcept {
        const std::uint32_t number = generation - 1, first = static_cast<std::uint32_t>(first_);
        const std::uint32_t place = number - first - (number < first ? 1u : 0u); // modulo `all`
        return generation != 0 && place < count_;
    }
    /// How many there were before the current one.
    std::uint64_t count() const noexcept { return count_; }
    void go_on_from(std::uint64_t count) noexcept { count_ = count; }

private:
    static constexpr std::uint64_t all = UINT32_MAX;
    std::uint64_t first_, count_ = 0;
};

class WorldStaging {
public:
    explicit WorldStaging(const WorldDesc& desc) noexcept
        : slots_(desc.memory), generations_(desc.tag), items_(desc.memory), item_of_slot_(desc.memory) {}

    // The calls of World; `now` is the last commit's version.
    Status spawn(const WorldVersion& now, const kernels::BoxSource& boxes, std::size_t count, Motion motion,
                 std::span<Id> out, const Strided<std::uint32_t>& categories,
                 const Strided<std::uint16_t>& layers) noexcept;
    Status move(const WorldVersion& now, std::span<const Id> ids, const kernels::BoxSource& boxes) noexcept;
    void move_all(const kernels::BoxSource& by_slot, std::size_t size) noexcept;
    struct MoveAll {
        std::optional<kernels::BoxSource> boxes;
        std::size_t size = 0;
        std::uint32_t number = 0;
    };
    /// The staged move_all, for put_back().
    const MoveAll& last_move_all() const noexcept { return all_; }
    void put_back(const MoveAll& before) noexcept { all_ = before; }
    Status categorize(const WorldVersion& now, std::span<const Id> ids,
                      const Strided<std::uint32_t>& categories) noexcept;
    Status set_layers(const WorldVersion& now, std::span<const Id> ids, const Strided<std::uint16_t>& layers) noexcept;
    Status despawn(const WorldVersion& now, std::span<const Id> ids) noexcept;
    void discard() noexcept;

    /// Frees the slots of ended elements after all changes were applied. `elements`: of the world, after them.
    void applied(std::size_t elements) noexcept;

    /// Reserves memory to go on from a version with so many slots. False: out of memory.
    [[nodiscard]] bool reserve(std::size_t slots) noexcept;
    /// Forgets what is staged: the world has another version of so many slots. `generations`: those before its next
    /// one.
    void go_on_from(std::uint64_t generations, std::size_t slots) noexcept;
    /// For elements of other worlds not to have the same ids.
    void skip_generations(std::uint64_t count) noexcept { generations_.go_on_from(count); }
    /// Generations used up after the staged changes were applied.
    std::uint64_t generations_after() const noexcept { return generations_.count() + (spawns_ ? 1u : 0u); }

    /// Whether elements await their first commit. Any thread may ask, also while another one stages.
    bool has_spawned() const noexcept { return awaiting_.load(std::memory_order_relaxed) != 0; }
    /// Whether changes of the element can be staged: it is alive or spawned, and its end is not staged.
    bool takes(const WorldVersion& now, Id id) const noexcept;

    /// In the order in which elements were first staged.
    std::span<const Staged> items() const noexcept { return {items_.data(), items_.size()}; }
    StagedChanges changes() const noexcept { return {items(), all_.boxes, all_.number, generations_.current()}; }
    /// Whether an element is staged for another layer than 0, or was since the last commit.
    bool layered() const noexcept { return layered_; }
    /// The boxes of move_all, by slot, if there was one.
    const std::optional<kernels::BoxSource>& all_boxes() const noexcept { return all_.boxes; }
    std::size_t all_boxes_size() const noexcept { return all_.size; }
    std::size_t bytes() const noexcept { return slots_.bytes() + items_.bytes() + item_of_slot_.bytes(); }
    WorldSlots& slots() noexcept { return slots_; }

private:
    template <class Change> Status stage(const WorldVersion& now, std::span<const Id> ids, Change&& change) noexcept;
    Staged* find(const WorldVersion& now, Id id) noexcept;
    Staged& add(Slot slot) noexcept;
    void know_slots(std::size_t count) noexcept;
    void put_in_layer(Staged& item, std::uint16_t layer) noexcept;
    void forget() noexcept;

    WorldSlots slots_;
    WorldGenerations generations_;
    Column<Staged> items_;
    Column<std::uint32_t> item_of_slot_; // or no_item
    MoveAll all_;
    bool layered_ = false;
    bool spawns_ = false;                  // some element is spawned
    std::atomic<std::size_t> awaiting_{0}; // those whose end is not staged as well
};

} // namespace throng
