// SPDX-License-Identifier: MIT
// A progress bar on stderr: progress, speed, remaining time. Silent unless stderr is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng::app {

class Progress {
public:
    /// `unit` is the name of the counted units, in the plural: "ticks", "frames".
    /// Not even a terminal sees a `quiet` one.
    Progress(std::string_view label, std::string_view unit, std::uint64_t total, bool quiet = false);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress(); // clears the line for the next output

    /// Draws at most ten times a second, so it may be called for every unit done.
    void advance(std::uint64_t done);

private:
    using Clock = std::chrono::steady_clock;

    std::string label_;
    std::string unit_;
    std::uint64_t total_;
    bool visible_;
    Clock::time_point started_;
    Clock::time_point drawn_;
};

/// The bar's text for a moment, without control characters; `columns` bounds its length.
std::string progress_line(std::string_view label, std::string_view unit, std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns);

} // namespace throng::app
