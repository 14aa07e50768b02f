// SPDX-License-Identifier: MIT
// What the crowd workload computes each tick, and the contenders that can answer it.
#pragma once

#include "bench/common/subject.hpp"
#include "bench/peers/peer.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace throng::bench {

inline constexpr float neighbor_radius = 2;
inline constexpr std::uint32_t nearest_count = 10;
inline constexpr float count_half_extent = 2;
inline constexpr float around_half_extent =
    1.357f; // in a common crowd such a square overlaps twelve on average: (2.714 + 0.75)^2
inline constexpr float large_share = 0.9f; // of the world's area
inline constexpr std::size_t one_in = 100; // moves, where few do

enum class Motion { All, Few, None };

struct Question {
    std::string_view name;
    std::string_view meaning;
    double copied_bytes_per_element;   // of the plain copy that stands beside it; 0: `copy` does
    bool brute_force_competes = false; // where the crowd is small
    Motion motion = Motion::All;       // between one tick and the next
    std::unique_ptr<Subject> (*subject)(const Setting&) = nullptr;
    std::unique_ptr<Contender> (*copy)(const Setting&) = nullptr; // of something else
    // What a peer must be able to do: one of these.
    std::unique_ptr<Contender> (*pair_peer)(std::unique_ptr<PairPeer>) = nullptr;
    std::unique_ptr<Contender> (*box_peer)(std::unique_ptr<BoxPeer>) = nullptr;
    std::unique_ptr<Contender> (*ray_peer)(std::unique_ptr<RayPeer>) = nullptr;
    std::unique_ptr<Contender> (*neighbor_peer)(std::unique_ptr<NeighborPeer>) = nullptr;
    std::unique_ptr<Contender> (*point_peer)(std::unique_ptr<PointPeer>) = nullptr;
};

std::array<Question, 4> tick_questions();     // build, update, pairs, tick
std::array<Question, 3> neighbor_questions(); // neighbors, nearest, nearest_still
std::array<Question, 6> search_questions();   // boxes, around, few, large, large_count, count
std::array<Question, 1> cast_questions();     // cast

std::span<const Question> questions();

/// Throws std::invalid_argument: no question has that name.
const Question& question_named(std::string_view name);

} // namespace throng::bench
