// SPDX-License-Identifier: MIT
// What a Pairs holds: the answer, and the scratch of the blocks that found it.
#pragma once

#include "engine/kernels/batch.hpp"
#include "engine/src/column.hpp"

#include <throng/hits.hpp>

namespace throng {

/// One block's pairs before they are copied to the answer.
struct PairBlock {
    explicit PairBlock(Memory memory) noexcept : pairs(memory) {}
    Column<Pair> pairs;
    kernels::PairSink sink{};
    Fault fault = Fault::None;
};

struct Pairs::State {
    explicit State(Memory memory) noexcept : pairs(memory), ids(memory), scratch(memory), blocks(memory) {}
    ~State();

    static State* const out_of_memory; // in place of a state that could not be made
    static bool real(const State* state) noexcept { return state && state != out_of_memory; }
    static Fault fault(const State* state) noexcept {
        if (real(state)) return Fault::None;
        return state ? Fault::OutOfMemory : Fault::InvalidArgument; // null: moved from
    }

    Column<Pair> pairs;
    Column<IdPair> ids;            // of each pair, or empty
    Column<std::uint32_t> scratch; // where each block's pairs begin
    Column<PairBlock*> blocks;
    std::uint64_t candidates = 0;

    bool reserve_blocks(std::uint32_t count) noexcept;
    std::size_t bytes() const noexcept;
    void answer_nothing() noexcept;
    void release_memory() noexcept; // after an answer too large for it, so that a smaller one can follow
};

} // namespace throng
