// SPDX-License-Identifier: MIT
// A host of two threads: an arena of oneTBB where the build has oneTBB. It is made in one source, so that
// the objects of the tests are the same with and without oneTBB.
#pragma once

#include <throng/executor.hpp>

#include <memory>

namespace throng::test {

class TwoThreads {
public:
    TwoThreads();
    ~TwoThreads();
    TwoThreads(const TwoThreads&) = delete;
    TwoThreads& operator=(const TwoThreads&) = delete;
    Executor executor();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace throng::test
