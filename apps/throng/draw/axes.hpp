// SPDX-License-Identifier: MIT
// The axes of a picture: ticks at round numbers, with them in the coordinates of the file that it shows.
#pragma once

#include "apps/throng/crowd/plan.hpp"
#include "apps/throng/draw/canvas.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace throng::app {

/// What the numbers of a file mean.
struct Coordinates {
    std::array<double, 2> origin = {}; // of a picture's places, in metres
    double unit = 1;                   // metres
    std::string name = "m";            // of the unit
};

/// Makes those of places that were read in that unit ("cm"; "px" is not converted), counted from `origin` in metres.
Coordinates coordinates_of(std::string_view unit, const std::array<double, 2>& origin);

class Axes {
public:
    /// Below and at the left of the plan's area, labelled in lettering of that size. Labels have room between them.
    Axes(const Coordinates& coordinates, const Plan& plan, float size);

    float left() const noexcept;  // pixels that ticks and labels take at the left of the area
    float below() const noexcept; // and below it

    /// The names of the ticks, from left to right and upwards.
    std::vector<std::string> names_along_x() const { return names_of(x_); }
    std::vector<std::string> names_along_y() const { return names_of(y_); }

    void draw(Canvas& canvas, const Theme& theme) const;

private:
    struct Tick {
        float at; // pixels, along the axis
        std::string name;
    };

    static std::vector<std::string> names_of(const std::vector<Tick>& ticks);

    Rectangle area_;
    float size_;
    std::vector<Tick> x_, y_;
};

} // namespace throng::app
