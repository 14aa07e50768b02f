// SPDX-License-Identifier: MIT
// Formatting.
#include "bench/common/format.hpp"

#include "bench/common/crowd_kind.hpp"

#include <cstdio>

namespace throng::bench {

std::string digits(double value) {
    char text[64];
    const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string percent(double share) {
    std::string text = share < 0 ? "-" : "";
    text += digits(share < 0 ? -100 * share : 100 * share);
    return text + " %";
}

std::string candidates_per_hit(double candidates, double hits) {
    return candidates > 0 && hits > 0 ? digits(candidates / hits) : "-";
}

std::string facts_table(const Facts& facts) {
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
    for (const CrowdKind& crowd : crowd_kinds())
        text.append("* ").append(crowd.name).append(": ").append(crowd.meaning).append("\n");
    return text;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char each : text) {
        if (each == '"' || each == '\\') out += '\\';
        out += each;
    }
    return out + "\"";
}

std::string json(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

std::string json(const Spread& told) {
    return "{\"median\": " + json(told.median) + ", \"min\": " + json(told.min) + ", \"max\": " + json(told.max) + "}";
}

std::string json(const Facts& facts) {
    std::string text = "{";
    for (const auto& [name, value] : facts)
        text += (text.size() == 1 ? "" : ", ") + quoted(name) + ": " + quoted(value);
    return text + "}";
}

} // namespace throng::bench
