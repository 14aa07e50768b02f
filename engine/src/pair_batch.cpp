// SPDX-License-Identifier: MIT
// The batch algorithm for pairs: one list instead of rows.
#include "engine/src/access.hpp"
#include "engine/src/item_faults.hpp"
#include "engine/src/pairs_state.hpp"
#include "engine/src/query_batch.hpp"
#include "parallel/for_each_block.hpp"
#include "parallel/scan.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace throng {
namespace {

Status fail(PairsState& state, Fault fault) {
    state.answer_nothing();
    if (fault == Fault::OutOfMemory) state.release_memory();
    return status_of(fault, {});
}

// Of an answer that could not be made.
Fault fault_of(const kernels::PairSink& sink) {
    return sink.capacity >= most_pairs - kernels::sink_margin ? Fault::OutOfCapacity : Fault::OutOfMemory;
}

// Runs the kernel over [begin, end), block after block: packets begin anew with each, and so must not depend on who runs them.
bool answer_all(AnswerPairs kernel, std::uint32_t block, std::uint32_t begin, std::uint32_t end, Column<Pair>& pairs,
                kernels::PairSink& sink) {
    // `begin` is the first of a block.
    for (std::uint32_t done = begin, stop = begin; done < end;) {
        if (done == stop) stop = std::min(end - done, block) + done;
        offer_room(pairs, sink);
        if (sink.capacity != 0) done = kernel(done, stop, sink);
        if (done == stop) continue;
        pairs.resize(sink.size);
        if (pairs.capacity() >= most_pairs || !pairs.grow(2 * std::size_t{sink.capacity} + (end - begin) + 64)) return false;
    }
    return true;
}

Status answer_blocks(PairsState& state, const PairItems& items, AnswerPairs kernel, const Executor& executor) {
    const std::uint32_t blocks = (items.count - 1) / items.block + 1;
    if (!state.reserve_blocks(blocks) || !state.scratch.resize_discard(blocks + std::size_t{1})) return fail(state, Fault::OutOfMemory);
    // Whoever takes up a block when the answer has those of all blocks before it writes to the answer, where nobody else can be at the moment; others
    // to a list of their own, which is copied in the end. A host whose threads take runs of blocks so copies none of the first thread's.
    std::atomic<std::uint32_t> answered{0}; // blocks
    kernels::PairSink whole;
    bool ran = parallel::for_each_block(executor, blocks, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment; // a worker may be set otherwise
        PairBlock& block = *state.blocks[b];
        block.sink = {};
        const std::uint32_t begin = b * items.block, end = std::min(items.count - begin, items.block) + begin;
        const bool next = answered.load(std::memory_order_acquire) == b;
        kernels::PairSink& sink = next ? whole : block.sink;
        const std::uint32_t before = sink.size;
        const bool done = answer_all(kernel, items.block, begin, end, next ? state.pairs : block.pairs, sink);
        block.fault = done ? Fault::None : fault_of(sink);
        if (next && done) {
            answered.store(b + 1, std::memory_order_release);
            // By another schedule the same block has to keep them: memory is asked for now, so that no later tick needs it.
            if (!block.pairs.grow(room_for(sink.size - before))) block.fault = Fault::OutOfMemory;
        }
        state.scratch[b] = block.sink.size;
    });
    if (!ran) return fail(state, Fault::Cancelled);
    std::uint64_t total = whole.size;
    state.candidates = whole.candidates;
    for (std::uint32_t b = 0; b < blocks; ++b) {
        if (state.blocks[b]->fault != Fault::None) return fail(state, state.blocks[b]->fault);
        total += state.scratch[b];
        state.candidates += state.blocks[b]->sink.candidates;
    }
    if (total >= no_slot) return fail(state, Fault::OutOfCapacity);
    state.pairs.resize(whole.size); // which are kept
    if (state.pairs.capacity() < room_for(total) && !state.pairs.reserve(room_for(total + total / 8)))
        return fail(state, Fault::OutOfMemory);
    state.pairs.resize(total);
    parallel::exclusive_scan({state.scratch.data(), blocks}, {state.scratch.data(), blocks + std::size_t{1}}, serial());
    ran = parallel::for_each_block(executor, blocks, [&](std::uint32_t b) {
        const PairBlock& block = *state.blocks[b];
        Pair* const to = state.pairs.data() + whole.size + state.scratch[b];
        if (block.sink.size != 0) std::memcpy(to, block.pairs.data(), block.sink.size * sizeof(Pair));
    });
    return ran ? Status{} : fail(state, Fault::Cancelled);
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
        if (!answer_all(kernel, items.block, 0, items.count, state->pairs, sink)) return fail(*state, fault_of(sink));
        state->take(sink);
    }
    if (order == Order::BySlot) state->sort_by_slot();
    return {};
}

} // namespace throng
