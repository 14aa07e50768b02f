// SPDX-License-Identifier: MIT
// The state of a Hits: the answer as CSR columns, and the scratch of its blocks.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/src/base/block_pool.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/item_faults.hpp"

#include <throng/hits.hpp>
#include <throng/world.hpp>

namespace throng {

/// One block's hits before they are copied to their rows. Owned by its index, so that results do not depend
/// on the schedule.
struct HitBlock {
    explicit HitBlock(Memory memory) noexcept : slots(memory), keys(memory) {}
    Column<Slot> slots;
    Column<float> keys;
    kernels::HitSink sink{};
    Fault fault = Fault::None;
};

struct Hits::State {
    explicit State(Memory memory) noexcept
        : offsets(memory), slots(memory), keys(memory), found(memory), blocks(memory), item_order(memory),
          item_columns(memory), item_queries(memory) {}

    static State* const out_of_memory; // a mark in place of a state for which there was no memory
    static State* const too_small;     // a fixed buffer without room for a state
    static bool real(const State* state) noexcept { return state && state != out_of_memory && state != too_small; }
    static Status status(const State* state) noexcept {
        if (real(state)) return {};
        if (state == too_small) return refused(Reason::AnswerFull, Fault::OutputTooSmall);
        return state ? refused(Reason::None, Fault::OutOfMemory) : refused(Reason::AnswerMovedFrom);
    }

    // Columns of the answer; in a fixed buffer they stay empty and the views below point into the buffer.
    Column<std::uint32_t> offsets;
    Column<Slot> slots;
    Column<float> keys;
    Column<std::uint32_t> found;
    BlockPool<HitBlock> blocks;
    // For a sorted batch: item_of_row[row] is the sorted position of query `row`; then come the counts.
    Column<std::uint32_t> item_order;
    Column<float> item_columns; // the numbers of its queries, in the order of items
    Column<Query> item_queries; // or the queries themselves
    std::span<std::byte> fixed{};

    // The answer.
    std::uint32_t* offset_view = nullptr; // rows + 1
    Slot* slot_view = nullptr;
    float* key_view = nullptr;           // null: no distances
    std::uint32_t* found_view = nullptr; // null: a row's length
    std::uint32_t rows = 0;
    std::uint64_t candidates = 0;

    bool is_fixed() const noexcept { return fixed.data() != nullptr; }
    void answer_nothing() noexcept;
    void release_scratch() noexcept;
    void release_memory() noexcept; // after an answer that was too large, so that a smaller one is possible
};

/// Sorts a row by slot, its keys (null: none) with it.
void order_by_slot(Slot* slots, float* keys, std::uint32_t count) noexcept;

} // namespace throng
