// SPDX-License-Identifier: MIT
// A tree of tiles as a part of a World.
#pragma once

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/query/part_kind.hpp"
#include "engine/src/tile_tree/tile_tree_state.hpp"

#include <algorithm>

namespace throng {

class TileTreePart final : public PartKind {
public:
    const kernels::QueryTable& table() const noexcept override { return active_kernels().tile_tree; }

    kernels::Region box_of(const kernels::IndexView& view, Slot slot) const noexcept override {
        const Aabb box = box_of_slot(tree(view), slot);
        return {box.min.x, box.min.y, box.max.x, box.max.y};
    }
    kernels::Region around(const kernels::IndexView& view) const noexcept override {
        const kernels::TileTreeView& all = tree(view);
        const auto box_of_tile = [&all](std::uint32_t ref) {
            return box_around(all.tiles[kernels::TileRef::index(ref)], kernels::TileRef::count(ref));
        };
        Aabb box = box_of_tile(all.root);
        // A root that is a leaf may continue.
        for (std::uint32_t ref = all.next_of(all.root); ref != kernels::no_tile; ref = all.next_of(ref))
            box = around_both(box, box_of_tile(ref));
        return {box.min.x, box.min.y, box.max.x, box.max.y};
    }

    // An item is a lane of a tile, in use or not.
    std::uint64_t items(const kernels::IndexView& view) const noexcept override {
        return std::uint64_t{TileTreeState::pair_items(tree(view)).count} * lanes;
    }
    Elements elements(const kernels::IndexView& view, std::uint32_t begin, std::uint32_t) const noexcept override {
        const std::uint32_t leaf = leaf_of(tree(view), begin / lanes);
        if (leaf == kernels::no_tile) return {};
        return {columns_of(tree(view).tiles[kernels::TileRef::index(leaf)]), kernels::TileRef::count(leaf)};
    }
    std::uint32_t items_of(const Elements&) const noexcept override { return lanes; }
    // The tree decides itself which elements share a walk.
    std::uint32_t joined_at_once() const noexcept override { return 1; }
    std::uint32_t join(const kernels::IndexView& view, std::uint32_t begin, std::uint32_t end,
                       const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept override {
        return lanes * table().pairs(view, begin / lanes, end / lanes, among, sink);
    }

private:
    static constexpr std::uint32_t lanes = 16;
    static const kernels::TileTreeView& tree(const kernels::IndexView& view) noexcept {
        return static_cast<const kernels::TileTreeView&>(view);
    }
};

inline constexpr TileTreePart tile_tree_part;

} // namespace throng
