// SPDX-License-Identifier: MIT
// Blocks from the caller's Memory, or from the aligned operator new if it has no functions.
#pragma once

#include <throng/memory.hpp>

#include <cstddef>
#include <new>
#include <utility>

namespace throng {

/// A block of `bytes` bytes, aligned to `alignment` (a power of two); null when memory is out. Does not throw.
[[nodiscard]] void* allocate(const Memory& memory, std::size_t bytes, std::size_t alignment) noexcept;

/// Frees a block of allocate(), with the same bytes and alignment. A null block: no effect.
void deallocate(const Memory& memory, void* block, std::size_t bytes, std::size_t alignment) noexcept;

/// An object in a block of its own; null when memory is out.
template <class T, class... Arguments>
[[nodiscard]] T* create(const Memory& memory, Arguments&&... arguments) noexcept {
    void* const place = allocate(memory, sizeof(T), alignof(T));
    return place ? ::new (place) T(std::forward<Arguments>(arguments)...) : nullptr;
}

/// Ends an object of create(). The memory is a copy, as the object may hold it. Null: no effect.
template <class T> void destroy(Memory memory, T* object) noexcept {
    if (!object) return;
    object->~T();
    deallocate(memory, object, sizeof(T), alignof(T));
}

/// True if `coming` new elements are so large a part of all `elements` that no tick repeats it. The scratch of such a
/// batch is freed after it.
inline bool is_bulk(std::size_t coming, std::size_t elements) noexcept {
    return coming >= 4096 && coming >= elements / 4;
}

} // namespace throng
