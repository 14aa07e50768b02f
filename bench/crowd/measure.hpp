// SPDX-License-Identifier: MIT
// The measured loop: three ticks of the subject, then one of each companion on the same crowd, and so on. What the
// machine does meanwhile hits them all, and a ratio is taken within each such round. A turn begins with ticks that are
// not timed: its time must not depend on what the others left in the caches.
#pragma once

#include "bench/common/contenders.hpp"
#include "bench/common/figures.hpp"
#include "bench/common/workload.hpp"

#include <memory>
#include <string>
#include <vector>

namespace throng::bench {

inline constexpr int ticks_per_round = 3;

struct Case {
    const Question* question;
    const IndexKind* index;
    const CrowdKind* crowd;
    std::size_t n;
    std::string isa;
    bool one_thread;
    Arrays arrays;
    std::size_t peers; // how many are measured beside, the named one first; its answers are compared in any case
    std::size_t ticks;
    bool ablations = false; // the common crowd on one thread; other cases have none
};

enum class Role { Copy, Peer, BruteForce, Ablation };

struct CompanionFigure {
    Role role;
    std::string name;
    Spread seconds;
    Spread ratio; // its time over the subject's median of the same round
    std::size_t ticks;
};

struct Figure {
    Case what;
    Spread seconds;
    Answer answer;
    double bytes_per_element;
    std::vector<CompanionFigure> companions;
    std::string checked_by; // empty: not checked
};

class Measurement {
public:
    explicit Measurement(const Case& what);

    /// Seconds that the subject took for one more tick.
    double tick();

    /// Compares the last tick's answers; throws Disagreement.
    Figure finish();

private:
    struct Companion {
        Role role;
        std::string name;
        std::unique_ptr<Contender> contender;
        std::vector<double> seconds, ratios;
    };

    void add(Role role, std::string name, std::unique_ptr<Contender> contender);
    void ask();
    void finish_round();
    std::string check(const Answer& ours);

    Case what_;
    Workload workload_;
    std::vector<Companion> companions_;
    std::vector<double> seconds_;
};

} // namespace throng::bench
