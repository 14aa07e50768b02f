// SPDX-License-Identifier: MIT
// Does something else, once, from inside a call of the library: when a host is asked to run tasks, or when memory is
// asked for.
#pragma once

#include <throng/executor.hpp>
#include <throng/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <utility>

namespace throng::test {

struct ReentrantCall {
    std::function<void()> meddle{};

    void meet() {
        if (const std::function<void()> once = std::exchange(meddle, nullptr)) once();
    }
    bool met() const { return !meddle; }

    Executor executor() {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    static_cast<ReentrantCall*>(self)->meet();
                    for (std::uint32_t i = 0; i < count; ++i) task(context, i);
                },
                this};
    }
    Memory memory() {
        return {[](void* self, std::size_t bytes, std::size_t alignment) {
                    static_cast<ReentrantCall*>(self)->meet();
                    return ::operator new(bytes, std::align_val_t(alignment), std::nothrow);
                },
                [](void*, void* block, std::size_t, std::size_t alignment) {
                    ::operator delete(block, std::align_val_t(alignment));
                },
                this};
    }
};

} // namespace throng::test
