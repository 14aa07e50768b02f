// SPDX-License-Identifier: MIT
// A host that runs every loop backwards on the calling thread: whatever depends on the order of tasks shows, without a thread.
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

} // namespace throng::test
