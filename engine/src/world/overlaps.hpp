// SPDX-License-Identifier: MIT
// The pairs that overlap as of the last commit of a World, and which of them are new and which were the commit before.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/world/world_version.hpp"

#include <throng/world.hpp>

namespace throng {

class WorldOverlaps {
public:
    explicit WorldOverlaps(Memory memory) noexcept : found_(memory), pairs_(memory), next_(memory) {}

    /// False: out of memory, nothing can be prepared.
    bool is_open() noexcept;

    /// For a world that is about to be the last commit's. On a fault all is as before.
    Fault prepare(const WorldVersion& world, const Executor& executor) noexcept;
    /// It is.
    void apply() noexcept;

    /// Nothing has changed with the last commit.
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
