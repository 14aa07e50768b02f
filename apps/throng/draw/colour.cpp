// SPDX-License-Identifier: MIT
// The colours of pictures and replay: headings on an even hue wheel (Ottosson 2020, OKLab), amounts on viridis.
#include "apps/throng/draw/colour.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace throng::app {

namespace {

constexpr float degree = std::numbers::pi_v<float> / 180;
constexpr float east_hue = 76; // amber
constexpr float heading_chroma = 0.145f;

float decoded(float level) { return level <= 0.04045f ? level / 12.92f : std::pow((level + 0.055f) / 1.055f, 2.4f); }
float gamma(float linear) {
    return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1 / 2.4f) - 0.055f;
}
float clamped(float v) { return std::clamp(v, 0.0f, 1.0f); }

float level_of(unsigned rgb, unsigned shift) { return static_cast<float>((rgb >> shift) & 255u) / 255; }

} // namespace

Colour oklch(float lightness, float chroma, float hue) {
    const float a = chroma * std::cos(hue * degree), b = chroma * std::sin(hue * degree);
    const auto cube = [](float v) { return v * v * v; };
    const float l = cube(lightness + 0.3963377774f * a + 0.2158037573f * b);
    const float m = cube(lightness - 0.1055613458f * a - 0.0638541728f * b);
    const float s = cube(lightness - 0.0894841775f * a - 1.2914855480f * b);
    return {clamped(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
            clamped(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
            clamped(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

Colour heading_colour(float east, float north, float lightness) {
    if (east == 0 && north == 0) return oklch(lightness, 0, 0);
    return oklch(lightness, heading_chroma, east_hue + std::atan2(north, east) / degree);
}

Colour viridis(float amount) {
    // Eleven of matplotlib's 256 entries (Smith & van der Walt 2015); between them straight lines are within a level or
    // two.
    static constexpr std::array<unsigned, 11> table{0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c,
                                                    0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725};
    const float place = clamped(amount) * static_cast<float>(table.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), table.size() - 2);
    const float share = place - static_cast<float>(low);
    const auto part = [&](unsigned shift) {
        const float from = level_of(table[low], shift), to = level_of(table[low + 1], shift);
        return decoded(from + share * (to - from));
    };
    return {part(16), part(8), part(0)};
}

Colour amount_colour(float amount, const Theme& theme) { return viridis(theme.is_light ? 1 - amount : amount); }

unsigned char encoded(float linear) noexcept {
    return static_cast<unsigned char>(std::lround(255 * gamma(clamped(linear))));
}

std::string hex(Colour colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", encoded(colour.red), encoded(colour.green), encoded(colour.blue));
}

Theme dark_theme() {
    return {oklch(0.17f, 0.012f, 260),
            oklch(0.215f, 0.014f, 260),
            oklch(0.42f, 0.015f, 260),
            oklch(0.93f, 0.008f, 260),
            oklch(0.68f, 0.012f, 260),
            0.77f,
            false};
}

Theme light_theme() {
    return {{1, 1, 1},
            oklch(0.975f, 0.003f, 260),
            oklch(0.75f, 0.008f, 260),
            oklch(0.24f, 0.01f, 260),
            oklch(0.46f, 0.012f, 260),
            0.66f,
            true};
}

Theme theme_named(std::string_view name) { return name == "light" ? light_theme() : dark_theme(); }

} // namespace throng::app
