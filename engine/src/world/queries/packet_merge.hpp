// SPDX-License-Identifier: MIT
// The rows of a packet that several parts have answered: each part has appended its rows to the sink, and they are
// joined, side by side or by rank.
#pragma once

#include "engine/src/query/query_batch.hpp"
#include "engine/src/world/queries/answer_packet.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

/// Where more parts are searched, each query is answered alone.
inline constexpr std::uint32_t merged_parts = 4;

/// The results of each part: rows one after the other, part by part.
struct PartCounts {
    std::uint32_t counts[merged_parts][packet_queries], found[merged_parts][packet_queries];
};

/// Joins what each part has of a packet's rows, from a copy of its hits.
class PacketMerge {
public:
    PacketMerge(Search search, const kernels::Batch& batch, std::uint32_t parts, std::uint32_t count,
                const PartCounts& results)
        : search_(search), batch_(batch), part_count_(parts), count_(count), parts_(results),
          by_rank_(search.kind == SearchKind::Cast || search.kind == SearchKind::Along ||
                   search.kind == SearchKind::Nearest || batch.limited()) {}

    /// False: the sink has no room for the copy.
    bool run(const kernels::HitSink& sink, std::uint32_t& end, std::uint32_t* counts) {
        const std::uint32_t begin = sink.size, total = end - begin;
        if (rows_in_place(counts)) return true;
        const bool keyed = batch_.ranked();
        Slot slots[small + copied_at_once];
        float keys[small + copied_at_once];
        slots_ = slots;
        keys_ = keyed ? keys : nullptr;
        if (total > small) {
            if (end > sink.capacity || total > sink.capacity - end) return false;
            slots_ = sink.slots + end + copied_at_once; // a sink's margin has room for it
            keys_ = keyed ? sink.keys + end + copied_at_once : nullptr;
        }
        std::memcpy(slots_, sink.slots + begin, total * sizeof(Slot));
        if (keyed) std::memcpy(keys_, sink.keys + begin, total * sizeof(float));

        std::uint32_t at = 0;
        for (std::uint32_t s = 0; s < part_count_; ++s) {
            next_[s] = at;
            for (std::uint32_t i = 0; i < count_; ++i) at += parts_.counts[s][i];
        }
        to_slots_ = sink.slots + begin;
        to_keys_ = keyed ? sink.keys + begin : nullptr;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const std::uint32_t limit = limit_of(i);
            counts[i] = limit == 0 ? append(i) : rank(i, limit);
        }
        end = static_cast<std::uint32_t>(to_slots_ - sink.slots);
        return true;
    }

private:
    static_assert(2 * copied_at_once <= kernels::sink_margin);
    static constexpr std::uint32_t small = 1024; // hits that are copied to the stack

    // Hits of only one part, and those of a single query without a limit, already are the answer.
    bool rows_in_place(std::uint32_t* counts) const {
        std::uint32_t holders = 0;
        std::fill_n(counts, count_, 0u);
        for (std::uint32_t s = 0; s < part_count_; ++s) {
            std::uint32_t hits = 0;
            for (std::uint32_t i = 0; i < count_; ++i) {
                hits += parts_.counts[s][i];
                counts[i] += parts_.counts[s][i];
            }
            holders += hits != 0 ? 1u : 0u;
        }
        return holders <= 1 || search_.collect == kernels::Collect::Count || (count_ == 1 && limit_of(0) == 0);
    }

    std::uint32_t limit_of(std::uint32_t i) const { return by_rank_ ? limit_of_row(search_, batch_, i) : 0; }

    std::uint32_t append(std::uint32_t i) {
        std::uint32_t hits = 0;
        for (std::uint32_t s = 0; s < part_count_; ++s) {
            const std::uint32_t n = parts_.counts[s][i];
            copy_in_steps(to_slots_, slots_ + next_[s], n);
            to_slots_ += n;
            if (keys_) {
                copy_in_steps(to_keys_, keys_ + next_[s], n);
                to_keys_ += n;
            }
            next_[s] += n;
            hits += n;
        }
        return hits;
    }

    // What each part has is sorted already.
    std::uint32_t rank(std::uint32_t i, std::uint32_t limit) {
        std::uint32_t part_end[merged_parts], hits = 0;
        for (std::uint32_t s = 0; s < part_count_; ++s) part_end[s] = next_[s] + parts_.counts[s][i];
        for (; hits < limit; ++hits) {
            std::uint32_t best = part_count_;
            for (std::uint32_t s = 0; s < part_count_; ++s)
                if (next_[s] != part_end[s] && (best == part_count_ || before(next_[s], next_[best]))) best = s;
            if (best == part_count_) break;
            *to_slots_++ = slots_[next_[best]];
            *to_keys_++ = keys_[next_[best]++];
        }
        std::copy_n(part_end, part_count_, next_);
        return hits;
    }
    bool before(std::uint32_t a, std::uint32_t b) const {
        return keys_[a] < keys_[b] || (keys_[a] == keys_[b] && slots_[a] < slots_[b]);
    }

    const Search search_;
    const kernels::Batch& batch_;
    const std::uint32_t part_count_, count_;
    const PartCounts& parts_;
    const bool by_rank_;                          // some rows are joined by rank
    Slot *slots_ = nullptr, *to_slots_ = nullptr; // the copy, and the place of its rows
    float *keys_ = nullptr, *to_keys_ = nullptr;
    std::uint32_t next_[merged_parts];
};

} // namespace throng
