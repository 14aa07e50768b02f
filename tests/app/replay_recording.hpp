// SPDX-License-Identifier: MIT
// What a replay's page holds, read as the page reads it.
#pragma once

#include "apps/throng/replay/replay.hpp"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::app {

inline std::string from_base64(const std::string& text) {
    static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0, held = 0;
    for (const char c : text) {
        if (c == '=') break;
        held = held << 6 | static_cast<unsigned>(digits.find(c));
        bits += 6;
        if (bits >= 8) bytes += static_cast<char>(held >> (bits -= 8) & 255u);
    }
    return bytes;
}

inline nlohmann::json recording_in(const std::string& html) {
    const std::string begin = "<script type=\"application/json\" id=\"recording\">";
    const std::size_t from = html.find(begin) + begin.size();
    return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
}

// As the page reads it: frame and person to place.
using Places = std::map<std::pair<std::uint32_t, std::uint32_t>, Vec2>;

inline Places places_in(const nlohmann::json& recording) {
    const std::string table = from_base64(recording["tracks"]), steps = from_base64(recording["steps"]);
    const auto number = [&table](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(table[at + i]);
        return value;
    };
    const Quantiser quantiser{{recording["origin"][0], recording["origin"][1]}, recording["quantum"]};
    Places places;
    std::size_t at = 0;
    for (std::size_t track = 0; track < table.size(); track += 12) {
        const std::uint32_t id = number(track), first = number(track + 4), frames = number(track + 8);
        // A track has no length: it ends after its frames.
        std::size_t end = at + 4;
        for (std::uint32_t i = 1; i < frames; ++i) end += steps[end] == -128 ? 5 : 2;
        const std::vector<Vec2> all = unpacked(std::string_view(steps).substr(at, end - at), frames, quantiser);
        for (std::uint32_t i = 0; i < frames; ++i) places[{first + i, id}] = all[i];
        at = end;
    }
    EXPECT_EQ(at, steps.size());
    return places;
}

inline ReplaySpec spec_of(Aabb world) {
    ReplaySpec spec;
    spec.title = "Test";
    spec.world = world;
    spec.frames_per_second = 25;
    return spec;
}

} // namespace throng::app
