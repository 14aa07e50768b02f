// SPDX-License-Identifier: MIT
// Every form of operator new, replaced by one that counts.
#include "tests/support/global_new.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> call_count{0};
std::atomic<std::size_t> refused_call{0};
std::atomic<bool> was_refused{false};

void* take(std::size_t bytes, std::size_t alignment) noexcept {
    if (++call_count == refused_call) {
        was_refused = true;
        return nullptr;
    }
    const std::size_t strict = alignment < sizeof(void*) ? sizeof(void*) : alignment;
    return std::aligned_alloc(strict, (bytes + strict) / strict * strict);
}

void* take_or_throw(std::size_t bytes, std::size_t alignment) {
    if (void* const block = take(bytes, alignment)) return block;
    throw std::bad_alloc();
}

constexpr std::size_t usual = alignof(std::max_align_t);

std::size_t number(std::align_val_t alignment) noexcept { return static_cast<std::size_t>(alignment); }

} // namespace

namespace throng::test::global_new {

std::size_t calls() noexcept { return call_count; }
void refuse(std::size_t k) noexcept {
    refused_call = k == 0 ? 0 : call_count + k;
    was_refused = false;
}
bool refused() noexcept { return was_refused; }

} // namespace throng::test::global_new

void* operator new(std::size_t n) { return take_or_throw(n, usual); }
void* operator new[](std::size_t n) { return take_or_throw(n, usual); }
void* operator new(std::size_t n, std::align_val_t a) { return take_or_throw(n, number(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return take_or_throw(n, number(a)); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return take(n, usual); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return take(n, usual); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return take(n, number(a)); }
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return take(n, number(a)); }

void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept { std::free(block); }
