// SPDX-License-Identifier: MIT
// Counts the hits of all blocks of one answer during the search, so that an answer of too many hits ends soon after
// that is certain.
#pragma once

#include "engine/kernels/query/batch.hpp"

#include <throng/types.hpp>

#include <atomic>
#include <cstdint>

namespace throng {

/// The largest number of hits of one answer: 2^32 - 1 without the margins of lists.
inline constexpr std::uint32_t max_in_answer = no_slot - 6 * kernels::sink_margin;

/// Shared by the threads of one batch. Whether the sum exceeds the limit does not depend on their order.
class HitTally {
public:
    /// Adds `more` hits. False: the sum exceeds the limit.
    bool add(std::uint32_t more) noexcept {
        return hits_.fetch_add(more, std::memory_order_relaxed) + more <= max_in_answer;
    }
    bool exceeded() const noexcept { return hits_.load(std::memory_order_relaxed) > max_in_answer; }

private:
    std::atomic<std::uint64_t> hits_{0};
};

/// The contribution of one block to the tally.
class BlockTally {
public:
    explicit BlockTally(HitTally& all, std::uint32_t size) noexcept : all_(all), counted_(size) {}

    /// The block's list holds `size` hits now. False: the sum of all blocks exceeds the limit.
    bool reach(std::uint32_t size) noexcept {
        const std::uint32_t more = size - counted_;
        counted_ = size;
        return all_.add(more);
    }

private:
    HitTally& all_;
    std::uint32_t counted_;
};

} // namespace throng
