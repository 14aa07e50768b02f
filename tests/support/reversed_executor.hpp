// SPDX-License-Identifier: MIT
// Hosts that run every loop backwards, or forwards, on the calling thread: whatever depends on the order of tasks
// shows, without a thread.
#pragma once

#include <throng/executor.hpp>

#include <cstdint>

namespace throng::test {

inline Executor reversed() noexcept {
    return {[](void*, std::uint32_t count, Executor::Task* task, void* context) {
                while (count > 0) task(context, --count);
            },
            nullptr};
}

/// Runs every loop on the calling thread in ascending order, and is not serial(): loops are cut as for many threads.
inline Executor ascending() noexcept {
    return {[](void*, std::uint32_t count, Executor::Task* task, void* context) {
                for (std::uint32_t i = 0; i < count; ++i) task(context, i);
            },
            nullptr};
}

} // namespace throng::test
