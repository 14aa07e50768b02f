// SPDX-License-Identifier: MIT
// The five indexes, for tests that every one of them passes whatever its set-up.
#pragma once

#include "support/any_index.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <ostream>
#include <span>

namespace throng::test {

using support::AnyIndex;
using support::desc_of;
using support::IndexOf;
using support::IndexOptions;
using support::takes_points;

struct IndexKind {
    const char* name;
    Route route;
    std::unique_ptr<AnyIndex> (*closed)();
    std::unique_ptr<AnyIndex> (*make)(const IndexOptions&); // throws, as constructors do
    bool points;                                            // elements may be points

    bool cleans_up() const { return route == Route::Quadtree || route == Route::LooseQuadtree; }
    std::unique_ptr<AnyIndex> open(const IndexOptions& options = {}) const { return make(options); }
};

template <std::derived_from<BoxIndex> Index> IndexKind kind_of(const char* name, Route route) {
    return {name, route, []() -> std::unique_ptr<AnyIndex> { return std::make_unique<IndexOf<Index>>(Index()); },
            [](const IndexOptions& options) -> std::unique_ptr<AnyIndex> {
                return std::make_unique<IndexOf<Index>>(Index(desc_of<Index>(options)));
            },
            takes_points<Index>};
}

inline const IndexKind index_kinds[] = {
    kind_of<RowGrid>("RowGrid", Route::RowGrid), kind_of<LooseGrid>("LooseGrid", Route::LooseGrid),
    kind_of<Quadtree>("Quadtree", Route::Quadtree), kind_of<LooseQuadtree>("LooseQuadtree", Route::LooseQuadtree),
    kind_of<StaticTree>("StaticTree", Route::StaticTree)};

inline const IndexKind& kind_of(Route route) { return index_kinds[static_cast<std::size_t>(route) - 1]; }

inline std::ostream& operator<<(std::ostream& out, const IndexKind& kind) { return out << kind.name; }

} // namespace throng::test
