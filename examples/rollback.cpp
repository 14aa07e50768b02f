// SPDX-License-Identifier: MIT
// Lockstep with rollback: two peers compute the same game, and one of them gets the other's input late. It goes back to
// the tick of that input and computes the ticks since once more; then both have the same world, bit by bit.
#include <throng/world.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using namespace throng;

constexpr std::uint32_t ticks = 60, kept = 16, delay = 7;
constexpr float side = 40;

// Prints a fault: here even a single faulty item ends the program.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status;
}

/// What a player does in a tick: a blast pushes all elements near a place.
struct Input {
    bool blast;
    Vec2 at;
};

Input input_of(std::uint32_t player, std::uint32_t tick) {
    return {(tick * 5 + player * 7) % 11 == 0, {float((tick * 13 + player * 17) % 40), float(tick * 7 % 40)}};
}

class Peer {
public:
    Peer() : world_(WorldDesc{.tag = 1}) {
        std::vector<Aabb> boxes;
        for (int i = 0; i < 1000; ++i) boxes.push_back(square({float(i % 40), float(i / 40) * 1.6f}));
        std::vector<Id> ids(boxes.size());
        ok = !failed(world_.spawn(boxes, Motion::Dynamic, ids)) && !failed(world_.commit());
    }

    /// A tick; `inputs` are those that are known yet.
    void tick(std::uint32_t number, const std::array<Input, 2>& inputs) {
        before_[number % kept] = world_.snapshot();
        std::vector<Aabb> boxes(world_.slot_count());
        for (Slot slot = 0; slot < boxes.size(); ++slot) boxes[slot] = world_.bounds_of(slot);
        for (const Input& input : inputs) {
            if (!input.blast) continue;
            ok = ok && !failed(world_.within(Disc{input.at, 4}, near_));
            for (const Slot slot : near_[0]) boxes[slot] = square({boxes[slot].min.x * 0.9f + 4, boxes[slot].min.y});
        }
        for (Aabb& box : boxes) box = square({box.min.x + 0.5f + 0.01f, box.min.y + 0.5f});
        ok = ok && !failed(world_.commit(boxes));
    }
    /// As it was before that tick.
    void go_back(std::uint32_t tick) { ok = ok && !failed(world_.restore(before_[tick % kept])); }
    std::uint64_t hash() const { return world_.hash(); }

    bool ok = true;

private:
    static Aabb square(Vec2 at) {
        if (at.x > side) at.x -= side;
        return {{at.x - 0.5f, at.y - 0.5f}, {at.x + 0.5f, at.y + 0.5f}};
    }

    World world_;
    Hits near_;
    std::array<WorldSnapshot, kept> before_;
};

} // namespace

int main() {
    Peer here, there;
    std::uint32_t rollbacks = 0;
    for (std::uint32_t tick = 0; tick < ticks + delay; ++tick) {
        if (tick < ticks) {
            there.tick(tick, {input_of(0, tick), input_of(1, tick)});
            here.tick(tick, {input_of(0, tick), Input{}}); // without the input that has not arrived yet
        }
        if (tick < delay) continue;
        const std::uint32_t late = tick - delay; // its input arrives now
        if (!input_of(1, late).blast) continue;
        here.go_back(late);
        for (std::uint32_t again = late; again < ticks && again <= tick; ++again)
            here.tick(again, {input_of(0, again), again <= late ? input_of(1, again) : Input{}});
        ++rollbacks;
    }
    if (!here.ok || !there.ok) return 1;
    std::printf("%u rollbacks of %u ticks; the worlds are %s\n", rollbacks, delay,
                here.hash() == there.hash() ? "equal" : "different");
    return here.hash() == there.hash() ? 0 : 1;
}
