// SPDX-License-Identifier: MIT
// The algorithm of StaticTree in scalar lines, compared with StaticTree itself.

#include <throng/static_tree.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

using throng::Aabb;

struct Node {
    Aabb box;
    std::uint32_t first, count; // in the level below; in the lowest level: elements
};
using Level = std::vector<Node>;

bool overlap(const Aabb& a, const Aabb& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

// The place of cell (x, y) of 65,536 x 65,536 on Hilbert's curve: each step chooses a quarter, and turns what is in it.
std::uint64_t place_on_curve(std::uint32_t x, std::uint32_t y) {
    std::uint64_t place = 0;
    for (std::uint32_t half = 1u << 15; half != 0; half /= 2) {
        const bool right = (x & half) != 0, above = (y & half) != 0;
        place = place * 4 + (right ? (above ? 2u : 3u) : (above ? 1u : 0u));
        if (!above && right) x = ~x, y = ~y;
        if (!above) std::swap(x, y);
    }
    return place;
}

// Sixteen neighbours of a level are below one node of the next level.
Level pack(const std::vector<Aabb>& boxes) {
    Level level;
    for (std::uint32_t first = 0; first < boxes.size(); first += 16) {
        Node node{boxes[first], first, std::min(16u, static_cast<std::uint32_t>(boxes.size()) - first)};
        for (std::uint32_t i = first; i < first + node.count; ++i)
            node.box = {{std::min(node.box.min.x, boxes[i].min.x), std::min(node.box.min.y, boxes[i].min.y)},
                        {std::max(node.box.max.x, boxes[i].max.x), std::max(node.box.max.y, boxes[i].max.y)}};
        level.push_back(node);
    }
    return level;
}

// A box around others passes a predicate that one of them passes, so nodes are tested like elements.
void find(const std::vector<Level>& levels, std::size_t height, const Node& node, const Aabb& query,
          const std::vector<Aabb>& boxes, std::vector<std::uint32_t>& found) {
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
        if (height == 0) {
            if (overlap(boxes[i], query)) found.push_back(i);
        } else if (overlap(levels[height - 1][i].box, query)) {
            find(levels, height - 1, levels[height - 1][i], query, boxes, found);
        }
}

int main() {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> place(0, 99), size(0, 1);
    std::vector<Aabb> boxes(10'000);
    for (Aabb& box : boxes) box.max = box.min = {place(random), place(random)}, box.max.x += size(random);
    const auto cell = [](float v) { return static_cast<std::uint32_t>(v / 100 * 65536); };
    const auto key = [&](const Aabb& box) { return place_on_curve(cell(box.min.x), cell(box.min.y)); };
    std::sort(boxes.begin(), boxes.end(), [&](const Aabb& a, const Aabb& b) { return key(a) < key(b); });

    std::vector<Level> levels{pack(boxes)};
    while (levels.back().size() > 1) {
        std::vector<Aabb> nodes;
        for (const Node& node : levels.back()) nodes.push_back(node.box);
        levels.push_back(pack(nodes));
    }
    std::vector<Aabb> queries(1000);
    for (Aabb& box : queries) box.max = box.min = {place(random), place(random)}, box.max.x += 3, box.max.y += 3;
    throng::StaticTree tree{throng::StaticTreeDesc{}};
    throng::Hits hits;
    bool same = tree.build(boxes) && tree.overlap(queries, hits, {.order = throng::Order::BySlot});
    for (std::size_t q = 0; q < queries.size() && same; ++q) {
        std::vector<std::uint32_t> found;
        find(levels, levels.size() - 1, levels.back()[0], queries[q], boxes, found);
        same = std::equal(found.begin(), found.end(), hits[q].begin(), hits[q].end()); // ascending, as levels are
    }
    std::printf("%zu levels, %zu hits, %s\n", levels.size(), hits.slots().size(), same ? "the same" : "others");
    return same ? 0 : 1;
}
