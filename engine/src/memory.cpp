// SPDX-License-Identifier: MIT
// Blocks through the caller's Memory, or through the aligned operator new where it names no functions.
#include "engine/src/memory.hpp"

#include <new>

namespace throng {

void* allocate(const Memory& memory, std::size_t bytes, std::size_t alignment) noexcept {
    if (memory.allocate) return memory.allocate(memory.self, bytes, alignment);
    return ::operator new(bytes, std::align_val_t(alignment), std::nothrow);
}

// `allocate` alone decides whose block it is: an arena that only ever grows gives no deallocate, and its blocks must not reach operator
// delete.
void deallocate(const Memory& memory, void* block, std::size_t bytes, std::size_t alignment) noexcept {
    if (!block) return;
    if (!memory.allocate) return ::operator delete(block, std::align_val_t(alignment));
    if (memory.deallocate) memory.deallocate(memory.self, block, bytes, alignment);
}

} // namespace throng
