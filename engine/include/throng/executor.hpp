// SPDX-License-Identifier: MIT
// Where work runs.
#pragma once

#include <throng/export.hpp>

#include <cstdint>

namespace throng {

/// A host for parallel loops: oneTBB, the calling thread, or a job system of the caller's.
///
/// Several threads that call Throng at once enter parallel_for at once: a pool that runs one loop at a time is given as
/// OneLoop(pool).executor().
///
/// A null Executor (the default) as an argument means the Executor in the object's Desc. If that is null as well, it
/// means oneTBB in the caller's current arena, isolated and in a task_group_context of its own, or, in a library built
/// without oneTBB, the calling thread. Answers do not depend on it. Small batches run on the calling thread and never
/// reach the host.
struct Executor {
    /// Never throws, starts no loop of its own, and is independent of the other tasks.
    using Task = void(void* context, std::uint32_t index);

    /// Calls task(context, i) once for each i < count, in any order, on any threads, and returns after the last call
    /// has returned. Neighbouring indices work on neighbouring data: a host is fastest if each of its threads takes
    /// runs of indices.
    ///
    /// Must not throw, and must not call the task after it has returned. A host that returns before it has called every
    /// task has cancelled the work: the call that needed it reports Fault::Cancelled, or runs the rest itself if it can
    /// no longer be undone. Calls of the task beyond `count` do nothing. The host is called with the standard
    /// floating-point mode, round to nearest and denormals kept, whatever the caller's mode; tasks set their own.
    using ParallelFor = void(void* self, std::uint32_t count, Task* task, void* context);

    ParallelFor* parallel_for = nullptr;
    /// Handed to parallel_for unchanged. Must outlive every call and object that uses this Executor.
    void* self = nullptr;
};

/// A host of one loop at a time, such as an ordinary thread pool, for programs where several threads call Throng: a
/// thread that comes while a loop runs runs its own loop itself, in ascending order. Without it two threads that query
/// one World enter its parallel_for at once.
///
///     OneLoop pool(my_pool.executor());
///     World world(WorldDesc{.executor = pool.executor()});
///
/// Outlives every object and call that has its executor(). Any thread may call it at any time.
class THRONG_API OneLoop {
public:
    explicit OneLoop(Executor host) noexcept : host_(host) {}
    OneLoop(const OneLoop&) = delete;
    OneLoop& operator=(const OneLoop&) = delete;

    /// The null Executor if the host is null.
    Executor executor() noexcept;

private:
    const Executor host_;
    std::uint8_t busy_ = 0;
};

/// Says whether a call is to stop: because a signal has come, or a user has pressed a button.
struct Stopper {
    /// Not 0: stop. Must not throw, nor use the object whose call asks.
    int (*stop)(void* self) = nullptr;
    void* self = nullptr; ///< Handed to stop() unchanged.
};

/// Runs loops in oneTBB, or in a library without it on the calling thread, whatever a Desc says, and meanwhile asks
/// `stopper`, on the thread that has called Throng and at most twenty times a second. If it says so, the tasks that
/// have not begun are left out, which cancels the call: it reports Fault::Cancelled and has changed nothing. Small
/// batches, and the part of a change that can no longer be undone, do not ask. The cost is a look at the clock for each
/// task of that thread. `stopper` outlives every call and object that has the Executor.
THRONG_API Executor stoppable(const Stopper& stopper) noexcept;
Executor stoppable(const Stopper&&) = delete; ///< the Executor refers to the stopper: give it a name

/// The calling thread alone, in ascending order of index. For jobs of a host that each handle one slice.
THRONG_API Executor serial() noexcept;

} // namespace throng
