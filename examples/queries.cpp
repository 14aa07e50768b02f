// SPDX-License-Identifier: MIT
// Each kind of query once, on a yard with six boxes.
#include <throng/row_grid.hpp>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

namespace {

using namespace throng;

// Answers come in rows, one per query. Every batch here has two queries.
void print(const char* question, const Status& status, const Hits& hits) {
    std::printf("%s\n", question);
    if (!status) std::printf("    %s\n", describe(status).data());
    for (std::size_t row = 0; row < hits.size(); ++row) {
        std::printf("    %zu:", row);
        for (std::size_t i = 0; i < hits[row].size(); ++i) {
            std::printf(" %u", hits[row][i]);
            if (!hits.distances(row).empty()) std::printf(" (%.2f)", static_cast<double>(hits.distances(row)[i]));
        }
        std::printf("\n");
    }
}

} // namespace

int main() {
    // 0 and 1 overlap, 2 and 3 touch at a corner, 4 and 5 stand alone.
    const std::vector<Aabb> yard = {{{1, 1}, {3, 2.5f}}, {{2, 2}, {4, 4}},  {{6, 0}, {8, 2}},
                                    {{8, 2}, {9, 3}},    {{8, 5}, {11, 7}}, {{17, 5}, {18, 6}}};
    RowGrid grid{RowGridDesc{}};
    if (const Status status = grid.build(yard); !status) {
        std::printf("%s\n", describe(status).data());
        return 1;
    }
    Hits hits;

    const std::vector<Aabb> areas = {{{0, 0}, {2, 2}}, {{7, 1}, {12, 6}}};
    print("overlap: which boxes overlap mine?", grid.overlap(areas, hits), hits);

    const std::vector<Vec2> places = {{5, 3}, {12, 6}};
    print("within: which boxes are at most 2 away?", grid.within({places, 2}, hits, {.distances = true}), hits);
    print("within, limited: and which is the nearest of them?",
          grid.within({places, 2}, hits, {.limit = 1, .distances = true}), hits);

    constexpr float anywhere = std::numeric_limits<float>::infinity();
    print("nearest: which three are nearest?", grid.nearest(places, 3, anywhere, hits), hits);

    const std::vector<Vec2> origins = {{0, 2.25f}, {20, 5.5f}}, directions = {{1, 0}, {-1, 0}};
    print("cast: what do I hit first?", grid.cast({origins, directions, anywhere}, hits), hits);
    print("along: what do I hit at all?", grid.along({origins, directions, anywhere}, hits), hits);

    // In the order of slots, which is the same for any history of changes.
    print("neighbors: which centres are within 4 of mine?", grid.neighbors(4, hits, {.order = Order::BySlot}), hits);
    const std::vector<Slot> askers = {1, 4};
    print("neighbors_of: the same for some", grid.neighbors_of(askers, 4, hits, {.order = Order::BySlot}), hits);

    // Filters: members of a set, without the slot that each query excludes.
    HierarchicalBitset large(yard.size());
    large.set(4);
    large.set_run({0, 2});
    const std::vector<Slot> myself = {2, 4};
    print("overlap, filtered: which of the large, but me?",
          grid.overlap(areas, hits, {.among = &large, .exclude = myself}), hits);

    std::uint32_t counts[2] = {};
    if (grid.count(areas, counts)) std::printf("count: how many?\n    0: %u\n    1: %u\n", counts[0], counts[1]);

    Pairs pairs;
    if (grid.pairs(pairs)) {
        std::printf("pairs: which boxes overlap each other?\n   ");
        for (const Pair& pair : pairs.view()) std::printf(" %u-%u", pair.a, pair.b);
        std::printf("\n");
    }

    // A faulty query gets an empty row, the others their answer.
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Vec2> faulty = {{nan, 0}, {5, 3}};
    print("within, of a NaN and of a point: reported, never swallowed", grid.within({faulty, 2}, hits), hits);
}
