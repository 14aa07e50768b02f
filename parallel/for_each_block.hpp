// SPDX-License-Identifier: MIT
// The one parallel loop: calls a body for each block of a fixed partition, on the threads of an Executor.
#pragma once

#include <throng/executor.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace throng::parallel {

namespace detail {

bool run(const Executor& executor, std::uint32_t count, Executor::Task* task, void* context) noexcept;
void run_to_end(const Executor& executor, std::uint32_t count, Executor::Task* task, void* context) noexcept;

// noexcept here, so that an exception ends the program. A scheduler would catch it and report a cancellation.
template <class Body> void call(void* context, std::uint32_t index) noexcept { (*static_cast<Body*>(context))(index); }

template <class Body> void* context_of(Body& body) noexcept {
    return const_cast<void*>(static_cast<const volatile void*>(std::addressof(body)));
}

} // namespace detail

/// The executor of a call; if that is null, the one of the object.
inline Executor resolve(const Executor& of_call, const Executor& of_object) noexcept {
    return of_call.parallel_for ? of_call : of_object;
}

/// True when the calling thread alone would run everything: serial(), and the null Executor of a build without oneTBB.
bool is_serial(const Executor& executor) noexcept;

/// For steps with blocks of cells or tiles instead of elements: with few elements the calling thread runs all blocks.
inline Executor unless_few(std::size_t elements, const Executor& executor) noexcept {
    constexpr std::size_t few = 2048;
    return elements <= few ? serial() : executor;
}

/// Calls body(i) once for each i < count, in any order, on any threads, and returns after the last call has returned.
///
/// False: the host was cancelled, or a foreign parallel_for returned early. Then some bodies have not run, none runs
/// any more, and none has run twice. Writes of bodies happen before the return. Bodies must not throw; they run in the
/// floating-point environment of their thread, whatever that is.
///
/// A null executor is oneTBB in the caller's current arena: isolated, in a task_group_context of its own that is bound
/// to the caller's. Calls with count <= 1 or a serial executor run on the calling thread, in ascending order, and touch
/// no scheduler and no atomics.
///
/// Memory   none of its own (oneTBB's pools).
template <class Body> bool for_each_block(const Executor& executor, std::uint32_t count, Body&& body) noexcept {
    using Plain = std::remove_reference_t<Body>;
    return detail::run(executor, count, &detail::call<Plain>, detail::context_of(body));
}

/// As for_each_block, for apply steps, which cannot be cancelled: the calling thread runs whatever the
/// host leaves undone.
template <class Body> void for_each_block_to_end(const Executor& executor, std::uint32_t count, Body&& body) noexcept {
    using Plain = std::remove_reference_t<Body>;
    detail::run_to_end(executor, count, &detail::call<Plain>, detail::context_of(body));
}

} // namespace throng::parallel
