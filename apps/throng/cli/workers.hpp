// SPDX-License-Identifier: MIT
// The threads of the program: for the library as an Executor, for the program's own loops as for_blocks. The only file
// of the program that depends on oneTBB.
#pragma once

#include <throng/executor.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace throng::app {

class Workers {
public:
    /// 0: all threads. Without oneTBB it is always only the calling thread.
    explicit Workers(unsigned threads);
    Workers(Workers&&) noexcept;
    ~Workers();

    unsigned threads() const noexcept;
    Executor executor() const noexcept;

    /// Calls body(begin, end) for each range [i * block, (i + 1) * block) of [0, size), on any of the threads; returns
    /// after the last. The ranges do not depend on the threads, so that results kept by block are the same for any
    /// number of them. An exception from `body` comes out of the call.
    void for_blocks(std::size_t size, std::size_t block,
                    const std::function<void(std::size_t, std::size_t)>& body) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

unsigned hardware_threads() noexcept;
bool can_share_work() noexcept;     // true with oneTBB: without it there is only one thread
const char* tbb_version() noexcept; // of the library loaded; "" without oneTBB

} // namespace throng::app
