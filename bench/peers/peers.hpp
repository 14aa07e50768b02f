// SPDX-License-Identifier: MIT
// Where the peers come from.
#pragma once

#include "bench/peers/peer.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace throng::bench {

// Null where the package was not there at configure time; else the macro is its version.
#ifdef THRONG_BENCH_BOOST
std::unique_ptr<RayPeer> boost_rtree();
#else
inline std::unique_ptr<RayPeer> boost_rtree() { return nullptr; }
#endif
#ifdef THRONG_BENCH_GEOS
std::unique_ptr<BoxPeer> geos_strtree();
#else
inline std::unique_ptr<BoxPeer> geos_strtree() { return nullptr; }
#endif
#ifdef THRONG_BENCH_CGAL
std::unique_ptr<PairPeer> cgal_boxes();
#else
inline std::unique_ptr<PairPeer> cgal_boxes() { return nullptr; }
#endif
#ifdef THRONG_BENCH_NANOFLANN
std::unique_ptr<PointPeer> nanoflann();
#else
inline std::unique_ptr<PointPeer> nanoflann() { return nullptr; }
#endif
#ifdef THRONG_BENCH_BOX2D
std::unique_ptr<BoxPeer> box2d_broad_phase();
#else
inline std::unique_ptr<BoxPeer> box2d_broad_phase() { return nullptr; }
#endif
#ifdef THRONG_BENCH_BULLET
std::unique_ptr<BoxPeer> bullet_tree();
#else
inline std::unique_ptr<BoxPeer> bullet_tree() { return nullptr; }
#endif
#ifdef THRONG_BENCH_EMBREE
std::unique_ptr<PairPeer> embree_boxes();
std::unique_ptr<PointPeer> embree_points();
#else
inline std::unique_ptr<PairPeer> embree_boxes() { return nullptr; }
inline std::unique_ptr<PointPeer> embree_points() { return nullptr; }
#endif

inline constexpr std::size_t largest_for_detour = 65'535; // its items have 16-bit numbers, one of which means none
#ifdef THRONG_BENCH_DETOUR
std::unique_ptr<NeighborPeer> detour_grid();
#else
inline std::unique_ptr<NeighborPeer> detour_grid() { return nullptr; }
#endif

/// The double loop. `isa` chooses the vectors of its pairs and overlaps.
std::unique_ptr<RayPeer> brute_force_boxes(std::string_view isa);
std::unique_ptr<PointPeer> brute_force_points();

} // namespace throng::bench
