// SPDX-License-Identifier: MIT
// Memory behind which there is none.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace throng::test {

/// One page of memory that ends where memory ends: one place further is a crash.
class MemoryBeforeGuardPage {
public:
    MemoryBeforeGuardPage() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        start_ = mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (start_ == MAP_FAILED || mprotect(static_cast<char*>(start_) + page_, page_, PROT_NONE) != 0) std::abort();
    }
    ~MemoryBeforeGuardPage() { munmap(start_, 2 * page_); }
    MemoryBeforeGuardPage(const MemoryBeforeGuardPage&) = delete;
    MemoryBeforeGuardPage& operator=(const MemoryBeforeGuardPage&) = delete;

    /// The last n places.
    template <class T> T* last(int n) const { return reinterpret_cast<T*>(static_cast<char*>(start_) + page_) - n; }

    /// A copy of no more than a page of values, the last of them in the last place.
    template <class T> T* ending_with(const std::vector<T>& values) const {
        T* const first = last<T>(static_cast<int>(values.size()));
        std::copy(values.begin(), values.end(), first);
        return first;
    }

private:
    std::size_t page_;
    void* start_;
};

} // namespace throng::test
