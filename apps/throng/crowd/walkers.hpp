// SPDX-License-Identifier: MIT
// People who walk: one column per property, an entry per slot.
#pragma once

#include <throng/types.hpp>
#include <throng/views.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// The goal of a walker. Crossing streams need only two.
enum class Stream : std::uint8_t { East, North };
constexpr Vec2 direction_of(Stream stream) noexcept { return stream == Stream::East ? Vec2{1, 0} : Vec2{0, 1}; }

struct Walkers {
    std::vector<float> x, y;                   // metres
    std::vector<float> velocity_x, velocity_y; // metres per second
    std::vector<float> pace;                   // the intended speed
    std::vector<Stream> stream;
    std::vector<std::uint32_t> person; // the person, in whatever slot

    std::size_t size() const noexcept { return x.size(); }
    void resize(std::size_t people);
    PointView centers() const noexcept { return {x.data(), y.data(), x.size()}; }

    /// Entry i of every column becomes the former entry order[i]; `order` is a permutation of the slots.
    void arrange(std::span<const Slot> order);

    /// Of all positions and velocities, in the order of `person`: the same for every arrangement of the columns.
    std::uint64_t hash() const;
};

} // namespace throng::app
