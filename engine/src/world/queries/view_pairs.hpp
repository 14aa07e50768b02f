// SPDX-License-Identifier: MIT
// Pairs of one view: first those within each structure, then those across two structures. For these the elements of the
// smaller structure are joined with the other one, a tile at a time.
#pragma once

#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/world/queries/pair_filter.hpp"
#include "engine/src/world/queries/pair_segments.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

// The elements of several items, at most sixteen in all, or of one item.
class SideBySide {
public:
    std::uint32_t count() const noexcept { return count_; }
    void clear() noexcept { count_ = 0; }
    void add(const WorldMembers::Elements& more) noexcept {
        const auto put = [this](auto* to, const auto* from) {
            std::memcpy(to + count_, from, packet_queries * sizeof *to);
        };
        put(min_x_, more.columns.min_x), put(min_y_, more.columns.min_y);
        put(max_x_, more.columns.max_x), put(max_y_, more.columns.max_y);
        put(slots_, more.columns.slots);
        count_ += more.count;
    }
    WorldMembers::Elements elements() const noexcept { return {{min_x_, min_y_, max_x_, max_y_, slots_, 0}, count_}; }

private:
    // Whole tiles are copied, wherever they begin.
    static constexpr std::uint32_t room = 2 * packet_queries;
    float min_x_[room] = {}, min_y_[room] = {}, max_x_[room] = {}, max_y_[room] = {};
    std::uint32_t slots_[room] = {};
    std::uint32_t count_ = 0;
};

/// The pairs of one view: of a world without layers, or of one layer.
class ViewPairs {
public:
    ViewPairs(const WorldView& world, const PairOptions& options) noexcept
        : world_(world), filter_(world, options), distance_(options.distance), segments_(world, options.static_static) {
        if (options.among) members_ = Access::view(*options.among);
        members_.names = world.members;
        among_ = options.among ? &members_ : nullptr;
    }
    ViewPairs(const WorldView& world, const TrackedPairs& tracked) noexcept
        : world_(world), filter_(world, tracked), segments_(world, false) {}

    std::uint64_t items() const noexcept { return segments_.items(); }

    /// Acts as a kernel over the items of all segments, at most a block of them. A full sink has room again after the
    /// filter has removed pairs.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept {
        if (filter_.all()) return join(begin, end, sink);
        const auto join_items = [this](std::uint32_t from, std::uint32_t to, kernels::PairSink& out) noexcept {
            return join(from, to, out);
        };
        const auto keep = [this](std::uint32_t* pairs, std::uint32_t size) noexcept {
            return filter_.keep_wanted(pairs, size);
        };
        return kernels::join_kept(keep, join_items, begin, end, sink);
    }

private:
    // The same without the filter.
    std::uint32_t join(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept {
        const PairSegment& segment = segments_.of(begin);
        const std::uint32_t from = segment.begin + (begin - static_cast<std::uint32_t>(segment.first));
        const std::uint32_t stop = std::min(segment.end, from + (end - begin));
        const std::uint32_t done = segment.structure == segment.other ? join_own(segment, from, stop, sink)
                                                                      : join_others(segment, from, stop, sink);
        return done == stop ? end : begin + (done - from);
    }

    std::uint32_t join_own(const PairSegment& segment, std::uint32_t begin, std::uint32_t end,
                           kernels::PairSink& sink) const noexcept {
        if (distance_ != no_distance)
            return active_kernels().pairs_of_boxes.within(world_.row_grid, distance_, begin, end, among_, sink);
        return WorldMembers(world_, segment.structure).join(begin, end, among_, sink);
    }

    std::uint32_t join_others(const PairSegment& segment, std::uint32_t begin, std::uint32_t end,
                              kernels::PairSink& sink) const noexcept {
        const WorldMembers members(world_, segment.structure), others(world_, segment.other);
        // Only row grids join the elements of several items at once; other structures decide themselves which
        // elements share a walk.
        const std::uint32_t most = is_row_grid(segment.other) ? packet_queries : 1;
        SideBySide packet;
        std::uint32_t joined = begin; // items before it have been joined
        for (std::uint32_t at = begin, next; at < end; at = next) {
            const WorldMembers::Elements elements = members.elements(at, end);
            next = at + members.items_of(elements);
            if (elements.count == 0) continue;
            if (packet.count() != 0 && packet.count() + elements.count > most) {
                if (!others.join_with(packet.elements(), among_, sink)) return joined;
                packet.clear();
                joined = at;
            }
            packet.add(elements);
        }
        return packet.count() == 0 || others.join_with(packet.elements(), among_, sink) ? end : joined;
    }

    const WorldView& world_;
    const PairFilter filter_;
    const float distance_ = no_distance; // if it is one,  all elements are in the row grid
    kernels::BitsetView members_{};
    const kernels::BitsetView* among_ = nullptr;
    const PairSegments segments_;
};

} // namespace throng
