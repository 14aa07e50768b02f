// SPDX-License-Identifier: MIT
// Whether a clip is the small scene.
#pragma once

#include "apps/throng/clip/clip.hpp"
#include "tests/app/scene.hpp"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace throng::app {

/// Frames 0, `step`, 2 `step`, 3 `step` with the persons 1, 2, 3 at their places.
inline void expect_scene(const Clip& clip, std::int64_t step = 1) {
    EXPECT_EQ(clip.numbers, (std::vector<std::int64_t>{0, step, 2 * step, 3 * step}));
    EXPECT_EQ(clip.ids, (std::vector<std::int64_t>{1, 2, 3}));
    ASSERT_EQ(clip.x.size(), 12u);
    std::size_t i = 0;
    for (const Step& at : steps_by_frame()) {
        EXPECT_EQ(clip.person[i], static_cast<std::uint32_t>(at.id - 1));
        EXPECT_NEAR(clip.x[i], at.x, 1e-6) << "frame " << at.frame << ", person " << at.id;
        EXPECT_NEAR(clip.y[i], at.y, 1e-6) << "frame " << at.frame << ", person " << at.id;
        ++i;
    }
}

} // namespace throng::app
