// SPDX-License-Identifier: MIT
// The batch algorithm for pairs: one list instead of rows.
#include "engine/src/base/access.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/query/hit_tally.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/query/query_batch.hpp"
#include "parallel/for_each_block.hpp"
#include "parallel/scan.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace throng {
namespace {

Status fail(PairsState& state, Fault fault) {
    state.answer_nothing();
    if (fault == Fault::OutOfMemory || fault == Fault::OutOfCapacity) state.release_memory();
    return status_of(fault, {});
}

// Runs the kernel over one block of items and enlarges the sink whenever it is full.
Fault answer_block(AnswerPairs kernel, std::uint32_t begin, std::uint32_t end, Column<Pair>& pairs,
                   kernels::PairSink& sink, HitTally& all) {
    BlockTally tally(all, sink.size);
    for (std::uint32_t done = begin;;) {
        offer_room(pairs, sink);
        if (sink.capacity != 0) done = kernel(done, end, sink);
        if (!tally.reach(sink.size)) return Fault::OutOfCapacity;
        if (done == end) return Fault::None;
        pairs.resize(sink.size);
        if (pairs.capacity() >= max_pairs) return Fault::OutOfCapacity;
        const std::size_t more = 2 * std::size_t{sink.capacity} + (end - begin) + 64;
        if (!pairs.reserve(std::min<std::size_t>(more, max_pairs))) return Fault::OutOfMemory;
    }
}

// Pairs that a filter removes take room as well until the kernel drops them. With another schedule the answer itself
// may have to hold those of any block: the first answer reserves that much, so that no later one needs memory.
bool reserve_dropped(Column<Pair>& pairs, std::uint64_t kept, std::uint64_t dropped) {
    return dropped == 0 || pairs.reserve(std::min<std::uint64_t>(room_for(kept + dropped), max_pairs));
}

// With another schedule the list of a block has to hold all of its pairs, even if it did not this time: memory is taken
// now, so that no later answer needs it. There is room for a quarter more, because blocks exchange some of their pairs
// when a tree is rearranged a little.
bool reserve_for_next(PairBlock& block) {
    const std::uint64_t kept = block.kept;
    const std::uint64_t needed = std::max(room_for(kept + kept / 4 + 16), room_for(kept + block.dropped));
    return block.pairs.capacity() >= needed ||
           block.pairs.resize_discard(std::min<std::uint64_t>(needed + kept / 2, max_pairs));
}

// One block after the other, in one list: packets begin again with each block, and so do not depend on the thread that
// runs it. A kernel with a full sink drops the pairs that a filter removes and continues, so a second answer fits where
// the first did.
Fault answer_in_order(AnswerPairs kernel, const PairItems& items, Column<Pair>& pairs, kernels::PairSink& sink) {
    HitTally all;
    const parallel::Ranges blocks(items.count, items.block);
    for (std::uint32_t b = 0; b < blocks.count; ++b) {
        const Fault fault = answer_block(kernel, blocks.begin(b), blocks.end(b), pairs, sink, all);
        if (fault != Fault::None) return fault;
    }
    return Fault::None;
}

// Too many pairs are certain whatever the memory, so this fault comes first.
Fault fault_of_blocks(const PairsState& state, std::uint32_t blocks, const HitTally& all) {
    if (all.exceeded()) return Fault::OutOfCapacity;
    Fault fault = Fault::None;
    for (std::uint32_t b = 0; b < blocks; ++b) {
        if (state.blocks[b]->fault == Fault::OutOfCapacity) return Fault::OutOfCapacity;
        if (state.blocks[b]->fault != Fault::None) fault = state.blocks[b]->fault;
    }
    return fault;
}

Status answer_blocks(PairsState& state, const PairItems& items, AnswerPairs kernel, const Executor& executor) {
    const parallel::Ranges ranges(items.count, items.block);
    const std::uint32_t blocks = ranges.count;
    if (!state.blocks.reserve(blocks) || !state.scratch.resize_discard(blocks + std::size_t{1}))
        return fail(state, Fault::OutOfMemory);
    // A block that begins when the answer has the pairs of all blocks before it is written directly to the answer,
    // which no other thread touches then. Other blocks are written to lists of their own, which are copied at the end.
    // So with a host that gives threads runs of blocks, nothing of the first thread is copied.
    std::atomic<std::uint32_t> answered{0}; // blocks
    HitTally all;
    kernels::PairSink whole;
    bool ran = compute_blocks(executor, blocks, [&](std::uint32_t b) {
        PairBlock& block = *state.blocks[b];
        block.sink = {};
        const bool next = answered.load(std::memory_order_acquire) == b;
        kernels::PairSink& sink = next ? whole : block.sink;
        const std::uint32_t size_before = sink.size;
        const std::uint64_t dropped_before = sink.dropped;
        Column<Pair>& to = next ? state.pairs : block.pairs;
        block.fault =
            all.exceeded() ? Fault::OutOfCapacity : answer_block(kernel, ranges.begin(b), ranges.end(b), to, sink, all);
        block.dropped = sink.dropped - dropped_before;
        block.kept = sink.size - size_before;
        state.scratch[b] = block.sink.size;
        if (next && block.fault == Fault::None)
            answered.store(b + 1, std::memory_order_release); // now another thread may write to `whole`
    });
    if (!ran) return fail(state, Fault::Cancelled);
    if (const Fault fault = fault_of_blocks(state, blocks, all); fault != Fault::None) return fail(state, fault);
    std::uint64_t total = whole.size, dropped = 0; // dropped: the maximum of one block
    state.candidates = whole.candidates;
    for (std::uint32_t b = 0; b < blocks; ++b) {
        total += state.scratch[b];
        dropped = std::max(dropped, state.blocks[b]->dropped);
        state.candidates += state.blocks[b]->sink.candidates;
    }
    state.pairs.resize(whole.size); // keeps these in a larger block
    const bool reserved = state.pairs.capacity() >= room_for(total) || state.pairs.reserve(room_for(total + total / 8));
    if (!reserved || !reserve_dropped(state.pairs, total, dropped)) return fail(state, Fault::OutOfMemory);
    state.pairs.resize(total);
    parallel::exclusive_scan({state.scratch.data(), blocks}, {state.scratch.data(), blocks + std::size_t{1}}, serial());
    ran = parallel::for_each_block(executor, blocks, [&](std::uint32_t b) {
        PairBlock& block = *state.blocks[b];
        Pair* const to = state.pairs.data() + whole.size + state.scratch[b];
        if (block.sink.size != 0) std::memcpy(to, block.pairs.data(), block.sink.size * sizeof(Pair));
        if (!reserve_for_next(block)) block.fault = Fault::OutOfMemory;
    });
    if (!ran) return fail(state, Fault::Cancelled);
    const Fault fault = fault_of_blocks(state, blocks, all);
    return fault == Fault::None ? Status{} : fail(state, fault);
}

} // namespace

Status answer(Pairs& out, const PairItems& items, Order order, AnswerPairs kernel, const Executor& executor) noexcept {
    PairsState* const state = Access::state(out);
    if (!PairsState::real(state)) return status_of(PairsState::fault(state), {});
    state->answer_nothing();
    if (items.count > items.block && !parallel::is_serial(executor)) {
        if (const Status status = answer_blocks(*state, items, kernel, executor); !status) return status;
    } else if (items.count != 0) {
        kernels::PairSink sink;
        if (const Fault fault = answer_in_order(kernel, items, state->pairs, sink); fault != Fault::None)
            return fail(*state, fault);
        state->take(sink);
    }
    const Fault fault = order == Order::BySlot ? state->sort_by_slot(executor) : Fault::None;
    return fault == Fault::None ? Status{} : fail(*state, fault);
}

} // namespace throng
