// SPDX-License-Identifier: MIT
// Whoever answers a question of the crowd workload: the library, a peer, brute force or a plain memory copy.
#pragma once

#include "scenes/crowd.hpp"

#include <cstddef>
#include <cstdint>

namespace throng::bench {

using throng_scenes::Crowd;

struct Answer {
    double queries = 0;    // that one tick asks
    double hits = 0;       // in the last tick's answer
    double candidates = 0; // boxes tested for it; 0: not told
    std::uint64_t hash = 0;
};

/// One measured tick is: the crowd moves, `prepare` (untimed), `ask` (timed).
class Contender {
public:
    virtual ~Contender() = default;

    /// What the question takes as given.
    virtual void prepare(const Crowd&) {}

    /// What the question measures, up to the written answer.
    virtual void ask(const Crowd&) = 0;

    /// About the last tick. Untimed; may ask on.
    virtual Answer answer(const Crowd&) = 0;
};

} // namespace throng::bench
