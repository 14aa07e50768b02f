// SPDX-License-Identifier: MIT
// The colours of pictures and replay: headings on an even hue wheel (Ottosson 2020, OKLab), amounts on viridis.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace throng::app {

/// Linear light, each in [0, 1].
struct Colour {
    float red, green, blue;
};

/// `under` with `share` of it painted over.
inline Colour blended(Colour under, Colour over, float share) noexcept {
    return {under.red + share * (over.red - under.red), under.green + share * (over.green - under.green),
            under.blue + share * (over.blue - under.blue)};
}

/// The colours of ground and lettering.
struct Theme {
    Colour page, ground, line, text, faint;
    float heading; // the lightness of the colours of headings
    bool is_light;
};

/// Equal steps of `hue` (degrees) look equally far apart at one lightness and chroma. Clipped to what a screen can
/// show.
Colour oklch(float lightness, float chroma, float hue);

/// East, north, west and south are amber, jade, blue and pink: streams that meet at any angle differ. (0, 0) is grey.
Colour heading_colour(float east, float north, float lightness = 0.77f);

/// Dark violet for 0 to yellow for 1; clamped.
Colour viridis(float amount);

/// viridis() on a ground of that theme: 1 is farthest from the ground.
Colour amount_colour(float amount, const Theme& theme);

/// "#rrggbb", gamma-encoded.
std::string hex(Colour colour);

/// The nearest of 256 gamma-encoded levels.
unsigned char encoded(float linear) noexcept;

Theme dark_theme();
Theme light_theme(); // for print

/// "light", else the dark one.
Theme theme_named(std::string_view name);

} // namespace throng::app
