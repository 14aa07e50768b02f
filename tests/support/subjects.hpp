// SPDX-License-Identifier: MIT
// The indexes under test, each in the ways that it can be set up. A new index adds its lines to `subjects`.
#pragma once

#include "scenes/scene.hpp"
#include "support/any_index.hpp"
#include "tests/support/content.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/through_c.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace throng::test {

using support::AnyIndex;
using support::IndexOptions;

/// The bounds that an index is given.
enum class Told : std::uint8_t { TheTruth, Nothing, Beside, APoint, ASpeck };

struct Subject {
    const char* name;
    Route route = Route::RowGrid;
    bool points = false;        // built from centres
    bool bounded = false;       // given the largest half extent: no box above it; of points, their size
    float cell_scale = 0;       // of the scene's own cell size; 0: the index chooses
    int steps = 0;              // updates after the build
    float tight_cell_scale = 0; // as cell_scale
    std::optional<std::uint32_t> max_per_leaf{}, max_depth{};
    Told bounds = Told::TheTruth;
    bool through_c = false; // asked through the C interface
    bool brief = false;     // does not meet every instruction set and number of threads in each scene

    float max_half_extent(const scenes::Scene& scene) const { return bounded ? scene.largest_half_extent() : 0; }
    bool row_grid() const { return route == Route::RowGrid; }

    std::unique_ptr<AnyIndex> open(const scenes::Scene& scene) const {
        IndexOptions options;
        options.bounds = told(scene.bounds);
        options.cell = finite(cell_scale * scene.cell_size);
        options.tight_cell = finite(tight_cell_scale * scene.cell_size);
        options.max_half_extent = max_half_extent(scene);
        options.max_per_leaf = max_per_leaf;
        options.max_depth = max_depth;
        if (through_c) return std::make_unique<ThroughC>(route, options);
        return kind_of(route).open(options);
    }

private:
    static float finite(float length) { return std::min(length, std::numeric_limits<float>::max()); }

    Aabb told(const Aabb& truth) const {
        switch (bounds) {
        case Told::Nothing: return {};
        case Told::Beside: return {{-1000, 2}, {-990, 3}};
        case Told::APoint: return {{1, 1}, {1, 1}};
        case Told::ASpeck: return {{0, 0}, {1e-30f, 1e-30f}};
        default: return truth;
        }
    }
};

inline std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.name; }
inline std::string name_of(const testing::TestParamInfo<Subject>& info) { return info.param.name; }

inline const Subject subjects[] = {
    {"RowGridBuilt"},
    {.name = "RowGridUpdated", .steps = 3},
    {.name = "RowGridSmallCellsBounded", .bounded = true, .cell_scale = 0.3f, .steps = 2},
    {.name = "RowGridLargeCells", .cell_scale = 9, .steps = 1},
    {.name = "RowGridPoints", .points = true, .steps = 2},
    {.name = "RowGridPointsOfCommonSize", .points = true, .bounded = true, .cell_scale = 1},
    {.name = "RowGridPointsOfCommonSizeUpdated", .points = true, .bounded = true, .steps = 2},

    {.name = "LooseGridBuilt", .route = Route::LooseGrid, .brief = true},
    {.name = "LooseGridUpdated", .route = Route::LooseGrid, .steps = 3, .bounds = Told::Nothing},
    {.name = "LooseGridSmallCells",
     .route = Route::LooseGrid,
     .cell_scale = 0.2f,
     .steps = 2,
     .tight_cell_scale = 0.2f,
     .brief = true},
    {.name = "LooseGridLargeCells",
     .route = Route::LooseGrid,
     .cell_scale = 9,
     .steps = 1,
     .tight_cell_scale = 100,
     .brief = true},
    {.name = "LooseGridBeside",
     .route = Route::LooseGrid,
     .cell_scale = 1,
     .steps = 1,
     .bounds = Told::Beside,
     .brief = true},

    {.name = "QuadtreeBuilt", .route = Route::Quadtree, .brief = true},
    {.name = "QuadtreeUpdated", .route = Route::Quadtree, .steps = 3, .bounds = Told::Nothing},
    {.name = "QuadtreeOneALeaf",
     .route = Route::Quadtree,
     .steps = 2,
     .max_per_leaf = 1,
     .max_depth = 6,
     .brief = true},
    {.name = "QuadtreeFullLeaves",
     .route = Route::Quadtree,
     .steps = 1,
     .max_per_leaf = 64,
     .max_depth = 3,
     .brief = true},
    {.name = "QuadtreeOfOneLeaf",
     .route = Route::Quadtree,
     .steps = 1,
     .max_depth = 0,
     .bounds = Told::APoint,
     .brief = true},
    {.name = "QuadtreeInASpeck",
     .route = Route::Quadtree,
     .steps = 1,
     .max_depth = 15,
     .bounds = Told::ASpeck,
     .brief = true},

    {.name = "LooseQuadtreeBuilt", .route = Route::LooseQuadtree, .brief = true},
    {.name = "LooseQuadtreeUpdated", .route = Route::LooseQuadtree, .steps = 3, .bounds = Told::Nothing},
    {.name = "LooseQuadtreeOneALeaf",
     .route = Route::LooseQuadtree,
     .steps = 2,
     .max_per_leaf = 1,
     .max_depth = 15,
     .brief = true},
    {.name = "LooseQuadtreeFullLeaves",
     .route = Route::LooseQuadtree,
     .steps = 1,
     .max_per_leaf = 64,
     .max_depth = 3,
     .brief = true},
    {.name = "LooseQuadtreeOfOneLeaf",
     .route = Route::LooseQuadtree,
     .steps = 1,
     .max_depth = 0,
     .bounds = Told::APoint,
     .brief = true},
    {.name = "LooseQuadtreeBeside",
     .route = Route::LooseQuadtree,
     .steps = 1,
     .max_depth = 15,
     .bounds = Told::Beside,
     .brief = true},

    {.name = "StaticTreeBuilt", .route = Route::StaticTree},
    {.name = "StaticTreeUpdated", .route = Route::StaticTree, .steps = 3},

    {.name = "RowGridThroughC", .steps = 2, .through_c = true, .brief = true},
    {.name = "RowGridPointsThroughC", .points = true, .bounded = true, .steps = 2, .through_c = true, .brief = true},
    {.name = "LooseGridThroughC", .route = Route::LooseGrid, .steps = 1, .through_c = true, .brief = true},
    {.name = "QuadtreeThroughC", .route = Route::Quadtree, .steps = 1, .through_c = true, .brief = true},
    {.name = "LooseQuadtreeThroughC", .route = Route::LooseQuadtree, .steps = 1, .through_c = true, .brief = true},
    {.name = "StaticTreeThroughC", .route = Route::StaticTree, .steps = 1, .through_c = true, .brief = true},
};

/// Where every runner is worth its time: all set-ups of the row grid, and one of each other index.
inline std::vector<Subject> thorough_subjects() {
    std::vector<Subject> thorough;
    for (const Subject& subject : subjects) {
        if (!subject.brief) thorough.push_back(subject);
    }
    return thorough;
}

namespace detail {

template <class Items> Status put(AnyIndex& index, const Items& items, bool first, Executor executor) {
    return first ? index.build(items, executor) : index.update(items, executor);
}

} // namespace detail

/// Builds `index` from the scene and takes the subject's steps with it; `content` gets the same. True: every Status
/// agreed.
inline bool walk(const Subject& subject, scenes::Scene scene, AnyIndex& index, oracle::Content& content,
                 Executor executor) {
    bool agreed = true;
    for (int step = 0; step <= subject.steps; ++step) {
        if (step > 0) scene.step(static_cast<std::uint64_t>(step));
        Status expected;
        Status got;
        if (subject.points) {
            const std::span<const Vec2> points(scene.centers);
            expected = step == 0 ? content.build(points) : content.update(points);
            got = detail::put(index, PointView(points), step == 0, executor);
        } else {
            const std::vector<Aabb> boxes = scene.boxes();
            expected =
                step == 0 ? content.build(std::span<const Aabb>(boxes)) : content.update(std::span<const Aabb>(boxes));
            got = detail::put(index, BoxView(boxes), step == 0, executor);
        }
        agreed = agreed && expected.faults == got.faults && expected.first == got.first && expected.count == got.count;
    }
    return agreed;
}

} // namespace throng::test
