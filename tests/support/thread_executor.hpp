// SPDX-License-Identifier: MIT
// A foreign host made of std::thread, which every sanitizer understands: a fixed number of threads draw indices until
// none is left.
#pragma once

#include <throng/executor.hpp>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace throng::test {

/// Runs parallel loops on `threads` threads, the calling one among them. Threads live for one loop only, so that any
/// number of callers may share one object, which must outlive the Executors it gave out.
class ThreadExecutor {
public:
    explicit ThreadExecutor(unsigned threads) : threads_(threads) {}

    Executor executor() noexcept { return {&run, this}; }
    operator Executor() noexcept { return executor(); }

private:
    static void run(void* self, std::uint32_t count, Executor::Task* task, void* context) {
        std::atomic<std::uint64_t> next{0};
        const auto work = [&] {
            for (std::uint64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
                task(context, static_cast<std::uint32_t>(i));
        };
        std::vector<std::thread> others;
        for (unsigned t = 1; t < static_cast<ThreadExecutor*>(self)->threads_ && t < count; ++t)
            others.emplace_back(work);
        work();
        for (std::thread& other : others) other.join();
    }

    unsigned threads_;
};

} // namespace throng::test
