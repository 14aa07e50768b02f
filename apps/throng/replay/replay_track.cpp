// SPDX-License-Identifier: MIT
// Packed positions of a replay: a track for each uninterrupted stay of a person, with positions as steps of small
// numbers.
#include "apps/throng/replay/replay_track.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace throng::app {

namespace {

constexpr int no_step = -128;

std::uint16_t from_bytes(std::string_view bytes, std::size_t at) {
    const auto low = static_cast<unsigned char>(bytes[at]), high = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<std::uint16_t>(low | high << 8);
}

} // namespace

Quantiser Quantiser::covering(Aabb area) {
    const float extent = std::max(area.max.x - area.min.x, area.max.y - area.min.y);
    return {area.min, std::max(1.0f / 256, extent / 65535)};
}

std::uint16_t Quantiser::packed(float offset) const noexcept {
    return static_cast<std::uint16_t>(std::lround(std::clamp(offset / quantum, 0.0f, 65535.0f)));
}

Track::Track(std::uint32_t id, std::uint32_t first_frame, std::uint16_t x, std::uint16_t y)
    : id_(id), first_frame_(first_frame), x_(x), y_(y) {
    append(x);
    append(y);
}

void Track::step_to(std::uint16_t x, std::uint16_t y) {
    const int dx = x - x_, dy = y - y_;
    if (std::max(std::abs(dx), std::abs(dy)) < -no_step) {
        bytes_ += static_cast<char>(dx);
        bytes_ += static_cast<char>(dy);
    } else {
        bytes_ += static_cast<char>(no_step);
        append(x);
        append(y);
    }
    x_ = x;
    y_ = y;
    ++frames_;
}

void Track::append(std::uint16_t value) {
    bytes_ += static_cast<char>(value & 255);
    bytes_ += static_cast<char>(value >> 8);
}

std::vector<Vec2> unpacked(std::string_view bytes, std::uint32_t frames, const Quantiser& quantiser) {
    std::vector<Vec2> places;
    std::size_t at = 0;
    int x = 0, y = 0;
    const auto need = [&](std::size_t count) {
        if (bytes.size() - at < count) throw std::invalid_argument("a track ends early");
    };
    while (places.size() < frames) {
        need(1);
        const bool full = places.empty() || static_cast<signed char>(bytes[at]) == no_step;
        if (full) {
            at += places.empty() ? 0 : 1;
            need(4);
            x = from_bytes(bytes, at);
            y = from_bytes(bytes, at + 2);
            at += 4;
        } else {
            need(2);
            x += static_cast<signed char>(bytes[at]);
            y += static_cast<signed char>(bytes[at + 1]);
            at += 2;
        }
        places.push_back(quantiser.unpacked(static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)));
    }
    if (at != bytes.size()) throw std::invalid_argument("a track goes on after its end");
    return places;
}

std::string base64(std::string_view bytes) {
    static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) {
            return i + k < bytes.size() ? static_cast<unsigned>(static_cast<unsigned char>(bytes[i + k])) : 0u;
        };
        const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
        text += digits[group >> 18];
        text += digits[group >> 12 & 63];
        text += i + 1 < bytes.size() ? digits[group >> 6 & 63] : '=';
        text += i + 2 < bytes.size() ? digits[group & 63] : '=';
    }
    return text;
}

} // namespace throng::app
