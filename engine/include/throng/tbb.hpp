// SPDX-License-Identifier: MIT
// Work in a oneTBB arena of the caller's. The only public header that includes oneTBB; a library built without
// oneTBB lacks it.
#pragma once

#include <throng/executor.hpp>

#include <oneapi/tbb/task_arena.h>

namespace throng {

/// Runs loops in `arena`, which must outlive every call and object that uses the Executor.
///
/// A thread outside the arena joins it for the loop, or waits while the arena has no room. Loops are isolated:
/// the waiting thread takes up no other task. When the task_group_context of the calling task is cancelled, the
/// call reports Fault::Cancelled.
THRONG_API Executor on(oneapi::tbb::task_arena& arena) noexcept;

} // namespace throng
