// SPDX-License-Identifier: MIT
// Where work runs.
#pragma once

#include <throng/export.hpp>

#include <cstdint>

namespace throng {

/// A host for parallel loops: oneTBB, the calling thread, or a job system of the caller's.
///
/// Null (the default) as an argument means the Executor in the object's Desc; null there too means oneTBB in the
/// caller's current arena, isolated and in a task_group_context of its own, or, in a library built without oneTBB, the
/// calling thread. Answers do not depend on it. Small batches run on the calling thread and never reach the host.
struct Executor {
    /// Never throws, starts no loop of its own, and is independent of the other tasks.
    using Task = void(void* context, std::uint32_t index);

    /// Calls task(context, i) once for each i < count, in any order, on any threads, and returns after the last has
    /// returned. Neighbouring indices work on neighbouring data: fastest is a host whose threads each take runs of
    /// them.
    ///
    /// Must not throw, and must not call the task after it has returned. A host that returns before every task was
    /// called has cancelled the work: the call that asked for it reports Fault::Cancelled, or, where it could no longer
    /// be undone, runs the rest itself. Calls of the task beyond `count` do nothing. It is called with the
    /// floating-point mode of the standard, round to nearest and denormals kept, whatever the caller's; tasks set their
    /// own.
    using ParallelFor = void(void* self, std::uint32_t count, Task* task, void* context);

    ParallelFor* parallel_for = nullptr;
    void* self =
        nullptr; ///< handed to parallel_for untouched; must outlive every call and object that uses this Executor
};

/// The calling thread alone, in ascending order of index. For jobs of a host that asks for one slice each.
THRONG_API Executor serial() noexcept;

} // namespace throng
