// SPDX-License-Identifier: MIT
// Reads of a space: of any, or of worlds and snapshots alone.
#pragma once

#include "engine/src/c/input.hpp"

#include <type_traits>

namespace throng::c {

template <class Index> constexpr bool is_world = requires(const Index& index) { index.alive(Id()); };

/// f(object) of a space, or `absent` of null.
template <class T, class F> T read_from(const throng_space* space, T absent, F&& f) noexcept {
    return space ? static_cast<T>(with_object(*space, f)) : absent;
}

/// f(world or snapshot), or `absent` of null and of other spaces.
template <class T, class F> T read_from_world(const throng_space* space, T absent, F&& f) noexcept {
    return read_from(space, absent, [&](const auto& object) -> T {
        if constexpr (is_world<std::decay_t<decltype(object)>>) return f(object);
        return absent;
    });
}

/// The Status f(world or snapshot), or a refusal.
template <class F> throng_status status_from_world(const throng_space* space, F&& f) noexcept {
    return to_c(read_from_world(space, space ? c::refused(Reason::OnlyWorlds) : invalid, f));
}

} // namespace throng::c
