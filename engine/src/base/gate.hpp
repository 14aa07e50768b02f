// SPDX-License-Identifier: MIT
// One atomic word per object: any number of readers or one writer. A call that cannot enter returns at once
// instead of waiting.
#pragma once

#include <atomic>
#include <cstdint>

namespace throng {

/// Guards an object against a change during another use. No call ever waits, and a writer has no precedence: while
/// readers overlap without a gap, every writer is refused.
///
/// The effects of a writer happen before those of any later reader or writer, and those of readers before those of
/// a later writer.
class Gate {
public:
    /// False: a writer is inside. Other readers do not matter.
    [[nodiscard]] bool enter_reader() noexcept {
        // A loop instead of an addition with a test afterwards: an addition that is undone could refuse a writer
        // although no reader is inside.
        std::uint32_t seen = word_.load(std::memory_order_relaxed);
        do {
            if (seen >= max_readers) return false;
        } while (!word_.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire, std::memory_order_relaxed));
        return true;
    }
    void leave_reader() noexcept { word_.fetch_sub(1, std::memory_order_release); }

    /// False: a reader or a writer is inside.
    [[nodiscard]] bool enter_writer() noexcept {
        std::uint32_t empty = 0;
        return word_.compare_exchange_strong(empty, writer, std::memory_order_acquire, std::memory_order_relaxed);
    }
    void leave_writer() noexcept { word_.store(0, std::memory_order_release); }

private:
    static constexpr std::uint32_t writer = 0xFFFF'FFFFu;
    static constexpr std::uint32_t max_readers = writer - 1;
    std::atomic<std::uint32_t> word_{0}; // readers inside, or `writer`
};

/// Enters; if it is inside, it leaves at the end of its scope.
template <bool (Gate::*enter)() noexcept, void (Gate::*leave)() noexcept> class InGate {
public:
    explicit InGate(Gate& gate) noexcept : gate_((gate.*enter)() ? &gate : nullptr) {}
    InGate(const InGate&) = delete;
    InGate& operator=(const InGate&) = delete;
    ~InGate() {
        if (gate_) (gate_->*leave)();
    }
    explicit operator bool() const noexcept { return gate_ != nullptr; }

private:
    Gate* gate_;
};
using GateReader = InGate<&Gate::enter_reader, &Gate::leave_reader>;
using GateWriter = InGate<&Gate::enter_writer, &Gate::leave_writer>;

} // namespace throng
