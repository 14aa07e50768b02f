// SPDX-License-Identifier: MIT
// An answer of more hits than slots can name is OutOfCapacity from any executor, and soon: memory is not taken for the
// rest of it.
#include "engine/src/query/query_batch.hpp"
#include "parallel/for_each_block.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/thread_executor.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

// Address space instead of memory: nothing is written to what these kernels ask for.
class AddressSpace {
public:
    Memory memory() noexcept { return {&take, &give_back, this}; }
    std::size_t peak() const noexcept { return peak_; }
    std::size_t live() const noexcept { return live_; }

private:
    static void* take(void* self, std::size_t bytes, std::size_t) {
        auto& space = *static_cast<AddressSpace*>(self);
        const std::size_t live = space.live_ += bytes;
        std::size_t peak = space.peak_;
        while (live > peak && !space.peak_.compare_exchange_weak(peak, live)) {}
        void* const block =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return block == MAP_FAILED ? nullptr : block;
    }
    static void give_back(void* self, void* block, std::size_t bytes, std::size_t) {
        static_cast<AddressSpace*>(self)->live_ -= bytes;
        if (block != nullptr) munmap(block, bytes);
    }

    std::atomic<std::size_t> live_{0}, peak_{0};
};

struct NamedHost {
    const char* name;
    Executor executor;
};

class TooManyHits : public testing::Test {
protected:
    ThreadExecutor two_{2}, seven_{7};
    const std::vector<NamedHost> hosts_{{"serial", serial()},
                                        {"ascending", ascending()},
                                        {"reversed", reversed()},
                                        {"two threads", two_},
                                        {"seven threads", seven_}};
};

constexpr std::size_t most_answer = std::size_t{1} << 32;

// So many hits to each query of a kernel that fills its list in one go, or needs a larger one.
template <class Sink> auto claim(std::uint32_t block, std::uint32_t each) {
    return [=](std::uint32_t begin, std::uint32_t end, Sink& sink) {
        if constexpr (requires { sink.counts; })
            for (std::uint32_t i = begin; i < end; ++i) sink.counts[i] = 0;
        for (std::uint32_t i = begin; i < end; i += block) {
            if (sink.capacity < sink.size || sink.capacity - sink.size < each) return i;
            sink.size += each;
        }
        return end;
    };
}

// Each of 64 blocks has a sixteenth of what slots can name: four times as much in all. The blocks of serial() share one
// list.
TEST_F(TooManyHits, EndAnAnswerBeforeAllBlocksHaveBeenAsked) {
    constexpr std::uint32_t block = 1024, each = 1u << 28;
    for (const NamedHost& host : hosts_) {
        if (parallel::is_serial(host.executor)) continue;
        SCOPED_TRACE(host.name);
        AddressSpace space;
        Hits hits(space.memory());
        HitPlan plan;
        plan.rows = plan.items = 64 * block;
        auto kernel = claim<kernels::HitSink>(block, each);

        EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), answer(hits, plan, kernel, host.executor)));

        EXPECT_EQ(hits.size(), 0u);
        EXPECT_LT(space.peak(),
                  4 * most_answer * sizeof(Slot)); // lists grow by doubling; all of it would be eight times as much
    }
}

TEST_F(TooManyHits, OfOneBlockAreToldAlikeByEveryExecutor) {
    constexpr std::uint32_t block = 1024, each = no_slot - 1;
    for (const NamedHost& host : hosts_) {
        SCOPED_TRACE(host.name);
        AddressSpace space;
        Hits hits(space.memory());
        HitPlan plan;
        plan.rows = plan.items = 2 * block;
        auto kernel = claim<kernels::HitSink>(block, each);

        EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), answer(hits, plan, kernel, host.executor)));

        EXPECT_EQ(hits.size(), 0u);
    }
}

// From the last block to the first, so that each has a list of its own.
TEST_F(TooManyHits, OfPairsEndAnAnswerBeforeAllBlocksHaveBeenAsked) {
    constexpr std::uint32_t block = 4096, each = 1u << 28;
    AddressSpace space;
    Pairs pairs(space.memory());
    auto kernel = claim<kernels::PairSink>(block, each);

    const Status status = answer(pairs, {.count = 64 * block, .block = block}, {}, kernel, reversed());

    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), status));
    EXPECT_EQ(pairs.size(), 0u);
    EXPECT_LT(space.peak(), 4 * most_answer * sizeof(Pair));
}

TEST_F(TooManyHits, OfPairsOfOneBlockAreToldAlikeByEveryExecutor) {
    constexpr std::uint32_t block = 4096, each = no_slot - 1;
    for (const NamedHost& host : hosts_) {
        SCOPED_TRACE(host.name);
        AddressSpace space;
        Pairs pairs(space.memory());
        auto kernel = claim<kernels::PairSink>(block, each);

        const Status status = answer(pairs, {.count = 2 * block, .block = block}, {}, kernel, host.executor);

        EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), status));
        EXPECT_EQ(pairs.size(), 0u);
    }
}

// After an answer that was too large a smaller one follows, in the memory of a smaller one.
TEST_F(TooManyHits, LeaveNoMemoryBehind) {
    AddressSpace space;
    Hits hits(space.memory());
    HitPlan plan;
    plan.rows = plan.items = 64 * 1024;
    auto too_many = claim<kernels::HitSink>(1024, 1u << 28);
    ASSERT_FALSE(answer(hits, plan, too_many, reversed()));
    auto few = claim<kernels::HitSink>(1024, 16);

    ASSERT_TRUE(answer(hits, plan, few, reversed()));

    EXPECT_LT(space.live(), std::size_t{1} << 22);
}

} // namespace
} // namespace throng::test
