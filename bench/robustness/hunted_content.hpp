// SPDX-License-Identifier: MIT
// Content drawn from parameters, for a search of the content that an index likes least.
#pragma once

#include "scenes/generator.hpp"

#include <throng/types.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng::bench {

/// One parameter, and the range from which it is drawn. `whole`: it has whole numbers.
struct Parameter {
    const char* name;
    float least, most;
    bool whole = false;
};

/// Lengths are shares of the side of a uniform crowd's square, in which an element has an area of 1; "log" is to base
/// 10.
inline constexpr Parameter parameters[] = {
    {"log2_elements", 6, 20},
    {"density_decades", 0, 7}, // of radius, around the centre of a cluster
    {"size_decades", 0, 5},    // of sizes, whatever the place
    {"follow", 0, 1},          // the exponent with which sizes follow the spacing
    {"log_fill", -2, 0.3f},    // half extent over spacing
    {"clusters", 1, 64, true},
    {"log_distance", -1, 7},     // of clusters, in their widths
    {"log_world_aspect", -3, 3}, // width over height
    {"log_box_aspect", -2, 2},
    {"pile", 0, 0.5f},       // the share of elements on one spot
    {"strays", 0, 0.02f},    // the share of elements far away from all others
    {"still", 0, 1},         // the share of static elements
    {"moving", 0, 1},        // the share of the others that moves in a tick
    {"log_step", -3, 1},     // of what moves, in its own half extents
    {"teleports", 0, 0.05f}, // the share of elements that jump anywhere in a tick
    {"births", 0, 0.1f},     // the share of elements that are replaced in a tick
    {"shuffled", 0, 1, true} // whether arrays are in no order
};
inline constexpr std::size_t parameter_count = std::size(parameters);

struct Drawn {
    std::uint64_t seed = 1;
    std::array<float, parameter_count> values{};

    float operator[](std::string_view name) const;
    /// Returns name=value,..., which read_drawn() reads. What is not named is that of a uniform crowd.
    std::string text() const;
};
Drawn uniform_crowd();
/// Throws std::invalid_argument with a sentence.
Drawn read_drawn(std::string_view text);
/// Draws a content of at least so many elements.
Drawn draw_any(scenes::Generator& random, std::size_t least);
/// A few of the parameters are drawn again, or moved a little.
Drawn draw_near(const Drawn& from, scenes::Generator& random, std::size_t least);

/// The boxes of a content, tick after tick.
class HuntedContent {
public:
    HuntedContent(const Drawn& drawn, std::size_t most_elements);

    /// By slot.
    const std::vector<Aabb>& boxes() const noexcept { return boxes_; }
    const std::vector<float>& spacings() const noexcept { return spacings_; }
    bool is_still(std::size_t slot) const noexcept { return slot < still_; }
    std::size_t still() const noexcept { return still_; }
    /// Moves on by a tick. The slots of elements that are replaced come afterwards from replaced().
    void step();
    const std::vector<Slot>& replaced() const noexcept { return replaced_; }

private:
    void place(std::size_t slot);

    Drawn drawn_;
    scenes::Generator random_;
    std::vector<Vec2> centers_;
    std::vector<Aabb> boxes_;
    std::vector<float> spacings_;
    std::vector<Slot> replaced_;
    std::size_t still_ = 0;
    float side_ = 1;
};

} // namespace throng::bench
