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

} // namespace throng
