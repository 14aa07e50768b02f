// SPDX-License-Identifier: MIT
// The pairs that overlap after the last commit of a World, those that began with it, and those that ended with it.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/world/world_version.hpp"

#include <throng/world.hpp>

namespace throng {

class WorldOverlaps {
public:
    explicit WorldOverlaps(Memory memory) noexcept : found_(memory), pairs_(memory), next_(memory) {}

    /// False: out of memory, and prepare() must not be called.
    bool is_open() noexcept;

    /// Computes the pairs of a version before it is published. After a fault nothing has changed.
    Fault prepare(const WorldVersion& world, const Executor& executor) noexcept;
    /// The version of prepare() is published.
    void apply() noexcept;

    /// The last commit changed nothing.
    void keep() noexcept;

    Status answer(Pairs& begun, Pairs& ended) const noexcept;
    static Status refuse(Pairs& begun, Pairs& ended, Fault fault) noexcept;
    std::size_t bytes() const noexcept;

private:
    // Ascending by slots.
    struct Lists {
        explicit Lists(Memory memory) noexcept : all(memory), begun(memory), ended(memory) {}
        Column<IdPair> all, begun, ended;
        std::size_t bytes() const noexcept { return all.bytes() + begun.bytes() + ended.bytes(); }
    };
    Pairs found_;
    Lists pairs_, next_;
};

} // namespace throng
