// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/few_pairs.hpp"

#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/query/space_queries.hpp"
#include "engine/src/world/queries/searched_parts.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::uint32_t joined_per_block = 256;
static_assert(joined_per_block % packet_queries == 0);

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

/// Joins the elements of `columns` with every part: item i is element i % padded of part i / padded.
class JoinAll {
public:
    JoinAll(const WorldView& world, const TrackedPairs& tracked, const kernels::ElementColumns& columns,
            std::uint32_t count) noexcept
        : world_(world), tracked_(tracked), by_category_(!tracked.with_all()),
          by_motion_(world.dynamic_parts != world.part_count), columns_(columns), count_(count),
          padded_((std::uint64_t{count} + joined_per_block - 1) / joined_per_block * joined_per_block) {}

    std::uint64_t items() const noexcept { return padded_ * world_.part_count; }

    /// A kernel over the items of one block.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept {
        const Part& part = world_.parts[begin / padded_];
        for (std::uint32_t at = begin; at < end;) {
            const auto element = static_cast<std::uint32_t>(at % padded_);
            if (element >= count_) break;
            const std::uint32_t before = sink.size, count = std::min(packet_queries, count_ - element);
            if (part.join_with({kernels::columns_from(columns_, element), count}, nullptr, sink)) {
                at += packet_queries;
            } else if (before == sink.size) {
                return at;
            }
            keep_tracked(before, sink);
        }
        return end;
    }

private:
    std::uint32_t category(Slot slot) const noexcept { return world_.categories ? world_.categories[slot] : ~0u; }

    void keep_tracked(std::uint32_t begin, kernels::PairSink& sink) const noexcept {
        const auto wanted = [this](Slot a, Slot b) {
            bool is_wanted = a != b;
            if (by_category_) is_wanted &= tracked_.contain(category(a), category(b));
            if (by_motion_) is_wanted &= !world_.is_static(a) || !world_.is_static(b);
            return is_wanted;
        };
        std::uint32_t* const added = sink.pairs + 2 * std::size_t{begin};
        const std::uint32_t kept = begin + kernels::move_kept(added, sink.size - begin, wanted);
        sink.dropped += sink.size - kept;
        sink.size = kept;
    }

    const WorldView& world_;
    const TrackedPairs& tracked_;
    const bool by_category_; // joined elements are not tracked against all
    const bool by_motion_;
    const kernels::ElementColumns columns_;
    const std::uint32_t count_;
    const std::uint64_t padded_;
};

} // namespace

bool FewTracked::note(const WorldVersion& world, const TrackedPairs& tracked) noexcept {
    if (edition_ == world.edition(columns_by_slot)) return true;
    edition_ = being_made;
    few_ = false;
    slots_.resize(0);
    if (!world.layers_by_slot.empty()) { // few elements are not joined layer by layer
        edition_ = world.edition(columns_by_slot);
        return true;
    }
    if (world.categories.empty()) { // all are ~0u
        few_ = tracked.one == 0 || tracked.other == 0;
    } else {
        const std::uint32_t mask = one_is_smaller(world, tracked) ? tracked.one : tracked.other;
        for (Slot slot = 0; slot < world.slot_count(); ++slot) {
            if (world.generations[slot] == 0 || !TrackedPairs::has(mask, world.categories[slot])) continue;
            if (slots_.size() == world.size / search_cost) {
                slots_.resize(0);
                edition_ = world.edition(columns_by_slot);
                return true;
            }
            if (!slots_.push(slot)) return false;
        }
        few_ = true;
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
    const JoinAll kernel(view, tracked, joined_.elements(0), static_cast<std::uint32_t>(slots_.size()));
    if (kernel.items() > no_slot) return refuse(out, Fault::OutOfCapacity);
    const Status status = answer(out, {.count = static_cast<std::uint32_t>(kernel.items()), .block = joined_per_block},
                                 {.order = Order::BySlot}, kernel, executor);
    if (!status) return status;
    // Two elements of the mask find each other.
    const auto same = [](Pair p, Pair q) { return key_of(p) == key_of(q); };
    const Pair* const end = std::unique(to->pairs.begin(), to->pairs.end(), same);
    to->pairs.resize(static_cast<std::size_t>(end - to->pairs.begin()));
    return {};
}

std::size_t FewTracked::bytes() const noexcept {
    return slots_.bytes() + boxes_.bytes() + curve_.bytes() + joined_.bytes();
}

} // namespace throng
