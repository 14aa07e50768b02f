// SPDX-License-Identifier: MIT
// Fills one list of a batch, of hits or of pairs, and enlarges it whenever it is full. Once the limit of the answer is
// exceeded the list is not enlarged: its room is used again and again while the rest is counted.
//
//     List::sink()           of the kernel; it holds what the list does
//     List::offer()          gives the sink the room of the list
//     List::spare(all)       a sink with the room behind the list, whose content is only counted, and which counts what
//                            it was emptied of in the middle of an item
//     List::keep()           sizes the list as the sink
//     List::clear()          empties both
//     List::capacity(), reserve(count), release()
//     List::most, per_item   the largest capacity, and room that an item is likely to take
#pragma once

#include "engine/kernels/query/batch.hpp"

#include <throng/types.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace throng {

/// The largest number of hits of one answer: 2^32 - 1 without the margins of lists.
inline constexpr std::uint32_t max_in_answer = no_slot - 6 * kernels::sink_margin;

/// Counts the hits of all blocks of one answer during the search, so that an answer of too many hits ends soon after
/// that is certain. It is shared by the threads of one batch. Whether the sum exceeds the limit does not depend on
/// their order.
class HitTally {
public:
    /// 0: no limit of the caller's.
    explicit HitTally(std::uint32_t limit) noexcept
        : limit_(limit != 0 && limit < max_in_answer ? limit : max_in_answer), reports_count_(limit != 0) {}

    void add(std::uint64_t more) noexcept { hits_.fetch_add(more, std::memory_order_relaxed); }
    /// From now on there are more hits than one answer can have.
    void saturate() noexcept { add(std::uint64_t{max_in_answer} + 1); }

    /// The caller's limit, or the largest number.
    std::uint32_t limit() const noexcept { return limit_; }
    /// Whether the Status of a refused answer has its number of hits: only with a limit of the caller's.
    bool reports_count() const noexcept { return reports_count_; }
    bool exceeded() const noexcept { return hits() > limit_; }
    /// Some hits could not be counted, for want of memory.
    void lose() noexcept { lost_.store(true, std::memory_order_relaxed); }
    /// There are more hits than any Status can count: counting may end.
    bool saturated() const noexcept { return hits() > max_in_answer; }
    /// The Status of an answer that exceeds the limit.
    Status refusal() const noexcept {
        if (!reports_count_) return {Fault::OutOfCapacity, no_slot, 0};
        if (saturated()) return {Fault::OutOfCapacity, no_slot, UINT32_MAX};
        if (lost_.load(std::memory_order_relaxed)) return {Fault::OutOfMemory, no_slot, 0};
        return {Fault::OutOfCapacity, no_slot, static_cast<std::uint32_t>(hits())};
    }

private:
    std::uint64_t hits() const noexcept { return hits_.load(std::memory_order_relaxed); }

    const std::uint32_t limit_;
    const bool reports_count_;
    std::atomic<std::uint64_t> hits_{0};
    std::atomic<bool> lost_{false};
};

/// The contribution of one block's list to the tally.
class BlockTally {
public:
    explicit BlockTally(HitTally& all, std::uint32_t size) noexcept : all_(all), counted_(size) {}

    /// The list holds `size` hits now.
    void reach(std::uint32_t size) noexcept {
        all_.add(size - counted_);
        counted_ = size;
    }

private:
    HitTally& all_;
    std::uint32_t counted_;
};

/// Counts the answers to items [begin, end) in the room behind the list, which has to hold one item. Without memory for
/// that the tally is lost: false.
template <class List, class Kernel>
bool count_items(List& list, Kernel kernel, std::uint32_t begin, std::uint32_t end, HitTally& all) {
    constexpr std::uint32_t enough = 4096;
    for (std::uint32_t done = begin; !all.saturated();) {
        auto spare = list.spare(all);
        const std::uint32_t before = done;
        if (spare.capacity != 0) done = kernel(done, end, spare);
        all.add(spare.size);
        if (done == end) return true;
        const bool too_little = done == before;
        if (!too_little && spare.capacity >= enough) continue;
        const std::size_t wanted = std::min<std::size_t>(list.capacity() + spare.capacity + enough, List::most);
        const bool larger = list.capacity() < wanted && list.reserve(wanted);
        if (too_little && !larger) {
            all.lose();
            return false;
        }
    }
    return true;
}

/// None, OutOfMemory or OutOfCapacity. An answer may be too large although each of its lists was filled: the tally
/// decides.
template <class List, class Kernel>
Fault fill_list(List& list, Kernel kernel, std::uint32_t begin, std::uint32_t end, HitTally& all) {
    constexpr std::size_t margin = 4 * kernels::sink_margin; // a list with it has room for more than the limit
    auto& sink = list.sink();
    BlockTally tally(all, sink.size);
    bool counted = false; // the tally has all of the items
    for (std::uint32_t done = begin;;) {
        list.offer();
        if (sink.capacity != 0 && !all.exceeded()) done = kernel(done, end, sink);
        if (!counted) tally.reach(sink.size);
        if (done == end) return Fault::None;
        list.keep();
        if (list.capacity() >= List::most) all.saturate();
        const std::size_t more = 2 * std::size_t{sink.capacity} + List::per_item * std::size_t{end - begin} + 64;
        // A full list with room for more than the limit: mostly the limit is exceeded, which counting decides.
        const bool beyond = all.exceeded() || sink.capacity > all.limit();
        const std::size_t limit = beyond ? List::most : std::min<std::size_t>(all.limit() + margin, List::most);
        const auto enlarge = [&] { return list.reserve(std::min(more, limit)); };
        if (!beyond && enlarge()) continue;
        if (all.reports_count() && !counted) {
            if (all.exceeded()) list.clear();
            counted = true;
            if (!count_items(list, kernel, done, end, all)) return Fault::OutOfMemory;
        }
        if (all.exceeded()) {
            list.release();
            return Fault::OutOfCapacity;
        }
        if (!beyond || !enlarge()) return Fault::OutOfMemory;
    }
}

} // namespace throng
