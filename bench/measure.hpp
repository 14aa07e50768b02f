// SPDX-License-Identifier: MIT
// The measured loop: three ticks of the subject, then one of each companion on the same crowd, and so on. What the machine
// does meanwhile hits them all, and a ratio is taken within each such round.
#pragma once

#include "figures.hpp"
#include "workload.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace throng::bench {

inline constexpr int ticks_per_round = 3;
inline constexpr std::size_t largest_for_peers = 1'000'000;
inline constexpr std::size_t largest_for_brute_force = 4096;

struct Case {
    const Question* question;
    std::size_t n;
    std::string isa;
    bool one_thread;
    Arrays arrays;
    bool with_peers; // measured beside; their answers are compared in any case
};

enum class Role { Copy, Peer, BruteForce };

struct CompanionFigure {
    Role role;
    std::string name;
    Spread seconds;
    Spread ratio; // its time over the subject's median of the same round
    std::size_t ticks;
};

struct Figure {
    Case what;
    std::size_t ticks;
    Spread seconds;
    Answer answer;
    double bytes_per_element;
    std::vector<CompanionFigure> companions;
    std::string checked_by; // empty: by nobody
};

/// Two contenders gave different answers: no figure of either means anything.
struct Disagreement : std::runtime_error {
    using std::runtime_error::runtime_error;
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
    void finish_round();
    std::string check(const Answer& ours);

    Case what_;
    Workload workload_;
    std::vector<Companion> companions_;
    std::vector<double> seconds_;
};

} // namespace throng::bench
