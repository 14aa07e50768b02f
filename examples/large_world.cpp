// SPDX-License-Identifier: MIT
// A city at coordinates of a map (UTM, metres), where floats are half a metre apart: places stay doubles, the world
// stores floats relative to its origin, and the origin follows a camera that crosses the city.
#include <throng/world.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using namespace throng;

constexpr std::size_t people = 20'000;
constexpr DoubleVec2 corner{500'000, 5'000'000};
constexpr double length = 16'000, width = 400, tile = 1024;

// Prints a fault: here even a single faulty item ends the program.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status;
}

// Origins on tiles are multiples of a power of two, so that standing elements are shifted without a rounding.
DoubleVec2 tile_of(DoubleVec2 place) { return {std::floor(place.x / tile) * tile, std::floor(place.y / tile) * tile}; }

std::size_t nearest_in_doubles(const std::vector<DoubleVec2>& places, DoubleVec2 to) {
    const auto distance = [&](DoubleVec2 p) { return std::hypot(p.x - to.x, p.y - to.y); };
    std::size_t best = 0;
    for (std::size_t i = 1; i < places.size(); ++i)
        if (distance(places[i]) < distance(places[best])) best = i;
    return best;
}

} // namespace

int main() {
    std::vector<DoubleVec2> places;
    for (std::size_t i = 0; i < people; ++i)
        places.push_back({corner.x + length * double(i * 7919 % people) / double(people),
                          corner.y + width * double(i * 104'729 % 9973) / 9973});

    DoubleVec2 camera{corner.x, corner.y + width / 2};
    World world{WorldDesc{.origin = tile_of(camera)}};
    std::vector<Id> ids(people);
    if (failed(world.spawn(DoubleBoxView::around(places, 0.5f), Motion::Dynamic, ids)) || failed(world.commit()))
        return 1;

    Hits near, seen;
    std::size_t rebases = 0, wrong = 0, visible = 0;
    for (int tick = 0; tick < 160; ++tick) {
        camera.x += 100;
        for (std::size_t i = 0; i < people; ++i) places[i].x += 0.01 * double(int(i % 7) - 3);

        // Between two commits, when nothing is staged.
        if (std::abs(camera.x - world.origin().x) > 2 * tile) {
            if (failed(world.rebase(tile_of(camera)))) return 1;
            ++rebases;
        }
        // Doubles are converted by move_all: their array need not stay until commit, as one of floats must.
        if (failed(world.move_all(DoubleBoxView::around(places, 0.5f))) || failed(world.commit())) return 1;
        if (failed(world.nearest(camera, 1, 1000, near, {.measure = Measure::Center})) ||
            failed(world.within({camera, 250.f}, seen)))
            return 1;
        wrong += near[0].size() != 1 || near[0][0] != nearest_in_doubles(places, camera);
        visible += seen[0].size();
    }

    // The way back: a box of the world at its place on the map.
    const DoubleAabb last = world.absolute(world.bounds_of(near[0][0]));
    std::printf("%zu rebases, %zu people seen, %zu wrong; the last one at %.2f %.2f\n", rebases, visible, wrong,
                (last.min.x + last.max.x) / 2, (last.min.y + last.max.y) / 2);
    return rebases > 5 && visible > 10'000 && wrong == 0 ? 0 : 1;
}
