// SPDX-License-Identifier: MIT
// The tick without what the library adds: what each of its ideas is worth. For crowds of like sizes; each runs on one
// thread.
#pragma once

#include "bench/peers/peer.hpp"

#include <memory>
#include <string_view>

namespace throng::bench {

/// Cells as wide as the largest element, all elements sorted into them anew each tick by counting, and tested one by
/// one.
std::unique_ptr<PairPeer> scalar_grid();

/// The same grid; elements are tested with the vectors of `isa`.
std::unique_ptr<PairPeer> sorted_grid(std::string_view isa);

/// All elements sorted by their left ends, each tested with the vectors of `isa` against those that begin before it
/// ends.
std::unique_ptr<PairPeer> sort_and_sweep(std::string_view isa);

/// The library's own grid and update; each query by itself against the public rows, tested with the vectors of `isa`.
std::unique_ptr<BoxPeer> plain_rows(std::string_view isa);

} // namespace throng::bench
