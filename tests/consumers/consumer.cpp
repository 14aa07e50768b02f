// SPDX-License-Identifier: MIT
// What another project does with an installed Throng: build, update, ask, and compare with a double loop.
#include <throng/throng.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using Columns = std::vector<throng::Vec2>;

// Lattice points jostled by a fixed sequence: some neighbours are within the radius, some are not.
Columns crowd(std::uint32_t seed) {
    Columns people;
    std::uint32_t state = seed;
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 20; ++x) {
            state = state * 1664525u + 1013904223u;
            people.push_back({float(x) + float(state >> 24) / 256.f, float(y) + float((state >> 16) & 255u) / 256.f});
        }
    }
    return people;
}

bool agrees(const throng::Hits& near, const Columns& people, float radius) {
    if (near.size() != people.size()) return false;
    for (std::size_t i = 0; i < people.size(); ++i) {
        std::vector<bool> reported(people.size(), false);
        for (const throng::Slot s : near[i]) {
            if (reported[s]) return false;
            reported[s] = true;
        }
        for (std::size_t j = 0; j < people.size(); ++j) {
            const bool expected = i != j && throng::predicates::within(people[j], {people[i], radius});
            if (reported[j] != expected) return false;
        }
    }
    return true;
}

} // namespace

int main() {
    const float radius = 1.25f;
    Columns people = crowd(1);
    throng::RowGrid grid;
    if (!grid.open({.max_half_extent = 0.25f})) return 1;
    if (!grid.build(throng::PointView(people))) return 2;

    people = crowd(2);
    if (!grid.update(throng::PointView(people))) return 3;

    throng::Hits near;
    if (!grid.neighbors(radius, near)) return 4;
    if (!agrees(near, people, radius)) return 5;

    // What is not a member of a class must leave a shared library too.
    const auto boxes = throng::BoxView::around(throng::PointView(people).slice(0, 8), 0.25f);
    std::vector<std::uint32_t> counts(8);
    if (!grid.count(boxes.slice(0, 8), counts, {}, throng::serial()) || counts[0] == 0) return 6;
    throng::HierarchicalBitset members(people.size());
    members.set(3);
    if (members.next(0) != 3) return 7;

    std::printf("throng %d.%d.%d on %.*s: %zu hits\n", throng::version_major, throng::version_minor,
                throng::version_patch, int(throng::active_isa().size()), throng::active_isa().data(),
                near.slots().size());
    return 0;
}
