// SPDX-License-Identifier: MIT
#include "engine/src/world/overlaps.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/query/space_queries.hpp"
#include "engine/src/world/queries/searched_parts.hpp"

#include <algorithm>
#include <utility>

namespace throng {

namespace {

// The numbers of changed slots that are alive, by their left sides.
std::size_t sort_by_left(const Column<BoxOfSlot>& elements, Column<std::uint32_t>& numbers) noexcept {
    numbers.resize(0);
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (elements[i].generation != 0) numbers.append(static_cast<std::uint32_t>(i));
    std::sort(numbers.begin(), numbers.end(),
              [&](std::uint32_t i, std::uint32_t j) { return elements[i].box.min_x < elements[j].box.min_x; });
    return numbers.size();
}

// Pairs in the order of slots, each once, with the ids of their slots. False: out of memory.
template <class IdOf> bool finish(Column<Pair>& pairs, Column<IdPair>& ids, const IdOf& id_of) noexcept {
    sort_each_once(pairs);
    return list_ids(pairs, ids, id_of);
}

} // namespace

bool FewChanges::reserve(std::size_t slots, std::size_t changed) noexcept {
    if (!numbers_.grow(slots)) return false;
    numbers_.extend(slots, no_slot);
    return grow_all(changed, then_, now_, by_left_) && around_.reserve_discard(changed);
}

// Fills `out` with the wanted pairs of these elements and what overlaps them in the parts.
template <class IsWanted>
Fault FewChanges::search(const WorldView& world, const Column<BoxOfSlot>& around, Column<Pair>& out,
                         const IsWanted& is_wanted) noexcept {
    std::uint32_t count = 0;
    for (const BoxOfSlot& element : around)
        if (element.generation != 0) around_.set(count++, element.aabb(), element.slot);
    const JoinAll kernel(world, around_.elements(0), count, is_wanted);
    kernels::PairSink sink;
    const PairItems items{static_cast<std::uint32_t>(kernel.items()), kernel.block};
    return answer_in_order(kernel, items, 0, out, sink).faults;
}

Fault FewChanges::find(BoxesBySlot& boxes, const WorldVersion& world, const TrackedPairs& tracked,
                       std::span<const Slot> changed) noexcept {
    if (!boxes.pad(world.slot_count()) || !reserve(boxes.slot_count(), changed.size())) return Fault::OutOfMemory;
    empty_all(then_, now_, begun_, ended_);
    for (const Slot slot : changed) {
        numbers_[slot] = static_cast<std::uint32_t>(then_.size());
        then_.append(boxes.at(slot));
        now_.append(BoxesBySlot::of(world, slot));
    }
    const auto at = [&](const Column<BoxOfSlot>& one, Slot slot) {
        return has_changed(slot) ? one[numbers_[slot]] : boxes.at(slot);
    };
    // Whether a pair of one commit is one of the other commit, too.
    const auto lists = [&](const Column<BoxOfSlot>& one, const Column<BoxOfSlot>& other, Pair p) {
        const BoxOfSlot a = at(one, p.a), b = at(one, p.b);
        if (!are_pair(a, b, tracked)) return false;
        const BoxOfSlot other_a = at(other, p.a), other_b = at(other, p.b);
        return a.id() != other_a.id() || b.id() != other_b.id() || !are_pair(other_a, other_b, tracked);
    };
    const auto compare = [&] {
        constexpr Fault full = Fault::OutOfMemory;
        const auto begins = [&](Slot a, Slot b) { return lists(now_, then_, {a, b}); };
        if (const Fault fault = search(world.view(), now_, begun_, begins); fault != Fault::None) return fault;
        // What overlaps an old box now did so then, unless it has changed as well.
        const auto ends = [&](Slot a, Slot b) {
            return has_changed(a) != has_changed(b) && lists(then_, now_, {a, b});
        };
        if (const Fault fault = search(world.view(), then_, ended_, ends); fault != Fault::None) return fault;
        const std::size_t alive = sort_by_left(then_, by_left_);
        for (std::size_t i = 0; i < alive; ++i) {
            const BoxOfSlot& one = then_[by_left_[i]];
            for (std::size_t j = i + 1; j < alive && then_[by_left_[j]].box.min_x <= -one.box.minus_max_x; ++j) {
                const BoxOfSlot& other = then_[by_left_[j]];
                if (!overlap(one.box, other.box)) continue;
                const Pair p{std::min(one.slot, other.slot), std::max(one.slot, other.slot)};
                if (lists(then_, now_, p) && !ended_.push(p)) return full;
            }
        }
        const bool finished = finish(begun_, begun_ids_, [&](Slot slot) { return at(now_, slot).id(); }) &&
                              finish(ended_, ended_ids_, [&](Slot slot) { return at(then_, slot).id(); });
        return finished ? Fault::None : full;
    };
    const Fault fault = compare();
    for (const Slot slot : changed) numbers_[slot] = no_slot;
    return fault;
}

void FewChanges::apply(BoxesBySlot& boxes, const WorldVersion& world) const noexcept {
    for (const BoxOfSlot& element : now_) boxes.put(element);
    boxes.set_editions_of(world);
}

Fault FewChanges::copy_to(PairsState& begun, PairsState& ended) const noexcept {
    begun.answer_nothing(), ended.answer_nothing();
    const bool copied = begun.pairs.assign(begun_) && begun.ids.assign(begun_ids_) && ended.pairs.assign(ended_) &&
                        ended.ids.assign(ended_ids_);
    return copied ? Fault::None : Fault::OutOfMemory;
}

// What the last pairs are copied from stays.
void FewChanges::release_memory() noexcept { release_all(numbers_, around_, by_left_); }

std::size_t FewChanges::bytes() const noexcept {
    return bytes_of(then_, now_, numbers_, begun_, ended_, begun_ids_, ended_ids_, around_, by_left_);
}

bool WorldOverlaps::is_open() noexcept {
    note_bytes();
    return PairsState::real(Access::state(then_.found)) && PairsState::real(Access::state(now_.found));
}

void WorldOverlaps::note_bytes() noexcept {
    bytes_.store(bytes_of(few_, then_, now_, changes_, changed_, begun_, few_changes_), std::memory_order_relaxed);
}

void WorldOverlaps::committed(std::span<const Staged> changes) noexcept {
    ++commits_, ++versions_;
    if (!tracks_) return;
    const std::size_t bytes = changed_.bytes();
    changed_.note(changes);
    bytes_.store(bytes_.load(std::memory_order_relaxed) + (changed_.bytes() - bytes), std::memory_order_relaxed);
}

void WorldOverlaps::committed_any() noexcept {
    ++commits_, ++versions_;
    changed_.note_all();
}

bool WorldOverlaps::suits_few_changes(const WorldVersion& world) const noexcept {
    return answered_ && now_version_ != none && !now_.listed && changed_.are_few(world.size) &&
           begun_.size() <= now_.boxes.slot_count() && now_.boxes.suits(world, !tracked_.all());
}

// Advances the boxes of `now_` to the version, whose pairs are not listed.
Fault WorldOverlaps::take_few_changes(const WorldVersion& world, PairsState& begun, PairsState& ended) noexcept {
    Fault fault = few_changes_.find(now_.boxes, world, tracked_, changed_.list());
    if (fault == Fault::None) fault = few_changes_.copy_to(begun, ended);
    const std::span<const Pair> began = few_changes_.begun();
    if (fault == Fault::None && !begun_.grow(begun_.size() + began.size())) fault = Fault::OutOfMemory;
    if (fault != Fault::None) return fault;
    for (const Pair& pair : began) begun_.append(pair);
    few_changes_.apply(now_.boxes, world);
    now_version_ = versions_;
    are_few_changes_ = is_behind_ = true;
    unchanged_ = false;
    return Fault::None;
}

Status WorldOverlaps::take(const WorldVersion& world, Pairs& begun, Pairs& ended, const Executor& executor) noexcept {
    const GateWriter writer(gate_);
    if (!writer) return refuse(begun, ended, status_of(Fault::Busy, {}));
    PairsState *const to_begun = Access::state(begun), *const to_ended = Access::state(ended);
    for (const PairsState* const to : {to_begun, to_ended})
        if (!PairsState::real(to)) return refuse(begun, ended, PairsState::status(to));
    const bool repeated = commits_ == answered_at_;
    Fault fault = Fault::None;
    if (repeated ? unchanged_ : answered_ && now_version_ == versions_) {
        to_begun->answer_nothing();
        to_ended->answer_nothing();
        unchanged_ = true;
    } else if (repeated && are_few_changes_) {
        fault = few_changes_.copy_to(*to_begun, *to_ended);
    } else if (!repeated && suits_few_changes(world)) {
        fault = take_few_changes(world, *to_begun, *to_ended);
    } else {
        if (is_behind_) fault = now_.catch_up(begun_, tracked_);
        if (fault == Fault::None) {
            is_behind_ = are_few_changes_ = false;
            if (!repeated && answered_) {
                std::swap(then_, now_);
                now_version_ = none;
                answered_ = unchanged_ = false;
            }
            if (now_version_ != versions_) fault = find(world, executor);
        }
        if (fault == Fault::None) fault = changes_.fill(then_, now_, tracked_, *to_begun, *to_ended, executor);
    }
    if (fault == Fault::OutOfMemory) release_memory();
    note_bytes();
    if (fault != Fault::None) return refuse(begun, ended, status_of(fault, {}));
    changed_.clear();
    answered_ = true;
    answered_at_ = commits_;
    return {};
}

Fault WorldOverlaps::find(const WorldVersion& world, const Executor& executor) noexcept {
    now_version_ = none;
    const Fault fault = now_.find(world, tracked_, few_, executor);
    if (fault == Fault::None) now_version_ = versions_;
    return fault;
}

// Memory that did not suffice is there for the next commit. What the next answer is compared with stays: `then_`, or
// `now_` once its changes have been returned.
void WorldOverlaps::release_memory() noexcept {
    changes_.release_memory();
    few_changes_.release_memory();
    if (answered_) return;
    now_version_ = none;
    now_.release_memory();
}

Status WorldOverlaps::refuse(Pairs& begun, Pairs& ended, const Status& status) noexcept {
    (void)throng::refuse(begun, status);
    return throng::refuse(ended, status);
}

} // namespace throng
