// SPDX-License-Identifier: MIT
// One function for whatever can be asked: an index, a World or a snapshot of one. It takes a const Space&, and is
// compiled once.
#include <throng/throng.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

// The part of `places` that is closer than `radius` to some element.
double covered(const throng::Space& space, const std::vector<throng::Vec2>& places, float radius) {
    std::vector<std::uint32_t> counts(places.size());
    if (!space.count(throng::DiscView(places, radius), counts)) return 0;
    std::size_t near = 0;
    for (const std::uint32_t count : counts) near += count != 0 ? 1 : 0;
    return static_cast<double>(near) / static_cast<double>(places.size());
}

} // namespace

int main() {
    std::vector<throng::Aabb> rocks;
    std::vector<throng::Vec2> places;
    for (int i = 0; i < 1000; ++i) {
        const auto x = static_cast<float>(i * 37 % 997), y = static_cast<float>(i * 91 % 983);
        if (i % 4 == 0) rocks.push_back({{x, y}, {x + 3, y + 1}});
        places.push_back({y, x});
    }

    throng::StaticTree tree{throng::StaticTreeDesc{}};
    throng::World world{throng::WorldDesc{}};
    std::vector<throng::Id> ids(rocks.size());
    if (!tree.build(rocks) || !world.spawn(rocks, throng::Motion::Static, ids) || !world.commit()) return 1;
    const throng::WorldSnapshot before = world.snapshot();
    for (std::size_t i = 0; i < ids.size(); i += 2)
        if (!world.despawn({ids[i]})) return 1;
    if (!world.commit()) return 1;

    const double by_tree = covered(tree, places, 20), by_snapshot = covered(before, places, 20);
    const double now = covered(world, places, 20);
    std::printf("Within 20 of a rock: %.1f %% of all places, %.1f %% after every second rock has gone.\n",
                100 * by_tree, 100 * now);
    return by_tree == by_snapshot && now < by_tree ? 0 : 1;
}
