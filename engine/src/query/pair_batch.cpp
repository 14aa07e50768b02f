// SPDX-License-Identifier: MIT
// The batch algorithm for pairs: one list instead of rows.
#include "engine/src/base/access.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/query/fill_list.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/query/query_batch.hpp"
#include "parallel/for_each_block.hpp"
#include "parallel/scan.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace throng {
namespace {

Status fail(PairsState& state, const Status& status) {
    state.answer_nothing();
    if (has(status.faults, Fault::OutOfMemory | Fault::OutOfCapacity)) state.release_memory();
    return status;
}
Status fail(PairsState& state, Fault fault) { return fail(state, status_of(fault, {})); }

// The pairs of a block, for fill_list().
class PairList {
public:
    static constexpr std::size_t most = max_pairs, per_item = 1;

    PairList(Column<Pair>& pairs, kernels::PairSink& sink) noexcept : pairs_(pairs), sink_(sink) {}

    kernels::PairSink& sink() noexcept { return sink_; }
    void offer() noexcept { offer_room(pairs_, sink_); }
    kernels::PairSink spare(HitTally& all) noexcept {
        counter_.all = &all;
        kernels::PairSink spare;
        offer_room(pairs_, spare);
        spare.pairs += 2 * std::size_t{sink_.size};
        spare.capacity -= std::min(spare.capacity, sink_.size);
        spare.taker = &counter_;
        return spare;
    }
    void keep() noexcept { pairs_.resize(sink_.size); }
    void clear() noexcept {
        sink_.size = 0;
        keep();
    }
    std::size_t capacity() const noexcept { return pairs_.capacity(); }
    bool reserve(std::size_t count) noexcept { return pairs_.reserve(count); }
    void release() noexcept {
        sink_.size = 0;
        pairs_.release();
    }

private:
    struct Counter : kernels::PairTaker {
        Counter() noexcept
            : PairTaker{[](PairTaker& self, std::uint32_t*, std::uint32_t size) noexcept {
                  static_cast<Counter&>(self).all->add(size);
              }} {}
        HitTally* all = nullptr;
    };

    Column<Pair>& pairs_;
    kernels::PairSink& sink_;
    Counter counter_;
};

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

// Too many pairs are certain whatever the memory, so this fault comes first.
Status status_of_blocks(const PairsState& state, std::uint32_t blocks, const HitTally& all) {
    if (all.exceeded()) return all.refusal();
    Fault fault = Fault::None;
    for (std::uint32_t b = 0; b < blocks; ++b)
        if (state.blocks[b]->fault != Fault::None) fault = state.blocks[b]->fault;
    return status_of(fault, {});
}

Status answer_blocks(PairsState& state, const PairItems& items, std::uint32_t limit, AnswerPairs kernel,
                     const Executor& executor) {
    const parallel::Ranges ranges(items.count, items.block);
    const std::uint32_t blocks = ranges.count;
    if (!state.blocks.reserve(blocks) || !state.scratch.resize_discard(blocks + std::size_t{1}))
        return fail(state, Fault::OutOfMemory);
    // A block that begins when the answer has the pairs of all blocks before it is written directly to the answer,
    // which no other thread touches then. Other blocks are written to lists of their own, which are copied at the end.
    // So with a host that gives threads runs of blocks, nothing of the first thread is copied.
    std::atomic<std::uint32_t> answered{0}; // blocks
    HitTally all(limit);
    kernels::PairSink whole;
    bool ran = compute_blocks(executor, blocks, [&](std::uint32_t b) {
        PairBlock& block = *state.blocks[b];
        block.sink = {};
        const bool next = answered.load(std::memory_order_acquire) == b;
        kernels::PairSink& sink = next ? whole : block.sink;
        const std::uint32_t size_before = sink.size;
        const std::uint64_t dropped_before = sink.dropped;
        PairList list(next ? state.pairs : block.pairs, sink);
        block.fault = fill_list(list, kernel, ranges.begin(b), ranges.end(b), all);
        block.dropped = sink.dropped - dropped_before;
        block.kept = sink.size - size_before;
        state.scratch[b] = block.sink.size;
        if (next && block.fault == Fault::None)
            answered.store(b + 1, std::memory_order_release); // now another thread may write to `whole`
    });
    if (!ran) return fail(state, Fault::Cancelled);
    if (const Status searched = status_of_blocks(state, blocks, all); !searched) return fail(state, searched);
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
    const Status status = status_of_blocks(state, blocks, all);
    return status ? status : fail(state, status);
}

} // namespace

Status answer_in_order(AnswerPairs kernel, const PairItems& items, std::uint32_t limit, Column<Pair>& pairs,
                       kernels::PairSink& sink) noexcept {
    HitTally all(limit);
    PairList list(pairs, sink);
    const parallel::Ranges blocks(items.count, items.block);
    Fault whole = Fault::None;
    for (std::uint32_t b = 0; b < blocks.count && !all.saturated(); ++b) {
        const Fault fault = fill_list(list, kernel, blocks.begin(b), blocks.end(b), all);
        if (fault != Fault::None) whole = fault;
        if (fault == Fault::OutOfMemory && !all.reports_count()) break;
    }
    pairs.resize(sink.size);
    return all.exceeded() ? all.refusal() : status_of(whole, {});
}

Status answer(Pairs& out, const PairItems& items, const PairPlan& plan, AnswerPairs kernel,
              const Executor& executor) noexcept {
    PairsState* const state = Access::state(out);
    if (!PairsState::real(state)) return PairsState::status(state);
    state->answer_nothing();
    if (items.count > items.block && !parallel::is_serial(executor)) {
        if (const Status status = answer_blocks(*state, items, plan.limit, kernel, executor); !status) return status;
    } else if (items.count != 0) {
        kernels::PairSink sink;
        if (const Status status = answer_in_order(kernel, items, plan.limit, state->pairs, sink); !status)
            return fail(*state, status);
        state->take(sink);
    }
    const Fault fault = plan.order == Order::BySlot ? state->sort_by_slot(executor) : Fault::None;
    return fault == Fault::None ? Status{} : fail(*state, fault);
}

} // namespace throng
