// SPDX-License-Identifier: MIT
// How many hits the blocks of one answer have together while they are being found: an answer of too many ends soon
// after that is certain.
#pragma once

#include "engine/kernels/query/batch.hpp"

#include <throng/types.hpp>

#include <atomic>
#include <cstdint>

namespace throng {

/// Of one answer: what the margins of lists leave of 2^32 - 1.
inline constexpr std::uint32_t max_in_answer = no_slot - 6 * kernels::sink_margin;

/// Shared by the threads of one batch. Whether the sum exceeds what an answer may hold does not depend on their order.
class HitTally {
public:
    /// `more` hits were found. False: all together are too many.
    bool add(std::uint32_t more) noexcept {
        return hits_.fetch_add(more, std::memory_order_relaxed) + more <= max_in_answer;
    }
    bool exceeded() const noexcept { return hits_.load(std::memory_order_relaxed) > max_in_answer; }

private:
    std::atomic<std::uint64_t> hits_{0};
};

/// What one block adds to the tally, as it goes on.
class BlockTally {
public:
    explicit BlockTally(HitTally& all, std::uint32_t size) noexcept : all_(all), counted_(size) {}

    /// The block's list holds `size` hits by now. False: all blocks together have too many.
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
