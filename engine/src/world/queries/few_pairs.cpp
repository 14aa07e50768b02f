// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/few_pairs.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/query/space_queries.hpp"

#include <algorithm>

namespace throng {
namespace {

// A search for one element costs about as much as the pairs of so many.
constexpr std::size_t search_cost = 16;

bool one_is_smaller(const WorldVersion& world, const TrackedPairs& tracked) noexcept {
    std::size_t of_one = 0, of_other = 0;
    for (Slot slot = 0; slot < world.slot_count(); ++slot) {
        if (world.generations[slot] == 0) continue;
        of_one += TrackedPairs::has(tracked.one, world.categories[slot]) ? 1u : 0u;
        of_other += TrackedPairs::has(tracked.other, world.categories[slot]) ? 1u : 0u;
    }
    return of_one <= of_other;
}

} // namespace

bool FewTracked::note(const WorldVersion& world, const TrackedPairs& tracked) noexcept {
    if (edition_ == world.edition(columns_by_slot)) return true;
    edition_ = being_made;
    slots_.resize(0);
    if (!world.layers_by_slot.empty()) { // few elements are not joined layer by layer
        few_ = false;
    } else if (world.categories.empty()) { // all are ~0u
        few_ = tracked.one == 0 || tracked.other == 0;
    } else {
        const std::uint32_t mask = one_is_smaller(world, tracked) ? tracked.one : tracked.other;
        few_ = true;
        for (Slot slot = 0; few_ && slot < world.slot_count(); ++slot) {
            if (world.generations[slot] == 0 || !TrackedPairs::has(mask, world.categories[slot])) continue;
            few_ = slots_.size() < world.size / search_cost;
            if (few_ && !slots_.push(slot)) return false;
        }
        if (!few_) slots_.resize(0);
    }
    edition_ = world.edition(columns_by_slot);
    return true;
}

Fault FewTracked::order(const WorldVersion& world, const Executor& executor) noexcept {
    const std::size_t count = slots_.size();
    if (!boxes_.grow(count) || !joined_.reserve_discard(count)) return Fault::OutOfMemory;
    boxes_.resize(count);
    for (std::size_t i = 0; i < count; ++i) boxes_[i] = world.box_of(slots_[i]);
    kernels::ItemFaults none;
    const Fault fault = curve_.sort(box_source_of(boxes_.data()), count, none, executor);
    if (fault != Fault::None) return fault;
    std::size_t to = 0;
    for (const auto& [place, item] : curve_.items()) joined_.set(to++, boxes_[item], slots_[item]);
    return Fault::None;
}

Status FewTracked::pairs(const WorldVersion& world, const TrackedPairs& tracked, Pairs& out,
                         const Executor& of_call) noexcept {
    PairsState* const to = Access::state(out);
    if (slots_.empty()) return to->answer_nothing(), Status{};
    const Executor executor = parallel::unless_few(slots_.size(), of_call);
    if (const Fault fault = order(world, executor); fault != Fault::None) return refuse(out, fault);
    const WorldView& view = world.view();
    const auto is_wanted = [&view, tracked, by_category = !tracked.with_all(),
                            by_motion = view.dynamic_parts != view.part_count](Slot a, Slot b) {
        bool wanted = true;
        if (by_category) wanted &= tracked.contain(view.category_of(a), view.category_of(b));
        if (by_motion) wanted &= !view.is_static(a) || !view.is_static(b);
        return wanted;
    };
    const JoinAll kernel(view, joined_.elements(0), static_cast<std::uint32_t>(slots_.size()), is_wanted);
    if (kernel.items() > no_slot) return refuse(out, Fault::OutOfCapacity);
    const Status status = answer(out, {.count = static_cast<std::uint32_t>(kernel.items()), .block = kernel.block},
                                 {.order = Order::BySlot}, kernel, executor);
    if (!status) return status;
    // Two elements of the mask find each other.
    const auto same = [](Pair p, Pair q) { return key_of(p) == key_of(q); };
    const Pair* const end = std::unique(to->pairs.begin(), to->pairs.end(), same);
    to->pairs.resize(static_cast<std::size_t>(end - to->pairs.begin()));
    return {};
}

} // namespace throng
