// SPDX-License-Identifier: MIT
// A hash of what a world contains, whatever the structures that store it.
#pragma once

#include "engine/src/world/view.hpp"

#include <cstdint>

namespace throng {

std::uint64_t content_hash(const WorldView& world) noexcept;

} // namespace throng
