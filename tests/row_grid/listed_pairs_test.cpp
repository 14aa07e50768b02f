// SPDX-License-Identifier: MIT
// Pairs of row grids, with tiles that are listed before their pairs are written, and without such lists. The
// instruction set decides on the list, and with AVX-512 the CPU as well. Packets with more tiles than a list holds,
// rows with few packets, lists of pairs that have to grow.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/runners.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace throng::test {
namespace {

std::vector<Aabb> crowd(std::size_t size, float spread) {
    const scenes::Crowd people(size);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < size; ++i) {
        const float h = people.half_extent[i];
        boxes.push_back(predicates::box_around({spread * people.x[i], spread * people.y[i]}, {h, h}));
    }
    return boxes;
}

// Two rows of cells of side 1, side by side a little apart; the first of each row is as wide as all others together.
std::vector<Aabb> rows_with_giants(std::size_t in_a_row) {
    std::vector<Aabb> boxes;
    const float width = static_cast<float>(in_a_row);
    for (const float y : {0.5f, 1.5f}) {
        boxes.push_back({{0, y - 0.1f}, {width, y + 0.1f}});
        for (std::size_t i = 1; i < in_a_row; ++i) {
            const float x = static_cast<float>(i);
            boxes.push_back({{x - 0.6f, y - 0.4f}, {x + 0.6f, i % 3 == 0 ? y + 0.6f : y + 0.4f}});
        }
    }
    return boxes;
}

struct Scene {
    std::string name;
    std::function<std::vector<Aabb>()> boxes;
    float cell;
};
std::ostream& operator<<(std::ostream& out, const Scene& scene) { return out << scene.name; }

const std::vector<Scene> scenes = {
    {"Crowd", [] { return crowd(3000, 1); }, 0},
    {"ThinCrowd", [] { return crowd(3000, 4); }, 1.4f},   // rows of few packets, and of none
    {"LargeCells", [] { return crowd(2000, 1); }, 3.2f},  // packets of many tiles
    {"Crowded", [] { return crowd(1500, 0.5f); }, 1},     // tiles of many pairs
    {"Giants", [] { return rows_with_giants(1400); }, 1}, // packets with more tiles than a list holds
};

class ListedPairs : public testing::TestWithParam<Scene> {};
INSTANTIATE_TEST_SUITE_P(Of, ListedPairs, testing::ValuesIn(scenes),
                         [](const auto& scene) { return scene.param.name; });

TEST_P(ListedPairs, AreThoseOfBruteForceInOneOrder) {
    const std::vector<Aabb> boxes = GetParam().boxes();
    oracle::Content content;
    ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
    HierarchicalBitset some(boxes.size());
    for (Slot slot = 0; slot < boxes.size(); ++slot)
        if (slot % 3 != 1) some.set(slot);

    for (const HierarchicalBitset* among :
         {static_cast<const HierarchicalBitset*>(nullptr), static_cast<const HierarchicalBitset*>(&some)}) {
        const PairOptions options{.among = among};
        const std::vector<Pair> expected = oracle::pairs(content, options);
        std::uint64_t hash = 0;
        for (const simd::Isa isa : instruction_sets()) {
            const ForcedIsa forced(isa);
            for (const bool packs : {false, true}) {
                SCOPED_TRACE(std::string(simd::name(isa)) + (packs ? ", as the CPU packs" : ""));
                const ForcedAnswer packing = ForcedAnswer::byte_packing(packs);
                ASSERT_TRUE(packs || !simd::packs_bytes()) << "both ways would be the same";
                RowGrid grid{RowGridDesc{.cell_size = GetParam().cell}};
                ASSERT_TRUE(grid.build(boxes));
                Pairs pairs;
                ASSERT_TRUE(grid.pairs(pairs, options)); // grows
                ASSERT_TRUE(agrees(expected, pairs, Order::Stable));
                if (hash == 0) hash = pairs.hash();
                ASSERT_EQ(pairs.hash(), hash);
                ASSERT_TRUE(grid.pairs(pairs, options));
                ASSERT_EQ(pairs.hash(), hash);
            }
        }
    }
}

} // namespace
} // namespace throng::test
