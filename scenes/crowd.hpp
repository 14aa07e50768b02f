// SPDX-License-Identifier: MIT
// The crowd workload: boxes of human size at density 1, everybody walking. What benches measure and tests hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <throng/views.hpp>

namespace throng_scenes {

/// `n` squares with half extents uniform in [0.25, 0.5] and centres uniform in a square of area `n`;
/// each walks 0.05 per tick in a fixed random direction and is reflected at the border.
struct Crowd {
    std::vector<float> x, y; // centres, in [0, side]
    std::vector<float> half_extent;
    std::vector<float> velocity_x, velocity_y; // per tick
    float side = 0;

    explicit Crowd(std::size_t n, std::uint64_t seed = 1);

    std::size_t size() const noexcept { return x.size(); }

    /// One tick of motion for everybody.
    void step() noexcept;

    /// Column entry i becomes what entry order[i] was; `order` is a permutation, as an index's order() is.
    void arrange(std::span<const std::uint32_t> order);

    /// A random permutation of all columns.
    void shuffle(std::uint64_t seed);

    /// Views of the columns: valid until they are resized, and they see each step.
    throng::BoxView boxes() const noexcept { return throng::BoxView::around(centers(), std::span<const float>(half_extent)); }
    throng::PointView centers() const noexcept { return {x.data(), y.data(), x.size()}; }
};

} // namespace throng_scenes
