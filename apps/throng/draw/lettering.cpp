// SPDX-License-Identifier: MIT
// Plain technical lettering from strokes: no font file is needed and every size is smooth.
#include "apps/throng/draw/lettering.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace throng::app {

namespace {

// Strokes of a glyph, in units of which a capital is 7 high and a small letter 5, y upwards from the baseline:
// M x y lifts the pen, L x y draws, A cx cy rx ry from to draws an elliptic arc (degrees), joined to the pen if it is
// down.
struct Glyph {
    unsigned code;
    float width;
    const char* path;
};

constexpr Glyph glyphs[] = {
    {'0', 4.4f, "A2.2 3.5 2.2 3.5 0 360"},
    {'1', 4.4f, "M0.7 5.6L2.6 7L2.6 0"},
    {'2', 4.4f, "A2.2 4.9 2.1 2.1 165 -38L0.1 0L4.4 0"},
    {'3', 4.4f, "A2.1 5.4 1.8 1.6 150 -90A2.1 1.9 2.2 1.9 90 -150"},
    {'4', 4.4f, "M3.4 0L3.4 7L0 2.1L4.6 2.1"},
    {'5', 4.4f, "M4 7L0.9 7L0.6 4A2.1 2.25 2.2 2.25 132 -150"},
    {'6', 4.4f, "A2.2 2.2 2.2 2.2 0 360MA4.1 2.2 4.1 4.9 180 103"},
    {'7', 4.4f, "M0 7L4.4 7L1.5 0"},
    {'8', 4.4f, "A2.2 5.4 1.8 1.6 0 360MA2.2 1.9 2.2 1.9 0 360"},
    {'9', 4.4f, "A2.2 4.8 2.2 2.2 0 360MA0.3 4.8 4.1 4.9 0 -77"},
    {'a', 4.2f, "A2.1 2.5 2.1 2.5 0 360M4.2 5L4.2 0"},
    {'b', 4.2f, "A2.1 2.5 2.1 2.5 0 360M0 7L0 0"},
    {'c', 3.8f, "A2.2 2.5 2.2 2.5 48 312"},
    {'d', 4.2f, "A2.1 2.5 2.1 2.5 0 360M4.2 7L4.2 0"},
    {'e', 4.2f, "M0.05 2.6L4.2 2.6A2.1 2.5 2.1 2.5 3 318"},
    {'f', 2.6f, "M1.1 0L1.1 5.4A2.5 5.4 1.4 1.6 180 80M0 4.7L2.5 4.7"},
    {'g', 4.2f, "A2.1 2.5 2.1 2.5 0 360M4.2 5L4.2 -0.1A2.1 -0.1 2.1 1.9 0 -150"},
    {'h', 3.8f, "M0 7L0 0M0 3A1.9 3 1.9 2 180 0L3.8 0"},
    {'i', 0.2f, "M0.1 5L0.1 0M0.1 6.9L0.1 6.9"},
    {'j', 1.2f, "M1 5L1 -0.6A-0.2 -0.6 1.2 1.4 0 -90M1 6.9L1 6.9"},
    {'k', 3.7f, "M0 7L0 0M3.4 5L0 2.1M1.3 3.2L3.7 0"},
    {'l', 0.2f, "M0.1 7L0.1 0"},
    {'m', 6.2f, "M0 5L0 0M0 3.2A1.55 3.2 1.55 1.8 180 0L3.1 0M3.1 3.2A4.65 3.2 1.55 1.8 180 0L6.2 0"},
    {'n', 3.8f, "M0 5L0 0M0 3A1.9 3 1.9 2 180 0L3.8 0"},
    {'o', 4.2f, "A2.1 2.5 2.1 2.5 0 360"},
    {'p', 4.2f, "A2.1 2.5 2.1 2.5 0 360M0 5L0 -2"},
    {'q', 4.2f, "A2.1 2.5 2.1 2.5 0 360M4.2 5L4.2 -2"},
    {'r', 2.4f, "M0 5L0 0M0 2.8A2 2.8 2 2.2 180 75"},
    {'s', 3.5f, "A1.75 3.7 1.6 1.3 40 270MA1.75 1.2 1.75 1.2 90 -145"},
    {'t', 2.7f, "M1.2 6.6L1.2 1.5A2.6 1.5 1.4 1.5 180 278M0 4.8L2.7 4.8"},
    {'u', 3.8f, "M0 5L0 2A1.9 2 1.9 2 180 360M3.8 5L3.8 0"},
    {'v', 3.8f, "M0 5L1.9 0L3.8 5"},
    {'w', 6.0f, "M0 5L1.5 0L3 5L4.5 0L6 5"},
    {'x', 3.8f, "M0 5L3.8 0M3.8 5L0 0"},
    {'y', 3.8f, "M0 5L1.9 0M3.8 5L1.1 -2"},
    {'z', 3.6f, "M0 5L3.6 5L0 0L3.6 0"},
    {'A', 5.0f, "M0 0L2.5 7L5 0M0.9 2.5L4.1 2.5"},
    {'B', 4.3f, "M0 0L0 7L2.2 7A2.2 5.4 1.7 1.6 90 -90L0 3.8M2.2 3.8A2.4 1.9 1.9 1.9 90 -90L0 0"},
    {'C', 4.9f, "A2.8 3.5 2.8 3.5 48 312"},
    {'D', 4.8f, "M0 0L0 7L1.6 7A1.6 3.5 3.2 3.5 90 -90L0 0"},
    {'E', 4.0f, "M4 7L0 7L0 0L4 0M0 3.7L3.4 3.7"},
    {'F', 4.0f, "M4 7L0 7L0 0M0 3.6L3.4 3.6"},
    {'G', 5.4f, "A2.8 3.5 2.8 3.5 48 360L3.2 3.5"},
    {'H', 4.6f, "M0 7L0 0M4.6 7L4.6 0M0 3.7L4.6 3.7"},
    {'I', 0.2f, "M0.1 7L0.1 0"},
    {'J', 3.4f, "M3.4 7L3.4 2A1.7 2 1.7 2 0 -160"},
    {'K', 4.4f, "M0 7L0 0M4.2 7L0 2.6M1.5 4.1L4.4 0"},
    {'L', 3.8f, "M0 7L0 0L3.8 0"},
    {'M', 5.6f, "M0 0L0 7L2.8 2L5.6 7L5.6 0"},
    {'N', 4.6f, "M0 0L0 7L4.6 0L4.6 7"},
    {'O', 5.6f, "A2.8 3.5 2.8 3.5 0 360"},
    {'P', 4.2f, "M0 0L0 7L2.2 7A2.2 5.1 2 1.9 90 -90L0 3.2"},
    {'Q', 5.6f, "A2.8 3.5 2.8 3.5 0 360M3.4 2L5.4 -0.4"},
    {'R', 4.4f, "M0 0L0 7L2.2 7A2.2 5.2 2 1.8 90 -90L0 3.4M2.2 3.4L4.4 0"},
    {'S', 4.2f, "A2.1 5.2 2 1.8 35 270MA2.1 1.7 2.1 1.7 90 -145"},
    {'T', 4.8f, "M0 7L4.8 7M2.4 7L2.4 0"},
    {'U', 4.6f, "M0 7L0 2.3A2.3 2.3 2.3 2.3 180 360L4.6 7"},
    {'V', 4.8f, "M0 7L2.4 0L4.8 7"},
    {'W', 7.2f, "M0 7L1.8 0L3.6 7L5.4 0L7.2 7"},
    {'X', 4.6f, "M0 7L4.6 0M4.6 7L0 0"},
    {'Y', 4.6f, "M0 7L2.3 3.4L4.6 7M2.3 3.4L2.3 0"},
    {'Z', 4.4f, "M0 7L4.4 7L0 0L4.4 0"},
    {'.', 0.2f, "M0.1 0.1L0.1 0.1"},
    {',', 0.6f, "M0.5 0.2L0.1 -1.1"},
    {':', 0.2f, "M0.1 0.3L0.1 0.3M0.1 4.4L0.1 4.4"},
    {';', 0.6f, "M0.5 0.2L0.1 -1.1M0.5 4.4L0.5 4.4"},
    {'-', 2.4f, "M0 2.7L2.4 2.7"},
    {'+', 4.0f, "M0 3L4 3M2 5L2 1"},
    {'/', 3.0f, "M0 -1L3 7.6"},
    {'(', 1.4f, "A3.4 3 3.4 5.2 123 237"},
    {')', 1.4f, "A-2 3 3.4 5.2 57 -57"},
    {'%', 6.2f, "A1.3 5.5 1.3 1.5 0 360MA4.9 1.5 1.3 1.5 0 360M5.1 7L1.1 0"},
    {'\'', 0.2f, "M0.1 7.2L0.1 5.6"},
    {'_', 4.0f, "M0 -1L4 -1"},
    {'=', 4.0f, "M0 4L4 4M0 2L4 2"},
    {'!', 0.2f, "M0.1 7L0.1 2.2M0.1 0.1L0.1 0.1"},
    {'?', 3.6f, "A1.8 5.3 1.7 1.7 160 -60L1.8 2.2M1.8 0.1L1.8 0.1"},
    {'&', 5.0f, "M5 0L1 5.1A2.1 5.6 1.2 1.4 200 -40L0.9 3.1A2 1.8 1.9 1.8 135 360"},
    {'#', 4.6f, "M1.6 7L0.6 0M4 7L3 0M0.2 4.8L4.6 4.8M0 2.2L4.4 2.2"},
    {'[', 1.4f, "M1.4 8L0 8L0 -1.4L1.4 -1.4"},
    {']', 1.4f, "M0 8L1.4 8L1.4 -1.4L0 -1.4"},
    {0xB2, 2.4f, "A1.2 6.6 1.15 1.2 165 -38L0 4.1L2.4 4.1"}, // superscript two
    {0xD7, 3.2f, "M0.2 4.4L3 1.6M3 4.4L0.2 1.6"},            // times
};

constexpr float units_per_size = 14; // capitals of 7 units are half of the size
constexpr float letter_gap = 1.35f, word_gap = 2.6f, pen = 0.82f;

const Glyph* glyph_of(unsigned code) {
    for (const Glyph& g : glyphs) {
        if (g.code == code) return &g;
    }
    return nullptr;
}

// Takes one character off `text`. Sequences of two bytes are enough for Latin-1; longer ones are no glyph's code.
unsigned next_code(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    const unsigned code = length == 1                      ? first
                          : length == 2 && text.size() > 1 ? (first & 31u) << 6 | (byte(1) & 63u)
                                                           : 0;
    text.remove_prefix(std::min(length, text.size()));
    return code;
}

struct Pen {
    Point origin;
    float scale;
    std::vector<Segment> segments;
    Point place{};
    bool down = false;

    void go(float x, float y) {
        const Point to{origin.x + x * scale, origin.y - y * scale};
        if (down) segments.push_back({place, to});
        place = to;
        down = true;
    }
    void arc(const float (&a)[6]) {
        constexpr int steps = 24;
        for (int i = 0; i <= steps; ++i) {
            const float angle =
                (a[4] + (a[5] - a[4]) * static_cast<float>(i) / steps) * std::numbers::pi_v<float> / 180;
            go(a[0] + a[2] * std::cos(angle), a[1] + a[3] * std::sin(angle));
        }
    }
};

void trace(const char* path, Pen& out) {
    out.down = false;
    while (*path != '\0') {
        const char command = *path++;
        float values[6] = {};
        int count = 0;
        for (char* end = nullptr; count < 6; ++count, path = end) {
            values[count] = std::strtof(path, &end);
            if (end == path) break;
        }
        if (command == 'M') out.down = false;
        if (command == 'A')
            out.arc(values);
        else if (count == 2)
            out.go(values[0], values[1]);
    }
}

} // namespace

float width_of(std::string_view text, float size) {
    float units = 0;
    while (!text.empty()) {
        const Glyph* glyph = glyph_of(next_code(text));
        units += glyph ? glyph->width + letter_gap : word_gap;
    }
    return units > 0 ? (units - letter_gap) * size / units_per_size : 0;
}

void write(Canvas& canvas, std::string_view text, Point origin, const Lettering& lettering) {
    const float scale = lettering.size / units_per_size;
    const float width = width_of(text, lettering.size);
    if (lettering.align == Align::Center) origin.x -= 0.5f * width;
    if (lettering.align == Align::Right) origin.x -= width;
    while (!text.empty()) {
        const Glyph* glyph = glyph_of(next_code(text));
        if (glyph) {
            Pen pen_at{origin, scale, {}};
            trace(glyph->path, pen_at);
            canvas.stroke(pen_at.segments, pen * scale * lettering.weight, lettering.colour);
        }
        origin.x += (glyph ? glyph->width + letter_gap : word_gap) * scale;
    }
}

} // namespace throng::app
