// SPDX-License-Identifier: MIT
// The list of all indexes.
#include "bench/common/index_kind.hpp"

#include <concepts>
#include <stdexcept>
#include <string>

namespace throng::bench {
namespace {

template <std::derived_from<Space> Index> constexpr IndexKind kind(std::string_view name) {
    return {name,
            [](const support::IndexOptions& options) -> std::unique_ptr<support::AnyIndex> {
                return std::make_unique<support::IndexOf<Index>>(Index(support::desc_of<Index>(options)));
            },
            support::takes_points<Index>, DynamicIndex<Index>};
}

constexpr IndexKind kinds[] = {kind<RowGrid>("row_grid"), kind<LooseGrid>("loose_grid"), kind<Quadtree>("quadtree"),
                               kind<LooseQuadtree>("loose_quadtree"), kind<StaticTree>("static_tree")};

} // namespace

std::span<const IndexKind> index_kinds() { return kinds; }

const IndexKind& index_kind(std::string_view name) {
    for (const IndexKind& each : kinds) {
        if (each.name == name) return each;
    }
    throw std::invalid_argument("there is no index '" + std::string(name) + "'");
}

} // namespace throng::bench
