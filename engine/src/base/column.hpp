// SPDX-License-Identifier: MIT
// One growable array of plain values: the column of a structure of arrays.
#pragma once

#include "engine/src/base/allocation.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace throng {

/// An array of trivially copyable values, aligned to 64 bytes, that never shrinks by itself.
///
/// Every block has 64 unused bytes after its last element: a kernel may load or store a whole tile of 16 four-byte
/// lanes that starts at any element or at end(), as long as capacity() > 0. The content of the padding, and of elements
/// that resize() added, is unspecified.
///
/// Memory   capacity() * sizeof(T) + 64 bytes, taken through the given Memory; a call that returns false
///          has changed nothing.
/// Threads  unguarded, as an array is.
template <class T> class Column {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    static constexpr std::size_t alignment = 64;
    static constexpr std::size_t padding = 64;
    static_assert(alignof(T) <= alignment);

    explicit Column(Memory memory = {}) noexcept : memory_(memory) {}
    Column(Column&& other) noexcept
        : memory_(other.memory_), data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    Column& operator=(Column&& other) noexcept {
        Column taken(std::move(other));
        swap(taken);
        return *this;
    }
    ~Column() { release(); }

    /// Room for exactly `count` elements; the content stays. False: out of memory.
    [[nodiscard]] bool reserve(std::size_t count) noexcept {
        if (count <= capacity_) return true;
        T* const block = take(count);
        if (!block) return false;
        if (size_ != 0) std::memcpy(block, data_, size_ * sizeof(T));
        replace(block, count);
        return true;
    }

    /// Room for at least `count` elements. A new block is at least half as large again as the old one, so that
    /// appending one by one costs O(1) each.
    [[nodiscard]] bool grow(std::size_t count) noexcept {
        if (count <= capacity_) return true;
        const std::size_t geometric = capacity_ + capacity_ / 2;
        return reserve(geometric > count ? geometric : count);
    }

    /// `count` elements of unspecified value: the old content is not copied to a new block. False: out of memory, and
    /// nothing has changed.
    [[nodiscard]] bool resize_discard(std::size_t count) noexcept {
        if (count > capacity_) {
            T* const block = take(count);
            if (!block) return false;
            replace(block, count);
        }
        size_ = count;
        return true;
    }

    /// Like resize_discard(), but a new block has room for an eighth more, so that slow growth seldom needs another.
    [[nodiscard]] bool resize_with_room(std::size_t count) noexcept {
        if (count > capacity_ && !resize_discard(count + count / 8)) return false;
        resize(count);
        return true;
    }

    /// Copies the elements of `other` and reserves at least its capacity, so that an apply step may use in a copy the
    /// room that was reserved in the original. False: out of memory, and nothing has changed.
    [[nodiscard]] bool assign(const Column& other) noexcept {
        if (other.capacity_ > capacity_ && !resize_discard(other.capacity_)) return false;
        resize(other.size_);
        if (size_ != 0) std::memcpy(data_, other.data_, size_ * sizeof(T));
        return true;
    }

    /// `count` <= capacity() elements. Cannot fail, for apply steps.
    void resize(std::size_t count) noexcept {
        assert(count <= capacity_);
        if (count < size_) spoil(data_ + count, (size_ - count) * sizeof(T));
        size_ = count;
    }

    /// At least `count` <= capacity() elements: new ones are `value`. Cannot fail, for apply steps.
    void extend(std::size_t count, const T& value) noexcept {
        const std::size_t known = size_;
        if (count > known) resize(count), std::fill(begin() + known, end(), value);
    }
    /// `count` <= capacity() elements, each of them `value`. Cannot fail, for apply steps.
    void fill(std::size_t count, const T& value) noexcept {
        resize(count);
        std::fill(begin(), end(), value);
    }

    /// Adds an element if there is room: size() < capacity(). Cannot fail, for apply steps.
    void append(const T& value) noexcept {
        assert(size_ < capacity_);
        data_[size_++] = value;
    }

    /// Adds an element, and room for it. False: out of memory.
    [[nodiscard]] bool push(const T& value) noexcept {
        const T copy = value; // it may be an element of this column
        if (!grow(size_ + 1)) return false;
        append(copy);
        return true;
    }

    /// Frees the block: size and capacity are 0.
    void release() noexcept {
        replace(nullptr, 0);
        size_ = 0;
    }

    void swap(Column& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    T* data() noexcept { return data_; }
    const T* data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    std::size_t capacity() const noexcept { return capacity_; }
    bool empty() const noexcept { return size_ == 0; }
    std::size_t bytes() const noexcept { return capacity_ == 0 ? 0 : capacity_ * sizeof(T) + padding; }
    const Memory& memory() const noexcept { return memory_; }

    T& operator[](std::size_t i) noexcept {
        assert(i < size_);
        return data_[i];
    }
    const T& operator[](std::size_t i) const noexcept {
        assert(i < size_);
        return data_[i];
    }
    T* begin() noexcept { return data_; }
    T* end() noexcept { return data_ + size_; }
    const T* begin() const noexcept { return data_; }
    const T* end() const noexcept { return data_ + size_; }

private:
    T* take(std::size_t count) const noexcept {
        if (count > (std::size_t(PTRDIFF_MAX) - padding) / sizeof(T)) return nullptr;
        T* const block = static_cast<T*>(allocate(memory_, count * sizeof(T) + padding, alignment));
        if (block) spoil(block, count * sizeof(T) + padding);
        return block;
    }
    // In a debug build, unspecified content consists of large numbers that are no slot, no offset and no coordinate, so
    // that a test which reads it fails. Only the beginning of a large block is written: reserved memory that is never
    // used takes no pages.
    static void spoil([[maybe_unused]] void* bytes, [[maybe_unused]] std::size_t count) noexcept {
#ifndef NDEBUG
        constexpr std::size_t most = std::size_t{1} << 24;
        std::memset(bytes, 0xE5, count < most ? count : most);
#endif
    }
    void replace(T* block, std::size_t count) noexcept {
        deallocate(memory_, data_, bytes(), alignment);
        data_ = block;
        capacity_ = count;
    }

    Memory memory_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// The same for several columns, or for what consists of columns.
template <class... Columns> std::size_t bytes_of(const Columns&... columns) noexcept { return (columns.bytes() + ...); }
template <class... Columns> void release_all(Columns&... columns) noexcept { (columns.release(), ...); }
template <class... Columns> void empty_all(Columns&... columns) noexcept { (columns.resize(0), ...); }
/// False: out of memory; some of them may have grown.
template <class... Columns> [[nodiscard]] bool grow_all(std::size_t count, Columns&... columns) noexcept {
    return (columns.grow(count) && ...);
}

} // namespace throng
