// SPDX-License-Identifier: MIT
// Work on threads of your own. First as a host of the library's loops, an Executor; then from within your jobs, each of
// which queries for its slice of the crowd with serial(). Both give the same answers, and neither needs oneTBB.
#include <throng/row_grid.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

using namespace throng;

/// The simplest job system there is: threads that live for one loop and draw indices until none is left.
class JobSystem {
public:
    explicit JobSystem(std::uint32_t threads) : threads_(threads) {}

    template <class Job> void run(std::uint32_t count, const Job& job) {
        std::atomic<std::uint32_t> next{0};
        const auto work = [&] {
            for (std::uint32_t i; (i = next.fetch_add(1)) < count;) job(i);
        };
        std::vector<std::thread> others;
        for (std::uint32_t t = 1; t < threads_; ++t) others.emplace_back(work);
        work();
        for (std::thread& other : others) other.join();
    }

    /// What the library calls instead of oneTBB. It lasts as long as this object.
    Executor executor() {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    static_cast<JobSystem*>(self)->run(count, [&](std::uint32_t i) { task(context, i); });
                },
                this};
    }

private:
    std::uint32_t threads_;
};

// Prints a fault. True if the call failed as a whole; otherwise only faulty items were left out.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status.applied();
}

} // namespace

int main() {
    constexpr std::size_t people = 50'000;
    constexpr float radius = 2;
    std::vector<float> x(people), y(people);
    for (std::size_t i = 0; i < people; ++i) {
        x[i] = static_cast<float>(i * 7919 % 22'361) * 0.01f;
        y[i] = static_cast<float>(i * 104'729 % 22'369) * 0.01f;
    }

    // An Executor in the Desc serves every call that brings none.
    JobSystem jobs(4);
    RowGrid grid{RowGridDesc{.executor = jobs.executor()}};
    Hits all;
    if (failed(grid.build(PointView(x.data(), y.data(), people))) || failed(grid.neighbors(radius, all))) return 1;

    // The other way round: a job is yours and queries for a slice. order() lists neighbours side by side, so that a
    // slice of it is a part of the world. Each job has an answer of its own.
    constexpr std::uint32_t job_count = 16;
    const std::span<const Slot> order = grid.order();
    const std::size_t share = (order.size() + job_count - 1) / job_count;
    std::vector<Hits> part(job_count);
    std::atomic<std::size_t> listed{0}, different{0};
    jobs.run(job_count, [&](std::uint32_t job) {
        const std::size_t begin = job * share;
        const std::span<const Slot> mine = order.subspan(begin, std::min(share, order.size() - begin));
        if (failed(grid.neighbors_of(mine, radius, part[job], {}, serial()))) return;
        for (std::size_t i = 0; i < mine.size(); ++i) {
            const std::span<const Slot> near = part[job][i], expected = all[mine[i]];
            different += !std::equal(near.begin(), near.end(), expected.begin(), expected.end());
        }
        listed += part[job].slots().size();
    });
    std::printf("%zu neighbours from one loop, %zu from %u jobs; %zu rows differ.\n", all.slots().size(), listed.load(),
                job_count, different.load());
    return listed == all.slots().size() && different == 0 ? 0 : 1;
}
