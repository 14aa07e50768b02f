// SPDX-License-Identifier: MIT
// The hosts of blocks: the calling thread, oneTBB or a foreign host. The only source that includes oneTBB.
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#ifndef THRONG_TBB
#error "define THRONG_TBB as 1 (the default executor is oneTBB) or 0 (it is the calling thread)"
#endif

#if THRONG_TBB
#include <throng/tbb.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#endif

namespace throng {
namespace {

void run_on_calling_thread(void*, std::uint32_t count, Executor::Task* task, void* context) {
    for (std::uint32_t i = 0; i < count; ++i) task(context, i);
}

// The task for a host that may break its contract, or that may be cancelled. Each call draws a block. So a host that
// calls a task twice repeats no block, one that omits calls leaves a rest that the library can run, and no memory per
// block is needed. The index only decides where the first draw happens, so that a host that gives a thread neighbouring
// indices gives it neighbouring blocks, which share cache lines.
class Draw {
public:
    Draw(std::uint32_t count, Executor::Task* task, void* context) noexcept
        : task_(task), context_(context), count_(count), width_((count - 1) / max_stripes + 1),
          stripe_count_((count - 1) / width_ + 1) {}

    /// False: all blocks have been drawn.
    bool run_next(std::uint32_t index) noexcept {
        const std::uint32_t first = index / width_ % stripe_count_;
        for (std::uint32_t n = 0; n < stripe_count_; ++n) {
            const std::uint32_t s = (first + n) % stripe_count_;
            const std::uint64_t drawn = stripes_[s].drawn.fetch_add(1, std::memory_order_relaxed);
            if (drawn >= size_of(s)) continue;
            task_(context_, s * width_ + static_cast<std::uint32_t>(drawn));
            stripes_[s].finished.fetch_add(1, std::memory_order_release);
            return true;
        }
        return false;
    }

    /// Ends the drawing and waits for running blocks: a host may return while other threads of its own are
    /// still inside one.
    bool close() noexcept {
        std::uint64_t started = 0;
        for (std::uint32_t s = 0; s < stripe_count_; ++s) {
            const std::uint64_t of_stripe =
                std::min<std::uint64_t>(stripes_[s].drawn.exchange(size_of(s), std::memory_order_relaxed), size_of(s));
            while (stripes_[s].finished.load(std::memory_order_acquire) != of_stripe) std::this_thread::yield();
            started += of_stripe;
        }
        return started == count_;
    }

private:
    static constexpr std::uint32_t max_stripes = 64;
    struct alignas(64) Stripe {              // a run of neighbouring blocks
        std::atomic<std::uint64_t> drawn{0}; // sixty-four bits: no host calls often enough to wrap
        std::atomic<std::uint32_t> finished{0};
    };

    std::uint32_t size_of(std::uint32_t stripe) const noexcept { return std::min(count_ - stripe * width_, width_); }

    Executor::Task* const task_;
    void* const context_;
    const std::uint32_t count_, width_, stripe_count_; // blocks, and how many of them to a stripe
    Stripe stripes_[max_stripes];
};

void run_next(void* draw, std::uint32_t index) { static_cast<Draw*>(draw)->run_next(index); }

#if THRONG_TBB

namespace tbb = oneapi::tbb;

// One oneTBB task per block: blocks are coarse (tens of microseconds), so balance is worth more than the cost of tasks,
// and the recursive halving still gives each thread neighbouring blocks. Isolation keeps the waiting thread from taking
// up an unrelated task of the caller's, which could need a lock that the caller holds or call this very object. `outer`
// is checked explicitly because an arena cuts the binding of contexts.
bool loop_isolated(tbb::task_group_context& own, tbb::task_group_context* outer, std::uint32_t count,
                   Executor::Task* task, void* context) {
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::uint32_t>(0, count, 1),
            [&](const tbb::blocked_range<std::uint32_t>& range) {
                for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
                    if (outer && outer->is_group_execution_cancelled()) own.cancel_group_execution();
                    if (own.is_group_execution_cancelled()) return;
                    task(context, i);
                }
            },
            tbb::simple_partitioner(), own);
    });
    return !own.is_group_execution_cancelled();
}

// Null arena: the caller's current one. False: cancelled, or oneTBB was out of memory; some tasks may not have run.
bool run_in_tbb(tbb::task_arena* arena, std::uint32_t count, Executor::Task* task, void* context) noexcept {
    try {
        tbb::task_group_context* const outer = tbb::task::current_context();
        tbb::task_group_context own;
        if (!arena) return loop_isolated(own, outer, count, task, context);
        return arena->execute([&] { return loop_isolated(own, outer, count, task, context); });
    } catch (...) {
        return false;
    }
}

void run_in_arena(void* arena, std::uint32_t count, Executor::Task* task, void* context) {
    run_in_tbb(static_cast<tbb::task_arena*>(arena), count, task, context);
}

// The library's own hosts keep the contract, so their indices are used directly.
bool is_tbb(const Executor& executor) noexcept {
    return !executor.parallel_for || executor.parallel_for == &run_in_arena;
}

tbb::task_arena* arena_of(const Executor& executor) noexcept {
    return executor.parallel_for ? static_cast<tbb::task_arena*>(executor.self) : nullptr;
}

#endif

// A loop whose tasks are left out once its stopper has said so.
class StoppableLoop {
public:
    StoppableLoop(const Stopper& stopper, Executor::Task* task, void* context) noexcept
        : stopper_(stopper), task_(task), context_(context) {}

    static void run(void* self, std::uint32_t index) {
        auto& loop = *static_cast<StoppableLoop*>(self);
        if (!loop.is_stopped()) loop.task_(loop.context_, index);
    }

private:
    using Clock = std::chrono::steady_clock;

    bool is_stopped() noexcept {
        constexpr std::chrono::milliseconds between_questions{50};
        if (stopped_.load(std::memory_order_relaxed)) return true;
        if (std::this_thread::get_id() != caller_ || Clock::now() < next_question) return false;
        next_question = Clock::time_point::max(); // a stopper that calls Throng itself is not asked again meanwhile
        if (stopper_.stop(stopper_.self) != 0) stopped_.store(true, std::memory_order_relaxed);
        next_question = Clock::now() + between_questions;
        return stopped_.load(std::memory_order_relaxed);
    }

    // It belongs to the thread, not to the loop: a call of many short loops asks, too, and many short calls ask seldom.
    static thread_local Clock::time_point next_question;

    const Stopper& stopper_;
    Executor::Task* const task_;
    void* const context_;
    const std::thread::id caller_ = std::this_thread::get_id();
    std::atomic<bool> stopped_{false};
};

thread_local StoppableLoop::Clock::time_point StoppableLoop::next_question;

void run_stoppable(void* stopper, std::uint32_t count, Executor::Task* task, void* context) {
    StoppableLoop loop(*static_cast<const Stopper*>(stopper), task, context);
    parallel::detail::run(Executor{}, count, &StoppableLoop::run, &loop);
}

} // namespace

Executor stoppable(const Stopper& stopper) noexcept {
    if (!stopper.stop) return {};
    return {&run_stoppable, const_cast<Stopper*>(&stopper)};
}

Executor serial() noexcept { return {&run_on_calling_thread, nullptr}; }

Executor OneLoop::executor() noexcept {
    if (!host_.parallel_for) return {};
    return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                auto& only = *static_cast<OneLoop*>(self);
                const std::atomic_ref busy(only.busy_);
                if (busy.exchange(1, std::memory_order_acquire) != 0) {
                    run_on_calling_thread(nullptr, count, task, context);
                    return;
                }
                only.host_.parallel_for(only.host_.self, count, task, context);
                busy.store(0, std::memory_order_release);
            },
            this};
}

#if THRONG_TBB
Executor on(oneapi::tbb::task_arena& arena) noexcept { return {&run_in_arena, &arena}; }
#endif

namespace parallel {

bool is_serial(const Executor& executor) noexcept {
    return executor.parallel_for == &run_on_calling_thread || (!THRONG_TBB && !executor.parallel_for);
}

namespace detail {

bool run(const Executor& executor, std::uint32_t count, Executor::Task* task, void* context) noexcept {
    if (count <= 1 || is_serial(executor)) {
        run_on_calling_thread(nullptr, count, task, context);
        return true;
    }
#if THRONG_TBB
    if (is_tbb(executor)) return run_in_tbb(arena_of(executor), count, task, context);
#endif
    Draw draw(count, task, context);
    executor.parallel_for(executor.self, count, &run_next, &draw);
    return draw.close();
}

void run_to_end(const Executor& of_call, std::uint32_t count, Executor::Task* task, void* context) noexcept {
    // The rest of a stopped loop would run on this thread alone.
    const Executor executor = of_call.parallel_for == &run_stoppable ? Executor{} : of_call;
    if (count <= 1 || is_serial(executor)) return run_on_calling_thread(nullptr, count, task, context);

    Draw draw(count, task, context);
#if THRONG_TBB
    if (is_tbb(executor))
        run_in_tbb(arena_of(executor), count, &run_next, &draw);
    else
#endif
        executor.parallel_for(executor.self, count, &run_next, &draw);
    while (draw.run_next(0)) {}
    draw.close();
}

} // namespace detail
} // namespace parallel
} // namespace throng
