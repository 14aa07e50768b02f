// SPDX-License-Identifier: MIT
// Positions of people as a file contains them, in metres and doubles, and what the reader went by.
#include "apps/throng/input/recording.hpp"

#include "apps/throng/cli/errors.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <tuple>

namespace throng::app {

void complete(Recording& recording, std::string_view name, std::string_view row) {
    std::vector<Sample>& samples = recording.samples;
    if (samples.empty()) throw UsageError(fmt::format("{} holds no positions", name));
    if (samples.size() > std::numeric_limits<std::uint32_t>::max() - 1)
        throw UsageError(fmt::format("{} holds too many positions", name));
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        return std::tie(a.frame, a.id, a.line) < std::tie(b.frame, b.id, b.line);
    });
    for (std::size_t i = 1; i < samples.size(); ++i) {
        const Sample& a = samples[i - 1];
        const Sample& b = samples[i];
        if (a.frame != b.frame || a.id != b.id) continue;
        throw UsageError(fmt::format("{}, {} {}: person {} is in frame {} already, by {} {}", name, row, b.line, b.id,
                                     b.frame, row, a.line));
    }
}

} // namespace throng::app
