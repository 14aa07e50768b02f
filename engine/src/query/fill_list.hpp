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

#include "engine/src/query/hit_tally.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace throng {

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
