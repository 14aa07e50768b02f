// SPDX-License-Identifier: MIT
// The tracked pairs of a World that tracks few of its elements: only these are joined with its structures.
#pragma once

#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/row_grid/columns.hpp"
#include "engine/src/world/tracked.hpp"
#include "engine/src/world/world_version.hpp"

#include <throng/hits.hpp>

#include <algorithm>

namespace throng {

/// A kernel of pairs: it joins the elements of `columns` with every part of a world without layers. Item i is element
/// i % padded of part i / padded. Of the pairs of two elements it keeps those for which is_wanted(a, b).
template <class IsWanted> class JoinAll {
public:
    static constexpr std::uint32_t block = 256; // items
    static_assert(block % packet_queries == 0);

    JoinAll(const WorldView& world, const kernels::ElementColumns& columns, std::uint32_t count,
            const IsWanted& is_wanted) noexcept
        : world_(world), columns_(columns), count_(count), padded_((std::uint64_t{count} + block - 1) / block * block),
          is_wanted_(is_wanted) {}

    std::uint64_t items() const noexcept { return padded_ * world_.part_count; }

    /// Items of one block.
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
            keep_wanted(before, sink);
        }
        return end;
    }

private:
    void keep_wanted(std::uint32_t begin, kernels::PairSink& sink) const noexcept {
        std::uint32_t* const added = sink.pairs + 2 * std::size_t{begin};
        const std::uint32_t kept = begin + kernels::move_kept(added, sink.size - begin, [this](Slot a, Slot b) {
                                       return a != b && is_wanted_(a, b);
                                   });
        sink.dropped += sink.size - kept;
        sink.size = kept;
    }

    const WorldView& world_;
    const kernels::ElementColumns columns_;
    const std::uint32_t count_;
    const std::uint64_t padded_;
    const IsWanted& is_wanted_;
};

class FewTracked {
public:
    explicit FewTracked(Memory memory) noexcept
        : slots_(memory), boxes_(memory), curve_(memory), joined_(memory, false) {}

    /// Notes the elements of that mask which fewer elements have. False: out of memory. Costs a look at each slot, but
    /// nothing if no slot has changed since the last call, which was given an earlier version of the same World.
    [[nodiscard]] bool note(const WorldVersion& world, const TrackedPairs& tracked) noexcept;

    /// Whether to join them costs less than to find the pairs of all elements.
    bool are_few() const noexcept { return few_; }

    /// Fills `out` with the tracked pairs in the order of slots, each once; after note().
    Status pairs(const WorldVersion& world, const TrackedPairs& tracked, Pairs& out, const Executor& executor) noexcept;

    std::size_t bytes() const noexcept { return bytes_of(slots_, boxes_, curve_, joined_); }

private:
    Fault order(const WorldVersion& world, const Executor& executor) noexcept;

    Column<Slot> slots_; // ascending
    bool few_ = false;
    std::uint64_t edition_ = being_made; // of the slots that note() has read

    // Neighbours share a search, so elements are joined in an order of space.
    Column<Aabb> boxes_; // of slots_
    CurveOrder curve_;
    GridColumns joined_;
};

} // namespace throng
