// SPDX-License-Identifier: MIT
#include "engine/src/query/query_batch.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/query/fill_list.hpp"
#include "engine/src/query/hits_state.hpp"
#include "parallel/for_each_block.hpp"
#include "parallel/scan.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <utility>

namespace throng {
namespace {

// Queries per block. It does not depend on the number of threads, so that results do not either.
constexpr std::uint32_t block_items = 1024;

// So few queries are answered without what larger batches need: limits, blocks and their sums.
constexpr std::size_t few_items = 16;

Status fail(HitsState& state, const Status& status) {
    state.answer_nothing();
    if (has(status.faults, Fault::OutOfMemory | Fault::OutOfCapacity)) state.release_memory();
    return status;
}
Status fail(HitsState& state, Fault fault) { return fail(state, status_of(fault, {})); }

// A kernel may end a row in the tile past a sink's capacity, and reads and writes up to a tile behind it: these are the
// column's last tile and its padding.
constexpr std::uint32_t tile = kernels::sink_margin, max_hits = no_slot - 4 * tile;

// The hits of a block, for fill_list().
class HitList {
public:
    static constexpr std::size_t most = max_hits, per_item = 4;

    /// `keys` stays empty if there are no keys.
    HitList(bool with_keys, Column<Slot>& slots, Column<float>& keys, kernels::HitSink& sink) noexcept
        : slots_(slots), keys_(keys), sink_(sink), with_keys_(with_keys) {}

    kernels::HitSink& sink() noexcept { return sink_; }
    void offer() noexcept { offer_behind(0, sink_); }
    kernels::HitSink spare(const HitTally&) const noexcept {
        kernels::HitSink spare;
        spare.counts = sink_.counts; // this and `found` are written, and nothing reads them before the answer
        spare.found = sink_.found;
        offer_behind(sink_.size, spare);
        return spare;
    }
    void keep() noexcept {
        slots_.resize(sink_.size);
        keys_.resize(with_keys_ ? sink_.size : 0);
    }
    void clear() noexcept {
        sink_.size = 0;
        keep();
    }
    std::size_t capacity() const noexcept {
        return with_keys_ ? std::min(slots_.capacity(), keys_.capacity()) : slots_.capacity();
    }
    bool reserve(std::size_t count) noexcept { return slots_.reserve(count) && (!with_keys_ || keys_.reserve(count)); }
    void release() noexcept {
        sink_.size = 0;
        slots_.release();
        keys_.release();
    }

private:
    void offer_behind(std::uint32_t begin, kernels::HitSink& sink) const noexcept {
        sink.slots = slots_.data() + begin;
        sink.keys = with_keys_ ? keys_.data() + begin : nullptr;
        const std::size_t room = std::min(capacity(), most);
        sink.capacity = static_cast<std::uint32_t>(room - std::min<std::size_t>(room, std::size_t{tile} + begin));
    }

    Column<Slot>& slots_;
    Column<float>& keys_;
    kernels::HitSink& sink_;
    const bool with_keys_;
};

// Sorts each row by slot, so that its order depends only on its content.
bool order_rows(HitsState& state, Order order, const Executor& executor) {
    if (order != Order::BySlot) return true;
    return parallel::for_each_range(executor, state.rows, block_items, [&](std::uint32_t first, std::uint32_t end) {
        for (std::uint32_t row = first; row < end; ++row) {
            const std::uint32_t begin = state.offset_view[row];
            order_by_slot(state.slot_view + begin, state.key_view ? state.key_view + begin : nullptr,
                          state.offset_view[row + 1] - begin);
        }
    });
}

// A fixed buffer holds offsets, matches, slots and keys in this order; the answer ends with the last row that fits.
Status answer_fixed(HitsState& state, const HitPlan& plan, AnswerHits kernel) {
    const auto rows = static_cast<std::uint32_t>(plan.rows);
    auto* const words = reinterpret_cast<std::uint32_t*>(state.fixed.data());
    const std::size_t room = state.fixed.size() / sizeof(std::uint32_t);
    const std::size_t fixed = rows + std::size_t{1} + (plan.found ? rows : 0) + 2 * tile * (plan.keys ? 2 : 1);
    state.answer_nothing();
    if (room < fixed) return {Fault::OutputTooSmall, rows == 0 ? no_slot : 0, rows, Reason::AnswerFull};

    kernels::HitSink sink;
    sink.counts = words;
    sink.found = plan.found ? words + rows + 1 : nullptr;
    sink.slots = words + rows + 1 + (plan.found ? rows : 0);
    sink.capacity = static_cast<std::uint32_t>(std::min<std::size_t>((room - fixed) / (plan.keys ? 2 : 1), max_hits));
    sink.keys = plan.keys ? reinterpret_cast<float*>(sink.slots + sink.capacity + 2 * tile) : nullptr;
    std::uint32_t done = kernel(0, rows, sink);
    // Where packets share a search, a single query may fit although its packet does not.
    while (done < rows && kernel(done, done + 1, sink) == done + 1) ++done;
    parallel::exclusive_scan({words, done}, {words, done + std::size_t{1}}, serial());
    state.offset_view = words;
    state.slot_view = sink.slots;
    state.key_view = plan.distances ? sink.keys : nullptr;
    state.found_view = sink.found;
    state.rows = done;
    state.candidates = sink.candidates;
    order_rows(state, plan.order, serial());
    if (done == rows) return status_of(Fault::None, sink.faulty);
    return {static_cast<Fault>(sink.faulty.faults) | Fault::OutputTooSmall, done, rows - done + sink.faulty.count,
            Reason::AnswerFull};
}

// Answers each block into its own chunk.
Status search_blocks(HitsState& state, const HitPlan& plan, AnswerHits kernel, kernels::ItemFaults& faulty,
                     const Executor& executor) {
    const parallel::Ranges blocks(plan.items, block_items);
    if (!state.blocks.reserve(blocks.count)) return status_of(Fault::OutOfMemory, {});
    const SortedItems& sorted = plan.sorted;
    HitTally all(plan.most_hits);
    const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        if (all.saturated()) return;
        HitBlock& block = *state.blocks[b];
        const std::uint32_t begin = blocks.begin(b), end = blocks.end(b);
        block.sink = {};
        block.sink.counts = sorted.item_of_row ? sorted.end : state.offset_view;
        block.sink.found = sorted.item_of_row && plan.found ? sorted.found : state.found_view;
        HitList list(plan.keys, block.slots, block.keys, block.sink);
        block.fault = fill_list(list, kernel, begin, end, all);
        if (sorted.item_of_row) std::inclusive_scan(sorted.end + begin, sorted.end + end, sorted.end + begin);
    });
    if (!ran) return status_of(Fault::Cancelled, {});
    // Too many hits are certain whatever the memory, so this fault comes first.
    if (all.exceeded()) return all.refusal();
    std::size_t total = 0;
    Fault fault = Fault::None;
    for (std::uint32_t b = 0; b < blocks.count; ++b) {
        const HitBlock& block = *state.blocks[b];
        if (block.fault != Fault::None) fault = block.fault;
        merge(faulty, block.sink.faulty);
        state.candidates += block.sink.candidates;
        total += block.sink.size;
    }
    const std::size_t room = total + total / 8;
    if (state.slots.capacity() < total && !state.slots.resize_discard(room)) fault = Fault::OutOfMemory;
    if (plan.distances && state.keys.capacity() < total && !state.keys.resize_discard(room)) fault = Fault::OutOfMemory;
    state.slot_view = state.slots.data();
    state.key_view = plan.distances ? state.keys.data() : nullptr;
    return status_of(fault, {});
}

void place_row(HitsState& state, const HitBlock& block, std::uint32_t from, std::uint32_t to, std::uint32_t count,
               bool keys) {
    if (count == 0) return;
    std::memcpy(state.slot_view + to, block.slots.data() + from, count * sizeof(Slot));
    if (keys) std::memcpy(state.key_view + to, block.keys.data() + from, count * sizeof(float));
}

// Copies the chunk of block b, or every row of it, to its place.
void place_chunk(HitsState& state, const HitPlan& plan, std::uint32_t b) {
    const HitBlock& block = *state.blocks[b];
    if (!plan.row_of_item) {
        place_row(state, block, 0, state.offset_view[b * block_items], block.sink.size, plan.distances);
        return;
    }
    std::uint32_t from = 0;
    const parallel::Ranges blocks(plan.items, block_items);
    for (std::uint32_t i = blocks.begin(b), end = blocks.end(b); i < end; ++i) {
        const std::uint32_t to = state.offset_view[plan.row_of_item[i]];
        const std::uint32_t count = state.offset_view[plan.row_of_item[i] + 1] - to;
        place_row(state, block, from, to, count, plan.distances);
        from += count;
    }
}

// The begin of a sorted item's hits in the chunk of its block.
std::uint32_t begin_of(const SortedItems& sorted, std::uint32_t item) {
    return item % block_items == 0 ? 0 : sorted.end[item - 1];
}

void count_rows(HitsState& state, const HitPlan& plan, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t row = begin; row < end; ++row) {
        const std::uint32_t item = plan.sorted.item_of_row[row];
        state.offset_view[row] = plan.sorted.end[item] - begin_of(plan.sorted, item);
        if (plan.found) state.found_view[row] = plan.sorted.found[item];
    }
}

// Copies rows [begin, end) from the chunks of their items. The data of several rows are fetched before the first of
// them is copied.
void gather_rows(HitsState& state, const HitPlan& plan, std::uint32_t begin, std::uint32_t end) {
    constexpr std::uint32_t together = 64;
    const std::uint32_t last = state.offset_view[end];
    std::array<const HitBlock*, together> blocks;
    std::array<std::uint32_t, together> from;
    for (std::uint32_t first = begin, size = 0; first < end; first += size) {
        size = std::min(together, end - first);
        for (std::uint32_t n = 0; n < size; ++n) {
            const std::uint32_t item = plan.sorted.item_of_row[first + n];
            blocks[n] = state.blocks[item / block_items];
            from[n] = begin_of(plan.sorted, item);
            __builtin_prefetch(blocks[n]->slots.data() + from[n]);
            __builtin_prefetch(blocks[n]->slots.data() + from[n] + copied_at_once - 1);
            if (plan.distances) __builtin_prefetch(blocks[n]->keys.data() + from[n]);
        }
        for (std::uint32_t n = 0; n < size; ++n) {
            const std::uint32_t to = state.offset_view[first + n], count = state.offset_view[first + n + 1] - to;
            if (last - to < count + copied_at_once) {
                place_row(state, *blocks[n], from[n], to, count, plan.distances);
                continue;
            }
            copy_in_steps(state.slot_view + to, blocks[n]->slots.data() + from[n], count);
            if (plan.distances) copy_in_steps(state.key_view + to, blocks[n]->keys.data() + from[n], count);
        }
    }
}

// Answers each block of queries into its own chunk, then copies every chunk, or every row of it, to its place.
Status answer_blocks(HitsState& state, const HitPlan& plan, AnswerHits kernel, const Executor& executor) {
    kernels::ItemFaults faulty;
    if (const Status searched = search_blocks(state, plan, kernel, faulty, executor); !searched)
        return fail(state, searched);
    const auto for_rows = [&](auto&& body) {
        return parallel::for_each_range(executor, state.rows, block_items,
                                        [&](std::uint32_t begin, std::uint32_t end) { body(state, plan, begin, end); });
    };
    const bool sorted = plan.sorted.item_of_row != nullptr;
    bool ran = !sorted || for_rows(count_rows);
    if (ran) parallel::exclusive_scan({state.offset_view, plan.rows}, {state.offset_view, plan.rows + 1}, executor);
    ran = ran && (sorted ? for_rows(gather_rows)
                         : parallel::for_each_block(executor, parallel::Ranges(plan.items, block_items).count,
                                                    [&](std::uint32_t b) { place_chunk(state, plan, b); }));
    if (!ran || !order_rows(state, plan.order, executor)) return fail(state, Fault::Cancelled);
    return status_of(Fault::None, faulty);
}

// One block, or one thread with rows in order: written directly to the answer.
Status answer_directly(HitsState& state, const HitPlan& plan, AnswerHits kernel, const Executor& executor) {
    kernels::HitSink sink;
    sink.counts = state.offsets.data();
    sink.found = plan.found ? state.found.data() : nullptr;
    HitTally all(plan.most_hits);
    HitList list(plan.keys, state.slots, state.keys, sink);
    const Fault fault = fill_list(list, kernel, 0, plan.items, all);
    if (all.exceeded()) return fail(state, all.refusal());
    if (fault != Fault::None) return fail(state, fault);
    state.slot_view = state.slots.data();
    state.key_view = plan.distances ? state.keys.data() : nullptr;
    state.candidates = sink.candidates;
    parallel::exclusive_scan({state.offset_view, plan.rows}, {state.offset_view, plan.rows + 1}, executor);
    if (!order_rows(state, plan.order, executor)) return fail(state, Fault::Cancelled);
    return status_of(Fault::None, sink.faulty);
}

// Answers few queries without limits into the memory that the answer has. False: that is not enough.
bool answer_few(HitsState& state, const HitPlan& plan, AnswerHits kernel, kernels::HitSink& sink) {
    HitList list(plan.keys, state.slots, state.keys, sink);
    list.offer();
    sink.counts = state.offsets.data();
    if (sink.capacity == 0 || state.offsets.capacity() <= plan.rows || kernel(0, plan.items, sink) != plan.items)
        return false;
    list.keep();
    state.offsets.resize(plan.rows + 1);
    std::uint32_t begin = 0;
    for (std::uint32_t row = 0; row < plan.items; ++row) begin += std::exchange(sink.counts[row], begin);
    sink.counts[plan.items] = begin;
    state.rows = plan.items;
    state.offset_view = sink.counts;
    state.slot_view = sink.slots;
    state.key_view = plan.distances ? sink.keys : nullptr;
    state.found_view = nullptr;
    state.candidates = sink.candidates;
    return true;
}

} // namespace

Status answer(Hits& out, const HitPlan& plan, AnswerHits kernel, const Executor& executor) noexcept {
    HitsState* const state = Access::state(out);
    if (!HitsState::real(state)) {
        Status status = HitsState::status(state);
        if (status.faults != Fault::OutputTooSmall || plan.rows == 0) return status;
        // The same as for a buffer without room for a row.
        status.first = 0;
        status.count = static_cast<std::uint32_t>(std::min<std::size_t>(plan.rows, no_slot));
        return status;
    }
    if (plan.rows >= no_slot) return fail(*state, Fault::OutOfCapacity);
    if (state->is_fixed()) return answer_fixed(*state, plan, kernel);

    if (plan.rows <= few_items && plan.is_plain()) {
        kernels::HitSink sink;
        if (answer_few(*state, plan, kernel, sink)) return status_of(Fault::None, sink.faulty);
    }
    state->answer_nothing();
    if (!state->offsets.resize_discard(plan.rows + 1) || (plan.found && !state->found.resize_discard(plan.rows)))
        return fail(*state, Fault::OutOfMemory);
    state->rows = static_cast<std::uint32_t>(plan.rows);
    state->offset_view = state->offsets.data();
    state->found_view = plan.found ? state->found.data() : nullptr;
    if (plan.row_of_item && plan.items != plan.rows) { // absent slots have no items: their rows are empty
        std::fill_n(state->offset_view, plan.rows, 0u);
        if (plan.found) std::fill_n(state->found_view, plan.rows, 0u);
    }
    const bool single = plan.items <= block_items || parallel::is_serial(executor);
    return single && !plan.row_of_item && !plan.sorted.item_of_row ? answer_directly(*state, plan, kernel, executor)
                                                                   : answer_blocks(*state, plan, kernel, executor);
}

std::uint32_t first_faulty(const HitPlan& sorted, AnswerHits kernel) noexcept {
    kernels::HitSink sink;
    sink.counts = sorted.sorted.end;
    kernel(0, sorted.items, sink);
    return sink.faulty.first;
}

Status answer(std::span<std::uint32_t> out, AnswerHits kernel, const Executor& executor) noexcept {
    if (out.size() >= no_slot) return status_of(Fault::OutOfCapacity, {});
    const auto items = static_cast<std::uint32_t>(out.size());
    const auto answer_part = [&](std::uint32_t begin, std::uint32_t end) {
        kernels::HitSink sink;
        sink.counts = out.data();
        std::uint32_t chosen_from[kernels::counted_at_once + 2 * tile];
        sink.slots = chosen_from;
        kernel(begin, end, sink);
        return sink.faulty;
    };
    if (items <= block_items) return status_of(Fault::None, answer_part(0, items));

    const parallel::Ranges blocks(items, std::max(block_items, (items - 1) / parallel::max_blocks + 1));
    std::array<kernels::ItemFaults, parallel::max_blocks> faults;
    const bool ran = compute_blocks(executor, blocks.count,
                                    [&](std::uint32_t b) { faults[b] = answer_part(blocks.begin(b), blocks.end(b)); });
    if (!ran) {
        std::fill(out.begin(), out.end(), 0u);
        return status_of(Fault::Cancelled, {});
    }
    kernels::ItemFaults faulty;
    for (std::uint32_t b = 0; b < blocks.count; ++b) merge(faulty, faults[b]);
    return status_of(Fault::None, faulty);
}

} // namespace throng
