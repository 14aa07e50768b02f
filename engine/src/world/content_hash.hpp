// SPDX-License-Identifier: MIT
// A hash of what a world contains, whatever the structures that store it.
#pragma once

#include "engine/src/world/view.hpp"

#include <throng/double_views.hpp>

#include <cstdint>

namespace throng {

/// The boxes of `world` count from `origin`.
std::uint64_t content_hash(const WorldView& world, DoubleVec2 origin) noexcept;

} // namespace throng
