// SPDX-License-Identifier: MIT
// Blocks through the caller's Memory, or through the aligned operator new where it names no functions.
#pragma once

#include <throng/memory.hpp>

#include <cstddef>

namespace throng {

/// A block of `bytes` bytes, aligned to `alignment` (a power of two); null when memory is out. Does not throw.
[[nodiscard]] void* allocate(const Memory& memory, std::size_t bytes, std::size_t alignment) noexcept;

/// Gives back a block of allocate(), with the same bytes and alignment. A null block: nothing.
void deallocate(const Memory& memory, void* block, std::size_t bytes, std::size_t alignment) noexcept;

} // namespace throng
