// SPDX-License-Identifier: MIT
// What a World keeps of staged boxes in doubles: floats relative to its origin.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/world/relative.hpp"

#include <algorithm>
#include <optional>

namespace throng {

class WorldDoubles {
public:
    explicit WorldDoubles(Memory memory) noexcept : staged_(memory), all_(memory) {}

    /// The boxes of a valid view, for a call that copies them. Null: out of memory.
    std::optional<BoxView> convert(const DoubleBoxView& boxes, DoubleVec2 origin) noexcept {
        return put(staged_, boxes, origin, boxes.size());
    }

    /// The boxes of move_all, at most `slots` of them; they stay until the next call of this function that succeeds.
    std::optional<BoxView> convert_all(const DoubleBoxView& by_slot, DoubleVec2 origin, std::size_t slots) noexcept {
        return put(all_, by_slot, origin, std::min(by_slot.size(), slots));
    }

    /// Frees the memory of a large batch of convert(). `elements`: of the world.
    void copied(std::size_t count, std::size_t elements) noexcept;
    std::size_t bytes() const noexcept { return staged_.bytes() + all_.bytes(); }

private:
    static std::optional<BoxView> put(Column<float>& to, const DoubleBoxView& boxes, DoubleVec2 origin,
                                      std::size_t count) noexcept;

    Column<float> staged_; // of the call in progress
    Column<float> all_;    // of move_all
};

} // namespace throng
