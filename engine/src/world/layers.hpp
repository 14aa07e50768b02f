// SPDX-License-Identifier: MIT
// The layers above 0 of a World: each has the structures and the commit of a world of its own. Its slots are numbered
// in the order of the world's, so that equal distances are ranked alike.
#pragma once

#include "engine/src/world/commit.hpp"

namespace throng {

class WorldLayers {
public:
    /// `id`: unlike any other in this process.
    WorldLayers(const WorldDesc& desc, std::uint64_t id) noexcept
        : desc_(desc), id_(id), nothing_(desc), versions_(desc.memory), changes_(desc.memory), entries_(desc.memory),
          counts_(desc.memory), touched_(desc.memory), items_(desc.memory), before_(desc.memory), to_(desc.memory),
          boxes_(desc.memory) {}
    ~WorldLayers();

    /// Divides the staged changes by layer. Elements that change their layer get the box with which they arrive; faulty
    /// boxes of move_all among them are reported. None or OutOfMemory.
    Fault sort_out(const WorldVersion& now, const StagedChanges& staged, kernels::ItemFaults& faulty) noexcept;

    /// The changes of layer 0, and of what all layers share.
    const StagedChanges& of_world() const noexcept { return staged_; }

    /// Makes the layers of `next`, after sort_out(). `executor` is that of the call.
    Fault commit(const WorldVersion& now, WorldVersion& next, std::uint64_t edition, const WorldRouting& routing,
                 const Executor& executor, kernels::ItemFaults& faulty) noexcept;

    void begin_editions(std::uint64_t edition) noexcept { changes_.row_grid_change.begin_editions(edition); }

    /// Frees the memory of a large batch. `elements`: of the world, after the commit.
    void applied(std::size_t elements) noexcept;

    /// Frees most versions that no version of the world has. `used`: the layers of the last commit.
    void trim(std::size_t used) noexcept;
    bool made(const WorldVersion& layer) const noexcept { return layer.owner == id_; }
    std::size_t bytes() const noexcept;

private:
    struct Entry {
        std::uint32_t layer;
        Staged item; // with the slot of the world
    };

    bool add(std::uint32_t layer, const Staged& item) noexcept;
    bool group() noexcept;
    WorldVersion* target(std::uint32_t layer, const WorldVersion* now) noexcept;
    Fault make(std::uint32_t layer, const WorldVersion& now, WorldVersion& next, std::span<Staged> items,
               std::uint64_t edition, const WorldRouting& routing, const Executor& executor,
               kernels::ItemFaults& faulty) noexcept;
    Fault number_slots(const WorldVersion& now, WorldVersion& next, std::span<Staged> items, std::uint64_t edition,
                       bool& renumbered) noexcept;
    bool gather_boxes(const WorldVersion& next) noexcept;

    const WorldDesc& desc_;
    const std::uint64_t id_;
    const WorldVersion nothing_; // the version of a layer without elements
    // All that it has made. Each is held once for being here; those that no version of a world holds besides are free.
    Column<WorldVersion*> versions_;
    std::size_t free_from_ = 0; // no version before it is free
    WorldChanges changes_;      // of one layer after the other

    StagedChanges staged_{};
    std::size_t all_boxes_size_ = 0; // slots with a box of move_all
    Column<Entry> entries_;
    Column<std::uint32_t> counts_; // by layer, all 0 between commits
    struct Touched {
        std::uint32_t layer, begin, end; // in items_
    };
    Column<Touched> touched_;
    Column<Staged> items_; // by layer: those of layer 0 and of all elements first
    Column<WorldLayer> before_;
    Column<Slot> to_;    // by slot of a layer: its next one, or no_slot
    Column<Aabb> boxes_; // of move_all, by slot of a layer
};

} // namespace throng
