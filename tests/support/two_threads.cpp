// SPDX-License-Identifier: MIT
#include "tests/support/two_threads.hpp"

#if THRONG_TBB
#include <throng/tbb.hpp>

#include <oneapi/tbb/task_arena.h>
#else
#include "tests/support/thread_executor.hpp"
#endif

namespace throng::test {

struct TwoThreads::State {
#if THRONG_TBB
    Executor executor() { return on(host); }
    oneapi::tbb::task_arena host{2};
#else
    Executor executor() { return host.executor(); }
    ThreadExecutor host{2};
#endif
};

TwoThreads::TwoThreads() : state_(std::make_unique<State>()) {}
TwoThreads::~TwoThreads() = default;
Executor TwoThreads::executor() { return state_->executor(); }

} // namespace throng::test
