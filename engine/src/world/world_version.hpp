// SPDX-License-Identifier: MIT
// The version of a world after one commit, which queries read and snapshots share. It never changes once it is
// published; the next commit is made in a version that no snapshot holds. The World has what a row grid's changes need.
#pragma once

#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/row_grid/store.hpp"
#include "engine/src/row_grid/store_change.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"
#include "engine/src/world/routing.hpp"
#include "engine/src/world/view.hpp"

#include <throng/world.hpp>

#include <array>
#include <atomic>
#include <cassert>
#include <utility>

namespace throng {

/// The row grid of a world's version: a commit makes it from that of the version before.
struct WorldRowGrid final : VersionedState, RowGridStore {
    explicit WorldRowGrid(const RowGridDesc& d) noexcept : VersionedState(d), RowGridStore(d) {
        set_kind(Kind::Boxes);
        changes_in_place = true;
    }

    /// What makes changes from now on: a world has one for all its versions. Null: nothing changes.
    void use(RowGridChange* change) noexcept { change_ = change; }

    /// Without changes the grid is copied; otherwise the first change reads `before` and writes here.
    bool start_from(const SpaceState& before, First first) noexcept override {
        const auto& grid = static_cast<const WorldRowGrid&>(before);
        from_ = first == First::Nothing ? this : &grid;
        return first != First::Nothing || assign(grid);
    }
    void begin_edition() noexcept override {} // changes set the editions of rows and keys

    // ---- changes, from the content of start_from() or in place ----
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override {
        from_ = this;
        return change_->build(*this, source, count, executor);
    }
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override {
        return change_->update(advance(), *this, source, executor);
    }
    Status insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override {
        return change_->insert(advance(), *this, slots, source, executor);
    }
    Status move(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override {
        return change_->move(advance(), *this, slots, source, executor);
    }
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept override {
        return change_->erase(advance(), *this, slots, executor);
    }
    Status refit(const Executor& executor) noexcept override { return change_->refit(*this, executor); }
    void clear() noexcept override { RowGridStore::clear(); }

    // ---- reads ----
    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return RowGridStore::slot_count(); }
    bool is_present(Slot slot) const noexcept override { return RowGridStore::is_present(slot); }
    std::size_t bytes() const noexcept override { return sizeof(WorldRowGrid) + RowGridStore::bytes(); }
    Aabb box_of(Slot slot) const noexcept override { return RowGridStore::box_of(slot); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override { RowGridStore::visit(visitor, context); }
    bool valid() const noexcept override { return RowGridStore::valid(); }

private:
    // The store that the next change reads. The change after that reads the result.
    const RowGridStore& advance() noexcept {
        assert(change_);
        return *std::exchange(from_, this);
    }

    RowGridChange* change_ = nullptr;
    const RowGridStore* from_ = this;
};

/// The parts of a version: its structures, and its columns by slot. Each has the edition of its last change, so that a
/// current part is not copied again.
using WorldPart = std::uint8_t; // a WorldStructure, or:
inline constexpr WorldPart columns_by_slot = world_structures, world_parts = world_structures + 1;

/// The edition of each part: the commit that changed it last. 0: none. `being_made`: the part must not be read yet.
using WorldEditions = std::array<std::uint64_t, world_parts>;
inline constexpr std::uint64_t being_made = ~std::uint64_t{0};

/// What the next commit goes on from, besides the content.
struct WorldProgress {
    std::uint64_t generations; // used up
    WorldRouting routing;
};

/// The single values of a version that the next one starts from, copied together.
struct WorldFacts {
    // By structure: the categories of its elements, and maybe of some that it contained before.
    std::array<CategorySummary, world_structures> kinds{};
    std::size_t kinds_added = 0;         // elements whose categories were added since all were collected
    std::uint32_t size = 0, statics = 0; // of all layers
    std::uint32_t looks = 0;             // the number of checks for elements in the wrong structure
    // Where elements belong by their places, and what has changed since that was last checked.
    struct Crowd {
        CrowdPlan plan;
        std::uint64_t changes = 0;
        Whereabouts whereabouts;
    } crowd;
    struct StaticCrowd {
        CrowdPlan plan{.in_tree = true};
        std::uint64_t changes = 0, planned = 0; // elements when that was last checked
    } static_crowd;
};

struct WorldVersion : WorldFacts {
    explicit WorldVersion(const WorldDesc& desc) noexcept;
    ~WorldVersion();

    WorldDesc desc;    // without its executor
    DoubleVec2 origin; // what boxes count from
    std::atomic<std::uint32_t> holders{1};

    // All use the slots of the world.
    WorldRowGrid row_grid, static_grid; // of dynamic and of static elements
    Access::LooseQuadtreeState quadtree;
    Access::StaticTreeState static_tree;
    static_assert(world_structures == 4); // a missing one would be null below
    const SpaceState* const structures[world_structures] = {&row_grid, &quadtree, &static_grid, &static_tree};

    // By slot, up to the highest one that was ever alive.
    Column<std::uint32_t> generations;    // 0: dead
    Column<std::uint8_t> routes;          // a Route
    Column<std::uint8_t> flags;           // bits of WorldView
    Column<std::uint32_t> categories;     // empty: all are ~0u
    Column<std::uint16_t> layers_by_slot; // empty: all are 0
    // The commit that changed each chunk of these columns: what is equal in two versions is not copied again.
    Column<std::uint64_t> slot_editions;

    // The structures above are those of layer 0. Each other layer that has elements is a version of its own, which
    // versions of the world share while it does not change.
    Column<WorldLayer> layers;
    // In such a version: the slot in the world of each of its slots, ascending. Slots of a dead element keep their
    // place.
    Column<Slot> members;
    std::uint64_t members_edition = 0; // the commit that changed `members`
    std::uint64_t made_at = 0;         // the commit that made it
    std::uint64_t owner = 0;           // the id of the WorldLayers that made it; 0: it was loaded

    Column<WorldProgress> progress; // one, in a version of a world; none in one of a layer

    WorldEditions editions{};

    std::uint64_t& edition(WorldPart part) noexcept { return editions[part]; }
    std::uint64_t edition(WorldPart part) const noexcept { return editions[part]; }

    /// The part must not be read until it has an edition again.
    void begin_change(WorldPart part) noexcept;

    /// What queries read, since the version was finished.
    const WorldView& view() const noexcept { return view_; }
    /// After the last change of the content.
    void finish() noexcept;
    std::size_t slot_count() const noexcept { return generations.size(); }
    std::uint32_t dynamic_count() const noexcept {
        return row_grid.size + quadtree.size;
    } // of layer 0, as the next one
    std::uint32_t static_count() const noexcept { return static_grid.size + static_tree.size; }
    std::size_t bytes() const noexcept;
    std::size_t bytes_here() const noexcept; // without other layers
    Aabb box_of(Slot slot) const noexcept;
    Route route_of(Slot slot) const noexcept {
        return slot < slot_count() ? static_cast<Route>(routes[slot]) : Route::None;
    }
    std::uint32_t category_of(Slot slot) const noexcept {
        if (slot >= slot_count() || generations[slot] == 0) return 0;
        return categories.empty() ? ~0u : categories[slot];
    }
    std::uint16_t layer_of(Slot slot) const noexcept {
        return slot < layers_by_slot.size() ? layers_by_slot[slot] : std::uint16_t{0};
    }
    /// The version of a layer above 0; null if it has no elements.
    const WorldVersion* content_of_layer(std::uint32_t layer) const noexcept;
    /// The version of an element's layer, and its slot there.
    struct Place {
        const WorldVersion& content;
        Slot slot;
    };
    Place place_of(Slot slot) const noexcept;
    bool is_static(Slot slot) const noexcept { return (flags[slot] & WorldView::static_element) != 0; }
    bool alive(Id id) const noexcept {
        return id.slot < slot_count() && id.generation != 0 && generations[id.slot] == id.generation;
    }
    Id id_of(Slot slot) const noexcept;
    WorldStats stats() const noexcept;
    void visit(NodeVisitor* visitor, void* context) const noexcept;
    bool valid() const noexcept;

    /// Becomes a copy of a version of a layer in which slot s is `to[s]`, of `count` slots; the order of slots stays.
    /// False: out of memory. layer_version.cpp
    bool renumber(const WorldVersion& from, const Column<Slot>& to, std::size_t count, std::uint64_t edition) noexcept;
    void release_layers() noexcept;
    /// Nothing of the content is taken for that of another version any more.
    void forget() noexcept {
        editions.fill(being_made);
        slot_editions.resize(0);
        members_edition = being_made;
    }
    bool is_placed(Slot slot) const noexcept; // for valid()

    /// Adds the category of a live slot to `kinds`.
    void add_kind(Slot slot) noexcept;
    WorldStructure structure_of(Slot slot) const noexcept { // world_structures: it is dead
        return throng::structure_of(route_of(slot), slot < slot_count() && is_static(slot));
    }

    /// Calls body for each column by slot: whether it is there without elements, too, what a dead slot has there, and
    /// that column of each of the versions.
    template <class Body, class... Versions> static void for_each_column(Body&& body, Versions&... versions) noexcept {
        body(true, 0u, versions.generations...);
        body(true, std::uint8_t{0}, versions.routes...);
        body(true, std::uint8_t{0}, versions.flags...);
        body(false, ~0u, versions.categories...);
        body(false, std::uint16_t{0}, versions.layers_by_slot...);
    }
    // False: out of memory.
    bool assign_slots(const WorldVersion& other) noexcept;
    /// Adds dead slots.
    bool grow_slots(std::size_t count) noexcept;
    /// The commit of this edition changes the slot.
    void touch(Slot slot, std::uint64_t edition) noexcept { slot_editions[slot / chunk_slots] = edition; }
    static constexpr std::size_t chunk_slots = 1024;

    void hold() noexcept { holders.fetch_add(1, std::memory_order_relaxed); }
    /// The last holder's release destroys the version.
    static void release(WorldVersion* version) noexcept;
    bool held_once() const noexcept { return held_by(1); }
    bool held_by(std::uint32_t count) const noexcept { return holders.load(std::memory_order_acquire) == count; }

    /// The structure, for a commit.
    VersionedState& versioned(WorldStructure structure) noexcept { return *versioned_[structure]; }

private:
    VersionedState* const versioned_[world_structures] = {&row_grid, &quadtree, &static_grid, &static_tree};
    // What queries see of the structures: the parts are of these views.
    struct Structures {
        kernels::GridView row_grid, static_grid;
        kernels::TileTreeView quadtree, static_tree;
    } shown_;
    Part parts_[world_structures];
    WorldView view_;
};

} // namespace throng
