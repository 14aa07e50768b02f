// SPDX-License-Identifier: MIT
#include "engine/src/world/few_changes.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/world/queries/pair_segments.hpp"

#include <algorithm>

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
    if (!ids.grow(pairs.size())) return false;
    ids.resize(0);
    for (const Pair& pair : pairs) ids.append({id_of(pair.a), id_of(pair.b)});
    return true;
}

} // namespace

bool FewChanges::reserve(std::size_t slots, std::size_t changed) noexcept {
    const std::size_t known = numbers_.size();
    if (!numbers_.grow(slots)) return false;
    numbers_.resize(std::max(slots, known));
    std::fill(numbers_.begin() + known, numbers_.end(), no_slot);
    return then_.grow(changed) && now_.grow(changed) && by_left_.grow(changed) && around_.reserve_discard(changed);
}

// Fills `candidates_` with the pairs of these elements and what overlaps them in the structures.
Fault FewChanges::search(const WorldView& world, const Column<BoxOfSlot>& around) noexcept {
    std::uint32_t count = 0;
    for (const BoxOfSlot& element : around)
        if (element.generation != 0) around_.set(count++, element.aabb(), element.slot);
    candidates_.resize(0);
    kernels::PairSink sink;
    for (std::uint8_t s = 0; s < world_structures; ++s) {
        const WorldMembers members(world, s);
        for (std::uint32_t at = 0; at < count && members.size() != 0;) {
            offer_room(candidates_, sink);
            const std::uint32_t size = std::min(packet_queries, count - at);
            if (sink.size < sink.capacity &&
                members.join_with({kernels::columns_from(around_.elements(0), at), size}, nullptr, sink)) {
                at += size;
                continue;
            }
            candidates_.resize(sink.size);
            const std::size_t wanted = room_for(2 * std::size_t{sink.capacity} + 256);
            if (sink.capacity >= max_pairs - kernels::sink_margin) return Fault::OutOfCapacity;
            if (!candidates_.reserve(wanted)) return Fault::OutOfMemory;
        }
    }
    candidates_.resize(sink.size);
    return Fault::None;
}

Fault FewChanges::find(BoxesBySlot& boxes, const WorldVersion& world, const TrackedPairs& tracked,
                       std::span<const Slot> changed) noexcept {
    if (!boxes.pad(world.slot_count()) || !reserve(boxes.slot_count(), changed.size())) return Fault::OutOfMemory;
    then_.resize(0), now_.resize(0), begun_.resize(0), ended_.resize(0);
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
        if (const Fault fault = search(world.view(), now_); fault != Fault::None) return fault;
        for (const Pair& p : candidates_)
            if (p.a != p.b && lists(now_, then_, p) && !begun_.push(p)) return full;
        // What overlaps an old box now did so then, unless it has changed as well.
        if (const Fault fault = search(world.view(), then_); fault != Fault::None) return fault;
        for (const Pair& p : candidates_)
            if (has_changed(p.a) != has_changed(p.b) && lists(then_, now_, p) && !ended_.push(p)) return full;
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
void FewChanges::release_memory() noexcept {
    candidates_.release();
    numbers_.release();
    around_.release();
    by_left_.release();
}

std::size_t FewChanges::bytes() const noexcept {
    return then_.bytes() + now_.bytes() + numbers_.bytes() + candidates_.bytes() + begun_.bytes() + ended_.bytes() +
           begun_ids_.bytes() + ended_ids_.bytes() + around_.bytes() + by_left_.bytes();
}

} // namespace throng
