// SPDX-License-Identifier: MIT
// A host that gives up.
#pragma once

#include <throng/executor.hpp>

#include <cstdint>

namespace throng::test {

/// After some tasks of its n-th loop.
struct CancellingExecutor {
    int loops_before = 0;
    std::uint32_t tasks_before = 0;
    bool quit = false;

    Executor executor() {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    auto& cancelling = *static_cast<CancellingExecutor*>(self);
                    const bool now = cancelling.loops_before-- == 0 && cancelling.tasks_before < count;
                    cancelling.quit = cancelling.quit || now;
                    const std::uint32_t end = now ? cancelling.tasks_before : count;
                    for (std::uint32_t i = 0; i < end; ++i) task(context, i);
                },
                this};
    }
};

} // namespace throng::test
