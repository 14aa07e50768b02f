// SPDX-License-Identifier: MIT
// Where memory comes from.
#pragma once

#include <cstddef>

namespace throng {

/// The two functions through which an object takes and frees its memory. Null: the aligned operator new and delete.
///
/// Blocks of 2 MB and more from operator new begin at a multiple of 2 MB. They are rounded up to the next multiple if
/// that adds at most an eighth. On x86-64 Linux they use huge pages, in place of pages that the allocator had in use
/// before (madvise: MADV_HUGEPAGE, MADV_DONTNEED). Blocks of other functions are left as they are, and bytes() never
/// counts the rounding.
///
/// Both functions are called from any thread, several at once. They must not throw, and must work as long as any object
/// exists that was given them. An object keeps a copy of this struct; `self` is passed on unchanged.
struct Memory {
    /// A block of `bytes` > 0 bytes whose address is a multiple of `alignment`, a power of two. It returns null when it
    /// is out of memory; the call that needed the block then reports Fault::OutOfMemory. If the function itself is
    /// null, alone or with deallocate: the aligned operator new and delete.
    void* (*allocate)(void* self, std::size_t bytes, std::size_t alignment) = nullptr;

    /// Frees a block of allocate, with the same `bytes` and `alignment`. Null: blocks are never freed (an arena that is
    /// freed as a whole).
    void (*deallocate)(void* self, void* block, std::size_t bytes, std::size_t alignment) = nullptr;

    void* self = nullptr;
};

} // namespace throng
