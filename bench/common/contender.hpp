// SPDX-License-Identifier: MIT
// What answers a question of the crowd workload: the library, a peer, brute force or a plain memory copy.
#pragma once

#include "bench/common/figures.hpp"
#include "scenes/crowd.hpp"

#include <cstddef>
#include <cstdint>

namespace throng::bench {

using scenes::Crowd;

struct Answer {
    double queries = 0;    // of one tick
    double hits = 0;       // in the last tick's answer
    double candidates = 0; // boxes tested for it; 0: not known
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

    /// About the last tick. Untimed; may run further queries.
    virtual Answer answer(const Crowd&) = 0;
};

/// The ticks before a turn that are not timed, so that every contender finds its own data and code in the caches, and
/// not those of the one before: tick(0), and tick(1) and tick(2) where the first took less than a second. Data that
/// fits the caches needs more than one tick to be there again, and so does a contender that ticks in two versions by
/// turns; a contender with longer ticks has more data than the caches hold.
template <class Tick> void untimed_ticks(Tick&& tick) {
    if (seconds([&] { tick(0); }) < 1) {
        tick(1);
        tick(2);
    }
}

/// Seconds of one tick that takes all elements from `before` to `crowd`, when warm.
inline double seconds_when_warm(Contender& contender, const Crowd& before, const Crowd& crowd) {
    const auto tick = [&](const Crowd& to) {
        contender.prepare(to);
        contender.ask(to);
    };
    untimed_ticks([&](int n) { tick(n == 1 ? crowd : before); });
    contender.prepare(crowd);
    return seconds([&] { contender.ask(crowd); });
}

} // namespace throng::bench
