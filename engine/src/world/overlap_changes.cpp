// SPDX-License-Identifier: MIT
#include "engine/src/world/overlaps.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/world/queries/world_queries.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace throng {
namespace {

constexpr std::size_t pairs_per_block = 8192;
constexpr std::size_t words_per_block = 256;

std::uint64_t key_of(const IdPair& pair) noexcept { return std::uint64_t{pair.a.slot} << 32 | pair.b.slot; }
bool same(const IdPair& p, const IdPair& q) noexcept { return p.a == q.a && p.b == q.b; }

/// Calls begun(pair) for each pair of `now` alone, and ended(pair) for each of `then` alone, each in the order of
/// slots, which both lists have. Most pairs are in both, so that branches are foreseen.
template <class Begun, class Ended>
void for_each_change(const Column<IdPair>& then, const Column<IdPair>& now, Begun&& begun, Ended&& ended) noexcept {
    const IdPair *before = then.begin(), *after = now.begin();
    while (before != then.end() && after != now.end()) {
        const std::uint64_t was = key_of(*before), is = key_of(*after);
        if (was < is) {
            ended(*before++);
        } else if (is < was) {
            begun(*after++);
        } else {
            if (!same(*before, *after)) {
                ended(*before);
                begun(*after);
            }
            ++before;
            ++after;
        }
    }
    for (; before != then.end(); ++before) ended(*before);
    for (; after != now.end(); ++after) begun(*after);
}

/// Whether a pair of one commit is a pair of another one. After World::restore an id may be that of another element.
bool has_pair(const BoxesBySlot& other, const BoxesBySlot& one, Pair p, const TrackedPairs& tracked) noexcept {
    return other.id_of(p.a) == one.id_of(p.a) && other.id_of(p.b) == one.id_of(p.b) &&
           (tracked.across_layers || other.layer(p.a) == other.layer(p.b)) &&
           are_pair(other.at(p.a), other.at(p.b), tracked);
}

} // namespace

Column<Pair>& OverlapsFound::pairs() noexcept { return Access::state(found)->pairs; }

Fault OverlapsFound::find(const WorldVersion& world, const TrackedPairs& tracked, FewTracked& elements,
                          const Executor& executor) noexcept {
    if (!tracked.all() && !elements.note(world, tracked)) return Fault::OutOfMemory;
    listed = !tracked.all() && elements.are_few();
    const Status status =
        listed ? elements.pairs(world, tracked, found, executor) : world_pairs(world.view(), found, tracked, executor);
    if (!status) return status.faults;
    if (!listed) return boxes.take(world, !tracked.all(), executor);
    const bool done = list_ids(pairs(), ids, [&](Slot slot) { return world.id_of(slot); });
    return done ? Fault::None : Fault::OutOfMemory;
}

// On the calling thread: a sort that is cancelled loses pairs.
Fault OverlapsFound::list() noexcept {
    if (listed) return Fault::None;
    if (const Fault fault = Access::state(found)->sort_by_slot(serial()); fault != Fault::None) return fault;
    const bool done = list_ids(pairs(), ids, [&](Slot slot) { return boxes.id_of(slot); });
    return done ? Fault::None : Fault::OutOfMemory;
}

// A pair that began may have been there before, and may have ended again.
Fault OverlapsFound::catch_up(Column<Pair>& begun, const TrackedPairs& tracked) noexcept {
    if (!pairs().grow(pairs().size() + begun.size())) return Fault::OutOfMemory;
    sort_each_once(begun);
    const auto is_pair = [&](Pair p) { return are_pair(boxes.at(p.a), boxes.at(p.b), tracked); };
    const auto began = [&](Pair p) { return std::binary_search(begun.begin(), begun.end(), p, pair_before); };
    const Pair* const kept =
        std::remove_if(pairs().begin(), pairs().end(), [&](Pair p) { return !is_pair(p) || began(p); });
    pairs().resize(static_cast<std::size_t>(kept - pairs().begin()));
    for (const Pair& pair : begun)
        if (is_pair(pair)) pairs().append(pair);
    begun.resize(0);
    return Fault::None;
}

void OverlapsFound::release_memory() noexcept {
    pairs().resize(0);
    Access::state(found)->release_memory();
    boxes.release_memory();
    ids.release();
}

std::size_t OverlapsFound::bytes() const noexcept {
    const PairsState* const state = Access::state(const_cast<Pairs&>(found));
    return boxes.bytes() + ids.bytes() + (PairsState::real(state) ? state->bytes() : 0);
}

Fault OverlapChanges::fill(OverlapsFound& then, OverlapsFound& now, const TrackedPairs& tracked, PairsState& begun,
                           PairsState& ended, const Executor& executor) noexcept {
    begun.answer_nothing();
    ended.answer_nothing();
    if (then.listed || now.listed) {
        Fault fault = then.list();
        if (fault == Fault::None) fault = now.list();
        return fault == Fault::None ? differ_listed(then.ids, now.ids, begun, ended) : fault;
    }
    const std::size_t slots = std::max(then.boxes.slot_count(), now.boxes.slot_count());
    if (!then.boxes.pad(slots) || !now.boxes.pad(slots) || !marks_.resize_with_room((slots + 63) / 64))
        return Fault::OutOfMemory;
    if (const Fault fault = mark(then.boxes, now.boxes, executor); fault != Fault::None) return fault;
    const Fault fault = differ(now, then.boxes, tracked, begun, executor);
    return fault == Fault::None ? differ(then, now.boxes, tracked, ended, executor) : fault;
}

Fault OverlapChanges::mark(const BoxesBySlot& then, const BoxesBySlot& now, const Executor& executor) noexcept {
    marked_.resize(0);
    if (then.edition() == now.edition()) return Fault::None;
    std::atomic<std::size_t> count{0};
    const bool ran =
        parallel::for_each_range(executor, marks_.size(), words_per_block, [&](std::size_t begin, std::size_t end) {
            std::size_t marked = 0;
            for (std::size_t word = begin; word < end; ++word) {
                const std::size_t first = 64 * word, size = std::min<std::size_t>(64, now.slot_count() - first);
                marks_[word] = then.differing(now, first, size);
                marked += static_cast<std::size_t>(std::popcount(marks_[word]));
            }
            count.fetch_add(marked, std::memory_order_relaxed);
        });
    if (!ran) return Fault::Cancelled;
    if (!marked_.resize_with_room(count) || !hidden_.resize_with_room(count)) return Fault::OutOfMemory;
    marked_.resize(0);
    for (std::size_t word = 0; word < marks_.size(); ++word)
        for (std::uint64_t rest = marks_[word]; rest != 0; rest &= rest - 1)
            marked_.append(static_cast<Slot>(64 * word + static_cast<std::size_t>(std::countr_zero(rest))));
    return Fault::None;
}

// While the boxes of marked slots are hidden, boxes alone decide about all pairs but those of marked slots.
Fault OverlapChanges::differ(OverlapsFound& one, BoxesBySlot& other, const TrackedPairs& tracked, PairsState& out,
                             const Executor& executor) noexcept {
    const Column<Pair>& pairs = one.pairs();
    const parallel::Ranges ranges(pairs.size(), pairs_per_block);
    if (!differing_.resize_with_room(pairs.size()) || !kept_.resize_with_room(ranges.count)) return Fault::OutOfMemory;
    simd::SignedBox* const boxes = other.boxes();
    for (std::size_t i = 0; i < marked_.size(); ++i)
        hidden_[i] = std::exchange(boxes[marked_[i]], simd::SignedBox::nothing());
    bool ran = compute_blocks(executor, ranges.count, [&](std::uint32_t b) {
        const std::size_t begin = ranges.begin(b);
        kept_[b] = static_cast<std::uint32_t>(
            simd::copy_apart(pairs.data() + begin, ranges.end(b) - begin, boxes, differing_.data() + begin));
    });
    for (std::size_t i = 0; i < marked_.size(); ++i) boxes[marked_[i]] = hidden_[i];
    if (ran && !marked_.empty())
        ran = compute_blocks(executor, ranges.count, [&](std::uint32_t b) {
            Pair *const begin = differing_.data() + ranges.begin(b), *const end = begin + kept_[b];
            kept_[b] = static_cast<std::uint32_t>(
                std::remove_if(begin, end, [&](Pair p) { return has_pair(other, one.boxes, p, tracked); }) - begin);
        });
    if (!ran) return Fault::Cancelled;
    std::size_t total = 0;
    for (const std::uint32_t kept : kept_) total += kept;
    if (!out.pairs.grow(total) || !counters_.resize_with_room(pair_counters(total, executor)))
        return Fault::OutOfMemory;
    for (std::uint32_t b = 0; b < ranges.count; ++b) {
        const Pair* const from = differing_.data() + ranges.begin(b);
        const std::size_t before = out.pairs.size();
        out.pairs.resize(before + kept_[b]);
        std::copy_n(from, kept_[b], out.pairs.begin() + before);
    }
    if (!sort_pairs({out.pairs.data(), total}, {differing_.data(), total}, {counters_.data(), counters_.size()},
                    executor))
        return Fault::Cancelled;
    const bool done = list_ids(out.pairs, out.ids, [&](Slot slot) { return one.boxes.id_of(slot); });
    return done ? Fault::None : Fault::OutOfMemory;
}

Fault OverlapChanges::differ_listed(const Column<IdPair>& then, const Column<IdPair>& now, PairsState& begun,
                                    PairsState& ended) noexcept {
    std::size_t began = 0, ceased = 0;
    for_each_change(
        then, now, [&](const IdPair&) { ++began; }, [&](const IdPair&) { ++ceased; });
    if (!begun.pairs.grow(began) || !begun.ids.grow(began) || !ended.pairs.grow(ceased) || !ended.ids.grow(ceased))
        return Fault::OutOfMemory;
    const auto append_to = [](PairsState& out) {
        return [&out](const IdPair& pair) {
            out.ids.append(pair);
            out.pairs.append({pair.a.slot, pair.b.slot});
        };
    };
    for_each_change(then, now, append_to(begun), append_to(ended));
    return Fault::None;
}

void OverlapChanges::release_memory() noexcept { release_all(differing_, kept_, counters_, marks_, marked_, hidden_); }

std::size_t OverlapChanges::bytes() const noexcept {
    return bytes_of(differing_, kept_, counters_, marks_, marked_, hidden_);
}

} // namespace throng
