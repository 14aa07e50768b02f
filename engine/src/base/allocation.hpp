// SPDX-License-Identifier: MIT
// Blocks from the caller's Memory, or from the aligned operator new if it has no functions.
#pragma once

#include <throng/memory.hpp>

#include <cstddef>

namespace throng {

/// A block of `bytes` bytes, aligned to `alignment` (a power of two); null when memory is out. Does not throw.
[[nodiscard]] void* allocate(const Memory& memory, std::size_t bytes, std::size_t alignment) noexcept;

/// Frees a block of allocate(), with the same bytes and alignment. A null block: no effect.
void deallocate(const Memory& memory, void* block, std::size_t bytes, std::size_t alignment) noexcept;

} // namespace throng
