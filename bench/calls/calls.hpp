// SPDX-License-Identifier: MIT
// The rows of the table: what a crowd, a game or a simulation calls first.
#pragma once

#include "bench/calls/call_figure.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace throng::bench {

struct CallSetup {
    std::size_t n, rounds;
};

/// The ten nearest within a radius: neighbors with a limit beside nearest.
std::vector<CallFigure> limit_calls(const CallSetup& setup);
/// Pairs and neighbours in the order of slots beside the stable order, and pairs beside a radix sort by hand.
std::vector<CallFigure> order_calls(const CallSetup& setup);
/// Overlaps that begin and end with a commit, beside pairs.
std::vector<CallFigure> event_calls(const CallSetup& setup);
/// A commit of one change beside a commit in which everything moves.
std::vector<CallFigure> change_calls(const CallSetup& setup);
/// A World beside its row grid: neighbours, and slices for jobs.
std::vector<CallFigure> world_calls(const CallSetup& setup);
/// A corridor that stands upright beside the same one lying.
std::vector<CallFigure> corridor_calls(const CallSetup& setup);
/// Crowds that are placed unevenly beside an even one.
std::vector<CallFigure> uneven_calls(const CallSetup& setup);
/// A World of thirty layers beside thirty Worlds.
std::vector<CallFigure> floor_calls(const CallSetup& setup);
/// The nearest among long thin elements beside squares, and a search of everything beside a plain loop.
std::vector<CallFigure> extreme_calls(const CallSetup& setup);
/// Ways through time: restore, save and load, beside a plain copy of the saved bytes.
std::vector<CallFigure> time_calls(const CallSetup& setup);
/// One query a call in small crowds, beside a loop over all elements.
std::vector<CallFigure> single_calls(const CallSetup& setup);
/// Pairs of particles within a distance, beside pairs that overlap and a test of each.
std::vector<CallFigure> particle_calls(const CallSetup& setup);
/// Bytes of a World that ticks.
std::vector<CallFigure> memory_calls(const CallSetup& setup);

} // namespace throng::bench
