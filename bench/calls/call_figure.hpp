// SPDX-License-Identifier: MIT
// One call beside what its user would compare it with: both timed in turns, in one process, on the same content.
#pragma once

#include "bench/common/figures.hpp"
#include "bench/common/format.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace throng::bench {

struct CallFigure {
    std::string name;   // of the row
    std::string ours;   // the call
    std::string beside; // what it is compared with
    double must;        // the ratio that is promised, at most
    double items;       // elements that both are divided by
    Spread ours_ns{}, beside_ns{}, ratio{};
};

/// Calls both once, then `rounds` times each, in turns; which comes first changes with the round. Both return the
/// seconds that count.
template <class Ours, class Beside>
CallFigure compare(CallFigure figure, std::size_t rounds, Ours&& ours, Beside&& beside) {
    ours(), beside();
    std::vector<double> own, other, ratio;
    for (std::size_t round = 0; round < rounds; ++round) {
        double a = 0, b = 0;
        if (round % 2 == 0) {
            a = ours();
            b = beside();
        } else {
            b = beside();
            a = ours();
        }
        own.push_back(a * 1e9 / figure.items);
        other.push_back(b * 1e9 / figure.items);
        ratio.push_back(a / b);
    }
    figure.ours_ns = spread(own);
    figure.beside_ns = spread(other);
    figure.ratio = spread(ratio);
    return figure;
}

std::string calls_markdown(const Facts& facts, const std::vector<CallFigure>& figures);
std::string calls_json(const Facts& facts, const std::vector<CallFigure>& figures);

} // namespace throng::bench
