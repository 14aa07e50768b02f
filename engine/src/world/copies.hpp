// SPDX-License-Identifier: MIT
// Copies a structure's elements to another one of its kind. False: out of memory, and the content of the other one is
// unspecified until the next copy.
#pragma once

#include "engine/src/world/world_version.hpp"

namespace throng {

bool copy(Access::LooseGridState& to, const Access::LooseGridState& from) noexcept;
bool copy(Access::LooseQuadtreeState& to, const Access::LooseQuadtreeState& from) noexcept;
inline bool copy(Access::StaticTreeState& to, const Access::StaticTreeState& from) noexcept { return to.assign(from); }
inline bool copy(RowGridStore& to, const RowGridStore& from) noexcept { return to.assign(from); }

/// Copies only for an update of all elements, which must be the next call. It reads from the original what it would
/// only overwrite in a copy.
template <class Structure> bool copy_for_update(Structure& to, const Structure& from) noexcept {
    return copy(to, from);
}
bool copy_for_update(Access::LooseGridState& to, const Access::LooseGridState& from) noexcept;

} // namespace throng
