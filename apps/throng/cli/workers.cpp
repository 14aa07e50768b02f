// SPDX-License-Identifier: MIT
// The threads of the program.
#include "apps/throng/cli/workers.hpp"

#include <algorithm>

#if THRONG_TBB
#include <throng/tbb.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/version.h>
#endif

namespace throng::app {

namespace {

void for_blocks_here(std::size_t size, std::size_t block, const std::function<void(std::size_t, std::size_t)>& body) {
    for (std::size_t begin = 0; begin < size; begin += block) body(begin, std::min(size, begin + block));
}

} // namespace

#if THRONG_TBB

// More threads than the machine has are possible: the arena alone would be limited by the library's own limit.
struct Workers::State {
    explicit State(unsigned threads)
        : limit(oneapi::tbb::global_control::max_allowed_parallelism, threads), arena(static_cast<int>(threads)),
          count(threads) {}

    oneapi::tbb::global_control limit;
    mutable oneapi::tbb::task_arena arena;
    unsigned count;
};

Workers::Workers(unsigned threads) : state_(std::make_unique<State>(threads == 0 ? hardware_threads() : threads)) {}
unsigned Workers::threads() const noexcept { return state_->count; }
Executor Workers::executor() const noexcept { return state_->count == 1 ? serial() : on(state_->arena); }

void Workers::for_blocks(std::size_t size, std::size_t block,
                         const std::function<void(std::size_t, std::size_t)>& body) const {
    const std::size_t blocks = (size + block - 1) / block;
    if (blocks <= 1 || state_->count == 1) return for_blocks_here(size, block, body);
    state_->arena.execute([&] {
        oneapi::tbb::parallel_for(std::size_t{0}, blocks,
                                  [&](std::size_t i) { body(i * block, std::min(size, (i + 1) * block)); });
    });
}

unsigned hardware_threads() noexcept {
    return static_cast<unsigned>(std::max(1, oneapi::tbb::info::default_concurrency()));
}
bool can_share_work() noexcept { return true; }
const char* tbb_version() noexcept { return TBB_runtime_version(); }

#else

struct Workers::State {};

Workers::Workers(unsigned) : state_(std::make_unique<State>()) {}
unsigned Workers::threads() const noexcept { return 1; }
Executor Workers::executor() const noexcept { return serial(); }

void Workers::for_blocks(std::size_t size, std::size_t block,
                         const std::function<void(std::size_t, std::size_t)>& body) const {
    for_blocks_here(size, block, body);
}

unsigned hardware_threads() noexcept { return 1; }
bool can_share_work() noexcept { return false; }
const char* tbb_version() noexcept { return ""; }

#endif

Workers::Workers(Workers&&) noexcept = default;
Workers::~Workers() = default;

} // namespace throng::app
