// SPDX-License-Identifier: MIT
// The nodes that visit() passes, as a tree: below a node come those that follow it and are deeper.
#pragma once

#include "support/any_index.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {

using support::AnyIndex;

inline std::vector<Node> nodes_of(const AnyIndex& index) {
    std::vector<Node> nodes;
    index.visit([&](const Node& node) {
        nodes.push_back(node);
        return true;
    });
    return nodes;
}

inline std::vector<std::size_t> children_of(const std::vector<Node>& nodes, std::size_t parent) {
    std::vector<std::size_t> children;
    for (std::size_t i = parent + 1; i < nodes.size() && nodes[i].depth > nodes[parent].depth; ++i) {
        if (nodes[i].depth == nodes[parent].depth + 1) children.push_back(i);
    }
    return children;
}

inline std::uint32_t deepest_of(const std::vector<Node>& nodes) {
    std::uint32_t deepest = 0;
    for (const Node& node : nodes) deepest = std::max(deepest, node.depth);
    return deepest;
}

inline bool contains(const Aabb& outer, const Aabb& inner) {
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

} // namespace throng::test
