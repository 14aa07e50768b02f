// SPDX-License-Identifier: MIT
// Frames from times.
#include "apps/throng/input/time_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace throng::app {

namespace {

constexpr double most_rounding = 0.25; // of a step
constexpr double most_frames = 1e7;    // between time 0 and the earliest time, to count from 0
constexpr double most_steps = 1e15;    // between two times in a row: whole numbers in doubles are exact

double median_difference(const std::vector<double>& times) {
    std::vector<double> differences;
    for (std::size_t i = 1; i < times.size(); ++i) differences.push_back(times[i] - times[i - 1]);
    const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
    std::nth_element(differences.begin(), middle, differences.end());
    return *middle;
}

} // namespace

std::optional<TimeSteps> frames_of_times(std::span<const double> seconds) {
    std::vector<double> times(seconds.begin(), seconds.end());
    std::sort(times.begin(), times.end());
    // Times that differ by rounding alone are one time.
    const auto is_same = [](double a, double b) { return b - a <= std::max(1e-9, 4e-15 * std::abs(b)); };
    times.erase(std::unique(times.begin(), times.end(), is_same), times.end());
    TimeSteps result;
    result.frames.assign(seconds.size(), 0);
    if (times.size() < 2) return result;

    // Counted from each time to the next, rounded times do not drift from the whole number of steps.
    const double rough = median_difference(times);
    std::vector<double> count(times.size(), 0);
    for (std::size_t i = 1; i < times.size(); ++i) {
        const double steps = (times[i] - times[i - 1]) / rough;
        const double whole = std::round(steps);
        if (!(steps < most_steps) || whole < 1 || std::abs(steps - whole) > most_rounding * std::max(1.0, whole / 16))
            return std::nullopt;
        count[i] = count[i - 1] + whole;
    }
    if (!(count.back() < most_steps)) return std::nullopt;
    result.step = (times.back() - times.front()) / count.back();
    const double before = std::round(times.front() / result.step);
    const double first = std::abs(before) <= most_frames ? before : 0;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        // The last of the distinct times that is not later, but for the arithmetic.
        auto at = std::upper_bound(times.begin(), times.end(), seconds[i]) - times.begin();
        at = std::max<std::ptrdiff_t>(at - 1, 0);
        result.frames[i] = static_cast<std::int64_t>(first + count[static_cast<std::size_t>(at)]);
    }
    return result;
}

} // namespace throng::app
