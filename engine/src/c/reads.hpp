// SPDX-License-Identifier: MIT
// Reads of a space: of any, or of worlds and snapshots alone.
#pragma once

#include "engine/src/c/input.hpp"

#include <utility>

namespace throng::c {

/// f(space), or `absent` of null.
template <class T, class F> T read_from(const throng_space* space, T absent, F&& f) noexcept {
    return space ? static_cast<T>(f(std::as_const(*space->object))) : absent;
}

/// f(world or snapshot), or `absent` of null and of other spaces.
template <class T, class F> T read_from_world(const throng_space* space, T absent, F&& f) noexcept {
    const WorldSpace* const world = space ? world_space(*space) : nullptr;
    return world ? static_cast<T>(f(*world)) : absent;
}

/// The Status f(world or snapshot), or a refusal.
template <class F> throng_status status_from_world(const throng_space* space, F&& f) noexcept {
    return to_c(read_from_world(space, space ? c::refused(Reason::OnlyWorlds) : invalid, f));
}

} // namespace throng::c
