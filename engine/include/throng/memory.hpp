// SPDX-License-Identifier: MIT
// Where memory comes from.
#pragma once

#include <cstddef>

namespace throng {

/// The two functions an object takes its memory from and gives it back through. Left null: the aligned operator new. Of
/// its blocks, those of 2 MB and more begin at a multiple of that and are rounded up to the next one where that is no
/// more than an eighth more, and Linux on x86-64 is asked for huge pages there, instead of any that the allocator had
/// in use before (madvise: MADV_HUGEPAGE, MADV_DONTNEED). What these functions give is left as it is, and bytes() never
/// counts the rounding.
///
/// Both are called from any thread, several at once, must not throw, and must work as long as any object lives that was
/// given them. An object keeps a copy of this struct; `self` is handed through untouched.
struct Memory {
    /// A block of `bytes` > 0 bytes whose address is a multiple of `alignment`, a power of two; null: out of memory,
    /// which the call that needed the block reports as Fault::OutOfMemory. Null alone or with deallocate: the aligned
    /// operator new and delete.
    void* (*allocate)(void* self, std::size_t bytes, std::size_t alignment) = nullptr;

    /// Takes back a block of allocate, with the same `bytes` and `alignment`. Null: blocks are never given back (an
    /// arena freed as a whole).
    void (*deallocate)(void* self, void* block, std::size_t bytes, std::size_t alignment) = nullptr;

    void* self = nullptr;
};

} // namespace throng
