// SPDX-License-Identifier: MIT
// A commit's changes of static elements. After few changes the tree is kept: erased elements are removed from their
// leaves, and new ones are stored apart. If these are an eighth of all, or if all are few, the tree is built again.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/world/commit.hpp"

namespace throng {
namespace {

using kernels::TileRef;
using kernels::TileTreeView;

constexpr std::uint32_t few = 2048;

template <class Body> void for_elements(const TileTreeView& tree, Body&& body) {
    if (tree.size == 0) return;
    for (std::uint32_t item = 0; item < tree.tile_count - tree.first_leaf; ++item) {
        const std::uint32_t ref = leaf_of(tree, item);
        const kernels::Tile& tile = tree.tiles[TileRef::index(ref)];
        for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane) body(tile.ids[lane], box_in(tile, lane));
    }
}

} // namespace

Fault WorldCommit::change_statics() noexcept {
    const StructureChanges& changes = changes_.statics();
    if (changes.empty()) {
        next_.statics_gone = now_.statics_gone;
        return start_statics();
    }
    statics_after_ = static_cast<std::uint32_t>(now_.static_tree.size + now_.recent_statics.size -
                                                changes.erased.size() + changes.inserted.size());
    bool apart = false;
    if (!worth_building()) {
        const Fault fault = keep_statics_apart(apart);
        if (apart || fault != Fault::None) return fault;
    }
    return build_statics();
}

Fault WorldCommit::start_statics() noexcept {
    if (!is_current(in_static_tree)) {
        next_.edition(in_static_tree) = being_made;
        if (!next_.static_tree.assign(now_.static_tree)) return Fault::OutOfMemory;
        next_.edition(in_static_tree) = now_.edition(in_static_tree);
    }
    return start(in_recent_statics, VersionedState::First::Nothing);
}

bool WorldCommit::worth_building() noexcept {
    const StructureChanges& changes = changes_.statics();
    gone_now_ = 0;
    for (const Slot slot : changes.erased) gone_now_ += now_.route_of(slot) == Route::StaticTree ? 1u : 0u;
    next_.statics_gone = now_.statics_gone + gone_now_;
    const std::uint64_t apart = std::uint64_t{next_.statics_gone} + now_.recent_statics.size + changes.inserted.size();
    return statics_after_ <= few || apart > statics_after_ / 8;
}

Fault WorldCommit::build_statics() noexcept {
    const StructureChanges& changes = changes_.statics();
    Column<Aabb> boxes(next_.desc.memory);
    Column<Slot> slots(next_.desc.memory);
    if (!boxes.resize_discard(statics_after_) || !slots.resize_discard(statics_after_)) return Fault::OutOfMemory;
    for (const Slot slot : changes.erased) set_route(slot, Route::None);
    std::size_t count = 0;
    const auto put = [&](Slot slot, const Aabb& box) {
        boxes[count] = box;
        slots[count++] = slot;
        set_route(slot, Route::StaticTree);
    };
    const auto keep = [&](Slot slot, const Aabb& box) {
        if (next_.route_of(slot) != Route::None) put(slot, box);
    };
    for_elements(now_.static_tree.view(), keep);
    for_elements(now_.recent_statics.view(), keep);
    for (std::size_t i = 0; i < changes.inserted.size(); ++i) put(changes.inserted[i], changes.inserted_at[i]);

    begin(in_static_tree);
    begin(in_recent_statics);
    const kernels::BoxSource source = *box_source_of(BoxView(std::span<const Aabb>(boxes.data(), count)), 0);
    const Status status = next_.static_tree.build(source, count, slots.data(), next_.slot_count(), executor_);
    if (!status.applied()) return status.faults;
    next_.recent_statics.clear();
    next_.statics_gone = 0;
    end(in_static_tree);
    end(in_recent_statics);
    return Fault::None;
}

// `apart` stays false if an erased element was the only one in its leaf, because leaves cannot be empty.
Fault WorldCommit::keep_statics_apart(bool& apart) noexcept {
    const StructureChanges& changes = changes_.statics();
    if (const Fault fault = start_statics(); fault != Fault::None) return fault;
    if (gone_now_ != 0) {
        begin(in_static_tree);
        if (!next_.static_tree.count_leaves()) return Fault::OutOfMemory;
        for (const Slot slot : changes.erased)
            if (now_.route_of(slot) == Route::StaticTree && !next_.static_tree.take(slot)) return Fault::None;
        end(in_static_tree);
    }
    begin(in_recent_statics);
    Column<Slot> recent(next_.desc.memory);
    for (const Slot slot : changes.erased)
        if (now_.route_of(slot) == Route::LooseQuadtree && !recent.push(slot)) return Fault::OutOfMemory;
    auto& structure = next_.recent_statics;
    if (const Status status = structure.erase({recent.data(), recent.size()}, executor_); !status.applied())
        return status.faults;
    const Status status =
        structure.insert({changes.inserted.data(), changes.inserted.size()}, changes.inserted_source(), executor_);
    if (!status.applied()) return status.faults;
    for (const Slot slot : changes.erased) set_route(slot, Route::None);
    for (const Slot slot : changes.inserted) set_route(slot, Route::LooseQuadtree);
    end(in_recent_statics);
    apart = true;
    return Fault::None;
}

} // namespace throng
