// SPDX-License-Identifier: MIT
// Scratch of a loop's blocks, kept between calls.
#pragma once

#include "engine/src/base/column.hpp"

#include <cstddef>
#include <cstdint>
#include <new>

namespace throng {

/// Objects that are constructed from a Memory, each in an allocation of its own. An object keeps its address and its
/// memory until the pool is released.
///
/// Memory   sizeof(T) for each object, and the Column of pointers to them; the memory of a T is its own.
template <class T> class BlockPool {
public:
    explicit BlockPool(Memory memory) noexcept : blocks_(memory) {}
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;
    ~BlockPool() { release(); }

    /// Makes objects until there are `count`. False: out of memory; those that were made stay.
    [[nodiscard]] bool reserve(std::size_t count) noexcept {
        if (!blocks_.grow(count)) return false;
        while (blocks_.size() < count) {
            T* const block = create<T>(memory(), memory());
            if (!block) return false;
            blocks_.append(block);
        }
        return true;
    }

    /// Destroys all objects and frees their memory.
    void release() noexcept {
        for (T* const block : blocks_) destroy(memory(), block);
        blocks_.release();
    }

    /// Bytes of the pool itself, without the memory of its objects.
    std::size_t bytes() const noexcept { return blocks_.bytes() + blocks_.size() * sizeof(T); }
    std::size_t size() const noexcept { return blocks_.size(); }
    const Memory& memory() const noexcept { return blocks_.memory(); }

    T* operator[](std::size_t i) const noexcept { return blocks_[i]; }
    T* const* begin() const noexcept { return blocks_.begin(); }
    T* const* end() const noexcept { return blocks_.end(); }

private:
    Column<T*> blocks_;
};

} // namespace throng
