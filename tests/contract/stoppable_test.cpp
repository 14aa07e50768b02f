// SPDX-License-Identifier: MIT
// A stopper cancels a call from within: nothing has changed, and the same call succeeds once it says no more.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"

#include <throng/throng.h>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

// Says whether to stop, and knows who has asked.
struct Asked {
    std::atomic<int> times{0};
    std::atomic<bool> stops{true}, elsewhere{false};
    std::thread::id caller;

    static int ask(void* self) {
        auto& asked = *static_cast<Asked*>(self);
        ++asked.times;
        if (std::this_thread::get_id() != asked.caller) asked.elsewhere = true;
        return asked.stops ? 1 : 0;
    }
    Stopper stopper() { return {&ask, this}; }
};

// A thread asks at once in its first call, and then at most twenty times a second: each call here is the first of its
// own thread.
template <class Call> void on_a_thread_of_its_own(Asked& asked, Call&& call) {
    std::thread thread([&] {
        asked.caller = std::this_thread::get_id();
        call();
    });
    thread.join();
}

class Stopped : public testing::Test {
protected:
    void SetUp() override {
        scenes::Generator random(3);
        for (int i = 0; i < 50'000; ++i) {
            const Vec2 at{random.uniform(0, 300), random.uniform(0, 300)};
            boxes.push_back({at, {at.x + 1, at.y + 1}});
        }
        ids.resize(boxes.size());
        ASSERT_TRUE(world.spawn(boxes, ids));
        ASSERT_TRUE(world.commit());
        ASSERT_TRUE(world.neighbors(2, expected));
    }

    std::vector<Aabb> boxes;
    std::vector<Id> ids;
    World world{WorldDesc{}};
    Hits expected, hits;
    Asked asked;
};

TEST_F(Stopped, QueryHasAnEmptyAnswerAndSucceedsLater) {
    const Stopper stopper = asked.stopper();
    on_a_thread_of_its_own(asked, [&] {
        const Status status = world.neighbors(2, hits, {}, stoppable(stopper));
        EXPECT_EQ(status.faults, Fault::Cancelled);
        EXPECT_EQ(hits.slots().size(), 0u);
    });
    EXPECT_GE(asked.times, 1);
    asked.stops = false;
    on_a_thread_of_its_own(asked, [&] { EXPECT_TRUE(world.neighbors(2, hits, {}, stoppable(stopper))); });
    EXPECT_FALSE(asked.elsewhere) << "only the thread that has called is asked";
    EXPECT_EQ(hits.hash(), expected.hash());
}

TEST_F(Stopped, CommitHasChangedNothing) {
    const auto before = world.snapshot().hash();
    std::vector<Aabb> moved = boxes;
    for (Aabb& box : moved) box.min.x += 0.5f, box.max.x += 0.5f;
    ASSERT_TRUE(world.move_all(BoxView(moved)));
    const Stopper stopper = asked.stopper();
    on_a_thread_of_its_own(asked, [&] { EXPECT_EQ(world.commit(stoppable(stopper)).faults, Fault::Cancelled); });
    EXPECT_EQ(world.snapshot().hash(), before);
    asked.stops = false;
    on_a_thread_of_its_own(asked, [&] { EXPECT_TRUE(world.commit(stoppable(stopper))); });
    Aabb first;
    ASSERT_TRUE(world.bounds_of(std::vector<Slot>{0}, std::span(&first, 1)));
    EXPECT_EQ(first, moved[0]);
}

TEST_F(Stopped, SmallCallsDoNotAsk) {
    const Stopper stopper = asked.stopper();
    on_a_thread_of_its_own(asked, [&] {
        EXPECT_TRUE(world.within(Disc{{5, 5}, 3}, hits, {}, stoppable(stopper)));
        EXPECT_GT(hits[0].size(), 0u);
    });
    EXPECT_EQ(asked.times, 0);
}

// Each wait is longer than the time between two questions, however long it takes.
TEST_F(Stopped, QueryNeedNotBeTheFirstOfItsThread) {
    const Stopper stopper = asked.stopper();
    on_a_thread_of_its_own(asked, [&] {
        for (int call = 1; call <= 3; ++call) {
            asked.times = 0;
            asked.stops = call == 2;
            const Status status = world.neighbors(2, hits, {}, stoppable(stopper));
            EXPECT_GE(asked.times, 1) << "nothing can stop call " << call << " of a thread";
            EXPECT_EQ(status.faults, call == 2 ? Fault::Cancelled : Fault::None) << call;
            if (call < 3) std::this_thread::sleep_for(std::chrono::milliseconds(60));
        }
    });
    EXPECT_EQ(hits.hash(), expected.hash());
}

TEST_F(Stopped, CallOfCIsCancelled) {
    const throng_stopper stopper{&Asked::ask, &asked};
    const throng_executor of_c = throng_stoppable(&stopper);
    on_a_thread_of_its_own(asked, [&] {
        EXPECT_EQ(world.neighbors(2, hits, {}, Executor{of_c.parallel_for, of_c.self}).faults, Fault::Cancelled);
    });
    EXPECT_GE(asked.times, 1);
}

// A stopper that calls Throng itself would else ask itself, again and again.
TEST_F(Stopped, QuestionIsNotAskedWithinItself) {
    struct Caller {
        const World& other;
        Executor executor;
        int depth = 0, deepest = 0;
    } caller{world, {}};
    const Stopper stopper{[](void* self) {
                              auto& c = *static_cast<Caller*>(self);
                              c.deepest = std::max(c.deepest, ++c.depth);
                              Hits near;
                              if (c.depth < 3) {
                                  EXPECT_TRUE(c.other.neighbors(2, near, {}, c.executor));
                              }
                              --c.depth;
                              return 0;
                          },
                          &caller};
    caller.executor = stoppable(stopper);
    on_a_thread_of_its_own(asked, [&] { EXPECT_TRUE(world.neighbors(2, hits, {}, caller.executor)); });
    EXPECT_EQ(caller.deepest, 1);
    EXPECT_EQ(hits.hash(), expected.hash());
}

TEST(Stopper, OfNothingIsTheNullExecutor) {
    const Stopper none;
    EXPECT_EQ(stoppable(none).parallel_for, nullptr);
    EXPECT_EQ(throng_stoppable(nullptr).parallel_for, nullptr);
    const throng_stopper of_c{nullptr, nullptr};
    EXPECT_EQ(throng_stoppable(&of_c).parallel_for, nullptr);
    const throng_stopper stops{&Asked::ask, nullptr};
    EXPECT_NE(throng_stoppable(&stops).parallel_for, nullptr);
    EXPECT_EQ(throng_stoppable(&stops).self, &stops);
}

} // namespace
} // namespace throng::test
