// SPDX-License-Identifier: MIT
// A player joins a running game: the host saves its world, both load the bytes, and from then on both compute the same
// ticks with the same handles. In a game the bytes go over a socket.
#include <throng/world.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

using namespace throng;

// Prints a fault: here even a single faulty item ends the program.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status;
}

/// Bytes on their way.
struct Bytes {
    std::vector<unsigned char> all;
    std::size_t read = 0;

    ByteWriter writer() {
        return {[](void* self, const void* from, std::size_t count) {
                    const auto* at = static_cast<const unsigned char*>(from);
                    static_cast<Bytes*>(self)->all.insert(static_cast<Bytes*>(self)->all.end(), at, at + count);
                    return true;
                },
                this};
    }
    ByteReader reader() {
        read = 0;
        return {[](void* self, void* to, std::size_t count) {
                    auto& own = *static_cast<Bytes*>(self);
                    if (count > own.all.size() - own.read) return false;
                    std::memcpy(to, own.all.data() + own.read, count);
                    own.read += count;
                    return true;
                },
                this};
    }
};

/// The same for both: some elements leave, new ones come, all move.
bool tick(World& world, int number) {
    std::vector<Id> gone, born(20);
    for (Slot slot = 0; slot < world.slot_count(); ++slot)
        if ((slot + unsigned(number)) % 50 == 0 && world.id_of(slot) != Id{}) gone.push_back(world.id_of(slot));
    std::vector<Aabb> boxes(world.slot_count()), fresh;
    for (Slot slot = 0; slot < boxes.size(); ++slot) {
        const Aabb box = world.bounds_of(slot);
        boxes[slot] = {{box.min.x + 0.1f, box.min.y}, {box.max.x + 0.1f, box.max.y}};
    }
    for (int i = 0; i < 20; ++i) fresh.push_back({{float(i), float(number)}, {float(i) + 1, float(number) + 1}});
    return !failed(world.despawn(gone)) && !failed(world.spawn(fresh, Motion::Dynamic, born)) &&
           !failed(world.commit(boxes));
}

} // namespace

int main() {
    World host{WorldDesc{.tag = 3}}, joiner;
    for (int t = 0; t < 100; ++t)
        if (!tick(host, t)) return 1;

    Bytes sent;
    if (failed(host.save(sent.writer()))) return 1;
    // The host loads them as well, so that answers come in the same order on both sides.
    if (failed(host.load(sent.reader())) || failed(joiner.load(sent.reader()))) return 1;

    Pairs of_host, of_joiner;
    for (int t = 100; t < 200; ++t) {
        if (!tick(host, t) || !tick(joiner, t)) return 1;
        if (failed(host.pairs(of_host)) || failed(joiner.pairs(of_joiner))) return 1;
        if (host.hash() != joiner.hash() || of_host.hash() != of_joiner.hash()) {
            std::printf("tick %d: the worlds differ\n", t);
            return 1;
        }
    }
    std::printf("%zu bytes for %zu elements; 100 ticks later both worlds are equal\n", sent.all.size(), host.size());
    return 0;
}
