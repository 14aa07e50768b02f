// SPDX-License-Identifier: MIT
#include "engine/src/world/copies.hpp"

namespace throng {

bool copy(Access::LooseGridState& to, const Access::LooseGridState& from) noexcept {
    if (!copy_for_update(to, from) || !to.columns.tiles.assign(from.columns.tiles)) return false;
    to.tiles_before = nullptr;
    return true;
}

bool copy_for_update(Access::LooseGridState& to, const Access::LooseGridState& from) noexcept {
    const LooseColumns& columns = from.columns;
    if (!to.columns.tiles.resize_discard(columns.tiles.size()) || !to.columns.next.assign(columns.next) ||
        !to.columns.owners.assign(columns.owners) || !to.columns.cells.assign(columns.cells) ||
        !to.columns.tight_sizes.assign(columns.tight_sizes) || !to.columns.rows.assign(columns.rows) ||
        !to.positions.assign(from.positions))
        return false;
    to.tiles_before = columns.tiles.data();
    to.geometry = from.geometry;
    to.free = from.free;
    to.around = from.around;
    to.size = from.size;
    to.changes_since_look = from.changes_since_look;
    to.laid_for = from.laid_for;
    return true;
}

bool copy(Access::LooseQuadtreeState& to, const Access::LooseQuadtreeState& from) noexcept {
    if (!to.tiles.assign(from.tiles) || !to.next.assign(from.next) || !to.refs.assign(from.refs) ||
        !to.nodes.assign(from.nodes) || !to.positions.assign(from.positions))
        return false;
    to.square = from.square;
    to.root = from.root;
    to.size = from.size;
    to.first_free = from.first_free;
    to.free_count = from.free_count;
    to.changes_unseen = from.changes_unseen;
    to.laid_for = from.laid_for;
    return true;
}

} // namespace throng
