// SPDX-License-Identifier: MIT
// A Memory that counts its blocks, checks each one that is freed, and can refuse the k-th request. It must outlive all
// that it is given to: otherwise it aborts.
#pragma once

#include <throng/memory.hpp>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace throng::support {

class CountingMemory {
public:
    CountingMemory() = default;
    CountingMemory(const CountingMemory&) = delete;
    CountingMemory& operator=(const CountingMemory&) = delete;
    ~CountingMemory() {
        if (live_blocks_ == 0) return;
        std::fprintf(stderr, "A CountingMemory ends before %zu of its blocks.\n", live_blocks_.load());
        std::abort();
    }

    Memory memory() noexcept { return {&allocate, &deallocate, this}; }

    std::size_t requests() const noexcept { return requests_; }
    std::size_t live_bytes() const noexcept { return live_bytes_; }
    std::size_t most_bytes() const noexcept { return most_bytes_; } ///< live at once, since forget_most()
    void forget_most() noexcept { most_bytes_ = live_bytes_.load(); }
    std::size_t largest() const noexcept { return largest_; } ///< granted request, in bytes
    std::size_t live_blocks() const noexcept { return live_blocks_; }

    /// True if a block was freed with another size or alignment than it was allocated with.
    bool mismatched() const noexcept { return mismatched_; }

    /// Refuses only the k-th request from now on; 0: none.
    void refuse(std::size_t k) noexcept {
        refuse_ = k == 0 ? 0 : requests_ + k;
        refused_ = false;
    }
    bool refused() const noexcept { return refused_; }

    /// Refuses requests with which live_bytes() would exceed `bytes`.
    void limit(std::size_t bytes) noexcept { limit_ = bytes; }

private:
    struct Header {
        std::size_t bytes, alignment;
    };

    // The header is directly before the block. Its room is a multiple of the block's alignment.
    static std::size_t room(std::size_t alignment) noexcept {
        return alignment > sizeof(Header) ? alignment : (sizeof(Header) + alignment - 1) / alignment * alignment;
    }

    static void raise(std::atomic<std::size_t>& most, std::size_t to) noexcept {
        std::size_t now = most;
        while (to > now && !most.compare_exchange_weak(now, to)) {}
    }

    static void* allocate(void* self, std::size_t bytes, std::size_t alignment) {
        auto& counts = *static_cast<CountingMemory*>(self);
        const std::size_t request = ++counts.requests_;
        if (request == counts.refuse_ || counts.live_bytes_ + bytes > counts.limit_) {
            counts.refused_ = true;
            return nullptr;
        }
        const std::size_t strict = alignment < sizeof(void*) ? sizeof(void*) : alignment;
        const std::size_t total = (room(strict) + bytes + strict - 1) / strict * strict;
        auto* const start = static_cast<std::byte*>(std::aligned_alloc(strict, total));
        if (start == nullptr) return nullptr;
        std::byte* const block = start + room(strict);
        const Header header{bytes, alignment};
        std::memcpy(block - sizeof header, &header, sizeof header);
        raise(counts.most_bytes_, counts.live_bytes_ += bytes);
        raise(counts.largest_, bytes);
        ++counts.live_blocks_;
        return block;
    }

    static void deallocate(void* self, void* block, std::size_t bytes, std::size_t alignment) {
        auto& counts = *static_cast<CountingMemory*>(self);
        if (block == nullptr) return;
        Header header;
        std::memcpy(&header, static_cast<std::byte*>(block) - sizeof header, sizeof header);
        if (header.bytes != bytes || header.alignment != alignment) counts.mismatched_ = true;
        counts.live_bytes_ -= header.bytes;
        --counts.live_blocks_;
        std::free(static_cast<std::byte*>(block) -
                  room(header.alignment < sizeof(void*) ? sizeof(void*) : header.alignment));
    }

    std::atomic<std::size_t> requests_{0};
    std::atomic<std::size_t> live_bytes_{0};
    std::atomic<std::size_t> live_blocks_{0};
    std::atomic<std::size_t> largest_{0};
    std::atomic<std::size_t> most_bytes_{0};
    std::atomic<std::size_t> refuse_{0};
    std::atomic<std::size_t> limit_{~std::size_t{0}};
    std::atomic<bool> mismatched_{false};
    std::atomic<bool> refused_{false};
};

} // namespace throng::support
