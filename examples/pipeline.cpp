// SPDX-License-Identifier: MIT
// A pipeline of ticks: while one thread reads tick N from a snapshot, the other makes tick N + 1. Neither thread waits
// within a tick, and neither sees half of one: a snapshot stays what it is, whatever is committed meanwhile.
#include <throng/world.hpp>

#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

using namespace throng;

constexpr std::size_t people = 20'000;
constexpr float half_extent = 0.25f;

// Prints a fault. True if the call failed as a whole; otherwise only faulty items were left out.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status.applied();
}

/// The caller's own columns. The simulation alone reads and writes them.
struct Crowd {
    std::vector<float> x = std::vector<float>(people), y = std::vector<float>(people);

    Crowd() {
        for (std::size_t i = 0; i < people; ++i) {
            x[i] = float(i % 200);
            y[i] = float(i / 200);
        }
    }
    void walk() {
        for (std::size_t i = 0; i < people; ++i) x[i] += i % 2 == 0 ? 0.125f : -0.125f;
    }
    BoxView boxes() const { return BoxView::around(PointView(x.data(), y.data(), people), half_extent); }
};

/// What a renderer would do: all that is in front of the camera.
struct Frame {
    Hits seen;
    std::size_t misplaced = 0;
    Status status;

    void draw(const WorldSnapshot& world, int tick) {
        constexpr Aabb camera{{50, 25}, {150, 75}};
        status = world.overlap(camera, seen);
        misplaced = 0;
        for (const Slot slot : seen[0]) { // each element is where this tick had it, and not the next one
            const float walked = 0.125f * float(tick) * (slot % 2 == 0 ? 1.f : -1.f);
            misplaced += world.bounds_of(slot).min.x != float(slot % 200) + walked - half_extent;
        }
    }
};

} // namespace

int main() {
    World world{WorldDesc{}};
    Crowd crowd;
    std::vector<Id> ids(people);
    if (failed(world.spawn(crowd.boxes(), Motion::Dynamic, ids)) || failed(world.commit())) return 1;

    Frame frame;
    std::size_t drawn = 0, misplaced = 0;
    for (int tick = 0; tick < 30; ++tick) {
        const WorldSnapshot now = world.snapshot(); // costs a counter, however many there are
        std::thread renderer([&] { frame.draw(now, tick); });

        crowd.walk();
        const Status status = world.commit(crowd.boxes()); // the columns rest until it returns

        renderer.join();
        if (failed(status) || failed(frame.status)) return 1;
        drawn += frame.seen.slots().size();
        misplaced += frame.misplaced;
    }
    std::printf("30 frames of %zu people, %zu drawn, %zu of them out of place\n", people, drawn, misplaced);
    return drawn > 0 && misplaced == 0 ? 0 : 1;
}
