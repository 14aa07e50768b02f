// SPDX-License-Identifier: MIT
// The crowd workload: boxes of human size at density 1, everybody walking; and crowds of other sizes, places and ways.
// What benches measure and tests hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <throng/views.hpp>

namespace throng::scenes {

/// The half extents of a crowd.
enum class Sizes : std::uint8_t {
    Common, ///< uniform in [0.25, 0.5]
    Mixed,  ///< log-uniform in [0.05, 50]: from ants to castles, as many in each octave
    Giants  ///< common, but of one in a thousand uniform in [0.05, 0.25] of the world's side
};

/// Where a crowd stands at first.
enum class Places : std::uint8_t {
    /// Uniform in the world.
    Anywhere,
    /// One for each 10,000, on a quarter of its share of the land, densest in the middle: three quarters are empty.
    Clusters,
    /// Uniform, but one in a hundred is in a square in the middle that is a hundred times as dense, and drifts as one.
    HotSpot,
    /// Uniform in a world a quarter of a unit wide, one cell of any grid: boxes of common sizes all overlap.
    Heap
};

/// How a crowd walks.
enum class Ways : std::uint8_t {
    Strolling, ///< 0.05 per tick, each in a random direction
    Streaming  ///< 0.5 per tick, half of all to the left and half to the right
};

/// What makes a crowd another one than that of the workload.
struct CrowdForm {
    Sizes sizes = Sizes::Common;
    float area_each = 1; // land per element
    Places places = Places::Anywhere;
    Ways ways = Ways::Strolling;
};

/// `n` squares with half extents uniform in [0.25, 0.5] and centres uniform in a square of area `n`;
/// each walks 0.05 per tick in a fixed random direction and is reflected at the border. Other forms on request.
struct Crowd {
    std::vector<float> x, y; // centres, in [0, side]
    std::vector<float> half_extent;
    std::vector<float> velocity_x, velocity_y; // per tick
    std::vector<std::uint32_t> moved;          // who walked in the last step_some()
    float side = 0;

    explicit Crowd(std::size_t n, std::uint64_t seed = 1, const CrowdForm& form = {});

    std::size_t size() const noexcept { return x.size(); }

    /// One tick of motion for everybody.
    void step() noexcept;

    /// One tick of motion for one in `one_in` of them, at least one, spread over the columns; in so many calls each has
    /// its turn.
    void step_some(std::size_t one_in);

    /// Column entry i becomes what entry order[i] was; `order` is a permutation, as an index's order() is.
    void arrange(std::span<const std::uint32_t> order);

    /// A random permutation of all columns.
    void shuffle(std::uint64_t seed);

    /// Views of the columns: valid until they are resized, and they see each step.
    BoxView boxes() const noexcept { return BoxView::around(centers(), std::span<const float>(half_extent)); }
    PointView centers() const noexcept { return {x.data(), y.data(), x.size()}; }

private:
    std::size_t turn_ = 0;
};

} // namespace throng::scenes
