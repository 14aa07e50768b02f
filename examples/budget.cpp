// SPDX-License-Identifier: MIT
// A crowd with a budget of memory, after an accident that puts everything on one point: the list of pairs is refused,
// because it exceeds a limit or the budget, and the program goes on.
#include <throng/world.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <new>
#include <vector>

namespace {

using namespace throng;

// Gives blocks while they fit the budget. Any thread calls it.
class Budget {
public:
    explicit Budget(std::size_t bytes) : left_(bytes) {}
    Memory memory() { return {&take, &give_back, this}; }

private:
    static void* take(void* self, std::size_t bytes, std::size_t alignment) {
        std::atomic<std::size_t>& left = static_cast<Budget*>(self)->left_;
        for (std::size_t now = left;;) {
            if (now < bytes) return nullptr; // the call that needs it is OutOfMemory
            if (left.compare_exchange_weak(now, now - bytes)) break;
        }
        void* const block = ::operator new(bytes, std::align_val_t(alignment), std::nothrow);
        if (!block) left += bytes;
        return block;
    }
    static void give_back(void* self, void* block, std::size_t bytes, std::size_t alignment) {
        ::operator delete(block, std::align_val_t(alignment));
        static_cast<Budget*>(self)->left_ += bytes;
    }

    std::atomic<std::size_t> left_;
};

bool check(bool as_meant, const char* what) {
    std::printf("%s %s\n", as_meant ? "as meant:" : "NOT as meant:", what);
    return as_meant;
}

} // namespace

int main() {
    const std::size_t people = 20'000;
    Budget of_world(16u << 20), of_answers(24u << 20); // outlive the objects that have them
    World world({.capacity = {.elements = 30'000, .hits = 1'000'000}, .memory = of_world.memory()});
    Pairs pairs(of_answers.memory());

    std::vector<Vec2> at(people);
    for (std::size_t i = 0; i < people; ++i) at[i] = {float(i % 150), float(i / 150)};
    std::vector<Id> ids(people);
    const BoxView boxes = BoxView::around(PointView(at), 0.4f);
    bool good = check(world.spawn(boxes, Motion::Dynamic, ids) && world.commit(), "a crowd fits the budget.");

    // The accident. All pairs would be 200 million, 1.6 GB.
    for (Vec2& p : at) p = {75, 75};
    good &= check(bool(world.commit(boxes)), "everything is on one point.");
    const Status refused = world.pairs(pairs);
    std::printf("%s Pairs: %u.\n", describe(refused).data(), refused.count);
    good &= check(refused.faults == Fault::OutOfCapacity && refused.count == 199'990'000 && pairs.size() == 0,
                  "the list is refused, and its number reported.");

    // The nearest few of each are as few as ever.
    Hits near(of_answers.memory());
    good &= check(bool(world.neighbors(1.f, near, {.limit = 10})), "each has ten neighbours.");

    // More than the budget: nothing of it happens.
    std::vector<Vec2> more(200'000, Vec2{0, 0});
    std::vector<Id> more_ids(more.size());
    const Status spawned = world.spawn(BoxView::around(PointView(more), 0.4f), Motion::Dynamic, more_ids);
    const Status committed = spawned ? world.commit() : spawned;
    world.discard();
    good &= check(!committed && world.size() == people, "a horde is refused, and the crowd is as it was.");

    for (std::size_t i = 0; i < people; ++i) at[i] = {float(i % 150), float(i / 150)};
    good &= check(world.commit(boxes) && world.pairs(pairs), "the crowd goes on.");
    return good ? 0 : 1;
}
