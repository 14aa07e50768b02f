// SPDX-License-Identifier: MIT
// A Memory that counts, refuses, fills what it gives, and checks the bytes around each block when it comes back.
#pragma once

#include "tests/fuzz/report.hpp"

#include <throng/memory.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace throng::fuzz {

/// Two memories with different fills show a read of what was never written: answers differ.
class StrictMemory {
public:
    explicit StrictMemory(unsigned char fill) : fill_(fill) {}
    StrictMemory(const StrictMemory&) = delete;
    StrictMemory& operator=(const StrictMemory&) = delete;
    ~StrictMemory() { demand(live_blocks_ == 0, live_blocks_, " blocks of memory were never given back"); }

    Memory memory() noexcept { return {&allocate, &deallocate, this}; }

    std::size_t requests() const noexcept { return requests_; }
    std::size_t live_bytes() const noexcept { return live_bytes_; }

    /// The k-th request from now on is refused, that one alone or all from there on; 0: none.
    void refuse(std::size_t k, bool and_all_later = false) noexcept {
        refuse_ = k == 0 ? 0 : requests_ + k;
        all_later_ = and_all_later;
        refused_ = false;
    }
    bool refused() const noexcept { return refused_; }

private:
    struct Header {
        std::size_t bytes, alignment;
        std::uint64_t guard[2];
    };
    static constexpr std::uint64_t guard = 0x5AFE'B10C'5AFE'B10Cu;
    static constexpr std::size_t most = std::size_t{1} << 30; // far more than any content here needs

    static std::size_t room(std::size_t alignment) noexcept {
        return alignment > sizeof(Header) ? alignment : sizeof(Header);
    }
    static std::size_t strict(std::size_t alignment) noexcept { return alignment < 16 ? 16 : alignment; }

    static void* allocate(void* self, std::size_t bytes, std::size_t alignment) {
        auto& memory = *static_cast<StrictMemory*>(self);
        demand(bytes > 0, "memory of no byte was asked for");
        demand(alignment > 0 && (alignment & (alignment - 1)) == 0, "an alignment of ", alignment, " was asked for");
        const std::size_t request = ++memory.requests_, refuse = memory.refuse_;
        if (refuse != 0 && (request == refuse || (memory.all_later_ && request > refuse))) {
            memory.refused_ = true;
            return nullptr;
        }
        demand(memory.live_bytes_ + bytes < most, "memory of ", bytes, " bytes was asked for besides ",
               memory.live_bytes_.load());
        const std::size_t wide = strict(alignment), before = room(wide);
        auto* const start =
            static_cast<std::byte*>(std::aligned_alloc(wide, (before + bytes + sizeof guard + wide - 1) / wide * wide));
        if (start == nullptr) std::abort();
        std::byte* const block = start + before;
        const Header header{bytes, alignment, {guard, guard}};
        std::memcpy(block - sizeof header, &header, sizeof header);
        std::memcpy(block + bytes, &guard, sizeof guard);
        std::memset(block, memory.fill_, bytes);
        memory.live_bytes_ += bytes;
        ++memory.live_blocks_;
        return block;
    }

    static void deallocate(void* self, void* given, std::size_t bytes, std::size_t alignment) {
        auto& memory = *static_cast<StrictMemory*>(self);
        demand(given != nullptr, "null was given back");
        auto* const block = static_cast<std::byte*>(given);
        Header header;
        std::uint64_t behind = 0;
        std::memcpy(&header, block - sizeof header, sizeof header);
        demand(header.guard[0] == guard && header.guard[1] == guard, "the bytes before a block were written");
        demand(header.bytes == bytes && header.alignment == alignment, "a block of ", header.bytes, " bytes at ",
               header.alignment, " was given back as of ", bytes, " at ", alignment);
        std::memcpy(&behind, block + bytes, sizeof behind);
        demand(behind == guard, "the bytes behind a block were written");
        std::memset(block, static_cast<unsigned char>(~memory.fill_), bytes);
        memory.live_bytes_ -= bytes;
        --memory.live_blocks_;
        std::free(block - room(strict(alignment)));
    }

    unsigned char fill_;
    std::atomic<std::size_t> requests_{0}, live_bytes_{0}, live_blocks_{0}, refuse_{0};
    std::atomic<bool> all_later_{false}, refused_{false};
};

} // namespace throng::fuzz
