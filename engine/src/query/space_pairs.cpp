// SPDX-License-Identifier: MIT
// The pairs of every index: those whose boxes overlap, or whose centres are within a distance.
#include "engine/src/base/blocks.hpp"
#include "engine/src/query/neighbor_pairs.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/query/space_queries.hpp"

#include <throng/predicates.hpp>

#include <algorithm>

namespace throng {

namespace {

constexpr std::uint32_t items_per_block = 4096; // centres and pairs of a pass

// Why an index without categories does not support the options.
Reason flaw_of(const PairOptions& options) noexcept {
    if (const Reason flaw = flaw_of_numbers(options); flaw != Reason::None) return flaw;
    if (options.mask != ~0u) return Reason::MaskWithoutWorld;
    if (!options.collides_with.empty()) return Reason::CollidesWithWithoutWorld;
    if (options.static_static) return Reason::StaticStaticWithoutWorld;
    const bool layered = options.layers != LayerRange{} || options.across_layers;
    return layered ? Reason::LayersWithoutWorld : Reason::None;
}

// An index without a kernel of its own searches around each element.
Status pairs_of_neighbors(const Shown& shown, Pairs& out, float distance, const HierarchicalBitset* among,
                          const PairPlan& plan, const Executor& executor) noexcept {
    const std::uint32_t slots = shown.view->slot_count;
    const Planned around = plan_neighbors(nullptr, slots, {distance}, {.among = among}, {});
    const auto lists = [among](Slot own, Slot other) { return own < other && (!among || among->test(own)); };
    const auto kernel = (*shown.table)[{kernels::SearchKind::Neighbors, queries::collect_of(around)}];
    const NeighborPairs pairs(*shown.view, kernel, *around, lists);
    return answer(out, {.count = slots}, plan, pairs, executor);
}

} // namespace

Reason flaw_of_numbers(const PairOptions& options) noexcept {
    if (!is_known(options.order)) return Reason::UnknownOrder;
    return !options.by_distance() || options.distance >= 0 ? Reason::None : Reason::PairDistance;
}

Status Space::State::pairs(Pairs& out, const PairOptions& options, const Executor& of_call) const noexcept {
    const Inside inside(*this);
    if (!inside.allowed()) return refuse(out, Fault::Busy);
    if (const Reason flaw = flaw_of(options); flaw != Reason::None) return refuse(out, flaw);
    if (!is_open()) {
        const PairsState* const to = Access::state(out);
        return refuse(out, PairsState::real(to) ? of_empty(*this) : PairsState::status(to));
    }
    const kernels::BitsetView members = options.among ? Access::view(*options.among) : kernels::BitsetView{};
    const kernels::BitsetView* const among = options.among ? &members : nullptr;
    const PairPlan plan{options.order, options.limit};
    if (!options.by_distance() && !options.squared_distances && pairs_at_once(among, plan, out)) return {};
    ViewRoom room;
    const Shown shown = show(room);
    const kernels::IndexView& view = *shown.view;
    const PairSearch search = pair_search(view);
    const Executor executor = parallel::unless_few(view.size, parallel::resolve(of_call, host));
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) {
        return options.by_distance() ? search.within(view, options.distance, begin, end, among, sink)
                                     : search.kernel(view, begin, end, among, sink);
    };
    const Status status = options.by_distance() && !search.within
                              ? pairs_of_neighbors(shown, out, options.distance, options.among, plan, executor)
                              : answer(out, search.items, plan, call, executor);
    return measured(status, *this, out, options, executor);
}

Status measured(const Status& status, const SpaceState& space, Pairs& out, const PairOptions& options,
                const Executor& executor) noexcept {
    if (!status || !options.squared_distances) return status;
    PairsState& answer = *Access::state(out);
    const Fault fault = answer.measure(space, executor);
    if (fault == Fault::OutOfMemory) answer.release_memory();
    return fault == Fault::None ? status : refuse(out, fault);
}

bool Space::State::list_centers(Vec2* by_slot, const Executor& executor) const noexcept {
    constexpr std::uint32_t boxes_at_once = 128;
    const parallel::Ranges blocks(static_cast<std::uint32_t>(slot_count()), items_per_block);
    return compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        Slot asked[boxes_at_once];
        Aabb boxes[boxes_at_once];
        for (std::uint32_t slot = blocks.begin(b), end = blocks.end(b); slot < end;) {
            const std::uint32_t size = std::min(end - slot, boxes_at_once);
            for (std::uint32_t i = 0; i < size; ++i) asked[i] = slot + i;
            boxes_of({asked, size}, boxes);
            for (std::uint32_t i = 0; i < size; ++i) by_slot[slot + i] = predicates::center_of(boxes[i]);
            slot += size;
        }
    });
}

// An element is in several pairs, and may have to be searched for: so all centres are listed first.
Fault PairsState::measure(const SpaceState& space, const Executor& executor) noexcept {
    const auto count = static_cast<std::uint32_t>(pairs.size());
    if (!centers.resize_with_room(space.slot_count()) || !squared.resize_with_room(count)) return Fault::OutOfMemory;
    if (!space.list_centers(centers.data(), executor)) return Fault::Cancelled;
    const parallel::Ranges pair_blocks(count, items_per_block);
    const bool done = compute_blocks(executor, pair_blocks.count, [&](std::uint32_t b) {
        for (std::uint32_t i = pair_blocks.begin(b); i < pair_blocks.end(b); ++i)
            squared[i] = predicates::squared_distance(centers[pairs[i].a], centers[pairs[i].b]);
    });
    return done ? Fault::None : Fault::Cancelled;
}

namespace {

// Rows that are found before their pairs are written: whole packets, which begin at multiples of their size.
constexpr std::uint32_t rows_at_once = 256;

} // namespace

std::uint32_t NeighborPairs::operator()(std::uint32_t begin, std::uint32_t end,
                                        kernels::PairSink& sink) const noexcept {
    for (std::uint32_t at = begin; at < end;) {
        const std::uint32_t stop = std::min(end, at - at % rows_at_once + rows_at_once);
        const bool has_room = sink.capacity > kernels::sink_margin && sink.size < sink.capacity - kernels::sink_margin;
        const std::uint32_t done = has_room ? find(at, stop, sink) : at;
        if (done == at) {
            if (!sink.taker || sink.size == 0) return at;
            sink.taker->take(*sink.taker, sink.pairs, sink.size);
            sink.size = 0;
        }
        at = done;
    }
    return end;
}

// The rows are written to the second half of the room for pairs, from which each slot is read before a pair is written
// over it: a row may exceed the capacity by the margin.
std::uint32_t NeighborPairs::find(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept {
    const std::uint32_t first = begin - begin % rows_at_once, room = sink.capacity - sink.size;
    std::uint32_t counts[rows_at_once];
    kernels::Batch rows = batch_;
    kernels::WordColumn& around = rows[kernels::Batch::around_slots];
    std::uint32_t slots[rows_at_once];
    if (around) {
        around = around.from(first);
    } else {
        // A packet is read as a whole, also the queries before `begin`.
        for (std::uint32_t row = first; row < end; ++row) slots[row - first] = row;
        around = slots;
    }
    kernels::HitSink hits;
    hits.slots = sink.pairs + 2 * std::size_t{sink.size} + room;
    hits.capacity = room - kernels::sink_margin;
    hits.counts = counts;
    const std::uint32_t done = first + neighbors_(view_, rows, begin - first, end - first, hits);
    sink.candidates += hits.candidates;
    const std::uint32_t *hit = hits.slots, *own = around.data + (begin - first);
    std::uint32_t* to = sink.pairs + 2 * std::size_t{sink.size};
    for (std::uint32_t row = begin; row < done; ++row, ++own) {
        for (const std::uint32_t* const row_end = hit + counts[row - first]; hit != row_end; ++hit) {
            const std::uint32_t other = *hit;
            if (!lists_(*own, other)) continue;
            to[0] = std::min(*own, other);
            to[1] = std::max(*own, other);
            to += 2;
        }
    }
    const auto kept = static_cast<std::uint32_t>((to - sink.pairs) / 2) - sink.size;
    sink.size += kept;
    sink.dropped += hits.size - kept;
    return done;
}

} // namespace throng
