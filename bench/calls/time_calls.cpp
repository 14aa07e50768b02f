// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

#include <cstring>
#include <vector>

namespace throng::bench {
namespace {

/// Memory that a world is saved to and loaded from, and a plain copy of it.
struct SavedBytes {
    std::vector<unsigned char> all, copied;
    std::size_t at = 0;

    ByteWriter writer() {
        at = 0;
        return {[](void* self, const void* from, std::size_t count) {
                    auto& own = *static_cast<SavedBytes*>(self);
                    if (own.all.size() < own.at + count) own.all.resize(own.at + count);
                    std::memcpy(own.all.data() + own.at, from, count);
                    own.at += count;
                    return true;
                },
                this};
    }
    ByteReader reader() {
        at = 0;
        return {[](void* self, void* to, std::size_t count) {
                    auto& own = *static_cast<SavedBytes*>(self);
                    if (count > own.all.size() - own.at) return false;
                    std::memcpy(to, own.all.data() + own.at, count);
                    own.at += count;
                    return true;
                },
                this};
    }
    double copy() {
        copied.resize(all.size());
        return seconds([&] { std::memcpy(copied.data(), all.data(), all.size()); });
    }
};

} // namespace

std::vector<CallFigure> time_calls(const CallSetup& setup) {
    Town town(setup.n, {.executor = serial()});
    World& world = town.world;
    SavedBytes bytes;
    require(world.save(bytes.writer()));
    WorldSnapshot then = world.snapshot();
    const auto tick = [&] {
        town.walk();
        require(world.commit(town.boxes(), serial()));
    };
    const auto figure = [&](const char* ours, double must) {
        return CallFigure{.name = "time",
                          .ours = ours,
                          .beside = "plain copy of the saved bytes",
                          .must = must,
                          .items = static_cast<double>(setup.n)};
    };
    const auto copy = [&] { return bytes.copy(); };
    std::vector<CallFigure> figures;
    figures.push_back(compare(
        figure("restore of a snapshot one tick old", 1), setup.rounds,
        [&] {
            then = world.snapshot();
            tick();
            return seconds([&] { require(world.restore(then)); });
        },
        copy));
    figures.push_back(compare(
        figure("save", 1 / 0.6), setup.rounds, [&] { return seconds([&] { require(world.save(bytes.writer())); }); },
        copy));
    figures.push_back(compare(
        figure("load", 1 / 0.6), setup.rounds,
        [&] { return seconds([&] { require(world.load(bytes.reader(), serial())); }); }, copy));
    return figures;
}

} // namespace throng::bench
