// SPDX-License-Identifier: MIT
// Blocks from the caller's Memory, or from the aligned operator new if it has no functions.
#include "engine/src/base/allocation.hpp"

#include <algorithm>
#include <new>

#if defined(__linux__) && defined(__x86_64__)
#include <sys/mman.h>
#endif

namespace throng {
namespace {

// Scattered accesses to a column, to slots in no order of space or to the ends of rows, walk the page tables each time
// if pages have 4 KB.
constexpr std::size_t huge_page = std::size_t{2} << 20;

// Rounds up to whole huge pages if that adds at most an eighth: a million floats take not quite two.
std::size_t size_of(std::size_t bytes) noexcept {
    const std::size_t missing = (huge_page - bytes % huge_page) % huge_page;
    return missing <= bytes / 8 ? bytes + missing : bytes;
}

std::align_val_t alignment_of(std::size_t size, std::size_t wanted) noexcept {
    return std::align_val_t(size >= huge_page ? std::max(wanted, huge_page) : wanted);
}

// A hint, which the system may ignore.
void ask_for_huge_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__) && defined(__x86_64__)
    if (!block || bytes < huge_page) return;
    const std::size_t whole = bytes / huge_page * huge_page;
    static_cast<void>(::madvise(block, whole, MADV_HUGEPAGE));
    static_cast<void>(::madvise(block, whole, MADV_DONTNEED)); // small pages that the allocator had in use before
#endif
}

} // namespace

void* allocate(const Memory& memory, std::size_t bytes, std::size_t alignment) noexcept {
    if (memory.allocate) return memory.allocate(memory.self, bytes, alignment);
    const std::size_t size = size_of(bytes);
    void* const block = ::operator new(size, alignment_of(size, alignment), std::nothrow);
    ask_for_huge_pages(block, size);
    return block;
}

// `allocate` alone decides how a block is freed: an arena that only grows has no deallocate, and its blocks must not
// reach operator delete.
void deallocate(const Memory& memory, void* block, std::size_t bytes, std::size_t alignment) noexcept {
    if (!block) return;
    if (!memory.allocate) return ::operator delete(block, alignment_of(size_of(bytes), alignment));
    if (memory.deallocate) memory.deallocate(memory.self, block, bytes, alignment);
}

} // namespace throng
