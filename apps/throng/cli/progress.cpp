// SPDX-License-Identifier: MIT
// A progress bar on stderr: progress, speed, remaining time.
#include "apps/throng/cli/progress.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace throng::app {

namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr const char* wipe = "\r\x1b[K";

std::size_t terminal_columns() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

} // namespace

Progress::Progress(std::string_view label, std::string_view unit, std::uint64_t total, bool quiet)
    : label_(label), unit_(unit), total_(total), visible_(!quiet && ::isatty(STDERR_FILENO) == 1),
      started_(Clock::now()), drawn_(started_) {}

Progress::~Progress() {
    if (visible_) fmt::print(stderr, "{}", wipe);
}

void Progress::advance(std::uint64_t done) {
    if (!visible_) return;
    const auto now = Clock::now();
    if (now - drawn_ < redraw_interval) return;
    drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - started_).count();
    // One column stays free: writing the last one makes some terminals wrap.
    fmt::print(stderr, "{}{}", wipe, progress_line(label_, unit_, done, total_, seconds, terminal_columns() - 1));
    std::fflush(stderr);
}

std::string progress_line(std::string_view label, std::string_view unit, std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns) {
    const double share = total == 0 ? 1.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    const std::uint64_t open = total > done ? total - done : 0;
    const std::string left = rate > 0 ? fmt::format("{:.0f} s left", static_cast<double>(open) / rate) : "? s left";

    constexpr std::size_t cells = 24;
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(cells));
    std::string line = fmt::format("{} [{:#<{}}{:.<{}}] {:3.0f} %  {}/{} {}  {:.1f}/s  {}", label, "", filled, "",
                                   cells - filled, share * 100, done, total, unit, rate, left);
    if (line.size() > columns) line.resize(columns);
    return line;
}

} // namespace throng::app
