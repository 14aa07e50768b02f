// SPDX-License-Identifier: MIT
// A host whose threads live as long as it does and whose loops allocate nothing: all allocations during a loop are
// those of the library.
#pragma once

#include <throng/executor.hpp>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace throng::support {

/// Runs one loop at a time. The caller and `threads - 1` other threads draw its blocks.
class PoolExecutor {
public:
    explicit PoolExecutor(unsigned threads) {
        for (unsigned t = 1; t < threads; ++t) others_.emplace_back([this] { serve(); });
    }
    PoolExecutor(const PoolExecutor&) = delete;
    PoolExecutor& operator=(const PoolExecutor&) = delete;
    ~PoolExecutor() {
        {
            const std::lock_guard lock(mutex_);
            closing_ = true;
        }
        wake_.notify_all();
        for (std::thread& other : others_) other.join();
    }

    Executor executor() noexcept { return {&run, this}; }

private:
    static void run(void* self, std::uint32_t count, Executor::Task* task, void* context) {
        static_cast<PoolExecutor*>(self)->run(count, task, context);
    }

    void run(std::uint32_t count, Executor::Task* task, void* context) {
        std::unique_lock lock(mutex_);
        next_ = 0;
        left_ = count;
        count_ = count;
        task_ = task;
        context_ = context;
        wake_.notify_all();
        draw(lock);
        done_.wait(lock, [this] { return left_ == 0; });
    }

    void serve() {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return closing_ || next_ < count_; });
            if (closing_) return;
            draw(lock);
        }
    }

    void draw(std::unique_lock<std::mutex>& lock) {
        while (next_ < count_) {
            const std::uint32_t index = next_++;
            lock.unlock();
            task_(context_, index);
            lock.lock();
            if (--left_ == 0) done_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::uint32_t next_ = 0, count_ = 0, left_ = 0;
    Executor::Task* task_ = nullptr;
    void* context_ = nullptr;
    bool closing_ = false;
    std::vector<std::thread> others_;
};

} // namespace throng::support
