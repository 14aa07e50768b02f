// SPDX-License-Identifier: MIT
// Formatting.
#include "format.hpp"

#include "crowd_kind.hpp"

#include <cstdio>

namespace throng::bench {

std::string digits(double value) {
    char text[64];
    const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string facts_table(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string text = "| | |\n|---|---|\n";
    for (const auto& [name, value] : facts) {
        text.append("| ").append(name).append(" | ");
        for (const char each : value) text.append(each == '|' ? "\\|" : std::string(1, each));
        text.append(" |\n");
    }
    return text;
}

std::string crowd_list() {
    std::string text;
    for (const CrowdKind& crowd : crowd_kinds()) text.append("* ").append(crowd.name).append(": ").append(crowd.meaning).append("\n");
    return text;
}

} // namespace throng::bench
