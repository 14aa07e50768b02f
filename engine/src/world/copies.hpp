// SPDX-License-Identifier: MIT
// A structure's elements in another one of its kind. False: out of memory, and its content is unspecified until the
// next copy.
#pragma once

#include "engine/src/world/world_version.hpp"

namespace throng {

bool copy(Access::LooseGridState& to, const Access::LooseGridState& from) noexcept;
bool copy(Access::LooseQuadtreeState& to, const Access::LooseQuadtreeState& from) noexcept;
inline bool copy(Access::StaticTreeState& to, const Access::StaticTreeState& from) noexcept { return to.assign(from); }
inline bool copy(RowGridStore& to, const RowGridStore& from) noexcept { return to.assign(from); }

/// For an update of everybody, which has to be next: it reads from the other one what in a copy it would only write
/// over.
template <class Structure> bool copy_for_update(Structure& to, const Structure& from) noexcept {
    return copy(to, from);
}
bool copy_for_update(Access::LooseGridState& to, const Access::LooseGridState& from) noexcept;

} // namespace throng
