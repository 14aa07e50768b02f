// SPDX-License-Identifier: MIT
// Where blocks run: the calling thread, oneTBB or a foreign host. The only source that includes oneTBB.
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <atomic>
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

// What a host that is not ours calls. Its index is ignored: each call draws the next block, so that a host that calls a task twice
// repeats no block, one that forgets calls leaves a known rest, and nothing needs memory per block. Sixty-four bits: no host calls
// often enough to wrap.
struct Draw {
    Executor::Task* task;
    void* context;
    std::uint32_t count;
    std::atomic<std::uint64_t> drawn{0};
    std::atomic<std::uint32_t> finished{0};

    bool run_next() noexcept {
        const std::uint64_t index = drawn.fetch_add(1, std::memory_order_relaxed);
        if (index >= count) return false;
        task(context, static_cast<std::uint32_t>(index));
        finished.fetch_add(1, std::memory_order_release);
        return true;
    }

    // Ends the drawing and waits for blocks under way: a host may return while other threads of its are still inside one.
    bool close() noexcept {
        const std::uint64_t started = std::min<std::uint64_t>(drawn.exchange(count, std::memory_order_relaxed), count);
        while (finished.load(std::memory_order_acquire) != started) std::this_thread::yield();
        return started == count;
    }
};

void run_next(void* draw, std::uint32_t) { static_cast<Draw*>(draw)->run_next(); }

#if THRONG_TBB

namespace tbb = oneapi::tbb;

// One oneTBB task per block: blocks are coarse (tens of microseconds), so balance is worth more than the tasks cost, and the recursive
// halving still gives each thread neighbouring blocks. Isolation keeps the waiting thread from taking up an unrelated task of the
// caller's, which could need a lock that the caller holds or call this very object. `outer` is watched by hand because an arena cuts
// the binding of contexts.
bool loop_isolated(tbb::task_group_context& own, tbb::task_group_context* outer, std::uint32_t count, Executor::Task* task, void* context) {
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

// Our own hosts keep their word, so their indices are taken as told.
bool is_tbb(const Executor& executor) noexcept { return !executor.parallel_for || executor.parallel_for == &run_in_arena; }

tbb::task_arena* arena_of(const Executor& executor) noexcept {
    return executor.parallel_for ? static_cast<tbb::task_arena*>(executor.self) : nullptr;
}

#endif

} // namespace

Executor serial() noexcept { return {&run_on_calling_thread, nullptr}; }

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
    Draw draw{task, context, count};
    executor.parallel_for(executor.self, count, &run_next, &draw);
    return draw.close();
}

void run_to_end(const Executor& executor, std::uint32_t count, Executor::Task* task, void* context) noexcept {
    if (count <= 1 || is_serial(executor)) return run_on_calling_thread(nullptr, count, task, context);

    Draw draw{task, context, count};
#if THRONG_TBB
    if (is_tbb(executor))
        run_in_tbb(arena_of(executor), count, &run_next, &draw);
    else
#endif
        executor.parallel_for(executor.self, count, &run_next, &draw);
    while (draw.run_next()) {}
    draw.close();
}

} // namespace detail
} // namespace parallel
} // namespace throng
