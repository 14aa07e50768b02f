// SPDX-License-Identifier: MIT
// What is asked of the crowd workload each tick, and who can be asked.
#pragma once

#include "peers/peer.hpp"
#include "subject.hpp"

#include <array>
#include <memory>
#include <span>
#include <string_view>

namespace throng::bench {

inline constexpr float neighbor_radius = 2;
inline constexpr std::uint32_t nearest_count = 10;
inline constexpr float count_half_extent = 2;
inline constexpr float large_share = 0.9f; // of the world's area

struct Question {
    std::string_view name;
    std::string_view meaning;
    double copied_bytes_per_element; // of the plain copy that stands beside it
    bool brute_force_competes;       // where the crowd is small
    std::unique_ptr<Subject> (*subject)(const Setting&);
    std::unique_ptr<Contender> (*box_peer)(std::unique_ptr<BoxPeer>);     // one of
    std::unique_ptr<Contender> (*point_peer)(std::unique_ptr<PointPeer>); // these two
};

std::array<Question, 3> tick_questions();     // update, pairs, tick
std::array<Question, 2> neighbor_questions(); // neighbors, nearest
std::array<Question, 4> search_questions();   // boxes, large, large_count, count
std::array<Question, 1> cast_questions();     // cast

std::span<const Question> questions();

/// Null: nobody has that name.
const Question* find_question(std::string_view name);

} // namespace throng::bench
