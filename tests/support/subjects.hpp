// SPDX-License-Identifier: MIT
// The indexes under test, each in the ways that it can be set up. A new index adds its lines to `subjects`.
#pragma once

#include "scenes/scene.hpp"
#include "tests/support/any_index.hpp"
#include "tests/support/content.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace throng::test {

struct Subject {
    const char* name;
    std::unique_ptr<AnyIndex> (*open)(const Subject&, const throng_scenes::Scene&);
    bool points = false;  // built from centres
    bool bounded = false; // told the largest half extent: no box above it; of points, their size
    float cell_scale = 0; // of the scene's own cell size; 0: the index chooses
    int steps = 0;        // updates after the build

    float max_half_extent(const throng_scenes::Scene& scene) const { return bounded ? scene.largest_half_extent() : 0; }
};

inline std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.name; }
inline std::string name_of(const testing::TestParamInfo<Subject>& info) { return info.param.name; }

inline std::unique_ptr<AnyIndex> open_row_grid(const Subject& subject, const throng_scenes::Scene& scene) {
    RowGridDesc desc;
    desc.bounds = scene.bounds;
    desc.max_half_extent = subject.max_half_extent(scene);
    desc.cell_size = subject.cell_scale * scene.cell_size;
    return std::make_unique<IndexOf<RowGrid>>(RowGrid(desc));
}

inline const Subject subjects[] = {
    {"RowGridBuilt", open_row_grid},
    {"RowGridUpdated", open_row_grid, false, false, 0, 3},
    {"RowGridSmallCellsBounded", open_row_grid, false, true, 0.3f, 2},
    {"RowGridLargeCells", open_row_grid, false, false, 9, 1},
    {"RowGridPoints", open_row_grid, true, false, 0, 2},
    {"RowGridPointsOfCommonSize", open_row_grid, true, true, 1, 0},
    {"RowGridPointsOfCommonSizeUpdated", open_row_grid, true, true, 0, 2},
};

namespace detail {

template <class Items> Status put(AnyIndex& index, const Items& items, bool first, Executor executor) {
    return first ? index.build(items, executor) : index.update(items, executor);
}

} // namespace detail

/// Builds `index` from the scene and takes the subject's steps with it; `content` gets the same. True: every Status agreed.
inline bool walk(const Subject& subject, throng_scenes::Scene scene, AnyIndex& index, oracle::Content& content, Executor executor) {
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
            expected = step == 0 ? content.build(std::span<const Aabb>(boxes)) : content.update(std::span<const Aabb>(boxes));
            got = detail::put(index, BoxView(boxes), step == 0, executor);
        }
        agreed = agreed && expected.faults == got.faults && expected.first == got.first && expected.count == got.count;
    }
    return agreed;
}

} // namespace throng::test
